import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { betTypes } from '#domain/bet-types.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';

/** A page of stops. The cursor names the one that was seen last. */
export function listStops(
  operators: Operators,
  { session }: Operator,
  { active, cursor, limit }: RequestOf<typeof contract.listStops>['query'],
): Promise<AnswerOf<typeof contract.listStops>> {
  const isActive = active === undefined ? null : active === 'yes';
  return readPage(operators, 'console.list_stops', [session, isActive, readCursor(cursor, uuidPattern)], limit);
}

/**
 * Stops sales, at once.
 *
 * @returns the stop
 * @throws Refusal conflict where just that is stopped already, or the draw is not on sale
 */
export async function stopSales(
  operators: Operators,
  { session }: Operator,
  { drawId = null, name = null, sentence, reason }: RequestOf<typeof contract.stopSales>['body'],
): Promise<Acted<{ readonly id: string }>> {
  const values = [session, drawId, name === null ? null : betTypes[name].code, sentence, reason];
  return callAct(operators, 'console.stop_sales', values, (id: string | null) => {
    if (id !== null) return { id };
    throw new Refusal('conflict', { detail: ({ operators: says }) => says.stoppedAlready });
  });
}
