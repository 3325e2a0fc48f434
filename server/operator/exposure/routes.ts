import * as contract from '#contract/operator/exposure.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { listExposures, readExposure, readUniformity } from './read-exposure.ts';

export function registerExposureRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);
  dataRoute(contract.getExposure, ({ operator, params, query }) => readExposure(operators, operator, params.id, query));
  dataRoute(contract.listExposures, ({ operator }) => listExposures(operators, operator));
  dataRoute(contract.getUniformity, ({ operator, query }) => readUniformity(operators, operator, query));
}
