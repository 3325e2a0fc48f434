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
export function takeAlarm(operators: Operators, { session }: Operator, id: number): Promise<Acted<object>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ outcome: string }>('select console.take_alarm($1, $2) as outcome', [session, id]);
    if (row!.outcome === 'not_there') throw new Refusal('not_found');
    if (row!.outcome === 'over') throw new Refusal('conflict');
    return {};
  });
}
