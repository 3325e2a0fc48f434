/** Words on a placed ticket. Why it won or lost is among the words of the game. */
export const words = {
  staked: (amount: string) => `${amount} staked`,
  upTo: (amount: string) => `up to ${amount}`,
  returned: (amount: string) => `${amount} returned`,
  drawsIn: 'Draw in',
  drawing: 'Drawing now …',
  open: (name: string, serial: string) => `${name}, ticket ${serial}`,
};
