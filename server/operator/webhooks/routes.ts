import * as contract from '#contract/operator/webhooks.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';

export function registerWebhookRoutes(http: Http, operators: Operators): void {
  const { addReadAll, addList, addAct } = operatorCalls(http, operators);

  addReadAll(contract.listWebhookEndpoints, 'console.list_webhook_endpoints');
  addList(contract.listWebhookDeliveries, 'console.list_webhook_deliveries');
  addAct(contract.stopWebhookEndpoint, 'console.stop_webhook_endpoint');
  addAct(
    contract.replayWebhooks,
    'console.replay_webhooks',
    (events: number | null) => {
      if (events === null) throw new Refusal('not_found');
      return { events };
    },
    ({ params, body: { event, from, until, reason } }) => [params.id, event, from, until, reason],
  );
}
