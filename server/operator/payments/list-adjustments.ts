import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { readMomentCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';

/** A page of adjustments, the newest first. The cursor is `<microseconds>.<reference>` of the last one that was seen. */
export function listAdjustments(
  operators: Operators,
  { session }: Operator,
  { client, from, to, cursor, limit }: RequestOf<typeof contract.listAdjustments>['query'],
): Promise<AnswerOf<typeof contract.listAdjustments>> {
  const values = [session, client ?? null, from ?? null, to ?? null, ...readMomentCursor(cursor)];
  return readPage(operators, 'console.list_adjustments', values, limit);
}
