import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readFound } from '#server/operator/access/reads.ts';

type Opened = AnswerOf<typeof contract.getOperatorPayment>['data'];

/**
 * One payment and its story, as it is or was at a moment. The look is recorded before it is answered.
 *
 * @throws Refusal not_found, moment_ahead, not_there_yet
 */
export function openPayment(
  operators: Operators,
  { session }: Operator,
  id: string,
  at: string | null = null,
): Promise<Opened> {
  return readFound(operators, 'console.open_payment', [session, id, at]);
}
