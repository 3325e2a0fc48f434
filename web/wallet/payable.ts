import type { Balance } from '#web/api/signed-in.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { listPaymentMethods } from '#contract/calls/payments.ts';
import type { Francs } from '#domain/money.ts';

type Withdrawable = CallAnswer<typeof listPaymentMethods>['meta']['withdrawable'];

export interface Payable {
  readonly amount: Francs;
  /** The source of the money. */
  readonly source: 'winnings' | 'deposits' | 'wallet';
}

/** The amount that can be withdrawn. A client who cannot play can withdraw the whole wallet, whatever the operator's rule. */
export function payableOut(balance: Pick<Balance, 'win' | 'deposit'>, rule: Withdrawable, isStopped: boolean): Payable {
  const fromWin = isStopped || rule.includes('win');
  const fromDep = isStopped || rule.includes('dep');
  const source = fromWin && fromDep ? 'wallet' : fromDep ? 'deposits' : 'winnings';
  return { amount: (fromWin ? balance.win : 0) + (fromDep ? balance.deposit : 0), source };
}
