import { expect, test } from 'vitest';
import fc from 'fast-check';
import { distributionOf, reduce } from './distribution.ts';
import { orderAt, resultCount } from './orders.ts';

/** Every payout from 0 to 362,879 once, in no order. 7,919 is a prime that does not divide their number. */
const mixed = Float64Array.from({ length: resultCount }, (_, rank) => (rank * 7_919) % resultCount);

test('a quantile is the smallest payout that so many results do not exceed', () => {
  // 99 % of 362,880 are 359,251.2 results, and so on; the payouts begin at 0.
  const exact = { '0.5': 181_439, '0.99': 359_251, '0.999': 362_517, '0.9999': 362_843 };
  expect(distributionOf(mixed, 0).quantiles).toEqual(exact);
  // Groups of 720 results: 359,252 results need 499 groups.
  const groups = Float64Array.from({ length: 504 }, (_, group) => (group * 5) % 504);
  expect(distributionOf(groups, 0).quantiles).toEqual({ '0.5': 251, '0.99': 498, '0.999': 503, '0.9999': 503 });
});

test('quantiles are those of the sorted payouts, however these lie', () => {
  const anyPayout = fc.oneof(fc.nat(3), fc.nat(1e6), fc.constantFrom(0, 1e13 - 1, 1e13));
  fc.assert(
    fc.property(fc.array(anyPayout, { minLength: 504, maxLength: 504 }), (payouts) => {
      const sorted = payouts.toSorted((one, other) => one - other);
      const expected = { '0.5': sorted[251], '0.99': sorted[498], '0.999': sorted[503], '0.9999': sorted[503] };
      expect(distributionOf(Float64Array.from(payouts), 0).quantiles).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test('a loss means more than was staked, not exactly as much', () => {
  const lossAt = (stakes: number) => distributionOf(mixed, stakes).lossProbability;
  expect([362_879, 362_878, 100].map(lossAt)).toEqual([0, 1 / 362_880, 362_779 / 362_880]);
});

test('the worst results are the first ten of all that cost as much', () => {
  const payouts = mixed.map((payout) => (payout >= 100_000 ? 5 : 0));
  const ranks = [...payouts.keys()].filter((rank) => payouts[rank] === 5);
  expect(distributionOf(payouts, 0).worst).toEqual({
    payout: 5,
    count: 262_880,
    results: ranks.slice(0, 10).map((rank) => orderAt(rank).map(String)),
  });
});

test('a mean is exact where a sum of doubles would not be', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const payouts = new Float64Array(resultCount).fill(largest);
  expect(distributionOf(payouts, 0).mean).toEqual({ num: largest, den: 1 });
  // Nearly all pay as much, and the sum of all is 362,880 times as large.
  const uneven = payouts.map((payout, rank) => (rank % 2 === 0 ? payout : payout - 1));
  expect(() => distributionOf(uneven, 0)).toThrow(RangeError);
  const even = payouts.map((payout, rank) => (rank % 2 === 0 ? payout : payout - 2));
  expect(distributionOf(even, 0).mean).toEqual({ num: largest - 1, den: 1 });
  expect(() => reduce(2n ** 60n, 3n)).toThrow(RangeError);
});

test('the bars of the histogram grow with what they pay; what pays nothing, and what is staked, divides them', () => {
  const payouts = mixed.map((payout) => (payout < 30 ? 1e9 : payout % 4 === 0 ? 0 : 1_000 + (payout % 390)));
  const { histogram } = distributionOf(payouts, 1_100);
  const count = (is: (payout: number) => boolean) => payouts.filter(is).length;
  expect(histogram).toEqual({
    nothing: count((payout) => payout === 0),
    bars: [
      { from: 1_000, to: 1_101, results: count((payout) => payout >= 1_000 && payout <= 1_100) },
      { from: 1_101, to: 1_259, results: count((payout) => payout > 1_100 && payout < 1_259) },
      { from: 1_259, to: 1_585, results: count((payout) => payout >= 1_259 && payout < 1_585) },
      { from: 1e9, to: 1_258_925_412, results: 30 },
    ],
  });
});
