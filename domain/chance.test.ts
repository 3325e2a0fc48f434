import { expect, test } from 'vitest';
import { betNames, betTypes, type BetName } from './bet-types.ts';
import { riskOf } from './chance.ts';
import { outcomeOf } from './outcome.ts';
import type { DrawResult } from './result.ts';

/** All orders of these numbers. */
function ordersOf(numbers: readonly number[]): number[][] {
  if (numbers.length === 0) return [[]];
  return numbers.flatMap((first) =>
    ordersOf(numbers.filter((number) => number !== first)).map((rest) => [first, ...rest]),
  );
}

test('the risk of a bet type is the standard deviation over all 362,880 results', () => {
  const orders = ordersOf([1, 2, 3, 4, 5, 6, 7, 8, 9]) as unknown as DrawResult[];
  const counted = (name: BetName) => {
    const { slots } = betTypes[name];
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, slots);
    const paid = orders.map((order) => outcomeOf(betTypes[name], numbers, order).mult);
    const mean = paid.reduce((sum, mult) => sum + mult, 0) / paid.length;
    return Math.sqrt(paid.reduce((sum, mult) => sum + (mult - mean) ** 2, 0) / paid.length);
  };
  for (const name of betNames) expect(riskOf(betTypes[name]), name).toBeCloseTo(counted(name), 6);
});

test('from the calmest to the wildest: IziABC, Izi2x, IziOne, IziTwo, Izi3x, IziOrder', () => {
  const byRisk = betNames.toSorted((one, other) => riskOf(betTypes[one]) - riskOf(betTypes[other]));
  expect(byRisk).toEqual(['IziABC', 'Izi2x', 'IziOne', 'IziTwo', 'Izi3x', 'IziOrder']);
  expect(byRisk.map((name) => Number(riskOf(betTypes[name]).toPrecision(2)))).toEqual([0.94, 1.3, 1.9, 3.9, 6.1, 34]);
});
