import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/care.ts';
import { readCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { callFor, readAll, readOne, readPage } from '#server/operator/access/reads.ts';

type Care = AnswerOf<typeof contract.getPlayerCare>['data'];

/** The score and the number of the last player that was seen. */
const signCursor = /^\d{1,4}_\d{1,15}$/;
const caseCursor = /^\d{1,15}$/;

/** Players with a sign, the strongest first. */
export function listCareSigns(
  operators: Operators,
  { session }: Operator,
  { kind, cursor, limit }: RequestOf<typeof contract.listCareSigns>['query'],
): Promise<AnswerOf<typeof contract.listCareSigns>> {
  const last = readCursor(cursor, signCursor)?.split('_').map(Number) ?? [null, null];
  return readPage(operators, 'console.list_care_signs', [session, kind ?? null, ...last], limit);
}

/** Cases, the newest first. */
export function listCareCases(
  operators: Operators,
  { session }: Operator,
  { state, kind, whose, client, cursor, limit }: RequestOf<typeof contract.listCareCases>['query'],
): Promise<AnswerOf<typeof contract.listCareCases>> {
  const isOpen = state === undefined ? null : state === 'open';
  const filters = [isOpen, kind ?? null, whose === 'mine', client ?? null];
  const values = [session, ...filters, readCursor(cursor, caseCursor)];
  return readPage(operators, 'console.list_care_cases', values, limit);
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
export function readCareCase(
  operators: Operators,
  { session }: Operator,
  id: number,
): Promise<AnswerOf<typeof contract.getCareCase>['data']> {
  return readOne(operators, 'console.read_care_case', [session, id]);
}

/** @throws Refusal not_found */
export async function readPlayerCare(operators: Operators, { session }: Operator, clientId: number): Promise<Care> {
  const values = [session, clientId, operators.timeZone];
  const indicators = await callFor<Care['indicators'][number]>(operators, 'console.player_signs', values);
  const acts = await readAll<Care['acts'][number]>(operators, 'console.player_care_acts', [session, clientId]);
  return { indicators, acts };
}
