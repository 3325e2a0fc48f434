import type { BetName } from '#domain/bet-types.ts';

/** How each bet type wins, in a line of a phone. */
export const rules = {
  IziOrder: 'Three or more are where you put them.',
  IziOne: 'Your number comes out first.',
  IziTwo: 'Your two numbers are the first two out.',
  IziABC: 'Your number is among the first three.',
  Izi2x: 'Two of your three are in the first three.',
  Izi3x: 'Your three numbers are the first three.',
} satisfies Record<BetName, string> as Record<BetName, string>;

/** The bet types in the order of their risk. */
export const risk = {
  name: (name: string, mult: string, rank: number) => `${name}, ${mult}, risk ${rank} of 6`,
  lower: 'Lower risk',
  higher: 'Higher risk',
};
