import type { Logger } from 'pino';
import type { Queryable } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import type { Fact } from './machine.ts';
import { customerRefOf, type Party } from './party/party.ts';
import type { PaymentRow } from './payment-row.ts';
import type { CallOutcome, PaymentProvider, PayoutRequest } from './provider.ts';
import { lookForItAfterMs } from './transition.ts';

/** How long after a payment was stored, or released, its provider may still be called. */
const callWithinMs = 15_000;

/**
 * Calls the provider about a payment, once. The payment is committed as `created` before, so that a crash leaves one that the
 * sweep looks up.
 *
 * A process that was suspended in between does not call any more: the sweep may have found that the provider does not know
 * the payment, and returned the money.
 *
 * @param startedAt before the payment was committed, by `performance.now()`
 * @param call never throws, unless the adapter has a bug
 */
async function callInTime(
  log: Pick<Logger, 'error'>,
  { id }: PaymentRow,
  startedAt: number,
  call: () => Promise<CallOutcome>,
): Promise<CallOutcome> {
  if (performance.now() - startedAt > callWithinMs) {
    return { outcome: 'rejected', code: 'not_sent_in_time', elsewhere: true };
  }
  try {
    return await call();
  } catch (error) {
    // A bug in an adapter: it is unknown how far the call came. Its message may repeat the phone, so only its place is kept.
    const at = (error as Error).stack?.split('\n').filter((line) => line.startsWith('    at '));
    log.error({ paymentId: id, error: (error as Error).name, at }, 'the call of a payment provider failed');
    return { outcome: 'unknown', cause: 'a bug in the adapter' };
  }
}

/** Within this time after the start another account may be called: its answer comes within the request, and before the sweep asks. */
const elsewhereWithinMs = 5_000;

/** The outcome of a call, and the account that it is of. */
export interface Sent {
  readonly account: string;
  readonly outcome: CallOutcome;
}

/**
 * Calls the account of a payment; and once the next one, where the first has refused the payment with certainty and the reason is its
 * own, so that no money can have moved. Which account has the payment is committed before each call.
 *
 * @param providers its own account, and those that may be tried after it
 */
export async function sendPayment(
  { db, log }: { readonly db: Queryable; readonly log: Pick<Logger, 'error'> },
  payment: PaymentRow,
  [own, next]: readonly PaymentProvider[],
  startedAt: number,
  callOf: (provider: PaymentProvider) => Promise<CallOutcome>,
): Promise<Sent> {
  const outcome = await callInTime(log, payment, startedAt, () => callOf(own!));
  const sent = { account: own!.id, outcome };
  if (next === undefined || outcome.outcome !== 'rejected' || !outcome.elsewhere) return sent;
  if (performance.now() - startedAt > elsewhereWithinMs) return sent;
  if (!(await reroute(db, payment.id, own!.id, next.id, outcome.code))) return sent;
  return { account: next.id, outcome: await callInTime(log, payment, startedAt, () => callOf(next)) };
}

/** Gives a payment to another account, which is to be called after the commit. @returns false where that is not allowed */
export async function reroute(
  db: Queryable,
  paymentId: string,
  from: string,
  to: string,
  because: string,
): Promise<boolean> {
  const values = [paymentId, from, to, because, lookForItAfterMs];
  const [row] = await db.query<{ done: boolean }>('select reroute_payment($1, $2, $3, $4, $5) as done', values);
  return row!.done;
}

export function payoutRequest(
  payment: PaymentRow,
  { phone, firstName, lastName }: Omit<Party, 'email'>,
  partyKeys: KeyRing,
): PayoutRequest {
  const { id, client_id, amount, country, method } = payment;
  const customerRef = customerRefOf(partyKeys, client_id);
  return { ourRef: id, amount, country, method, phone, firstName, lastName, customerRef };
}

/** The fact about a payment that follows from a call's outcome. */
export function factOf(outcome: CallOutcome): Fact {
  switch (outcome.outcome) {
    case 'accepted': {
      const { outcome: _outcome, ...accepted } = outcome;
      return { kind: 'accepted', ...accepted };
    }
    case 'rejected':
      return { kind: 'rejected', code: outcome.code, ...(outcome.elsewhere && { elsewhere: true }) };
    case 'unknown':
      return { kind: 'unanswered', cause: outcome.cause };
  }
}
