import type { Balance } from '#web/api/signed-in.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { listPaymentMethods } from '#contract/calls/payments.ts';
import type { Francs } from '#domain/money.ts';

type Withdrawable = CallAnswer<typeof listPaymentMethods>['meta']['withdrawable'];

export interface Payable {
  readonly amount: Francs;
  /** What it is out of. */
  readonly source: 'winnings' | 'deposits' | 'wallet';
}

/** What can be withdrawn. During a break nothing can be staked, so it is the whole wallet, whatever the operator's rule. */
export function payableOut(balance: Pick<Balance, 'win' | 'deposit'>, rule: Withdrawable, isPaused: boolean): Payable {
  const fromWin = isPaused || rule.includes('win');
  const fromDep = isPaused || rule.includes('dep');
  const source = fromWin && fromDep ? 'wallet' : fromDep ? 'deposits' : 'winnings';
  return { amount: (fromWin ? balance.win : 0) + (fromDep ? balance.deposit : 0), source };
}
