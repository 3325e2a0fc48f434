import { describe, expect, it } from 'vitest';
import { codeDigits, codeIn } from './oneTimeCode.ts';

describe('codeIn', () => {
  it.each([
    ['Izi: your code is 042917. It ends in 10 minutes.', '042917'],
    ['042917', '042917'],
    ['Call +2250712345678 for help', null],
    ['12345', null],
  ])('reads %j as %j', (text, code) => expect(codeIn(text)).toBe(code));
});

describe('codeDigits', () => {
  it.each([
    ['042 917', '042917'],
    ['042-917', '042917'],
    ['0429178', '042917'],
    ['04x', '04'],
  ])('reduces %j to %j', (text, digits) => expect(codeDigits(text)).toBe(digits));
});
