import * as contract from '#contract/operator/caps.ts';
import type { Http } from '#server/http/http.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { lowerCap } from './caps.ts';

export function registerCapRoutes(http: Http, operators: Operators): void {
  const { addData, addRead } = operatorCalls(http, operators);

  addRead(contract.readCaps, 'console.read_caps');
  addData(contract.lowerCap, ({ operator, body }) => lowerCap(operators, operator, body));
}
