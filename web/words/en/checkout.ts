export const words = {
  title: 'Checkout',
  count: (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`),

  empty: {
    title: 'Your basket is empty',
    text: 'Pick a bet, fill in your numbers and add it to the basket.',
    action: 'Play',
  },

  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  closed: 'Sales for this draw have closed.',
  moveTo: (time: string) => `Move to ${time}`,
  moveAllTo: (count: number, time: string) => `Move all ${count} to ${time}`,
  upTo: (amount: string) => `pays up to ${amount}`,

  summary: 'Summary',
  total: 'Total',
  wallet: 'In your wallet',
  balanceAfter: 'Balance after',
  short: (amount: string) => `You need ${amount} more.`,
  addFunds: 'Add funds',
  order: 'Stakes are taken from your deposits first, then from your winnings.',
  pay: 'Pay',
  someClosed: (count: number) =>
    count === 1
      ? 'One ticket is for a draw whose sales have closed. Move it or take it out.'
      : `${count} tickets are for draws whose sales have closed. Move them or take them out.`,
  tooMany: (most: number) => `At most ${most} tickets can be paid at once. Take some out.`,

  unconfirmed: {
    title: 'Confirm your phone number first',
    text: 'Money moves only once the number is confirmed. It takes a minute, and you come back here.',
    action: 'Confirm phone',
  },

  unknown: {
    title: 'We do not know yet whether these tickets were placed',
    text: 'The answer did not arrive. Try again: they cannot be taken twice.',
    retry: 'Try again',
    myBets: 'Look in My bets',
    waiting: (count: number) =>
      count === 1 ? 'Your other ticket waits in the basket.' : `Your other ${count} tickets wait in the basket.`,
  },
  nothingTaken: 'Nothing was placed and nothing was taken.',

  placed: {
    title: (count: number) => (count === 1 ? 'Your ticket is placed' : `Your ${count} tickets are placed`),
    text: 'Good luck. When the draw is drawn, the result shows up by itself.',
    draw: 'Draw',
    amount: 'Amount',
    staked: 'Staked',
    balanceAfter: 'Balance after',
    myBets: 'My bets',
    play: 'Play again',
    receipt: (name: string, serial: string) => `Receipt of ${name}, ${serial}`,
    rest: 'There is more in your basket',
  },
  install: {
    title: (site: string) => `Keep ${site} on your home screen`,
    text: 'It opens at once, also on a weak network, and takes less space than a photo.',
    action: 'Install',
  },
};
