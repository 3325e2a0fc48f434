import * as contract from '#contract/operator/operators.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { disableOperator, inviteOperator, listOperators, makeLink, removePasskey } from './operators.ts';

export function registerOperatorsRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  operatorList(http, operators, contract.listOperators, ({ operators, operator, query }) =>
    listOperators(operators, operator, query),
  );

  dataRoute(contract.inviteOperator, ({ operator, body }) => inviteOperator(operators, operator, body));

  dataRoute(contract.makeOperatorLink, ({ operator, params, body }) =>
    makeLink(operators, operator, params.name, body.reason),
  );

  dataRoute(contract.removeOperatorPasskey, ({ operator, params, body }) =>
    removePasskey(operators, operator, params, body.reason),
  );

  dataRoute(contract.disableOperator, ({ operator, params, body }) =>
    disableOperator(operators, operator, params.name, body.reason),
  );
}
