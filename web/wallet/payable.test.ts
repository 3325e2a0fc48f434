import { expect, it } from 'vitest';
import { payableOut } from './payable.ts';

const balance = { win: 300, deposit: 1_000 };

it.each([
  ['only winnings', ['win'], false, 300, 'winnings'],
  ['both', ['win', 'dep'], false, 1_300, 'wallet'],
  ['only deposits', ['dep'], false, 1_000, 'deposits'],
  ['only winnings, but a break runs', ['win'], true, 1_300, 'wallet'],
  ['only deposits, but a break runs', ['dep'], true, 1_300, 'wallet'],
] as const)('pays out of %s', (_, rule, isPaused, amount, source) => {
  expect(payableOut(balance, [...rule], isPaused)).toEqual({ amount, source });
});
