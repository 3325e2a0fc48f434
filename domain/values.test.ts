import { expect, test } from 'vitest';
import fc from 'fast-check';
import { formatAmount, formatFrancs } from './money.ts';
import { decodeNumbers, encodeNumbers, numberStrings } from './result.ts';
import { ticketSerial } from './ticket-serial.ts';
import { uuidTime, uuidv7, uuidv7Pattern } from './uuid.ts';

test('money is written with narrow no-break spaces', () => {
  expect([0, 999, 1_000, 12_500, 6_000_000, -1_500].map(formatAmount)).toEqual([
    '0',
    '999',
    '1\u202f000',
    '12\u202f500',
    '6\u202f000\u202f000',
    '−1\u202f500',
  ]);
  expect(formatFrancs(300)).toBe('300\u202fXOF');
});

test('numbers are read back from their digits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), (numbers) => {
      const code = encodeNumbers(numbers);
      expect(code).toBeLessThan(2 ** 31);
      expect(decodeNumbers(code)).toEqual(numbers);
      expect(numberStrings(code)).toEqual(numbers.map(String));
    }),
  );
});

test('a UUIDv7 carries its time and is well formed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
      (at, random) => {
        const id = uuidv7(at, random);
        expect(id).toMatch(uuidv7Pattern);
        expect(uuidTime(id)).toBe(at);
      },
    ),
  );
});

test('a serial holds the last 60 bits of the id', () => {
  expect(ticketSerial('01990000-0000-7000-8000-000000000000')).toBe('0000-0000-0000');
  expect(ticketSerial('01990000-0000-7000-8fff-ffffffffffff')).toBe('ZZZZ-ZZZZ-ZZZZ');
  expect(ticketSerial('01990000-0000-7000-8000-000000000021')).toBe('0000-0000-0011');
});
