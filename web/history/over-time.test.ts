import { describe, expect, it } from 'vitest';
import type { Transaction, TransactionKind } from '#contract/wallet.ts';
import { balancesOf, daysOf, stepsOf } from './over-time.ts';

const lines = [
  line('payout', 600, '2026-11-20T00:10:00.000Z', { dep: 700, win: 600 }),
  line('bet', -300, '2026-11-19T23:50:00.000Z', { dep: 700, win: 0 }),
  line('deposit', 1_000, '2026-11-19T12:00:00.000Z', { dep: 1_000, win: 0 }),
];

describe('balancesOf', () => {
  it('gives the sum of both wallets before the oldest line and after each', () => {
    expect(balancesOf(lines).map(({ amount }) => amount)).toEqual([0, 1_000, 700, 1_300]);
    expect(balancesOf(lines)[0]!.from).toBe(balancesOf(lines)[1]!.from);
  });

  it('is empty for no lines', () => expect(balancesOf([])).toEqual([]));
});

describe('stepsOf', () => {
  it('steps from balance to balance over time, the highest at the top', () => {
    const balances = [
      { from: 0, amount: 0 },
      { from: 0, amount: 500 },
      { from: 50, amount: 1_000 },
      { from: 100, amount: 250 },
    ];
    expect(stepsOf(balances, 200, 40)).toBe('M0 40H0V20H100V0H200V30H200');
  });

  it('draws a single instant, and empty wallets', () => {
    expect(stepsOf([{ from: 7, amount: 0 }], 200, 40)).toBe('M0 40H200');
  });
});

describe('daysOf', () => {
  it('sums up each day of the operator’s wall clock, newest first', () => {
    expect(daysOf(lines, 'Africa/Abidjan')).toEqual([
      { date: '2026-11-20', moneyIn: 0, staked: 0, won: 600, out: 0, balance: 1_300 },
      { date: '2026-11-19', moneyIn: 1_000, staked: 300, won: 0, out: 0, balance: 700 },
    ]);
    expect(daysOf(lines, 'Africa/Lagos').map(({ date, balance }) => [date, balance])).toEqual([
      ['2026-11-20', 1_300],
      ['2026-11-19', 1_000],
    ]);
  });
});

function line(kind: TransactionKind, amount: number, at: string, after: Pick<Transaction, 'dep' | 'win'>): Transaction {
  return { id: '1', at, kind, wallet: 'dep', amount, ...after, reference: 'r' };
}
