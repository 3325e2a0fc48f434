import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { readCursor } from '#server/http/paging.ts';
import { boundsOf } from '#server/operator/days.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readFound, readOne, readPage } from '#server/operator/access/reads.ts';

/** A page of draws. The cursor is a draw's moment in milliseconds since 1970. */
export function listDraws(
  operators: Operators,
  { session }: Operator,
  { day, status, kind, late, needs, order, cursor, limit }: RequestOf<typeof contract.listDraws>['query'],
): Promise<AnswerOf<typeof contract.listDraws>> {
  const after = readCursor(cursor, /^\d{1,15}$/);
  const values = [
    session,
    ...(day === undefined ? [null, null] : boundsOf(day, operators.timeZone)),
    status ?? null,
    kind?.map(Number) ?? null,
    late ?? null,
    needs === 'somebody',
    after === null ? null : new Date(Number(after)),
    order === 'draws',
  ];
  return readPage(operators, 'console.list_draws', values, limit);
}

type Opened = AnswerOf<typeof contract.getDraw>['data'];

/**
 * One draw, with all that an operator sees of it. As it was at a moment it has no requests, which continue since.
 *
 * @throws Refusal not_found, moment_ahead, not_there_yet
 */
export function openDraw(
  operators: Operators,
  { session }: Operator,
  id: string,
  at: string | null = null,
): Promise<Opened> {
  return readFound(operators, 'console.read_draw', [session, id, at]);
}

/**
 * A held draw, as a request to pay it keeps it for the approver: what the second opinion said, what was sold, and what would be
 * paid. The last reads all its tickets. console.complete_pay_held_draw adds the rest.
 *
 * @throws Refusal not_found
 */
export async function describeHeldDraw(operators: Operators, operator: Operator, id: string): Promise<object> {
  const { drawsAt, result, total, opinions } = await openDraw(operators, operator, id);
  const values = [operator.session, id];
  return {
    drawsAt,
    result: result?.join(' ') ?? null,
    tickets: total.tickets,
    staked: total.staked,
    payouts: await readOne<number>({ db: operators.reportDb }, 'console.draw_would_pay', values),
    because: [opinions.before, opinions.drawn].flatMap((opinion) => opinion?.differs ?? []),
  };
}
