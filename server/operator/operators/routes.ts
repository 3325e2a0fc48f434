import * as contract from '#contract/operator/operators.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import {
  askAboutOperator,
  disableOperator,
  inviteOperator,
  listOperators,
  makeLink,
  removePasskey,
} from './operators.ts';

export function registerOperatorsRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listOperators, ({ operator, query }) => listOperators(operators, operator, query));

  operatorRoute(http, db, contract.inviteOperator, async ({ operator, body }) => ({
    data: await inviteOperator(operators, operator, body),
  }));

  operatorRoute(http, db, contract.makeOperatorLink, async ({ operator, params, body }) => ({
    data: await makeLink(operators, operator, params.name, body.reason),
  }));

  operatorRoute(http, db, contract.askToLetIn, async ({ operator, params, body }) => ({
    data: await askAboutOperator(operators, operator, { kind: 'operator_add', ...params, ...body }),
  }));

  operatorRoute(http, db, contract.askToChangeRoles, async ({ operator, params, body }) => ({
    data: await askAboutOperator(operators, operator, { kind: 'operator_roles', ...params, ...body }),
  }));

  operatorRoute(http, db, contract.askForPasskeys, async ({ operator, params, body }) => ({
    data: await askAboutOperator(operators, operator, { kind: 'operator_passkey', ...params, ...body }),
  }));

  operatorRoute(http, db, contract.removeOperatorPasskey, async ({ operator, params, body }) => ({
    data: await removePasskey(operators, operator, params, body.reason),
  }));

  operatorRoute(http, db, contract.disableOperator, async ({ operator, params, body }) => ({
    data: await disableOperator(operators, operator, params.name, body.reason),
  }));
}
