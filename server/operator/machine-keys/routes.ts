import type { AnswerOf } from '#contract/endpoint.ts';
import * as contract from '#contract/operator/machine-keys.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import { actAndTell, type Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';

type ListedKey = AnswerOf<typeof contract.listMachineKeys>['data'][number];

export function registerMachineKeyRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listMachineKeys, async ({ operator: { session } }) => ({
    data: await readAll<ListedKey>(operators, 'console.list_machine_keys', [session]),
  }));

  operatorRoute(http, db, contract.revokeMachineKey, async ({ operator: { session }, params: { id }, body }) => ({
    data: await actAndTell(operators, async (tx) => {
      const [row] = await tx.query<{ found: boolean }>('select console.revoke_machine_key($1, $2, $3) as found', [
        session,
        id,
        body.reason,
      ]);
      if (!row!.found) throw new Refusal('not_found');
      return {};
    }),
  }));
}
