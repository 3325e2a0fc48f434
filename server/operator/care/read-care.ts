import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/care.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { callFor, callForOne } from '#server/operator/players/act-on.ts';

type Sign = AnswerOf<typeof contract.listCareSigns>['data'][number];
type Case = AnswerOf<typeof contract.listCareCases>['data'][number];
type Care = AnswerOf<typeof contract.getPlayerCare>['data'];

interface MeasureRow extends Pick<Sign, 'strong' | 'notable' | 'indicators'> {
  readonly client_id: number;
  readonly measured_at: Date;
  readonly score: number;
  readonly open_case: number | null;
}

/** The score and the number of the last player that was seen. */
const signCursor = /^\d{1,4}_\d{1,15}$/;
const caseCursor = /^\d{1,15}$/;

/** Players with a sign, the strongest first. */
export async function listCareSigns(
  operators: Operators,
  { session }: Operator,
  { kind, cursor, limit = defaultLimit }: RequestOf<typeof contract.listCareSigns>['query'],
): Promise<AnswerOf<typeof contract.listCareSigns>> {
  const [score, before] = readCursor(cursor, signCursor)?.split('_').map(Number) ?? [];
  const values = [session, kind ?? null, score ?? null, before ?? null, limit + 1];
  const rows = await callFor<MeasureRow>(operators, 'console.list_care_signs', values);
  return toPage(
    rows,
    limit,
    ({ client_id, measured_at, strong, notable, indicators, open_case }) => ({
      id: client_id,
      measuredAt: measured_at.toISOString(),
      strong,
      notable,
      indicators,
      openCase: open_case,
    }),
    (row) => `${row.score}_${row.client_id}`,
  );
}

interface CaseRow extends Pick<Case, 'id' | 'kinds' | 'contacts' | 'reached' | 'outcome'> {
  readonly client_id: number;
  readonly opened_at: Date;
  readonly opened_by: string;
  readonly assigned_to: string | null;
  readonly closed_at: Date | null;
}

/** Cases, the newest first. */
export async function listCareCases(
  operators: Operators,
  { session }: Operator,
  { state, kind, whose, client, cursor, limit = defaultLimit }: RequestOf<typeof contract.listCareCases>['query'],
): Promise<AnswerOf<typeof contract.listCareCases>> {
  const before = readCursor(cursor, caseCursor);
  const rows = await callFor<CaseRow>(operators, 'console.list_care_cases', [
    session,
    state === undefined ? null : state === 'open',
    kind ?? null,
    whose === 'mine',
    client ?? null,
    before ?? null,
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    ({ client_id, opened_at, opened_by, assigned_to, closed_at, ...row }) => ({
      id: row.id,
      clientId: client_id,
      openedAt: opened_at.toISOString(),
      openedBy: opened_by,
      kinds: row.kinds,
      assignedTo: assigned_to,
      contacts: row.contacts,
      reached: row.reached,
      closedAt: closed_at?.toISOString() ?? null,
      outcome: row.outcome,
    }),
    (row) => String(row.id),
  );
}

export async function readCareFigures(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.getCareFigures>['data']> {
  const [figures] = await callFor<AnswerOf<typeof contract.getCareFigures>['data']>(operators, 'console.care_figures', [
    session,
  ]);
  return figures!;
}

/** @throws Refusal not_found, also for a case that this operator may not see */
export function openCareCase(
  operators: Operators,
  { session }: Operator,
  id: number,
): Promise<AnswerOf<typeof contract.getCareCase>['data']> {
  return callForOne(operators, 'console.open_care_case', [session, id]);
}

interface ActRow extends Pick<Care['acts'][number], 'did' | 'limits' | 'kinds'> {
  readonly at: Date;
  readonly ends_at: Date;
}

/** @throws Refusal not_found */
export async function readPlayerCare(operators: Operators, { session }: Operator, clientId: number): Promise<Care> {
  const values = [session, clientId, operators.timeZone];
  const indicators = await callFor<Care['indicators'][number]>(operators, 'console.player_signs', values);
  const acts = await callFor<ActRow>(operators, 'console.player_care_acts', [session, clientId]);
  return {
    indicators,
    acts: acts.map(({ at, did, ends_at, limits, kinds }) => ({
      at: at.toISOString(),
      did,
      endsAt: ends_at.toISOString(),
      limits,
      kinds,
    })),
  };
}
