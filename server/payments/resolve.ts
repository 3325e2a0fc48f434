import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { Fact } from './machine.ts';
import type { PaymentRow } from './payment-row.ts';
import type { About, PaymentProvider, StatusAnswer } from './provider.ts';
import { transition, type Moved } from './transition.ts';

/** A payment whose turn it is, and how long ago it was written down. */
export interface DuePayment extends PaymentRow {
  readonly age_ms: number;
}

export interface ResolveDeps {
  readonly db: Database;
  /** After this long a deposit that nobody approved is given up. A late approval is credited all the same. */
  readonly expireAfterMs: number;
  readonly log: Pick<Logger, 'error'>;
  /** Told of each alarm besides the log. */
  readonly onAlarm?: (kind: NonNullable<Moved['alarm']>) => void;
}

/**
 * From when on a provider's "I do not know it" is believed: by then no call can still be on its way, or wait inside the
 * provider to be listed.
 */
const BELIEVE_ABSENCE_AFTER_MS = 60_000;

/**
 * Asks the provider how far a payment is and takes it there. This is the one way in which a payment is confirmed,
 * whoever gave the hint: a notice, the sweep, or nobody.
 */
export async function resolvePayment(deps: ResolveDeps, provider: PaymentProvider, due: DuePayment): Promise<void> {
  let payment: PaymentRow = due;
  if (payment.provider_ref === null) payment = await findAtProvider(deps, provider, due);
  if (payment.provider_ref !== null) payment = await askStatus(deps, provider, payment, payment.provider_ref);

  const waiting = payment.direction === 'deposit' && (payment.status === 'created' || payment.status === 'pending');
  if (waiting && due.age_ms > deps.expireAfterMs) await take(deps, payment, { kind: 'expired' });
}

async function findAtProvider(deps: ResolveDeps, provider: PaymentProvider, payment: DuePayment): Promise<PaymentRow> {
  const found = await provider.lookup(payment.direction, payment.id);
  if (found.state === 'found') {
    const { state: _state, ...accepted } = found;
    return take(deps, payment, { kind: 'accepted', ...accepted });
  }
  const absent = found.state === 'absent' && payment.age_ms > BELIEVE_ABSENCE_AFTER_MS;
  return absent ? take(deps, payment, { kind: 'absent' }) : payment;
}

async function askStatus(
  deps: ResolveDeps,
  provider: PaymentProvider,
  payment: PaymentRow,
  ref: string,
): Promise<PaymentRow> {
  const status = await (payment.direction === 'deposit' ? provider.collectStatus(ref) : provider.payoutStatus(ref));
  let moved = payment;
  for (const fact of factsOf(payment, status)) moved = await take(deps, moved, fact);
  return moved;
}

async function take({ db, log, onAlarm }: ResolveDeps, { id }: PaymentRow, fact: Fact): Promise<PaymentRow> {
  const { payment, alarm } = await db.transact((tx) => transition(tx, id, fact));
  if (alarm !== null) {
    log.error({ paymentId: id, alarm, fact }, alarms[alarm]);
    onAlarm?.(alarm);
  }
  return payment;
}

const alarms: Readonly<Record<NonNullable<Moved['alarm']>, string>> = {
  amount_mismatch: 'a payment provider confirms another amount than was asked for: nothing was booked',
  other_payment: 'a payment provider answers about another payment, or in another currency: nothing was booked',
  paid_after_return: 'a withdrawal that had failed was paid, and its money is no longer in the wallet',
  refund_unclear: 'a payment provider gave a part of a deposit back and does not say how much: nothing was booked',
  chargeback: 'a deposit that was credited has been refunded: it was taken out of the wallet',
};

function factsOf(payment: PaymentRow, status: StatusAnswer): Fact[] {
  if (status.state === 'no_answer') return [];
  if (isAboutAnother(payment, status.about)) return [{ kind: 'other_payment', said: status.about }];
  switch (status.state) {
    case 'under_way':
      return [{ kind: 'under_way' }];
    case 'succeeded':
      return [{ kind: 'confirmed', amount: status.amount }, ...refundsOf(status.refunded)];
    case 'refunded':
      return [{ kind: 'refunded' }];
    case 'failed':
      return [{ kind: 'declined', code: status.code }];
  }
}

/** Everything here is in XOF. */
function isAboutAnother({ id }: PaymentRow, { ourRef, currency }: About): boolean {
  return (ourRef !== null && ourRef !== id) || (currency !== null && currency !== 'XOF');
}

function refundsOf(refunded: number | null = 0): Fact[] {
  if (refunded === null) return [{ kind: 'refund_unclear' }];
  return refunded > 0 ? [{ kind: 'refunded_in_part', amount: refunded }] : [];
}
