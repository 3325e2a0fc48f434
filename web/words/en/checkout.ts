export const words = {
  title: 'Checkout',
  count: (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`),

  empty: {
    title: 'Your basket is empty',
    text: 'Pick a bet, fill in your numbers and add it to the basket.',
    action: 'Play',
  },

  each: (count: number, amount: string) => `${count} × ${amount}`,
  draw: 'Draw',
  draws: (count: number) => `${count} draws`,
  /** Two times, or two days. */
  fromTo: (first: string, last: string) => `${first} to ${last}`,
  changeOf: (name: string) => `Change ${name}`,
  remove: (name: string) => `Remove ${name}`,
  closed: 'Sales for this draw have closed.',
  /** Before the tickets that have moved on from that draw. */
  hasClosed: (time: string, count: string) => `${time} has closed. ${count} `,
  /** It stands in the place of the words before it, and is about as long. */
  willMove: (count: number) => `Not paid in time, ${count === 1 ? 'it goes' : 'they go'} to the next draw.`,
  noDraw: 'No draw takes place at this time.',
  /** For a series; `times` are those of its closed draws. */
  closedOf: (times: readonly string[]) =>
    times.length > 2
      ? `Sales for ${times.length} of its draws have closed.`
      : `Sales for ${times.join(' and ')} have closed.`,
  /** To draws at these times, soonest first. */
  moveTo: (times: readonly string[]) =>
    times.length > 2 ? `Move ${times.length}, from ${times[0]} on` : `Move to ${times.join(', ')}`,
  moveAll: (count: number) => `Move all ${count}`,
  moveAllTo: (count: number, times: readonly string[]) =>
    new Set(times).size > 1 ? `Move all ${count}, from ${times[0]} on` : `Move all ${count} to ${times[0]}`,

  summary: 'Your payment',
  totalOf: (now: number, all: number): string =>
    now < all ? `Total of ${now} of ${all} tickets` : `Total, ${all === 1 ? '1 ticket' : `${all} tickets`}`,
  drawOf: (time: string, tickets: string) => `Draw ${time}, ${tickets}`,
  moreDraws: (count: number, name: string) =>
    count === 1 ? `1 more draw of ${name}` : `${count} more draws of ${name}`,
  laterDraws: (tickets: string) => `Later draws, ${tickets}`,
  wallet: 'Balance',
  balanceAfter: 'Balance after',
  balanceAfterOf: (amount: string) => `Balance after ${amount}. Tickets are final.`,
  payWithin: (time: string) => `Draw ${time} · pay\u00a0within`,
  closingIn: (time: string, left: string) => `Sales for ${time} close in ${left}.`,
  /** The phone's own estimate, in the last seconds on a slow network. */
  likelyLate: (time: string) => `Slow network: likely too late for ${time}.`,
  someTooLate: (late: number, all: number) =>
    all === 1 ? 'It is too late for its draw.' : `${late} of ${all} tickets ${late === 1 ? 'is' : 'are'} too late.`,
  missing: 'Missing',
  short: (amount: string) => `You need ${amount} more.`,
  addFunds: 'Add funds',
  pay: 'Pay',
  /** One line of the bar: about 50 characters fit on a phone. */
  someClosed: (count: number) =>
    count === 1 ? 'Too late for its draw: move or remove 1 ticket.' : `Too late: move or remove ${count} tickets.`,
  someStopped: (count: number) =>
    count === 1 ? 'Not on sale now: move or remove 1 ticket.' : `Not on sale now: move or remove ${count} tickets.`,
  later: (count: number, most: number) =>
    `One payment is for ${most} tickets. ${count === 1 ? 'This one waits' : `These ${count} wait`} in your basket.`,

  series: {
    draws: 'Draws of this bet',
    leftOut: (times: string) => `${times} left out.`,
    hint: 'Tap a time to take it out or put it back. If you win, the other draws go on; you can stop them in My bets.',
  },

  twice: {
    note: 'The same ticket is here more than once.',
    title: 'The same ticket, more than once',
    text: 'These tickets are for the same draw, with the same numbers and amount. They win or lose together. Do you want to pay for all of them?',
    payAll: (count: number, total: string) => `Pay for all ${count}: ${total}`,
    keepOne: 'Keep one of each',
  },

  unconfirmed: 'Confirm your phone number to pay.',
  confirmPhone: 'Confirm phone',

  unknown: {
    title: 'We do not know yet whether these tickets were placed',
    text: 'We got no answer. Try again: no ticket is placed or paid for twice.',
    retry: 'Try again',
    once: 'No ticket is paid for twice.',
    myBets: 'Look in My bets',
    waiting: (count: number) =>
      count === 1 ? 'Your other ticket waits in the basket.' : `Your other ${count} tickets wait in the basket.`,
  },
  showDocument: 'My identity',
  nothingTaken: 'No ticket was placed and no money was taken.',
  nothingTakenShort: 'Not placed: no money was taken.',

  placed: {
    title: (count: number) => (count === 1 ? '1 ticket is placed' : `${count} tickets are placed`),
    text: 'You may leave. The result comes to My bets.',
    over: (draws: number): string => (draws === 1 ? 'The draw is over.' : 'All draws are over.'),
    draw: 'Draw',
    amount: 'Amount',
    possible: 'Possible payout',
    payout: 'Payout',
    staked: 'Staked',
    balanceNow: 'Balance now',
    myBets: 'My bets',
    play: 'Play again',
    receipt: (name: string, serial: string) => `Receipt of ${name}, ${serial}`,
    rest: 'There is more in your basket',
    payRest: (count: number) => (count === 1 ? 'Pay for the other ticket' : `Pay for the other ${count} tickets`),
  },
};
