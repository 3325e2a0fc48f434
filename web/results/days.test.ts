import { expect, it } from 'vitest';
import { daysAfter, readDate } from './days.ts';

it.each([
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
])('%s and %i', (date, days, expected) => {
  expect(daysAfter(date, days)).toBe(expected);
});

it.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['yesterday', null],
  ['', null],
  [null, null],
])('reads %s as %s', (text, date) => {
  expect(readDate(text)).toBe(date);
});
