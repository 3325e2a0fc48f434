import type { Francs } from './money.ts';

export const betNames = ['IziOrder', 'IziOne', 'IziTwo', 'IziABC', 'Izi2x', 'Izi3x'] as const;
export type BetName = (typeof betNames)[number];

/** An exact fraction, numerator first. */
export type Fraction = readonly [numerator: number, denominator: number];

/** The condition for a hit: a number comes out in its exact place, or among the first `depth` numbers in any order. */
export type HitRule = { readonly kind: 'exact' } | { readonly kind: 'top'; readonly depth: 1 | 2 | 3 };

export interface BetType {
  readonly name: BetName;
  /** The bet type's number in a ticket record (fair-draw) and in the database. */
  readonly code: number;
  /** How many numbers a ticket holds. */
  readonly slots: number;
  readonly hit: HitRule;
  /** Payout per franc staked, stake included, by the number of hits; fewer hits than the first tier lose. */
  readonly tiers: readonly { readonly hits: number; readonly mult: number }[];
  readonly minStake: Francs;
  readonly maxStake: Francs;
  readonly stakeStep: Francs;
  /** The amount a fresh ticket of this type starts with. */
  readonly initialStake: Francs;
  readonly probability: Fraction;
  /** Return to player: the share of stakes paid back over time. */
  readonly rtp: Fraction;
}

const hundreds = { minStake: 100, maxStake: 10_000, stakeStep: 100, initialStake: 0 } as const;

/** The rules `izi-1`. Every figure is checked against all 362,880 results in `bet-types.test.ts`. */
export const betTypes: Readonly<Record<BetName, BetType>> = {
  IziOrder: {
    name: 'IziOrder',
    code: 1,
    slots: 9,
    hit: { kind: 'exact' },
    tiers: [
      { hits: 3, mult: 4 },
      { hits: 4, mult: 10 },
      { hits: 5, mult: 30 },
      { hits: 6, mult: 120 },
      { hits: 7, mult: 600 },
      { hits: 9, mult: 20_000 },
    ],
    minStake: 300,
    maxStake: 1_500,
    stakeStep: 300,
    initialStake: 300,
    probability: [29_143, 362_880],
    rtp: [12_013, 18_144],
  },
  IziOne: {
    name: 'IziOne',
    code: 2,
    slots: 1,
    hit: { kind: 'top', depth: 1 },
    tiers: [{ hits: 1, mult: 6 }],
    ...hundreds,
    probability: [1, 9],
    rtp: [2, 3],
  },
  IziTwo: {
    name: 'IziTwo',
    code: 3,
    slots: 2,
    hit: { kind: 'top', depth: 2 },
    tiers: [{ hits: 2, mult: 24 }],
    ...hundreds,
    probability: [1, 36],
    rtp: [2, 3],
  },
  IziABC: {
    name: 'IziABC',
    code: 4,
    slots: 1,
    hit: { kind: 'top', depth: 3 },
    tiers: [{ hits: 1, mult: 2 }],
    ...hundreds,
    probability: [1, 3],
    rtp: [2, 3],
  },
  Izi2x: {
    name: 'Izi2x',
    code: 5,
    slots: 3,
    hit: { kind: 'top', depth: 3 },
    tiers: [
      { hits: 2, mult: 3 },
      { hits: 3, mult: 3 },
    ],
    ...hundreds,
    probability: [19, 84],
    rtp: [19, 28],
  },
  Izi3x: {
    name: 'Izi3x',
    code: 6,
    slots: 3,
    hit: { kind: 'top', depth: 3 },
    tiers: [{ hits: 3, mult: 56 }],
    ...hundreds,
    probability: [1, 84],
    rtp: [2, 3],
  },
};

const byCode = new Map(betNames.map((name) => [betTypes[name].code, betTypes[name]]));

/** The bet type with this code; throws `RangeError` for an unknown code. */
export function betTypeOfCode(code: number): BetType {
  const betType = byCode.get(code);
  if (!betType) throw new RangeError(`no bet type has the code ${code}`);
  return betType;
}

/** The most one franc on this bet type can pay, stake included. */
export function highestMult(betType: BetType): number {
  return Math.max(...betType.tiers.map((tier) => tier.mult));
}

/** The stakes a player can choose, lowest first. */
export function stakesOf(betType: BetType): Francs[] {
  const count = (betType.maxStake - betType.minStake) / betType.stakeStep + 1;
  return Array.from({ length: count }, (_, index) => betType.minStake + index * betType.stakeStep);
}
