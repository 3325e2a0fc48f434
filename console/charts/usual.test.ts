import { expect, test } from 'vitest';
import { usualAt } from './usual.ts';

const at = (minutes: number) => Date.UTC(2026, 10, 24, 18, minutes);
const usual = [
  { at: new Date(at(30)).toISOString(), mean: 1_000 },
  { at: new Date(at(31)).toISOString(), mean: 3_000 },
];

test('the usual stakes of a moment lie between those of the minutes around it, and are not known outside', () => {
  const moments = [at(30), at(30) + 15_000, at(31)];
  expect(moments.map((now) => usualAt(usual, now))).toEqual([1_000, 1_500, 3_000]);
  expect([at(30) - 1, at(31) + 1].map((now) => usualAt(usual, now))).toEqual([null, null]);
  expect(usualAt([], at(30))).toBeNull();
});
