import { expect, test } from 'vitest';
import { isSlow, lastHours, slowSince } from './network.ts';

const usual = { deposits: 1_000, deposited: 950, withdrawals: 100, withdrawn: 99, median: 40, most: 90 };
const today = { deposits: 100, deposited: 95, withdrawals: 10, withdrawn: 10, median: 40, most: 90 };

test('a network is slow when 3 points less succeeds than usual, or half of it takes twice as long', () => {
  expect(isSlow({ day: today, month: usual })).toBe(false);
  expect(isSlow({ day: { ...today, deposited: 93 }, month: usual })).toBe(false);
  expect(isSlow({ day: { ...today, deposited: 92 }, month: usual })).toBe(true);
  expect(isSlow({ day: { ...today, withdrawn: 9 }, month: usual })).toBe(true);
  expect(isSlow({ day: { ...today, median: 79 }, month: usual })).toBe(false);
  expect(isSlow({ day: { ...today, median: 80 }, month: usual })).toBe(true);
});

test('a few payments do not make a network slow', () => {
  const few = { deposits: 9, deposited: 1, withdrawals: 0, withdrawn: 0, median: 400, most: 900 };
  expect(isSlow({ day: few, month: usual })).toBe(false);
  expect(isSlow({ day: { ...few, deposits: 0, deposited: 0, median: null, most: null }, month: usual })).toBe(false);
});

test('the last hours are 24, and end with the present one', () => {
  const hours = lastHours(Date.parse('2026-11-20T18:35:00Z'));
  expect(hours).toHaveLength(24);
  expect(new Date(hours[0]!).toISOString()).toBe('2026-11-19T19:00:00.000Z');
  expect(new Date(hours[23]!).toISOString()).toBe('2026-11-20T18:00:00.000Z');
});

test('it is slow since the first of the hours on end in which less succeeded than usual', () => {
  const hour = (at: number, ended: number, done: number) => ({
    at: `2026-11-20T${at}:00:00Z`,
    ended,
    done,
    in: 0,
    out: 0,
  });
  const month = usual;
  const since = (...hours: Parameters<typeof hour>[]) => slowSince({ month, hours: hours.map((one) => hour(...one)) });
  expect(since([14, 20, 10], [15, 20, 19], [16, 20, 18], [17, 0, 0], [18, 20, 16])).toBe(
    Date.parse('2026-11-20T16:00:00Z'),
  );
  expect(since([18, 20, 16], [15, 20, 19])).toBe(Date.parse('2026-11-20T18:00:00Z'));
  expect(since([17, 20, 10], [18, 20, 19])).toBe(null);
  expect(since()).toBe(null);
});
