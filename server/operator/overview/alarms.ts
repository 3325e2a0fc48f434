import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/overview.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { writeInstants } from './read-overview.ts';

type Alarm = AnswerOf<typeof contract.listAlarms>['data'][number];

interface AlarmRow {
  readonly id: number;
  readonly kind: Alarm['kind'];
  readonly subject: string;
  readonly detail: object;
  readonly opened_at: Date;
  readonly taken_by: string | null;
  readonly taken_at: Date | null;
  readonly closed_at: Date | null;
}

export async function listAlarms(
  operators: Operators,
  { session }: Operator,
  { cursor, limit = defaultLimit, state, kind }: RequestOf<typeof contract.listAlarms>['query'],
): Promise<AnswerOf<typeof contract.listAlarms>> {
  const rows = await actAs(operators, (tx) =>
    tx.query<AlarmRow>('select * from console.list_alarms($1, $2, $3, $4, $5)', [
      session,
      state === undefined ? null : state === 'open',
      kind === undefined ? null : [kind],
      readCursor(cursor, /^\d{1,15}$/),
      limit + 1,
    ]),
  );
  return toPage(rows, limit, presentAlarm, ({ id }) => String(id));
}

function presentAlarm(row: AlarmRow): Alarm {
  const { id, kind, subject, opened_at, taken_by, taken_at, closed_at } = row;
  return {
    id,
    kind,
    subject,
    detail: JSON.parse(JSON.stringify(row.detail), writeInstants) as Alarm['detail'],
    openedAt: opened_at.toISOString(),
    takenBy: taken_by,
    takenAt: taken_at?.toISOString() ?? null,
    closedAt: closed_at?.toISOString() ?? null,
  };
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
