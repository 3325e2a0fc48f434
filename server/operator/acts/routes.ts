import * as contract from '#contract/operator/acts.ts';
import type { Http } from '#server/http/http.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { decideRequest, listRequests } from './requests.ts';

export function registerActRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listRequests, async ({ operator }) => ({
    data: await listRequests(operators, operator),
  }));

  operatorRoute(http, db, contract.decideRequest, async ({ operator, params, body, request }) => ({
    data: { outcome: await decideRequest(operators, operator, params.id, body, originOf(request)) },
  }));
}
