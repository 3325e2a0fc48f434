import { expect, test } from 'vitest';
import { decades, linear, logarithmic, placeLabels, roundTicks } from './scales.ts';

test.each([
  [850_000, [0, 300_000, 600_000, 900_000]],
  [7, [0, 2.5, 5, 7.5]],
  [1, [0, 0.5, 1]],
  [0, [0, 1]],
])('an axis to %d has the ticks %j', (most, ticks) => {
  expect(roundTicks(most)).toEqual(ticks);
});

test('an axis has at most four grid lines, and reaches what it shows', () => {
  for (let most = 1; most < 10_000; most += 7) {
    const ticks = roundTicks(most);
    expect(ticks.length, String(most)).toBeLessThanOrEqual(4);
    expect(ticks.at(-1), String(most)).toBeGreaterThanOrEqual(most);
  }
});

test('scales put values on their axis', () => {
  expect(linear([0, 10], [100, 200])(5)).toBe(150);
  expect(linear([3, 3], [100, 200])(3)).toBe(100);
  expect(logarithmic([1, 100], [0, 100])(10)).toBeCloseTo(50);
  // Nothing is below the axis.
  expect(logarithmic([1, 100], [0, 100])(0)).toBe(0);
  expect(decades(1, 1_000)).toEqual([1, 10, 100, 1_000]);
  expect(decades(400, 6_000, [1, 2, 5])).toEqual([500, 1_000, 2_000, 5_000]);
});

test('labels that are close to each other are moved apart, and never cross', () => {
  const places = [100, 130, 400].map((x) => ({ x, width: 90 }));
  const placed = placeLabels(places, [0, 500]);
  expect(placed.map(({ start }) => start)).toEqual([6, 134, 355]);
  expect(placed.map(({ level }) => level)).toEqual([0, 0, 0]);
  const crowded = placeLabels(
    [10, 12, 14].map((x) => ({ x, width: 90 })),
    [0, 500],
  );
  expect(new Set(crowded.map(({ level }) => level)).size).toBe(3);
});
