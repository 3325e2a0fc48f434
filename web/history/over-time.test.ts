import { describe, expect, it } from 'vitest';
import { beginningOf, pathOf, ticksOf, topOf, y } from './over-time.ts';

const span = { from: 0, to: 200, top: 1_000 };

describe('the path of a balance', () => {
  it('has a step at each change, and continues to the end', () => {
    const steps = [
      { at: 0, balance: 500 },
      { at: 50, balance: 1_000 },
      { at: 150, balance: 250 },
    ];
    expect(pathOf(0, steps, span)).toBe('M0 100H0V50H25V0H75V75H100');
  });

  it('is a line if nothing moved', () => expect(pathOf(250, [], span)).toBe('M0 75H100'));

  it('draws a step from before the beginning at the left edge', () =>
    expect(pathOf(0, [{ at: -10, balance: 500 }], span)).toBe('M0 100H0V50H100'));

  it('is drawn if a period has no length', () =>
    expect(pathOf(0, [{ at: 5, balance: 500 }], { ...span, from: 5, to: 5 })).toBe('M0 100H0V50H100'));
});

describe('the beginning of a chart', () => {
  const day = 86_400_000;
  it.each([
    ['that of its period, where there was money before', 100, [{ at: 9 * day, balance: 0 }], 0],
    ['that of its period, where nothing has moved', 0, [], 0],
    ['the first amount of a new account', 0, [{ at: 9 * day, balance: 500 }], 9 * day],
  ])('is %s', (_, opening, steps, from) => expect(beginningOf(0, opening, steps)).toBe(from));
});

it.each([
  [0, 1_000],
  [1_000, 1_000],
  [1_001, 2_000],
  [37_200, 40_000],
  [46_800, 50_000],
  [99_999, 100_000],
  [1_000_000, 1_000_000],
])('an axis for %i ends at %i', (highest, top) => expect(topOf(highest)).toBe(top));

it('places an amount', () => expect(y(250, span)).toBe(75));

it('names four times, including the first and the last', () =>
  expect(ticksOf(span)).toEqual([0, 200 / 3, 400 / 3, 200]));
