import { expect, it } from 'vitest';
import { formatPhone, maskPhone } from './phone.ts';

it.each([
  ['+2250712345678', '+225 07 12 34 56 78'],
  ['+2250700000008', '+225 07 00 00 00 08'],
  ['+221701234567', '+221 70 123 45 67'],
  ['+221771234567', '+221 77 123 45 67'],
  ['+22370123456', '+223 70 12 34 56'],
  ['+225 07 ·· ·· ·· 41', '+225 07 ·· ·· ·· 41'],
  ['', ''],
  // A number of an older plan, one longer than the plan, and one of another country.
  ['+22607123', '+226 07 12 3'],
  ['+22607123456789', '+226 07 12 34 56 78 9'],
  ['+33612345678', '+33612345678'],
])('the phone %s is read as %s', (phone, read) => {
  expect(formatPhone(phone).replaceAll('\u00A0', ' ')).toBe(read);
});

it.each([
  ['+2250712345678', '+225 07 •• •• 56 78'],
  ['+221701234567', '+221 70 ••• 45 67'],
  // Nothing is left out of a number that is not read in groups.
  ['+33612345678', '+33612345678'],
])('%s, hidden in its middle', (phone, read) => {
  expect(maskPhone(formatPhone(phone))).toBe(read);
});
