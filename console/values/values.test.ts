import { afterEach, expect, test } from 'vitest';
import { words as french } from '#console/words/fr/names.ts';
import { countryName, methodName, providerName } from './names.ts';
import { amount, difference, percent, roughShare, shortAmount } from './amounts.ts';
import { pauseReason, stopReason } from './stop-reason.ts';
import { sayFields } from './stored.ts';
import {
  addDays,
  formatDate,
  formatFull,
  formatLeft,
  formatSpan,
  formatThousandths,
  formatUtc,
  formatWeekday,
  formatWhen,
  instantOf,
  isDay,
  localOf,
  setZone,
  startOf,
  zoneCity,
} from './time.ts';

afterEach(() => setZone('Africa/Abidjan'));

test('numbers are grouped by three with no-break spaces, and have a real minus sign', () => {
  expect(amount(2_104_200)).toBe('2\u00A0104\u00A0200');
  expect(amount(0)).toBe('0');
  expect(amount(null)).toBe('–');
  expect(difference(726_800)).toBe('+726\u00A0800');
  expect(difference(-434_500)).toBe('−434\u00A0500');
  expect(difference(0)).toBe('0');
  expect(percent(0.655)).toBe('65.5\u00A0%');
  expect(percent(-0.02, 0)).toBe('−2\u00A0%');
  expect(percent(17.5)).toBe('1\u00A0750.0\u00A0%');
  expect(percent(1 / 0)).toBe('–');
  expect([0.75, 0.0995, 0.099, 0.001, 0.0002, 0].map(roughShare)).toEqual(
    ['75 %', '10 %', '9.9 %', '0.1 %', '< 0.1 %', '0 %'].map((text) => text.replaceAll(' ', '\u00A0')),
  );
  expect([900_000, 45_000_000, 1_000, 2_500_000].map(shortAmount)).toEqual([
    '900\u00A0k',
    '45\u00A0M',
    '1\u00A0000',
    '2.5\u00A0M',
  ]);
});

test('times are in the operator’s time zone, with seconds, and with the date unless it is today', () => {
  const at = '2026-11-20T23:32:41.204Z';
  expect(formatThousandths(at)).toBe('23:32:41.204');
  setZone('Europe/Paris');
  expect(formatFull(at)).toBe('21/11/2026 00:32:41');
  expect([formatDate(at), formatWeekday(at)]).toEqual(['Sat 21/11/2026', 'Sat 21/11']);
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

test('remaining time is rounded up, and never below zero', () => {
  expect([108_001, 3_762_000, 0, -5_000].map(formatLeft)).toEqual(['01:49', '1:02:42', '00:00', '00:00']);
});

test('stored values are written as words', () => {
  const stored = {
    newPhone: '+2250700000008',
    read_first: true,
    roles: ['risk', 'draws'],
    beginsAt: '2026-11-20T18:32:41.204Z',
    amount: 61000,
    withdrawals: 'taken',
    of: { betType: null },
  };
  expect(sayFields(stored).replaceAll('\u00A0', ' ')).toBe(
    'new phone: +225 07 00 00 00 08, read first: yes, roles: risk, draws, begins: 20/11/2026 18:32:41, amount: 61 000, withdrawals: running, of: bet type: –',
  );
  expect([providerName('cinetpay'), methodName('orange'), countryName('ML')]).toEqual([
    'CinetPay',
    'Orange Money',
    'Mali',
  ]);
  expect([methodName('orange-money'), methodName('new_pay'), providerName('new-one')]).toEqual([
    'Orange Money',
    'New pay',
    'New one',
  ]);
  expect(sayFields({ wallet: 'dep' })).toBe('wallet: deposits');
  expect(sayFields({ status: 'review', client: 42, withdrawnInADay: 0 })).toBe(
    'status: held, player: 42, withdrawn in a day: 0',
  );
});

test.each([
  ['Africa/Abidjan', '2026-11-20T18:32:41.000Z', '2026-11-20T18:32:41'],
  ['Europe/Paris', '2026-07-01T22:30:00.000Z', '2026-07-02T00:30:00'],
  // The hour after the clock was put forward, and after it was put back.
  ['Europe/Paris', '2026-03-29T01:10:05.000Z', '2026-03-29T03:10:05'],
  ['Europe/Paris', '2026-10-25T01:10:05.000Z', '2026-10-25T02:10:05'],
])('in %s, %s is %s, and back', (timeZone, utc, text) => {
  setZone(timeZone);
  expect(localOf(utc)).toBe(text);
  expect(formatUtc(instantOf(text)!)).toBe(utc);
  expect(instantOf('')).toBeNull();
});

test('a day begins by the operator’s clock; text that is not a day is left for the server to refuse', () => {
  setZone('Africa/Lagos');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(startOf('2026-11-20')).toBe('2026-11-19T23:00:00.000Z');
  for (const text of ['9999-12-31', '2026-02-31', '2026-13-01', '0202-11-20', '12026-11-20', 'abc', '']) {
    expect([isDay(text), addDays(text, 1), startOf(text)]).toEqual([false, text, text]);
  }
  expect(['1900-01-01', '2999-12-31', '2028-02-29'].every(isDay)).toBe(true);
});

test('a stop says why: in the words of an operator, or which cap paused it', () => {
  const cap = { name: 'IziTwo', measure: 'worst', amount: 10_000, figure: 9_000 };
  expect(stopReason({ reason: 'A price looks wrong', cap: null })).toBe('A price looks wrong');
  const says = stopReason({ reason: 'as the audit has it', cap });
  expect(says).toBe('worst case of IziTwo at 9\u00A0000 XOF, cap 10\u00A0000 XOF');
  expect(pauseReason({ ...cap, name: null, measure: 'p9999' })).toMatch(/^1 in 10 000 of the draw at /);
  expect(french.paused('pire cas', 'IziTwo', '9\u00A0000', '10\u00A0000')).toBe(
    'pire cas d’IziTwo à 9\u00A0000 XOF, plafond 10\u00A0000 XOF',
  );
});
