import { expect, test } from 'vitest';
import { changingClock, drawTimes, fixedOffsets, localTimeIn, startOfDate, type Timetable } from './timetable.ts';

const at = (text: string) => Date.parse(text);
const abidjan: Timetable = { everyMinutes: 5, closeSecondsBefore: 30, timeZone: 'Africa/Abidjan' };

test('draws are at multiples of the period, after the start and up to the end', () => {
  const times = drawTimes(abidjan, at('2026-11-20T18:30:00Z'), at('2026-11-20T18:45:00Z'));
  expect(times).toEqual([
    { drawsAt: at('2026-11-20T18:35:00Z'), closesAt: at('2026-11-20T18:34:30Z') },
    { drawsAt: at('2026-11-20T18:40:00Z'), closesAt: at('2026-11-20T18:39:30Z') },
    { drawsAt: at('2026-11-20T18:45:00Z'), closesAt: at('2026-11-20T18:44:30Z') },
  ]);
});

test('a start within a minute leaves out the minute that has begun', () => {
  const [first] = drawTimes(
    { ...abidjan, everyMinutes: 1 },
    at('2026-11-20T18:30:59.999Z'),
    at('2026-11-20T18:32:00Z'),
  );
  expect(first!.drawsAt).toBe(at('2026-11-20T18:31:00Z'));
});

test('a zone that is off by three quarters of an hour has its draws at the full hours of its own clock', () => {
  const nepal: Timetable = { everyMinutes: 60, closeSecondsBefore: 30, timeZone: 'Asia/Kathmandu' };
  const [first] = drawTimes(nepal, at('2026-11-20T00:00:00Z'), at('2026-11-20T01:00:00Z'));
  expect(new Date(first!.drawsAt).toISOString()).toBe('2026-11-20T00:15:00.000Z');
});

test('a day has as many draws as fit, also when the clock changes', () => {
  const count = (timeZone: string, date: string, next: string) =>
    drawTimes({ ...abidjan, timeZone }, startOfDate(date, timeZone) - 1, startOfDate(next, timeZone) - 1).length;
  expect(count('Africa/Abidjan', '2026-11-20', '2026-11-21')).toBe(288);
  expect(count('Europe/Paris', '2026-03-29', '2026-03-30')).toBe(276);
  expect(count('Europe/Paris', '2026-10-25', '2026-10-26')).toBe(300);
});

test('local times and the starts of dates agree', () => {
  const start = startOfDate('2026-07-01', 'America/New_York');
  expect(new Date(start).toISOString()).toBe('2026-07-01T04:00:00.000Z');
  expect(localTimeIn('America/New_York')(start)).toEqual({
    date: '2026-07-01',
    hour: '00',
    minute: '00',
    second: '00',
  });
});

test('a date has a start in every year of four digits', () => {
  expect(startOfDate('0010-12-01', 'UTC')).toBe(at('0010-12-01T00:00:00Z'));
  expect(startOfDate('9999-12-31', 'Europe/Paris')).toBe(at('9999-12-30T23:00:00Z'));
});

test.each(Object.keys(fixedOffsets))('the clock of %s agrees with the platform', (timeZone) => {
  const known = changingClock(timeZone);
  const month = (365.25 / 12) * 24 * 3_600_000;
  for (let instant = at('1980-01-01T00:00:00Z'); instant < at('2060-01-01T00:00:00Z'); instant += month + 61_001) {
    expect(localTimeIn(timeZone)(instant)).toEqual(known(instant));
  }
});
