import { expect, test } from 'vitest';
import { aboutAlarm } from '#console/inbox/alarm.ts';
import { meanOfFive, minutesOf } from './minutes.ts';

const at = (minutes: number) => Date.UTC(2026, 10, 22, 12, minutes);

test('a minute without sales counts as zero', () => {
  const sold = [{ at: new Date(at(1)).toISOString(), stakes: 300 }];
  expect(minutesOf(sold, at(0) - 1, at(3))).toEqual([
    { at: at(0), value: 0 },
    { at: at(1), value: 300 },
    { at: at(2), value: 0 },
  ]);
  expect(minutesOf([], at(3), at(3))).toEqual([]);
});

test('the mean covers five minutes, and fewer at the beginning', () => {
  const values = [10, 20, 30, 40, 50, 60].map((value, index) => ({ at: at(index), value }));
  expect(meanOfFive(values).map(({ value }) => value)).toEqual([10, 15, 20, 25, 30, 40]);
});

test('an alarm names its subject', () => {
  expect(aboutAlarm({ subject: 'draw 1', detail: { drawsAt: '2026-11-22T12:00:00.000Z' } })).toBe(
    '22/11/2026 12:00:00',
  );
  const payments = aboutAlarm({ subject: 'provider sandbox', detail: { payments: 3, amount: 161_000, since: null } });
  expect(payments.replaceAll('\u00A0', ' ')).toBe('provider sandbox · 3 payments · 161 000 XOF');
  expect(aboutAlarm({ subject: 'audit', detail: { line: 7, because: 'its hash is wrong' } })).toBe(
    'audit · its hash is wrong',
  );
});
