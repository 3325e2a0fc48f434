import * as contract from '#contract/operator/operators.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { disableOperator, inviteOperator, listOperators, makeLink, removePasskey } from './operators.ts';

export function registerOperatorsRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorList(http, operators, contract.listOperators, ({ operators, operator, query }) =>
    listOperators(operators, operator, query),
  );

  operatorRoute(http, db, contract.inviteOperator, async ({ operator, body }) => ({
    data: await inviteOperator(operators, operator, body),
  }));

  operatorRoute(http, db, contract.makeOperatorLink, async ({ operator, params, body }) => ({
    data: await makeLink(operators, operator, params.name, body.reason),
  }));

  operatorRoute(http, db, contract.removeOperatorPasskey, async ({ operator, params, body }) => ({
    data: await removePasskey(operators, operator, params, body.reason),
  }));

  operatorRoute(http, db, contract.disableOperator, async ({ operator, params, body }) => ({
    data: await disableOperator(operators, operator, params.name, body.reason),
  }));
}
