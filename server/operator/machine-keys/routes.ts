import * as contract from '#contract/operator/machine-keys.ts';
import type { Http } from '#server/http/http.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';

export function registerMachineKeyRoutes(http: Http, operators: Operators): void {
  const { addReadAll, addAct } = operatorCalls(http, operators);

  addReadAll(contract.listMachineKeys, 'console.list_machine_keys');
  addAct(contract.revokeMachineKey, 'console.revoke_machine_key');
}
