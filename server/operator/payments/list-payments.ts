import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { readCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne, readPage } from '#server/operator/access/reads.ts';

/** A page of payments. The cursor is the id of the last one that was seen. */
export function listPayments(
  operators: Operators,
  { session }: Operator,
  {
    view,
    direction,
    provider,
    status,
    client,
    from,
    to,
    cursor,
    limit,
  }: RequestOf<typeof contract.listOperatorPayments>['query'],
): Promise<AnswerOf<typeof contract.listOperatorPayments>> {
  const filters = [view, direction, provider, status, client, from, to].map((filter) => filter ?? null);
  return readPage(operators, 'console.list_payments', [session, ...filters, readCursor(cursor, uuidPattern)], limit);
}

export function countPayments(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.countOperatorPayments>['data']> {
  return readOne(operators, 'console.count_payments', [session]);
}
