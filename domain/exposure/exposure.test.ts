import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { betNames, betTypes, stakesOf, type BetName } from '#domain/bet-types.ts';
import { arrangements, payoutOf } from '#domain/outcome.ts';
import { encodeNumbers } from '#domain/result.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { mostStakes, openExposure, type DrawExposure, type Exposure, type StakeSums } from './exposure.ts';

interface Bet {
  readonly name: BetName;
  readonly numbers: readonly number[];
  readonly stake: number;
}

const results = [...arrangements(9)];

function sumsOf(bets: readonly Bet[]): StakeSums {
  return {
    betTypeCodes: bets.map(({ name }) => betTypes[name].code),
    selections: bets.map(({ numbers }) => encodeNumbers(numbers)),
    stakes: bets.map(({ stake }) => stake),
    tickets: bets.map(() => 1),
  };
}

function exposureOf(...batches: readonly (readonly Bet[])[]): DrawExposure {
  const book = openExposure();
  for (const bets of batches) book.add(sumsOf(bets));
  return book.read();
}

/** The real payout of every result for these bets. */
function payoutsOf(bets: readonly Bet[]): number[] {
  return results.map((result) =>
    bets.reduce((sum, { name, numbers, stake }) => sum + payoutOf(betTypes[name], numbers, stake, result), 0),
  );
}

const quantiles = { '0.5': [1n, 2n], '0.99': [99n, 100n], '0.999': [999n, 1_000n], '0.9999': [9_999n, 10_000n] };

/** Compares each figure with what follows from the list of all payouts. */
function expectExposure(exposure: Exposure, bets: readonly Bet[]): void {
  const payouts = payoutsOf(bets);
  const stakes = bets.reduce((sum, { stake }) => sum + stake, 0);
  const sorted = Float64Array.from(payouts).toSorted();
  const worst = sorted.at(-1)!;
  /** How many results pay less than this. */
  const countBelow = (payout: number) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (sorted[middle]! < payout) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const costly = [...payouts.keys()].filter((rank) => payouts[rank] === worst);
  expect(exposure).toMatchObject({
    stakes,
    tickets: bets.length,
    worst: {
      payout: worst,
      count: costly.length,
      results: costly.slice(0, 10).map((rank) => results[rank]!.map(String)),
    },
    lossProbability: (results.length - countBelow(stakes + 1)) / results.length,
  });
  for (const [name, [num, den]] of Object.entries(quantiles)) {
    const value = exposure.quantiles[name as keyof typeof quantiles];
    const within = BigInt(countBelow(value + 1));
    const below = BigInt(countBelow(value));
    const least = BigInt(results.length) * num!;
    expect([payouts.includes(value), within * den! >= least, below * den! < least]).toEqual([true, true, true]);
  }
  // The mean is Σ stake × RTP, in lowest terms, and the average of the payouts.
  const sum = payouts.reduce((sum, payout) => sum + payout, 0);
  expect(BigInt(exposure.mean.num) * BigInt(results.length)).toBe(BigInt(sum) * BigInt(exposure.mean.den));
  const [num, den] = bets.reduce(
    ([num, den], { name, stake }) => {
      const [rtpNum, rtpDen] = betTypes[name].rtp;
      return [num * BigInt(rtpDen) + BigInt(stake * rtpNum) * den, den * BigInt(rtpDen)] as const;
    },
    [0n, 1n] as readonly [bigint, bigint],
  );
  expect(BigInt(exposure.mean.num) * den).toBe(num * BigInt(exposure.mean.den));
  const { nothing, bars } = exposure.histogram;
  expect(nothing).toBe(countBelow(1));
  for (const { from, to, results: held } of bars)
    expect([from, held]).toEqual([from, countBelow(to) - countBelow(from)]);
  expect(bars.reduce((all, { results: held }) => all + held, nothing)).toBe(results.length);
  expect(bars.filter(({ from, to }) => from <= exposure.stakes && to > exposure.stakes + 1)).toEqual([]);
}

const anyBet = fc.constantFrom(...betNames).chain((name) =>
  fc.record({
    name: fc.constant(name),
    numbers: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], {
      minLength: betTypes[name].slots,
      maxLength: betTypes[name].slots,
    }),
    stake: fc.constantFrom(...stakesOf(betTypes[name])),
  }),
);
const anyDraw = fc.array(anyBet, { minLength: 1, maxLength: 8 });

describe('equals what the tickets of a small draw win in all 362,880 results', () => {
  test('all bet types together', () => {
    fc.assert(
      fc.property(anyDraw, (bets) => expectExposure(exposureOf(bets), bets)),
      { numRuns: isLongRun ? 6 : 2 },
    );
  });

  test('each bet type alone, and all others', () => {
    fc.assert(
      fc.property(anyDraw, fc.constantFrom(...betNames), (bets, name) => {
        const { without, ...alone } = exposureOf(bets).byType[name];
        expectExposure(
          alone,
          bets.filter((bet) => bet.name === name),
        );
        expectExposure(
          without,
          bets.filter((bet) => bet.name !== name),
        );
      }),
      { numRuns: isLongRun ? 4 : 1 },
    );
  });
});

/** All of a kind, such as every order that begins with the same four numbers. */
function ordersAfter(...beginning: number[]): Bet[] {
  const orders = results.filter((result) => beginning.every((number, place) => result[place] === number));
  return orders.map((numbers, index) => ({ name: 'IziOrder', numbers, stake: 300 + (index % 5) * 300 }));
}

