import * as contract from '#contract/operator/exposure.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { listExposures, readExposure, readUniformity } from './read-exposure.ts';

export function registerExposureRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  operatorRoute(http, db, contract.getExposure, async ({ operator, params, query }) => ({
    data: await readExposure(operators, operator, params.id, query),
  }));
  operatorRoute(http, db, contract.listExposures, async ({ operator }) => ({
    data: await listExposures(operators, operator),
  }));
  operatorRoute(http, db, contract.getUniformity, async ({ operator, query }) => ({
    data: await readUniformity(operators, operator, query),
  }));
}
