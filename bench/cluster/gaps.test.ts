import { expect, test } from 'vitest';
import { longestGap } from './gaps.ts';

test('the cost of a fault is the longest time after it without an accepted bet', () => {
  // The pause at 0 was before the fault; 5,000 to 9,000 is the fault's.
  expect(longestGap([0, 4_800, 5_000, 9_000, 9_100, 9_900, 10_000], 5_050, 5_050)).toBe(4_000);
  // Nothing came back until the end.
  expect(longestGap([0, 100, 30_000], 200, 200)).toBe(29_900);
});

test('while no bet can be accepted, the time counts only from when the site is back', () => {
  expect(longestGap([0, 5_000, 22_500, 22_600, 23_000], 5_050, 20_000)).toBe(2_500);
  // A bet that was accepted meanwhile costs nothing.
  expect(longestGap([0, 5_000, 12_000, 20_100, 20_200], 5_050, 20_000)).toBe(100);
});
