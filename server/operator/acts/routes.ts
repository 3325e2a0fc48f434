import * as contract from '#contract/operator/acts.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { decideRequest, listRequests, openRequest } from './requests.ts';

export function registerActRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listRequests, ({ operator, query }) => listRequests(operators, operator, query));

  operatorRoute(http, db, contract.getRequest, async ({ operator, params, request }) => ({
    data: await openRequest(operators, operator, params.id, languageOf(request)),
  }));

  operatorRoute(http, db, contract.decideRequest, async ({ operator, params, body }) => ({
    data: await decideRequest(operators, operator, params.id, body),
  }));
}
