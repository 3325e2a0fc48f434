import * as contract from '#contract/operator/webhooks.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { emptyIfFound } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';

export function registerWebhookRoutes(http: Http, operators: Operators): void {
  const { addReadAll, addList, addAct } = operatorCalls(http, operators);

  addReadAll(contract.listWebhookEndpoints, 'console.list_webhook_endpoints');
  addList(contract.listWebhookDeliveries, 'console.list_webhook_deliveries', ({ params, query: { state, cursor } }) => [
    params.id,
    state,
    readCursor(cursor, numberCursor),
  ]);
  addAct(
    contract.stopWebhookEndpoint,
    'console.stop_webhook_endpoint',
    ({ params, body }) => [params.id, body.reason],
    emptyIfFound,
  );
  addAct(
    contract.replayWebhooks,
    'console.replay_webhooks',
    ({ params, body: { event, from, until, reason } }) => [params.id, event, from, until, reason],
    (events: number | null) => {
      if (events === null) throw new Refusal('not_found');
      return { events };
    },
  );
}
