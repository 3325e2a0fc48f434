// The rules izi-1, as domain/rules/izi-1.json says them in words, implemented once more.

/** SHA-256 of that document's bytes. A draw whose record names another one is played by rules that this program does not know. */
export const rulesHash = Buffer.from('84653add01653b3caf2f6461829ede49f8646e2198326ceee59b8bc3f14495e9', 'hex');

interface BetType {
  readonly name: string;
  /** How many numbers a ticket has. */
  readonly numbers: number;
  /** Whole francs. */
  readonly stake: { readonly from: number; readonly to: number; readonly step: number };
  /** The payout of a ticket for each franc. Both arrays hold numbers from 1 to 9, the result the first one out first. */
  readonly pays: (picked: readonly number[], result: readonly number[]) => number;
}

const small = { from: 100, to: 10_000, step: 100 };

const inTopThree = (picked: readonly number[], [a, b, c]: readonly number[]) =>
  picked.filter((number) => number === a || number === b || number === c).length;

/** Three exact places and more pay; eight are impossible, as the ninth would be exact too. */
const orderPays = new Map([
  [3, 4],
  [4, 10],
  [5, 30],
  [6, 120],
  [7, 600],
  [9, 20_000],
]);

/** By the code that is in a ticket's record. */
export const betTypes: ReadonlyMap<number, BetType> = new Map<number, BetType>([
  [
    1,
    {
      name: 'IziOrder',
      numbers: 9,
      stake: { from: 300, to: 1_500, step: 300 },
      pays: (picked, result) => orderPays.get(picked.filter((number, place) => number === result[place]).length) ?? 0,
    },
  ],
  [2, { name: 'IziOne', numbers: 1, stake: small, pays: ([one], [a]) => (one === a ? 6 : 0) }],
  [
    3,
    {
      name: 'IziTwo',
      numbers: 2,
      stake: small,
      pays: ([one, two], [a, b]) => ((one === a && two === b) || (one === b && two === a) ? 24 : 0),
    },
  ],
  [4, { name: 'IziABC', numbers: 1, stake: small, pays: (picked, result) => inTopThree(picked, result) * 2 }],
  [5, { name: 'Izi2x', numbers: 3, stake: small, pays: (picked, result) => (inTopThree(picked, result) >= 2 ? 3 : 0) }],
  [
    6,
    { name: 'Izi3x', numbers: 3, stake: small, pays: (picked, result) => (inTopThree(picked, result) === 3 ? 56 : 0) },
  ],
]);

/** The numbers of a selection, whose decimal digits they are, in the player's order. */
export function numbersOf(selection: number): number[] {
  return Array.from(String(selection), Number);
}

/** Whether the rules know a ticket like this: so many different numbers from 1 to 9. */
export function isPlayable(type: number, picked: readonly number[]): boolean {
  return (
    picked.length === betTypes.get(type)?.numbers &&
    new Set(picked).size === picked.length &&
    picked.every((number) => number >= 1 && number <= 9)
  );
}

export function isStakeAllowed(type: number, stake: number): boolean {
  const allowed = betTypes.get(type)?.stake;
  return allowed !== undefined && stake >= allowed.from && stake <= allowed.to && stake % allowed.step === 0;
}

/** The payouts of tickets for each franc in one result; remembers each selection. Numbers that cannot be played pay nothing. */
export function payTable(result: readonly number[]): (type: number, selection: number) => number {
  const known = new Map<number, number>();
  return (type, selection) => {
    const key = type * 1_000_000_000 + selection;
    let pays = known.get(key);
    if (pays === undefined) {
      const picked = numbersOf(selection);
      pays = isPlayable(type, picked) ? betTypes.get(type)!.pays(picked, result) : 0;
      known.set(key, pays);
    }
    return pays;
  };
}
