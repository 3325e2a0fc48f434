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
  [
    '01890000-0000-7000-8000-000000000001',
    [
      ['payment', '01890000-0000-7000-8000-000000000001'],
      ['ticket', '01890000-0000-7000-8000-000000000001'],
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
    meaningsOf(text)
      .filter(({ how }) => how !== 'phone' || text.startsWith('+'))
      .map(({ how, value }) => [how, value]),
  ).toEqual(wanted);
});

test('a ticket serial in the same search comes after the phone', () => {
  expect(meaningsOf('0700000008 0000-0000-0010')).toContainEqual({ how: 'serial', value: '32', of: '+2250700000008' });
});
