import { expect, test } from 'vitest';
import { meaningsOf } from './search.ts';

test.each([
  ['#42', [['client', '42']]],
  ['Awa.Kone@example.com', [['email', 'Awa.Kone@example.com']]],
  [
    '  N’Guessan  KOFFI ',
    [
      ['reference', 'N’Guessan  KOFFI'],
      ['name', 'n’guessan koffi'],
    ],
  ],
  ['01890000-0000-7000-8000-000000000001', [['id', '01890000000070008000000000000001']]],
  ['R-12', [['request', '12']]],
  ['r12', [['request', '12']]],
  [
    'b33978E2',
    [
      ['id', 'b33978e2'],
      ['reference', 'b33978E2'],
      ['name', 'b33978e2'],
    ],
  ],
  [
    '0000-0000-0010',
    [
      ['serial', '32'],
      ['reference', '0000-0000-0010'],
    ],
  ],
  [
    '+225 07 00 00 00 08',
    [
      ['phone', '+2250700000008'],
      ['reference', '+225 07 00 00 00 08'],
    ],
  ],
  [
    '+22507',
    [
      ['phone', '+22507'],
      ['reference', '+22507'],
    ],
  ],
])('%s', (text, wanted) => {
  expect(
    meaningsOf(text, 'Africa/Abidjan')
      .filter(({ how }) => how !== 'phone' || text.startsWith('+'))
      .map(({ how, value }) => [how, value]),
  ).toEqual(wanted);
});

test('four digits are also the end of a phone', () => {
  expect(meaningsOf('4419', 'Africa/Abidjan')).toContainEqual({ how: 'phone_end', value: '4419' });
  expect(meaningsOf('44190', 'Africa/Abidjan').some(({ how }) => how === 'phone_end')).toBe(false);
});

test('a ticket serial in the same search comes after the phone', () => {
  expect(meaningsOf('0700000008 0000-0000-0010', 'Africa/Abidjan')).toContainEqual({
    how: 'serial',
    value: '32',
    of: '+2250700000008',
  });
});

test.each([
  ['18:35', 'T18:35:00.000Z'],
  ['1835', 'T18:35:00.000Z'],
  ['24/11 8:05', '-11-24T08:05:00.000Z'],
])('a draw is meant by its time: %s', (text, ends) => {
  const [first] = meaningsOf(text, 'Africa/Abidjan');
  expect(first).toEqual({ how: 'draw', value: expect.stringMatching(new RegExp(`${ends}$`)) });
  expect(meaningsOf('25:61', 'Africa/Abidjan').some(({ how }) => how === 'draw')).toBe(false);
});
