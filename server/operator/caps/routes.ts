import * as contract from '#contract/operator/caps.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { lowerCap, readCaps } from './caps.ts';

export function registerCapRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  dataRoute(contract.readCaps, ({ operator, query }) => readCaps(operators, operator, query.draw ?? null));
  dataRoute(contract.lowerCap, ({ operator, body }) => lowerCap(operators, operator, body));
}
