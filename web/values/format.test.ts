import { expect, it } from 'vitest';
import { readAmount } from './AmountInput.tsx';
import { formatDateTime, formatDay, formatDuration, formatSecond, formatTime } from './format.ts';

it('writes an instant as DD/MM/YYYY HH:mm on the operator’s wall clock', () => {
  expect(formatDateTime('2026-01-02T03:04:59.999Z')).toBe('02/01/2026 03:04');
  expect(formatDateTime('2026-12-31T23:30:00Z', 'Africa/Lagos')).toBe('01/01/2027 00:30');
  expect(formatTime('2026-07-01T00:00:00Z', 'Africa/Abidjan')).toBe('00:00');
  expect(formatSecond('2026-07-01T22:45:50.412Z', 'Asia/Kolkata')).toBe('04:15:50');
  expect(formatDay('2026-11-20')).toBe('20/11/2026');
});

it.each([
  [-5_000, '00:00'],
  [0, '00:00'],
  [1, '00:01'],
  [161_000, '02:41'],
  [3_600_000, '1:00:00'],
  [3_761_000, '1:02:41'],
  [86_400_000 * 3 + 15_000_000, '3 d 04:10:00'],
])('writes %i ms left as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it.each([
  ['', null],
  ['abc', null],
  ['12 500', 12_500],
  ['12\u202f500 XOF', 12_500],
  ['0300', 300],
  ['9'.repeat(12), 999_999_999_999],
  ['9'.repeat(13), null],
  ['600.5', null],
  ['600,5', null],
  ['600.', null],
  ['−300', null],
  ['-300', null],
  ['3e2', null],
  ['300 francs', null],
])('reads the amount in %j', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
