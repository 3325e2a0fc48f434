export const words = {
  title: 'Results',
  lead: 'Every order of 1 to 9 is equally likely, every time.',

  day: 'Day',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  latest: 'Latest draws',
  ofDay: (day: string) => `Draws of ${day}`,
  showLatest: 'Latest',
  showNew: (draws: number) => (draws === 1 ? 'Show the new result' : `Show ${draws} new results`),
  empty: { title: 'No draws on this day', text: 'Choose another day, or look at the latest draws.' },
  none: { title: 'No draw has been drawn yet', text: 'The first result shows up here by itself.' },

  calledOff: 'Called off, stakes returned',
  mine: (tickets: number) => (tickets === 1 ? 'Your ticket' : `Your ${tickets} tickets`),
  returned: (amount: string) => `${amount} returned`,
  settling: 'being paid out …',

  statistics: {
    title: 'How often each number came out',
    caveat: 'Past draws say nothing about the next one.',
    which: 'How many draws',
    draws: (count: string, isFirst: boolean) => (isFirst ? `Last ${count} draws` : `Last ${count}`),
    caption: (draws: number) =>
      `How often each number came out in each place, over ${draws === 1 ? 'the last draw' : `the last ${draws} draws`}`,
    number: 'Number',
    place: 'Place it came out in',
    first: '1st',
    times: (count: number) => (count === 1 ? '1 time' : `${count} times`),
    expected: (average: string, draws: string) =>
      `The line marks ${average}, the average that chance alone gives over ${draws} draws.`,
    none: 'There are no draws to count yet.',
  },

  draw: {
    title: (at: string) => `Draw of ${at}`,
    /** The dashes are as wide as digits. */
    timePending: '‒‒/‒‒/‒‒‒‒ ‒‒:‒‒',
    notFound: { title: 'No such draw', text: 'The address may be wrong.' },
    failed: 'Draw',

    times: 'Times',
    opened: 'On sale from',
    closed: 'Sales closed',
    closes: 'Sales close',
    drawnAt: 'Drawn',
    settledAt: 'Paid out',
    calledOff: 'Called off because',
    notYet: '–',
    rules: 'Rules',

    verify: {
      title: 'Is this draw honest?',
      text: 'Your own device works it out from what the site publishes: that nobody could choose the result after seeing the tickets, and that no ticket was added, dropped or changed.',
      action: 'Verify this draw',
    },

    mine: 'My tickets on this draw',
    noneMine: 'You have no ticket on this draw.',
    standing: 'How your tickets stand',
    all: 'All results',
  },
};
