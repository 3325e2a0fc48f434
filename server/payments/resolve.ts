import type { Queryable } from '#database/connect.ts';
import type { Fact } from './machine.ts';
import type { PaymentRow } from './payment-row.ts';
import type { About, LookupAnswer, PaymentProvider, StatusAnswer } from './provider.ts';
import { settleReview, type SettleReviewDeps } from './settle-review.ts';
import { transition, type Moved } from './transition.ts';

/** A payment that is due, and how long ago it was sent. */
export interface DuePayment extends PaymentRow {
  readonly age_ms: number;
}

export interface ResolveDeps extends SettleReviewDeps {
  /** The age at which an unapproved deposit expires. A late approval is still credited. */
  readonly expireAfterMs: number;
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
 * notice as well as in the sweep; what remains is decided by two operators. A held withdrawal is known to no provider: it goes
 * on as an operator has decided.
 */
export async function resolvePayment(deps: ResolveDeps, provider: PaymentProvider, due: DuePayment): Promise<void> {
  if (due.status === 'review') return settleReview(deps, provider, due);
  let payment: PaymentRow = due;
  if (payment.provider_ref === null) payment = await findAtProvider(deps, provider, due);
  if (payment.provider_ref !== null) payment = await askStatus(deps, provider, payment, payment.provider_ref);

  const waiting = payment.direction === 'deposit' && (payment.status === 'created' || payment.status === 'pending');
  if (waiting && due.age_ms > deps.expireAfterMs) await take(deps, payment, { kind: 'expired' });
}

async function findAtProvider(deps: ResolveDeps, provider: PaymentProvider, payment: DuePayment): Promise<PaymentRow> {
  const asked = startAsking();
  const found = await provider.lookup(payment.direction, payment.id);
  await keepAnswer(deps.db, payment, asked, found);
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
  const asked = startAsking();
  const status = await (payment.direction === 'deposit' ? provider.collectStatus(ref) : provider.payoutStatus(ref));
  await keepAnswer(deps.db, payment, asked, status);
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

type Answer = StatusAnswer | LookupAnswer;

function startAsking(): () => number {
  const startedAt = performance.now();
  return () => Math.round(performance.now() - startedAt);
}

/** Keeps what a provider said last about a payment: operators read it, and decide by hand only soon after it. */
async function keepAnswer(db: Queryable, { id }: PaymentRow, tookMs: () => number, answer: Answer): Promise<void> {
  await db.query(
    `insert into provider_answer as a (payment_id, asked_at, answered_at, said, detail)
     values ($1, clock_timestamp() - $2 * interval '1 millisecond', clock_timestamp(), $3, $4)
     on conflict (payment_id) do update
       set asked_at = excluded.asked_at, answered_at = excluded.answered_at, said = excluded.said, detail = excluded.detail
     where a.answered_at < excluded.answered_at`,
    [id, tookMs(), answer.state, JSON.stringify(saidIn(answer))],
  );
}

/** An answer without what would let its reader send notices, or name somebody. */
function saidIn(answer: Answer): object {
  switch (answer.state) {
    case 'no_answer':
      return { cause: answer.cause };
    case 'absent':
      return {};
    case 'found':
      return { providerRef: answer.providerRef };
    case 'failed':
      return { code: answer.code, ...plain(answer.about) };
    case 'succeeded':
      return { amount: answer.amount, refunded: answer.refunded ?? 0, ...plain(answer.about) };
    default:
      return plain(answer.about);
  }
}
