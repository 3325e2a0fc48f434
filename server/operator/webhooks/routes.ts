import * as contract from '#contract/operator/webhooks.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listDeliveries, listEndpoints, replay, stopEndpoint } from './webhooks.ts';

export function registerWebhookRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listWebhookEndpoints, async ({ operator }) => ({
    data: await listEndpoints(operators, operator),
  }));

  operatorList(http, operators, contract.listWebhookDeliveries, ({ operator, params, query }) =>
    listDeliveries(operators, operator, params.id, query),
  );

  operatorRoute(http, db, contract.stopWebhookEndpoint, async ({ operator, params, body }) => ({
    data: await stopEndpoint(operators, operator, params.id, body.reason),
  }));

  operatorRoute(http, db, contract.replayWebhooks, async ({ operator, params, body }) => ({
    data: await replay(operators, operator, params.id, body),
  }));
}