test('tickets that are added later count as if they had been there from the start', () => {
  const few = ordersAfter(9, 8, 7, 6);
  // More than are added one by one.
  const many = ordersAfter(1, 2, 3);
  const others: Bet[] = [
    { name: 'Izi2x', numbers: [3, 1, 4], stake: 700 },
    { name: 'IziOne', numbers: [9], stake: 10_000 },
  ];
  const whole = exposureOf([...many, ...few, ...others]);
  expect(exposureOf(many, few, others)).toEqual(whole);
  expect(exposureOf([...others, ...few], [], ...many.map((bet) => [bet]).slice(0, 20), many.slice(20))).toEqual(whole);
});

test('one ticket of each bet type, by hand', () => {
  const exposure = exposureOf([
    { name: 'IziOrder', numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9], stake: 300 },
    { name: 'IziOne', numbers: [1], stake: 100 },
    { name: 'IziTwo', numbers: [2, 1], stake: 100 },
    { name: 'IziABC', numbers: [3], stake: 100 },
    { name: 'Izi2x', numbers: [1, 2, 9], stake: 100 },
    { name: 'Izi3x', numbers: [3, 2, 1], stake: 100 },
  ]);
  // All of them win when 1…9 comes out in order: 300 × 20,000, and 100 × (6 + 24 + 2 + 3 + 56).
  expect(exposure.worst).toEqual({
    payout: 6_000_000 + 9_100,
    results: [['1', '2', '3', '4', '5', '6', '7', '8', '9']],
    count: 1,
  });
  expect([exposure.stakes, exposure.tickets]).toEqual([800, 6]);
  // 300 × 12,013/18,144 + 100 × (4 × 2/3 + 19/28) = 9,673,500/18,144
  expect(exposure.mean).toEqual({ num: 806_125, den: 1_512 });
  const { IziOrder, IziOne, IziTwo, IziABC, Izi2x, Izi3x } = exposure.byType;
  expect(IziOrder).toMatchObject({
    mean: { num: 300_325, den: 1_512 },
    worst: { payout: 6_000_000, count: 1 },
    // 333,737 results pay nothing, 22,260 pay 4 ×, 5,544 pay 10 ×, 1,134 pay 30 ×, 168 pay 120 ×, 36 pay 600 ×, one 20,000 ×.
    quantiles: { '0.5': 0, '0.99': 3_000, '0.999': 9_000, '0.9999': 180_000 },
    lossProbability: 29_143 / 362_880,
    without: { stakes: 500, worst: { payout: 9_100, count: 720 } },
  });
  expect(IziOne).toMatchObject({
    worst: { payout: 600, count: 40_320 },
    lossProbability: 1 / 9,
    mean: { num: 200, den: 3 },
  });
  expect(IziTwo).toMatchObject({ worst: { payout: 2_400, count: 10_080 }, lossProbability: 1 / 36 });
  expect(IziABC).toMatchObject({ worst: { payout: 200, count: 120_960 }, lossProbability: 1 / 3 });
  expect(Izi2x).toMatchObject({
    worst: { payout: 300, count: 82_080 },
    lossProbability: 19 / 84,
    mean: { num: 475, den: 7 },
  });
  expect(Izi3x).toMatchObject({ worst: { payout: 5_600, count: 4_320 }, quantiles: { '0.5': 0, '0.99': 5_600 } });
  expect(IziOrder.histogram.bars.at(-1)).toMatchObject({ results: 1 });
  expect(Izi3x.histogram).toEqual({ nothing: 358_560, bars: [{ from: 5_012, to: 6_310, results: 4_320 }] });
});

test('a draw without tickets pays nothing in any result', () => {
  const { byType, ...nothing } = exposureOf();
  expect(nothing).toMatchObject({
    stakes: 0,
    tickets: 0,
    mean: { num: 0, den: 1 },
    worst: { payout: 0, count: 362_880 },
    quantiles: { '0.5': 0, '0.9999': 0 },
    lossProbability: 0,
    histogram: { nothing: 362_880, bars: [] },
  });
  for (const name of betNames) expect(byType[name]).toEqual({ ...nothing, without: nothing });
});

describe('refuses input that it cannot compute, and then adds nothing', () => {
  const good: Bet = { name: 'IziOne', numbers: [5], stake: 100 };
  const wrong: [string, Partial<StakeSums>][] = [
    ['an unknown bet type', { betTypeCodes: [7] }],
    ['a selection that cannot be played', { betTypeCodes: [5], selections: [112] }],
    ['an order with a number twice', { betTypeCodes: [1], selections: [112345678] }],
    ['half a franc', { stakes: [0.5] }],
    ['a negative stake', { stakes: [-100] }],
    ['more than can be summed exactly', { stakes: [mostStakes - 99] }],
    ['columns of different lengths', { tickets: [1, 1] }],
  ];
  test.each(wrong)('%s', (_, change) => {
    const book = openExposure();
    book.add(sumsOf([good]));
    const before = book.read();
    const { betTypeCodes, selections, stakes, tickets } = { ...sumsOf([good]), ...change };
    expect(() => book.add({ betTypeCodes, selections, stakes, tickets })).toThrow(RangeError);
    const doubled = sumsOf([good, good]);
    if (tickets.length === 1) {
      const second = {
        betTypeCodes: [2, betTypeCodes[0]!],
        selections: [5, selections[0]!],
        stakes: [100, stakes[0]!],
      };
      expect(() => book.add({ ...doubled, ...second })).toThrow(RangeError);
    }
    expect(book.read()).toEqual(before);
  });
});
