import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne } from '#server/operator/access/reads.ts';

export function readPaymentRoutes(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.getPaymentRoutes>['data']> {
  return readOne(operators, 'console.read_routes', [session]);
}

/**
 * Stops new payments of an account, of a network, or of both, at once.
 *
 * @returns the stop
 * @throws Refusal conflict where just that is stopped already
 */
export async function stopPayments(
  operators: Operators,
  { session }: Operator,
  { account, network, toldEn, toldFr, reason }: RequestOf<typeof contract.stopPayments>['body'],
): Promise<Acted<{ readonly id: string }>> {
  const { country = null, method = null, direction = null } = network ?? {};
  const values = [session, account, country, method, direction, toldEn, toldFr, reason];
  return callAct(operators, 'console.stop_payments', values, (id: string | null) => {
    if (id !== null) return { id };
    throw new Refusal('conflict', { detail: ({ operators: says }) => says.paymentsStoppedAlready });
  });
}
