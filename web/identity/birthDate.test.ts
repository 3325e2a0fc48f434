import { describe, expect, it } from 'vitest';
import { readBirthDate, tidyBirthDate } from './birthDate.ts';

describe('readBirthDate', () => {
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
    // Not a real date, but in the format of one: the contract's schema refuses it.
    ['31/02/1990', '1990-02-31'],
  ])('reads %j as %s', (text, date) => expect(readBirthDate(text)).toBe(date));

  it.each(['', '1990', '1/2/90', '01/02', 'yesterday', '0102199', '010219901'])('does not read %j', (text) =>
    expect(readBirthDate(text)).toBeNull(),
  );
});

describe('tidyBirthDate', () => {
  it('shows how a date was read', () => expect(tidyBirthDate('1.2.1990')).toBe('01/02/1990'));
  it('leaves anything else unchanged', () => expect(tidyBirthDate('1/2')).toBe('1/2'));
});
