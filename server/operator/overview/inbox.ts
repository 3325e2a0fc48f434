import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/overview.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';

export function listAlarms(
  operators: Operators,
  { session }: Operator,
  { cursor, limit, state, kind }: RequestOf<typeof contract.listAlarms>['query'],
): Promise<AnswerOf<typeof contract.listAlarms>> {
  const isOpen = state === undefined ? null : state === 'open';
  const values = [session, isOpen, kind === undefined ? null : [kind], readCursor(cursor, /^\d{1,15}$/)];
  return readPage(operators, 'console.list_alarms', values, limit);
}

/** @throws Refusal not_found; conflict when it is over */
export function takeItem(
  operators: Operators,
  { session }: Operator,
  { what, id }: RequestOf<typeof contract.takeItem>['params'],
): Promise<Acted<object>> {
  return actAndTell(operators, async (tx) => {
    const values = [session, what, id];
    const [row] = await tx.query<{ outcome: string }>('select console.take_item($1, $2, $3) as outcome', values);
    if (row!.outcome === 'not_there') throw new Refusal('not_found');
    if (row!.outcome === 'over') throw new Refusal('conflict');
    return {};
  });
}
