import fc from 'fast-check';
import { betNames, betTypes, stakesOf, type BetName } from '#domain/bet-types.ts';
import type { Direction } from '#server/payments/provider.ts';
import { behaviours, decisions, type Behaviour, type Decision } from './party.ts';

/**
 * One event. Everything that a step refers to is a number, taken modulo the number of existing things. So any step can be
 * left out and the sequence still has a meaning, which lets fast-check shrink failures.
 */
export type Step = { readonly crashAfter: number | null } & (
  | {
      readonly do: 'bet';
      readonly client: number;
      readonly bets: readonly Bet[];
      /** Sent this many times at once, at two desks. */
      readonly copies: number;
    }
  | {
      readonly do: 'bet again';
      readonly checkout: number;
      readonly by: 'its client' | 'another' | 'with another stake';
    }
  /** Past a draw's close, then past its moment; or past both, while no worker runs. */
  | { readonly do: 'move the clock'; readonly draw: number; readonly far: boolean }
  | { readonly do: 'advance draws'; readonly clientsAtOnce: 1 | 300; readonly workers: number }
  | {
      readonly do: 'pay';
      readonly direction: Direction;
      readonly client: number;
      readonly amount: number;
      readonly provider: Behaviour;
    }
  | { readonly do: 'pay again'; readonly payment: number; readonly more: number }
  | { readonly do: 'decide'; readonly payment: number; readonly decision: Decision }
  | { readonly do: 'notify'; readonly payment: number; readonly decision: Decision | null; readonly copies: number }
  | { readonly do: 'notify of nothing' | 'sweep' | 'let an hour pass' }
  /** An operator decides about a held withdrawal. */
  | { readonly do: 'judge'; readonly payment: number; readonly verdict: 'released' | 'refused' }
  /** Two operators decide what became of a payment. */
  | { readonly do: 'decide by hand'; readonly payment: number; readonly moved: boolean }
  /** Two operators correct a wallet. */
  | { readonly do: 'adjust'; readonly client: number; readonly wallet: 'dep' | 'win'; readonly amount: number }
);

export type StepOf<D extends Step['do']> = Extract<Step, { readonly do: D }>;

interface Bet {
  readonly draw: number;
  readonly name: BetName;
  readonly numbers: readonly number[];
  readonly stake: number;
}

export interface Sequence {
  /** The deposits and the winnings that each client starts with. */
  readonly clients: readonly { readonly dep: number; readonly win: number }[];
  /** The results that the draws will have. */
  readonly draws: readonly (readonly number[])[];
  readonly steps: readonly Step[];
}

/** A step prints as a plain object. */
const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { noNullPrototype: true });

const some = fc.nat({ max: 11 });
const numbers = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 9 });
const francs = (max: number) => fc.nat({ max: max / 100 }).map((hundreds) => hundreds * 100);
/** A client with nothing but a deposit owes it when it is refunded after it was spent. */
const perhapsNothing = (max: number) => fc.oneof(fc.constant(0), francs(max));
const copies = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 3 }) },
);
const rarely = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const workers = fc.integer({ min: 1, max: 2 });
const noCrash = fc.constant(null);
const perhapsCrash = fc.option(fc.nat({ max: 12 }), { freq: 3 });

/** IziOrder wins with 29,000 selections, which take a draw as long to settle as everything else together, so it is rare. */
const betName = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...betNames.filter((name) => name !== 'IziOrder')) },
  { weight: 1, arbitrary: fc.constant('IziOrder' as const) },
);

const bet = record({ draw: some, name: betName, numbers, stake: fc.nat({ max: 9 }) }).map(
  ({ draw, name, numbers, stake }): Bet => {
    const stakes = stakesOf(betTypes[name]);
    return { draw, name, numbers: numbers.slice(0, betTypes[name].slots), stake: stakes[stake % stakes.length]! };
  },
);

const is = <const T extends string>(name: T) => fc.constant(name);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: record({
      do: is('bet'),
      client: some,
      bets: fc.array(bet, { minLength: 1, maxLength: 4 }),
      copies,
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      do: is('bet again'),
      checkout: some,
      by: fc.constantFrom('its client', 'its client', 'another', 'with another stake'),
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 4,
    arbitrary: record({ do: is('move the clock'), draw: some, far: rarely, crashAfter: noCrash }),
  },
  {
    weight: 7,
    arbitrary: record({
      do: is('advance draws'),
      clientsAtOnce: fc.constantFrom(1, 300),
      workers,
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 5,
    arbitrary: record({
      do: is('pay'),
      direction: fc.constantFrom('deposit', 'withdrawal', 'withdrawal'),
      client: some,
      amount: francs(3_000).map((amount) => amount + 500),
      provider: fc.constantFrom('accepts', ...behaviours),
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      do: is('pay again'),
      payment: some,
      more: fc.constantFrom(0, 0, 5),
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      do: is('decide'),
      payment: some,
      decision: fc.constantFrom('approved', ...decisions),
      crashAfter: noCrash,
    }),
  },
  {
    weight: 8,
    arbitrary: record({
      do: is('notify'),
      payment: some,
      decision: fc.constantFrom(null, 'approved', 'approved', 'refunded', ...decisions),
      copies,
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      do: is('judge'),
      payment: some,
      verdict: fc.constantFrom('released', 'refused'),
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 2,
    arbitrary: record({ do: is('decide by hand'), payment: some, moved: fc.boolean(), crashAfter: perhapsCrash }),
  },
  {
    weight: 1,
    arbitrary: record({
      do: is('adjust'),
      client: some,
      wallet: fc.constantFrom('dep', 'win'),
      amount: fc.integer({ min: -15, max: 15 }).map((hundreds) => hundreds * 100 + 5),
      crashAfter: perhapsCrash,
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      do: fc.constantFrom('notify of nothing', 'sweep', 'sweep', 'let an hour pass'),
      crashAfter: noCrash,
    }),
  },
);

export const sequence: fc.Arbitrary<Sequence> = record({
  clients: fc.array(record({ dep: perhapsNothing(5_000), win: perhapsNothing(3_000) }), { minLength: 1, maxLength: 3 }),
  draws: fc.array(numbers, { minLength: 1, maxLength: 2 }),
  steps: fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }),
});
