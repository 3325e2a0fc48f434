import { describe, expect, it } from 'vitest';
import { daysAfter, existingDay, formatDayOfMonth, readDay, tidyDay, typedDay } from './day.ts';

describe('readDay', () => {
  it.each([
    ['01/02/1990', '1990-02-01'],
    ['1/2/1990', '1990-02-01'],
    [' 1.2.1990 ', '1990-02-01'],
    ['01 02 1990', '1990-02-01'],
    ['01021990', '1990-02-01'],
    ['20011990', '1990-01-20'],
    ['19901220', '1990-12-20'],
    ['1990-02-01', '1990-02-01'],
    ['1990/02/01', '1990-02-01'],
    // Not a real day, but in the format of one.
    ['31/02/1990', '1990-02-31'],
  ])('reads %j as %s', (text, date) => expect(readDay(text)).toBe(date));

  it.each(['', '1990', '1/2/90', '01/02', 'yesterday', '0102199', '010219901'])('does not read %j', (text) =>
    expect(readDay(text)).toBeNull(),
  );
});

it('writes the day of a month', () => expect(formatDayOfMonth('2026-11-20')).toBe('20/11'));

describe('tidyDay', () => {
  it('shows how a day was read', () => expect(tidyDay('1.2.1990')).toBe('01/02/1990'));
  it('leaves anything else unchanged', () => expect(tidyDay('1/2')).toBe('1/2'));
});

it.each([
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
])('%s plus %i days', (date, days, expected) => {
  expect(daysAfter(date, days)).toBe(expected);
});

it.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['yesterday', null],
  ['', null],
  [null, null],
])('the day in %s is %s', (text, date) => {
  expect(existingDay(text)).toBe(date);
});

describe('text in a field for a day', () => {
  it.each([
    ['21/11/2026', { day: '2026-11-21' }],
    // Day first in every browser: never the third of a month that does not exist, and never the eleventh of March.
    ['03/11/2026', { day: '2026-11-03' }],
    ['11/13/2026', { wrong: 'unreadable' }],
    ['30/02/2026', { wrong: 'unreadable' }],
    ['21/11', { wrong: 'unreadable' }],
    ['23/11/2026', { wrong: 'too_late' }],
    ['  ', null],
  ])('%j is %j', (text, typed) => expect(typedDay(text, '2026-11-22')).toEqual(typed));
});
