import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { readCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';

/** A page of adjustments, the newest first. The cursor is `<microseconds>.<reference>` of the last one that was seen. */
export function listAdjustments(
  operators: Operators,
  { session }: Operator,
  { client, from, to, cursor, limit }: RequestOf<typeof contract.listAdjustments>['query'],
): Promise<AnswerOf<typeof contract.listAdjustments>> {
  const last = readCursor(cursor, /^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)?.split('.') ?? [null, null];
  const values = [session, client ?? null, from ?? null, to ?? null, ...last];
  return readPage(operators, 'console.list_adjustments', values, limit);
}
