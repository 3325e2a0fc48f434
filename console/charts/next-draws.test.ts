import { expect, it } from 'vitest';
import { addUp, isNear } from './next-draws.ts';

it('adds worst cases up to the first that is not known', () => {
  expect(addUp([])).toEqual([]);
  expect(addUp([5, 0, 7])).toEqual([5, 5, 12]);
  expect(addUp([5, null, 7])).toEqual([5, null, null]);
});

it('shows a limit only where it does not press what is below it flat', () => {
  expect(isNear(40, 10)).toBe(true);
  expect(isNear(41, 10)).toBe(false);
  expect(isNear(1, 0)).toBe(false);
});
