import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { Fact } from './machine.ts';
import type { PaymentRow } from './payment-row.ts';
import { transition, type Moved } from './transition.ts';

type AlarmKind = NonNullable<Moved['alarm']>;

export interface AlarmDeps {
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Called for each alarm, in addition to the log. */
  readonly onAlarm?: (kind: AlarmKind) => void;
}

/** The log's sentence for each kind of alarm. */
export const alarms: Readonly<Record<AlarmKind, string>> = {
  amount_mismatch: 'a payment provider confirms another amount than was asked for: nothing was booked',
  other_payment: 'a payment provider answers about another payment, or in another currency: nothing was booked',
  paid_after_return: 'a withdrawal that had failed was paid, and its money is no longer in the wallet',
  refund_unclear: 'a payment provider gave a part of a deposit back and does not say how much: nothing was booked',
  chargeback: 'a deposit that was credited has been refunded: it was taken out of the wallet',
  reversed: 'a payment provider has taken a paid withdrawal back: its money was given back to the wallet',
  paid_elsewhere: 'an account that had refused a payment confirms it, and another account has it: nothing was booked',
  other_phone: 'a payment provider named another phone than the one to be paid: the payout was not started',
};

/**
 * Applies a fact in a transaction of its own, and raises an alarm where the fact cannot be true.
 *
 * @param account that says so; left out for what no provider says
 */
export async function applyFact(
  deps: AlarmDeps & { readonly db: Database },
  paymentId: string,
  fact: Fact,
  account?: string,
): Promise<PaymentRow> {
  const { payment, alarm } = await deps.db.transact((tx) => transition(tx, paymentId, fact, { account }));
  raiseAlarm(deps, paymentId, alarm, fact);
  return payment;
}

/** Call it after the commit. */
export function raiseAlarm({ log, onAlarm }: AlarmDeps, paymentId: string, alarm: AlarmKind | null, fact: Fact): void {
  if (alarm === null) return;
  log.error({ paymentId, alarm, fact }, alarms[alarm]);
  onAlarm?.(alarm);
}
