/** Words on a ticket and its draw's result. Why it won or lost is among the words of the game. */
export const words = {
  numbers: 'Numbers',
  result: 'Result, first out first',
  hit: 'hit',
  status: { pending: 'Pending', win: 'Win', lost: 'Lost', void: 'Void' },
  staked: (amount: string) => `${amount} staked`,
  upTo: (amount: string) => `up to ${amount}`,
  returned: (amount: string) => `${amount} returned`,
  drawsIn: 'Draw in',
  drawing: 'Drawing now …',
  open: (name: string, serial: string) => `${name}, ticket ${serial}`,
};
