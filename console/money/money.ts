import { words } from '#console/words/en/money.ts';
import type { getAccounts, listMovements } from '#contract/calls/operator/money.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';

export type Movement = OperatorAnswer<typeof listMovements>['data']['movements'][number];
export type Accounts = OperatorAnswer<typeof getAccounts>['data'];

const hourMs = 60 * 60 * 1_000;

/** The hour of a moment, and the next one. */
export function hourOf(at: string): { readonly from: string; readonly to: string } {
  const from = Math.floor(Date.parse(at) / hourMs) * hourMs;
  return { from: new Date(from).toISOString(), to: new Date(from + hourMs).toISOString() };
}

/** The sum moved between two accounts, over all kinds and providers. */
export function flowsOf(movements: readonly Movement[]): { from: string; to: string; amount: number }[] {
  const sums = new Map<string, { from: string; to: string; amount: number }>();
  for (const { fromAccount: from, toAccount: to, amount } of movements) {
    const key = `${from} ${to}`;
    const sum = sums.get(key) ?? { from, to, amount: 0 };
    sum.amount += amount;
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted((a, b) => b.amount - a.amount);
}

/** `player deposits → open stakes` */
export function bothSides({ fromAccount, toAccount }: Pick<Movement, 'fromAccount' | 'toAccount'>): string {
  return `${words.accounts[fromAccount]} → ${words.accounts[toAccount]}`;
}
