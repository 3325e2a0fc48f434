import type { BetName } from '#domain/bet-types.ts';

/** Words on a ticket and its draw's result. Why it won or lost is among the words of the game. */
export const words = {
  numbers: 'Numbers',
  result: 'Result, first out first',
  hit: 'hit',
  // These three names are the specification's.
  status: { pending: 'Pending', win: 'Win', lost: 'Lost', void: 'Void' },
  staked: (amount: string) => `${amount} staked`,
  each: (amount: string) => `${amount} each`,
  upTo: (amount: string) => `up to ${amount}`,
  returned: (amount: string) => `${amount} returned`,
  noPrize: 'No prize',
  drawsIn: 'Draw in',
  drawing: 'Drawing now …',
  open: (name: string, serial: string) => `${name}, ticket ${serial}`,
  proof: 'Proof',
  proofOf: (serial: string) => `Proof of ticket ${serial}`,
  share: (serial: string) => `Share ticket ${serial}`,
  cameOut: (ordinal: string) => `Came ${ordinal}`,
  /** The event that a waiting ticket waits for, beside its numbers. */
  waitsFor: {
    IziOrder: 'Match 3+ numbers in position',
    IziOne: 'has to be first',
    IziTwo: 'have to be the first two',
    IziABC: 'has to be in the first three',
    Izi2x: 'two in the first three',
    Izi3x: 'all in the first three',
  } satisfies Record<BetName, string>,
  series: {
    draws: 'Draws of this series',
    ticketIn: (time: string, serial: string) => `Draw ${time}, ticket ${serial}`,
    all: 'Show all',
  },
};
