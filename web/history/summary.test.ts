import { describe, expect, it } from 'vitest';
import type { Transaction, TransactionKind } from '#contract/wallet.ts';
import { summarize } from './summary.ts';

describe('summarize', () => {
  it('is null for no lines', () => expect(summarize([])).toBeNull());

  it('adds up each kind, stakes and withdrawals less what came back', () => {
    const summary = summarize([
      line('withdrawal_returned', 500, '2026-11-20T12:00:00.000Z'),
      line('withdrawal', -500),
      line('withdrawal', -1_000),
      line('refund', 300),
      line('payout', 1_800),
      line('bet', -300),
      line('bet', -200),
      line('bet', -100),
      line('adjustment', -50),
      line('deposit', 5_000, '2026-11-18T12:00:00.000Z'),
    ]);
    expect(summary).toEqual({
      from: '2026-11-18T12:00:00.000Z',
      to: '2026-11-20T12:00:00.000Z',
      moneyIn: 5_000,
      staked: 300,
      won: 1_800,
      out: 1_000,
      adjusted: -50,
      net: 1_500,
    });
  });

  it('shows a loss as a negative result', () => expect(summarize([line('bet', -300)])?.net).toBe(-300));

  it('never shows a negative stake', () => expect(summarize([line('refund', 300)])?.staked).toBe(0));
});

function line(kind: TransactionKind, amount: number, at = '2026-11-19T12:00:00.000Z'): Transaction {
  return { id: '1', at, kind, wallet: 'dep', amount, dep: 0, win: 0, reference: 'r' };
}
