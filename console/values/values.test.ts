import { afterEach, expect, test } from 'vitest';
import { amount, difference, percent, shortAmount } from './amounts.ts';
import {
  formatDate,
  formatFull,
  formatLeft,
  formatSpan,
  formatThousandths,
  formatUtc,
  formatWhen,
  setZone,
  zoneCity,
} from './time.ts';

afterEach(() => setZone('Africa/Abidjan'));

test('numbers stand in groups of three with no-break spaces; a minus is a minus', () => {
  expect(amount(2_104_200)).toBe('2\u00A0104\u00A0200');
  expect(amount(0)).toBe('0');
  expect(amount(null)).toBe('–');
  expect(difference(726_800)).toBe('+726\u00A0800');
  expect(difference(-434_500)).toBe('−434\u00A0500');
  expect(difference(0)).toBe('0');
  expect(percent(0.655)).toBe('65.5\u00A0%');
  expect(percent(-0.02, 0)).toBe('−2\u00A0%');
  expect(percent(1 / 0)).toBe('–');
  expect([900_000, 45_000_000, 1_000, 2_500_000].map(shortAmount)).toEqual([
    '900\u00A0k',
    '45\u00A0M',
    '1\u00A0000',
    '2.5\u00A0M',
  ]);
});

test('times are on the operator’s wall clock, with seconds, and with the date where it is not today', () => {
  const at = '2026-11-20T23:32:41.204Z';
  expect(formatThousandths(at)).toBe('23:32:41.204');
  setZone('Europe/Paris');
  expect(formatFull(at)).toBe('21/11/2026 00:32:41');
  expect(formatDate(at)).toBe('Sat 21/11/2026');
  expect(formatWhen(at, Date.parse('2026-11-21T10:00:00Z'))).toBe('00:32:41');
  expect(formatWhen(at, Date.parse('2026-11-20T20:00:00Z'))).toBe('21/11/2026 00:32:41');
  expect(formatUtc(at)).toBe(at);
  setZone('America/Port-au-Prince');
  expect(zoneCity()).toBe('Port-au-Prince');
});

test.each([
  [700, true, '0.7 s'],
  [700, false, '0 s'],
  [56_000, false, '56 s'],
  [242_000, false, '4 min 02 s'],
  [33_120_000, false, '9 h 12 min'],
  [86_280_000, false, '23 h 58 min'],
  [273_600_000, false, '3 d 4 h'],
])('%d ms is %s', (milliseconds, exact, text) => {
  expect(formatSpan(milliseconds, exact)).toBe(text);
});

test('what is left is rounded up, and never below zero', () => {
  expect([108_001, 3_762_000, 0, -5_000].map(formatLeft)).toEqual(['01:49', '1:02:42', '00:00', '00:00']);
});
