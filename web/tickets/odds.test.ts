import { expect, it } from 'vitest';
import { betTypes } from '#domain/bet-types.ts';
import { formatMult, formatOneIn, formatPercent } from './odds.ts';

it.each([
  ['IziOrder', '12.5', '66.2\u202F%'],
  ['IziOne', '9', '66.7\u202F%'],
  ['IziTwo', '36', '66.7\u202F%'],
  ['IziABC', '3', '66.7\u202F%'],
  ['Izi2x', '4.4', '67.9\u202F%'],
  ['Izi3x', '84', '66.7\u202F%'],
] as const)('%s wins 1 in %s and returns %s', (name, oneIn, rtp) => {
  expect(formatOneIn(betTypes[name].probability)).toBe(oneIn);
  expect(formatPercent(betTypes[name].rtp)).toBe(rtp);
});

it('groups the thousands of a multiple and of a chance', () => {
  expect(formatMult(20_000)).toBe('×20\u202F000');
  expect(formatOneIn([1, 362_880])).toBe('362\u202F880');
  expect(formatOneIn([36, 362_880])).toBe('10\u202F080');
});
