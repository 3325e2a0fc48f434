import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
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
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ id: string | null }>(
      'select console.stop_payments($1, $2, $3, $4, $5, $6, $7, $8) as id',
      [session, account, country, method, direction, toldEn, toldFr, reason],
    );
    const { id } = row!;
    if (id !== null) return { id };
    throw new Refusal('conflict', { detail: ({ operators: says }) => says.paymentsStoppedAlready });
  });
}
