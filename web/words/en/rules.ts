import type { BetName } from '#domain/bet-types.ts';

interface Rule {
  /** How the bet wins, in a line of a phone. */
  readonly rule: string;
  readonly example: (stake: string, payout: string) => string;
}

/** How each bet type wins. */
export const rules = {
  IziOrder: {
    rule: 'Match 3+ numbers in position',
    example: (stake, payout) =>
      `You put all nine in order. If four come out exactly where you put them, ${stake} pays ${payout}.`,
  },
  IziOne: {
    rule: 'Your number comes out first',
    example: (stake, payout) => `Say you play 7. If 7 is the first number out, ${stake} pays ${payout}.`,
  },
  IziTwo: {
    rule: 'Your two are the first two',
    example: (stake, payout) => `Say you play 4 and 9. If the draw begins 4 9 or 9 4, ${stake} pays ${payout}.`,
  },
  IziABC: {
    rule: 'Your number is in the first three',
    example: (stake, payout) => `Say you play 7. If 7 comes out first, second or third, ${stake} pays ${payout}.`,
  },
  Izi2x: {
    rule: 'Two of yours are in the first three',
    example: (stake, payout) => `Say you play 1, 4 and 9. If the draw begins 4 2 1, ${stake} pays ${payout}.`,
  },
  Izi3x: {
    rule: 'Your three are the first three',
    example: (stake, payout) => `Say you play 1, 4 and 9. If the draw begins 9 1 4, ${stake} pays ${payout}.`,
  },
} satisfies Record<BetName, Rule> as Record<BetName, Rule>;
