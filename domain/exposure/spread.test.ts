import { expect, test } from 'vitest';
import fc from 'fast-check';
import { betTypes } from '#domain/bet-types.ts';
import { arrangements, payoutOf } from '#domain/outcome.ts';
import { encodeNumbers } from '#domain/result.ts';
import { mostStakes, openExposure } from './exposure.ts';
import { resultCount } from './orders.ts';
import { spreadOf } from './spread.ts';

test('mean, variance and maximum are those of the list, to the last digit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(100_000), fc.maxSafeNat()), { minLength: 504, maxLength: 504 }),
      fc.constantFrom(1, 3),
      (values, places) => {
        // The length is 504 or 1,512: both divide the number of results.
        const payouts = Float64Array.from({ length: 504 * places }, (_, index) => values[index % 504]!);
        const alike = BigInt(resultCount / payouts.length);
        const count = BigInt(resultCount);
        const all = Array.from(payouts, BigInt);
        const sum = all.reduce((total, one) => total + one, 0n) * alike;
        const squares = all.reduce((total, one) => total + one * one, 0n) * alike;
        expect(spreadOf(payouts)).toEqual({
          expected: sum,
          variance: count * squares - sum * sum,
          most: Math.max(...payouts),
        });
      },
    ),
    { numRuns: 30 },
  );
});

test('the spread of one ticket of each bet type is what the pay table says', () => {
  for (const { name, code, slots, tiers, rtp, minStake } of Object.values(betTypes)) {
    const book = openExposure();
    book.add({
      betTypeCodes: [code],
      selections: [Number('123456789'.slice(0, slots))],
      stakes: [minStake],
      tickets: [1],
    });
    const { whole, byType } = book.spread();
    expect(byType.get(name)).toEqual(whole);
    expect(whole.most).toBe(minStake * Math.max(...tiers.map(({ mult }) => mult)));
    expect(whole.expected * BigInt(rtp[1])).toBe(BigInt(minStake * rtp[0]) * BigInt(resultCount));
  }
  // IziOne pays six times in a ninth of all results: its variance is 36/9 − (6/9)² = 32/9 of the square of the stake.
  const one = openExposure();
  one.add({ betTypeCodes: [betTypes.IziOne.code], selections: [7], stakes: [100], tickets: [1] });
  expect(one.spread().whole.variance * 9n).toBe(32n * 100n ** 2n * BigInt(resultCount) ** 2n);
});

test('the spread of each bet type is that of a list of all results', () => {
  const two = Object.values(betTypes).map((betType) => ({
    betType,
    tickets: ['123456789', '214365798'].map((digits, index) => ({
      numbers: Array.from(digits.slice(0, betType.slots), Number),
      stake: betType.minStake + index * betType.stakeStep,
    })),
    sum: 0n,
    squares: 0n,
    most: 0,
  }));
  for (const result of arrangements(9)) {
    for (const one of two) {
      let payout = 0;
      for (const { numbers, stake } of one.tickets) payout += payoutOf(one.betType, numbers, stake, result);
      if (payout === 0) continue;
      one.sum += BigInt(payout);
      one.squares += BigInt(payout ** 2);
      one.most = Math.max(one.most, payout);
    }
  }
  for (const { betType, tickets, sum, squares, most } of two) {
    const book = openExposure();
    book.add({
      betTypeCodes: tickets.map(() => betType.code),
      selections: tickets.map(({ numbers }) => encodeNumbers(numbers)),
      stakes: tickets.map(({ stake }) => stake),
      tickets: tickets.map(() => 1),
    });
    const variance = BigInt(resultCount) * squares - sum * sum;
    expect([betType.name, book.spread().byType.get(betType.name)]).toEqual([
      betType.name,
      { expected: sum, variance, most },
    ]);
  }
});

test('tickets of one draw share its result, so their spread is not the sum of their spreads', () => {
  const spread = (selections: number[]) => {
    const book = openExposure();
    const all = selections.map(() => betTypes.IziOne.code);
    book.add({ betTypeCodes: all, selections, stakes: all.map(() => 100), tickets: all.map(() => 1) });
    return book.spread().whole.variance;
  };
  expect(spread([7, 7])).toBe(4n * spread([7]));
  // One of all nine always wins.
  expect(spread([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe(0n);
  expect(spread([])).toBe(0n);
});

test('the largest possible stake is still computed exactly', () => {
  const book = openExposure();
  book.add({ betTypeCodes: [betTypes.IziOrder.code], selections: [123456789], stakes: [mostStakes], tickets: [1] });
  const { most, expected } = book.spread().whole;
  expect([most, expected * 18_144n]).toEqual([mostStakes * 20_000, BigInt(mostStakes) * 12_013n * BigInt(resultCount)]);
});
