import type { Transaction } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import type { Fact } from '#server/payments/machine.ts';
import { transition } from '#server/payments/transition.ts';

interface Decision {
  readonly payment_id: string;
  readonly status: 'paid' | 'failed' | 'succeeded' | 'refunded' | 'reversed';
  readonly refunded: Francs | null;
}

/**
 * Decides a payment as two operators have signed, by the same step as a provider's answer. The provider is asked once more
 * before: where it says something now, the payment is not as it was when it was asked, and the request fails.
 *
 * @param askProvider asks about one payment, and applies the answer
 */
export function decideByHand(askProvider: (paymentId: string) => Promise<void>) {
  return async (tx: Transaction, request: { readonly id: string; readonly subject: string }): Promise<void> => {
    await askProvider(paymentOf(request.subject));
    const [decision] = await tx.query<Decision>('select * from console.begin_decision($1)', [request.id]);
    if (decision === undefined) throw new Error(`request ${request.id} decides nothing`);
    await transition(tx, decision.payment_id, factOf(decision), { request: request.id });
    await tx.query('select console.finish_decision($1)', [request.id]);
  };
}

/** @throws Error for another subject */
function paymentOf(subject: string): string {
  const id = /^payment ([0-9a-f-]{36})$/.exec(subject)?.[1];
  if (id === undefined) throw new Error(`"${subject}" is not a payment`);
  return id;
}

function factOf({ status, refunded }: Decision): Fact {
  switch (status) {
    case 'paid':
    case 'succeeded':
      return { kind: 'confirmed', amount: null };
    case 'failed':
      return { kind: 'declined', code: 'decided_by_hand' };
    case 'reversed':
      return { kind: 'reversed' };
    case 'refunded':
      return { kind: 'refunded_in_part', amount: refunded! };
  }
}
