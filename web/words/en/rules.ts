import type { BetName } from '#domain/bet-types.ts';

/** How each bet type wins, in a line of a phone. */
export const rules = {
  IziOrder: 'Match 3+ numbers in position',
  IziOne: 'Your number comes out first',
  IziTwo: 'Your two are the first two',
  IziABC: 'Your number is in the first three',
  Izi2x: 'Two of yours are in the first three',
  Izi3x: 'Your three are the first three',
} satisfies Record<BetName, string> as Record<BetName, string>;
