import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/overview.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';

export function listAlarms(
  operators: Operators,
  { session }: Operator,
  { cursor, limit, state, kind }: RequestOf<typeof contract.listAlarms>['query'],
): Promise<AnswerOf<typeof contract.listAlarms>> {
  const isOpen = state === undefined ? null : state === 'open';
  const values = [session, isOpen, kind === undefined ? null : [kind], readCursor(cursor, numberCursor)];
  return readPage(operators, 'console.list_alarms', values, limit);
}

/** @throws Refusal not_found; conflict when it is over */
export function takeItem(
  operators: Operators,
  { session }: Operator,
  { what, id }: RequestOf<typeof contract.takeItem>['params'],
): Promise<Acted<object>> {
  return callAct(operators, 'console.take_item', [session, what, id], (outcome: string) => {
    if (outcome === 'not_there') throw new Refusal('not_found');
    if (outcome === 'over') throw new Refusal('conflict');
    return {};
  });
}
