import { expect, it } from 'vitest';
import { formatPhone } from './format-phone.ts';

it.each([
  ['+2250712345678', '+225 07 12 34 56 78'],
  ['+221701234567', '+221 70 123 45 67'],
  // A number of an older plan, one longer than the plan, and one of another country.
  ['+22607123', '+226 07 12 3'],
  ['+22607123456789', '+226 07 12 34 56 789'],
  ['+33612345678', '+33612345678'],
])('%s', (phone, read) => {
  expect(formatPhone(phone).replaceAll('\u00A0', ' ')).toBe(read);
});
