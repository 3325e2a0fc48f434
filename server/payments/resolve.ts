import type { Queryable } from '#database/connect.ts';
import { applyFact } from './apply-fact.ts';
import type { Fact } from './machine.ts';
import { nextReversalLook, type PaymentRow } from './payment-row.ts';
import type { About, LookupAnswer, PaymentProvider, StatusAnswer } from './provider.ts';
import { settleReview, type SettleReviewDeps } from './settle-review.ts';

/** A payment that is due, and how long ago it was sent. */
export interface DuePayment extends PaymentRow {
  readonly age_ms: number;
}

export interface ResolveDeps extends SettleReviewDeps {
  /** The age at which an unapproved deposit expires. A late approval is still credited. */
  readonly expireAfterMs: number;
}

/**
 * The age from which a provider's "not found" is trusted, unless it says otherwise: by then no call can still be on its way, or
 * not yet listed at the provider.
 */
const absentAfterMs = 60_000;

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
  if (waiting && due.age_ms > deps.expireAfterMs) await applyFact(deps, payment.id, { kind: 'expired' });
}

async function findAtProvider(deps: ResolveDeps, provider: PaymentProvider, payment: DuePayment): Promise<PaymentRow> {
  const asked = startAsking();
  const found = await provider.lookup(payment.direction, payment.id);
  await keepAnswer(deps.db, payment, asked, found);
  if (found.state === 'found') {
    const { state: _state, ...accepted } = found;
    return applyFact(deps, payment.id, { kind: 'accepted', ...accepted }, provider.id);
  }
  const absent = found.state === 'absent' && payment.age_ms > (provider.absentAfterMs ?? absentAfterMs);
  return absent ? applyFact(deps, payment.id, { kind: 'absent' }, provider.id) : payment;
}

/** Asks an account that refused a payment whether it took it after all; and again 15 minutes, a day and 8 days after the refusal. */
export async function askFormer(deps: ResolveDeps, provider: PaymentProvider, payment: PaymentRow): Promise<void> {
  const found = await provider.lookup(payment.direction, payment.id);
  if (found.state === 'no_answer') return;
  if (found.state === 'found') {
    const ask = payment.direction === 'deposit' ? provider.collectStatus : provider.payoutStatus;
    const status = await ask(found.providerRef);
    if (status.state === 'no_answer') return;
    for (const fact of factsOf(payment, status)) await applyFact(deps, payment.id, fact, provider.id);
  }
  // A notice that came meanwhile has made it due: it stays so.
  await deps.db.query(
    `update payment_attempt
     set due_at = (select min(at + look.after) from unnest('{15 minutes, 1 day, 8 days}'::interval[]) as look (after)
       where paid_at is null and at + look.after > clock_timestamp())
     where payment_id = $1 and account = $2 and due_at > clock_timestamp()`,
    [payment.id, provider.id],
  );
}

async function askStatus(
  deps: ResolveDeps,
  provider: PaymentProvider,
  payment: PaymentRow,
  ref: string,
): Promise<PaymentRow> {
  const asked = startAsking();
  const status =
    payment.direction === 'deposit'
      ? await withRefunds(deps.db, provider, payment, await provider.collectStatus(ref))
      : await provider.payoutStatus(ref);
  await keepAnswer(deps.db, payment, asked, status);
  if (payment.status === 'paid' && status.state !== 'no_answer') {
    // Null: another process has booked the reversal meanwhile.
    await deps.db.query(`update payment set due_at = ${nextReversalLook} where id = $1 and due_at is not null`, [
      payment.id,
    ]);
  }
  let moved = payment;
  for (const fact of factsOf(payment, status)) moved = await applyFact(deps, moved.id, fact, provider.id);
  return moved;
}

/** The most refunds of one deposit that are asked about. */
const mostRefunds = 20;
/** How soon a refund is asked about again that had no answer. A credited deposit would be next asked about days later. */
const refundAgainMinutes = 5;

/** Adds what was refunded, where refunds have references of their own: their stored notices name them. */
async function withRefunds(
  db: Queryable,
  { refunds }: PaymentProvider,
  payment: PaymentRow,
  status: StatusAnswer,
): Promise<StatusAnswer> {
  if (refunds === undefined || status.state !== 'succeeded' || isAboutAnother(payment, status.about)) return status;
  const notices = await db.query<{ body: Buffer }>('select body from webhook where payment_id = $1', [payment.id]);
  const refs = new Set(notices.map(({ body }) => refunds.refOf(body)).filter((ref) => ref !== null));
  let refunded = 0;
  for (const ref of [...refs].slice(0, mostRefunds)) {
    const answer = await refunds.status(ref);
    if (answer.state === 'no_answer') {
      await db.query(
        `update payment set due_at = least(due_at, clock_timestamp() + $2 * interval '1 minute') where id = $1`,
        [payment.id, refundAgainMinutes],
      );
    } else if (answer.state === 'refunded') {
      if (isAboutAnother(payment, answer.about)) return { ...status, about: answer.about };
      refunded += answer.amount;
    }
  }
  return { ...status, refunded };
}

function factsOf(payment: PaymentRow, status: StatusAnswer): Fact[] {
  if (status.state === 'no_answer') return [];
  if (isAboutAnother(payment, status.about)) return [{ kind: 'other_payment', said: plain(status.about) }];
  switch (status.state) {
    case 'under_way':
      return [{ kind: 'under_way', ...(status.redirectUrl !== undefined && { redirectUrl: status.redirectUrl }) }];
    case 'succeeded':
      return [
        { kind: 'confirmed', amount: status.amount, ...(status.isReversible === true && { isReversible: true }) },
        ...refundsOf(status.refunded),
      ];
    case 'refunded':
    case 'reversed':
      return [{ kind: status.state }];
    case 'failed':
      return [{ kind: 'declined', code: status.code, ...(status.elsewhere && { elsewhere: true }) }];
  }
}

/** Everything here is in XOF. */
function isAboutAnother({ id }: PaymentRow, { ourRef, currency }: About): boolean {
  return (ourRef !== null && ourRef !== id) || (currency !== null && currency !== 'XOF');
}

/** Only references and codes of an answer are stored, never a text that may name somebody. */
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
