import * as contract from '#contract/operator/door.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from './operator-route.ts';
import type { Operators } from './operators.ts';

export function registerDoorRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.getOperator, ({ operator: { name, roles } }) => ({
    data: { name, roles: [...roles] },
  }));
}
