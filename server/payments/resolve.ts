import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { Fact } from './machine.ts';
import type { PaymentRow } from './payment-row.ts';
import type { About, PaymentProvider, StatusAnswer } from './provider.ts';
import { transition, type Moved } from './transition.ts';

/** A payment that is due, and its age. */
export interface DuePayment extends PaymentRow {
  readonly age_ms: number;
}

export interface ResolveDeps {
  readonly db: Database;
  /** The age at which an unapproved deposit expires. A late approval is still credited. */
  readonly expireAfterMs: number;
  readonly log: Pick<Logger, 'error'>;
  /** Called for each alarm, in addition to the log. */
  readonly onAlarm?: (kind: NonNullable<Moved['alarm']>) => void;
}

/**
 * The age from which a provider's "not found" is trusted: by then no call can still be on its way, or not yet listed at the
 * provider.
 */
const believeAbsenceAfterMs = 60_000;

/**
 * Asks the provider for a payment's state and applies it. This is the only way in which a payment is confirmed, after a
 * notice as well as in the sweep.
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
  const absent = found.state === 'absent' && payment.age_ms > believeAbsenceAfterMs;
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

/** What the log says of each kind of alarm. */
export const alarms: Readonly<Record<NonNullable<Moved['alarm']>, string>> = {
  amount_mismatch: 'a payment provider confirms another amount than was asked for: nothing was booked',
  other_payment: 'a payment provider answers about another payment, or in another currency: nothing was booked',
  paid_after_return: 'a withdrawal that had failed was paid, and its money is no longer in the wallet',
  refund_unclear: 'a payment provider gave a part of a deposit back and does not say how much: nothing was booked',
  chargeback: 'a deposit that was credited has been refunded: it was taken out of the wallet',
};

function factsOf(payment: PaymentRow, status: StatusAnswer): Fact[] {
  if (status.state === 'no_answer') return [];
  if (isAboutAnother(payment, status.about)) return [{ kind: 'other_payment', said: plain(status.about) }];
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

/** What is stored of an answer are references and codes, never a text in which somebody may be named. */
function plain({ ourRef, currency }: About): About {
  const word = (text: string | null) => (text === null || /^[\w/.-]{1,64}$/.test(text) ? text : 'not kept');
  return { ourRef: word(ourRef), currency: word(currency) };
}

function refundsOf(refunded: number | null = 0): Fact[] {
  if (refunded === null) return [{ kind: 'refund_unclear' }];
  return refunded > 0 ? [{ kind: 'refunded_in_part', amount: refunded }] : [];
}
