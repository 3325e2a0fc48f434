import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { betTypes } from '#domain/bet-types.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';

/** A page of stops. The cursor names the one that was seen last. */
export function listStops(
  operators: Operators,
  { session }: Operator,
  { active, cursor, limit }: RequestOf<typeof contract.listStops>['query'],
): Promise<AnswerOf<typeof contract.listStops>> {
  const isActive = active === undefined ? null : active === 'yes';
  const last = readCursor(cursor, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  return readPage(operators, 'console.list_stops', [session, isActive, last], limit);
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
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ id: string | null }>('select console.stop_sales($1, $2, $3, $4, $5) as id', [
      session,
      drawId,
      name === null ? null : betTypes[name].code,
      sentence,
      reason,
    ]);
    const { id } = row!;
    if (id !== null) return { id };
    throw new Refusal('conflict', { detail: ({ operators: says }) => says.stoppedAlready });
  });
}
