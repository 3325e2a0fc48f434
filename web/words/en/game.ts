import type { BetName } from '#domain/bet-types.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
const counts = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'All nine'];

interface Rule {
  /** How the bet wins, in one sentence. */
  readonly rule: string;
  readonly example: (stake: string, payout: string) => string;
}

/** The rules of the game, and why a ticket won or lost. */
export const words = {
  rules: {
    IziOrder: {
      rule: 'Three or more in their exact place',
      example: (stake, payout) =>
        `You put all nine in order. If four come out exactly where you put them, ${stake} pays ${payout}.`,
    },
    IziOne: {
      rule: 'Your number comes out first',
      example: (stake, payout) => `Say you play 7. If 7 is the first number out, ${stake} pays ${payout}.`,
    },
    IziTwo: {
      rule: 'Your two numbers come out first and second, either way round',
      example: (stake, payout) => `Say you play 4 and 9. If the draw begins 4 9 or 9 4, ${stake} pays ${payout}.`,
    },
    IziABC: {
      rule: 'Your number is among the first three',
      example: (stake, payout) => `Say you play 7. If 7 comes out first, second or third, ${stake} pays ${payout}.`,
    },
    Izi2x: {
      rule: 'At least two of your three are among the first three',
      example: (stake, payout) => `Say you play 1, 4 and 9. If the draw begins 4 2 1, ${stake} pays ${payout}.`,
    },
    Izi3x: {
      rule: 'Your three are the first three, in any order',
      example: (stake, payout) => `Say you play 1, 4 and 9. If the draw begins 9 1 4, ${stake} pays ${payout}.`,
    },
  } satisfies Record<BetName, Rule> as Record<BetName, Rule>,

  ordinal: (place: number) => ordinals[place] ?? String(place + 1),

  why: {
    inPlace: (places: readonly number[]) =>
      places.length === 0
        ? 'None is in its exact place.'
        : `${counts[places.length]} in ${places.length === 1 ? 'its' : 'their'} exact place: ${list(places.map((place) => ordinals[place]!))}.`,
    threeNeeded: 'Three are needed.',
    pays: (hits: number, mult: string) => `${counts[hits]} pays ${mult}.`,
    paysTimes: (mult: string) => `That pays ${mult}.`,
    cameOut: (number: string, place: number) => `${number} came out ${ordinals[place]}`,
    together: (sentences: readonly string[]) => `${list(sentences)}.`,
    needed: {
      IziOne: 'It has to be first.',
      IziTwo: 'Both have to be among the first two.',
      IziABC: 'It has to be among the first three.',
      Izi2x: 'At least two have to be among the first three.',
      Izi3x: 'All have to be among the first three.',
    },
    void: 'The draw was void: the stake went back to the wallet it came from.',
  },
};

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
