import { expect, test } from 'vitest';
import fc from 'fast-check';
import { betTypes, type BetType } from '#domain/bet-types.ts';
import { arrangements, multOf, payoutOf } from '#domain/outcome.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { addOneOrder } from './one-order.ts';
import { addAllOrders, coefficientsOf, mostStakesOf } from './order-payouts.ts';
import { rankOf, resultCount } from './orders.ts';

const { IziOrder } = betTypes;
const results = [...arrangements(9)];

function choose(of: number, count: number): number {
  return count === 0 ? 1 : (choose(of - 1, count - 1) * of) / count;
}

test('the coefficients add up to the multiple of every number of hits', () => {
  const coefficients = coefficientsOf(IziOrder);
  expect(coefficients).toEqual([0, 0, 0, 4, -6, 20, 10, 180, -2_644, 34_376]);
  for (let hits = 0; hits <= 9; hits++) {
    const sum = coefficients.reduce((sum, coefficient, size) => sum + coefficient * choose(hits, size), 0);
    expect(sum).toBe(multOf(IziOrder, hits));
  }
});

const anyOrder = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 9 });
const anyTickets = fc.array(fc.tuple(anyOrder, fc.integer({ min: 1, max: 1e9 })), { minLength: 1, maxLength: 5 });

/** The tests also use pay tables that do not exist, so that nothing depends on this one. */
const payTables: [string, BetType['tiers']][] = [
  ['IziOrder', IziOrder.tiers],
  [
    'a table that pays for one hit and for six',
    [
      { hits: 1, mult: 2 },
      { hits: 6, mult: 50 },
    ],
  ],
  ['a table that pays for all nine alone', [{ hits: 9, mult: 100_000 }]],
];

test.each(payTables)('all at once pays each result what its tickets win: %s', (_, tiers) => {
  const betType: BetType = { ...IziOrder, tiers };
  fc.assert(
    fc.property(anyTickets, (tickets) => {
      const stakes = new Float64Array(resultCount);
      for (const [numbers, stake] of tickets) stakes[rankOf(numbers)]! += stake;
      const payouts = new Float64Array(resultCount).fill(7);
      addAllOrders(betType, payouts, stakes);
      for (const [rank, result] of results.entries()) {
        const won = tickets.reduce((sum, [numbers, stake]) => sum + payoutOf(betType, numbers, stake, result), 0);
        if (payouts[rank] !== 7 + won) expect(`${result.join('')}: ${payouts[rank]}`).toBe(`${7 + won}`);
      }
    }),
    { numRuns: isLongRun ? 3 : 1 },
  );
});

test('one by one pays the same as all at once', () => {
  fc.assert(
    fc.property(anyTickets, (tickets) => {
      const stakes = new Float64Array(resultCount);
      const oneByOne = new Float64Array(resultCount);
      for (const [numbers, stake] of tickets) {
        stakes[rankOf(numbers)]! += stake;
        addOneOrder(IziOrder, oneByOne, numbers, stake);
      }
      const atOnce = new Float64Array(resultCount);
      addAllOrders(IziOrder, atOnce, stakes);
      expect(atOnce.every((payout, rank) => payout === oneByOne[rank])).toBe(true);
    }),
    { numRuns: isLongRun ? 5 : 2 },
  );
});

test('no franc is lost with the largest stakes that are accepted', () => {
  const most = mostStakesOf(IziOrder);
  expect(most).toBe(418_705_803_957);
  // All on one selection: every sum in between is as large as it can be.
  const stakes = new Float64Array(resultCount);
  stakes[0] = most;
  const payouts = new Float64Array(resultCount);
  addAllOrders(IziOrder, payouts, stakes);
  for (const [rank, result] of results.entries()) {
    const hits = result.filter((number, place) => number === place + 1).length;
    if (BigInt(payouts[rank]!) !== BigInt(most) * BigInt(multOf(IziOrder, hits))) expect(rank).toBe('paid exactly');
  }
});
