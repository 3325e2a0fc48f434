export const words = {
  title: 'Results',
  lead: 'Every draw is one random order of the numbers 1 to 9.',

  day: 'Day',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  latest: 'Latest draws',
  ofDay: (day: string) => `Draws of ${day}`,
  showLatest: 'Latest',
  empty: { title: 'No draws on this day', text: 'Choose another day, or look at the latest draws.' },
  none: { title: 'No draw has been drawn yet', text: 'The first result shows up here by itself.' },

  mine: (tickets: number, won: string | null) => {
    const count = tickets === 1 ? 'Your ticket' : `Your ${tickets} tickets`;
    return won === null ? `${count}: not won` : `${count}: ${won}`;
  },
  settling: 'being settled',

  statistics: {
    title: 'How often each number came out',
    caveat: 'Past draws say nothing about the next one: every order is equally likely, every time.',
    draws: (count: string) => `Last ${count} draws`,
    which: 'How many draws',
    caption: (draws: number) =>
      `How often each number came out in each place, over the last ${draws === 1 ? 'draw' : `${draws} draws`}`,
    number: 'Number',
    none: 'There are no draws to count yet.',
  },

  draw: {
    title: (at: string) => `Draw of ${at}`,
    /** Of dashes that are as wide as digits. */
    timePending: '‒‒/‒‒/‒‒‒‒ ‒‒:‒‒',
    notFound: { title: 'No such draw', text: 'The address may be wrong.' },
    failed: 'Draw',

    times: 'Times',
    opened: 'On sale from',
    closed: 'Sales closed',
    closes: 'Sales close',
    drawnAt: 'Drawn',
    settledAt: 'Paid out',
    notYet: '–',
    rules: 'Rules',

    verify: {
      title: 'Is this draw honest?',
      text: 'Your own device works it out from what the site publishes: that nobody could choose the result after seeing the tickets, and that no ticket was added, dropped or changed.',
      action: 'Verify this draw',
    },

    mine: 'My tickets on this draw',
    noneMine: 'You have no ticket on this draw.',
    standing: 'What your tickets stand at',
    all: 'All results',
  },
};
