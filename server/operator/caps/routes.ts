import * as contract from '#contract/operator/caps.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { lowerCap, readCaps } from './caps.ts';

export function registerCapRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.readCaps, async ({ operator, query }) => ({
    data: await readCaps(operators, operator, query.draw ?? null),
  }));
  operatorRoute(http, db, contract.lowerCap, async ({ operator, body }) => ({
    data: await lowerCap(operators, operator, body),
  }));
}
