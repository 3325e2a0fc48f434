import { describe, expect, it } from 'vitest';
import { readTime, tidyTime } from './time-of-day.ts';

describe('readTime', () => {
  it.each([
    ['22:00', '22:00'],
    [' 7:05 ', '07:05'],
    ['7.05', '07:05'],
    ['22h30', '22:30'],
    ['22 h', '22:00'],
    ['2230', '22:30'],
    ['0', '00:00'],
  ])('reads %j as %s', (text, time) => expect(readTime(text)).toBe(time));

  it.each(['', '24:00', '22:60', '2260', '10:00 PM', '22:5', '220', 'ten'])('does not read %j', (text) =>
    expect(readTime(text)).toBeNull(),
  );
});

describe('tidyTime', () => {
  it('shows how a time was read', () => expect(tidyTime('22h30')).toBe('22:30'));
  it('leaves anything else unchanged', () => expect(tidyTime('25')).toBe('25'));
});
