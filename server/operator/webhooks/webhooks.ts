import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/webhooks.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { readAll, readPage } from '#server/operator/access/reads.ts';

export function listEndpoints(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.listWebhookEndpoints>['data']> {
  return readAll(operators, 'console.list_webhook_endpoints', [session]);
}

/** A page of what an endpoint was sent. The cursor is the number of the last delivery that was seen. */
export function listDeliveries(
  operators: Operators,
  { session }: Operator,
  id: string,
  { state, cursor, limit }: RequestOf<typeof contract.listWebhookDeliveries>['query'],
): Promise<AnswerOf<typeof contract.listWebhookDeliveries>> {
  const values = [session, id, state ?? null, readCursor(cursor, /^\d{1,15}$/)];
  return readPage(operators, 'console.list_webhook_deliveries', values, limit);
}

/** Sends nothing to an endpoint any more, for one operator. @throws Refusal not_found */
export function stopEndpoint(
  operators: Operators,
  { session }: Operator,
  id: string,
  reason: string,
): Promise<Acted<object>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ found: boolean }>('select console.stop_webhook_endpoint($1, $2, $3) as found', [
      session,
      id,
      reason,
    ]);
    if (!row!.found) throw new Refusal('not_found');
    return {};
  });
}

/** Sends one event or those of a span again. @throws Refusal not_found where there is no endpoint, or it is stopped */
export function replay(
  operators: Operators,
  { session }: Operator,
  id: string,
  { event, from, until, reason }: RequestOf<typeof contract.replayWebhooks>['body'],
): Promise<Acted<{ readonly events: number }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ events: number | null }>(
      'select console.replay_webhooks($1, $2, $3, $4, $5, $6) as events',
      [session, id, event ?? null, from ?? null, until ?? null, reason],
    );
    const { events } = row!;
    if (events === null) throw new Refusal('not_found');
    return { events };
  });
}
