import * as contract from '#contract/operator/exposure.ts';
import type { Http } from '#server/http/http.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { boundsOf } from '#server/operator/days.ts';
import { listExposures, readExposure } from './read-exposure.ts';

export function registerExposureRoutes(http: Http, operators: Operators): void {
  const { addData, addRead } = operatorCalls(http, operators);
  addData(contract.getExposure, ({ operator, params, query }) => readExposure(operators, operator, params.id, query));
  addData(contract.listExposures, ({ operator }) => listExposures(operators, operator));
  // Days of the operators' zone, both included.
  addRead(contract.getUniformity, 'console.exposure_uniformity', ({ query: { from, to } }) => [
    from && boundsOf(from, operators.timeZone)[0],
    to && boundsOf(to, operators.timeZone)[1],
  ]);
}
