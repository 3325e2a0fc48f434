import type { Database } from '#database/connect.ts';
import type { Fact } from './machine.ts';
import type { PaymentRow } from './payment-row.ts';
import type { PaymentProvider, StatusAnswer } from './provider.ts';
import { transition } from './transition.ts';

/** A payment whose turn it is, and how long ago it was written down. */
export interface DuePayment extends PaymentRow {
  readonly age_ms: number;
}

export interface ResolveDeps {
  readonly db: Database;
  /** After this long a deposit that nobody approved is given up. A late approval is credited all the same. */
  readonly expireAfterMs: number;
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
  if (payment.provider_ref === null) payment = await findAtProvider(deps.db, provider, due);
  if (payment.provider_ref !== null) payment = await askStatus(deps.db, provider, payment, payment.provider_ref);

  const waiting = payment.direction === 'deposit' && (payment.status === 'created' || payment.status === 'pending');
  if (waiting && due.age_ms > deps.expireAfterMs) await take(deps.db, payment, { kind: 'expired' });
}

async function findAtProvider(db: Database, provider: PaymentProvider, payment: DuePayment): Promise<PaymentRow> {
  const found = await provider.lookup(payment.direction, payment.id);
  if (found.state === 'found') {
    const { state: _state, ...accepted } = found;
    return take(db, payment, { kind: 'accepted', ...accepted });
  }
  const absent = found.state === 'absent' && payment.age_ms > BELIEVE_ABSENCE_AFTER_MS;
  return absent ? take(db, payment, { kind: 'absent' }) : payment;
}

async function askStatus(
  db: Database,
  provider: PaymentProvider,
  payment: PaymentRow,
  ref: string,
): Promise<PaymentRow> {
  const status = await (payment.direction === 'deposit' ? provider.collectStatus(ref) : provider.payoutStatus(ref));
  const fact = factOf(status);
  return fact === null ? payment : take(db, payment, fact);
}

function take(db: Database, payment: PaymentRow, fact: Fact): Promise<PaymentRow> {
  return db.transact((tx) => transition(tx, payment.id, fact));
}

function factOf(status: StatusAnswer): Fact | null {
  switch (status.state) {
    case 'under_way':
      return { kind: 'under_way' };
    case 'succeeded':
      return { kind: 'confirmed', amount: status.amount };
    case 'failed':
      return { kind: 'declined', code: status.code };
    case 'no_answer':
      return null;
  }
}
