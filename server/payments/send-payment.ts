import type { Logger } from 'pino';
import type { Fact } from './machine.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { customerRefOf, type Party } from './party/party.ts';
import type { PaymentRow } from './payment-row.ts';
import type { CallOutcome, PayoutRequest } from './provider.ts';

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
export async function callInTime(
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

export function payoutRequest(payment: PaymentRow, party: Party, partyKeys: KeyRing): PayoutRequest {
  const { id, client_id, amount, country, method } = payment;
  const { phone, firstName, lastName, email } = party;
  const customerRef = customerRefOf(partyKeys, client_id);
  return { ourRef: id, amount, country, method, phone, firstName, lastName, email, customerRef };
}

/** What a call's outcome says about its payment. */
export function factOf(outcome: CallOutcome): Fact {
  switch (outcome.outcome) {
    case 'accepted': {
      const { outcome: _outcome, ...accepted } = outcome;
      return { kind: 'accepted', ...accepted };
    }
    case 'rejected':
      return { kind: 'rejected', code: outcome.code };
    case 'unknown':
      return { kind: 'unanswered', cause: outcome.cause };
  }
}
