import { expect, test } from 'vitest';
import { binsOf } from './exposure-data.ts';

test('the bars touch each other, and the last one ends at the worst case', () => {
  const histogram = { from: 100, width: 50, results: [7, 0, 2, 1] };
  const bins = binsOf({ histogram, stakes: 150, worst: { payout: 9_000, results: [], count: 1 } });
  expect(bins).toEqual([
    { from: 100, to: 150, count: 7, isDark: false },
    { from: 150, to: 200, count: 0, isDark: false },
    { from: 200, to: 250, count: 2, isDark: true },
    { from: 250, to: 9_001, count: 1, isDark: true },
  ]);
  expect(binsOf({ stakes: 0, worst: { payout: 0, results: [], count: 362_880 } })).toEqual([]);
});
