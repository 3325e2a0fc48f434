import { expect, it } from 'vitest';
import { balanceOf } from './signed-in.ts';

it('sums the wallets by the start of their slug, the total as text', () => {
  const wallet = (slug: string, balance: number) => ({ attributes: { slug, balance } });
  expect(balanceOf([wallet('dep', 10_000), wallet('win', 2_500)])).toEqual({
    deposit: 10_000,
    win: 2_500,
    total: '12500',
  });
  expect(balanceOf([wallet('winnings', 1), wallet('deposit-xof', 2)])).toEqual({ deposit: 2, win: 1, total: '3' });
  expect(balanceOf([])).toEqual({ deposit: 0, win: 0, total: '0' });
});
