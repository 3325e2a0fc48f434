import * as contract from '#contract/operator/operators.ts';
import type { Http } from '#server/http/http.ts';
import { readCursor } from '#server/http/paging.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { inviteOperator, makeLink } from './operators.ts';

/** The name of the operator who was seen last. */
const nameCursor = /^[a-z][a-z0-9.-]{1,39}$/;

export function registerOperatorsRoutes(http: Http, operators: Operators): void {
  const { addData, addList, addAct } = operatorCalls(http, operators);

  addList(contract.listOperators, 'console.list_operators', ({ query }) => [readCursor(query.cursor, nameCursor)]);
  addData(contract.inviteOperator, ({ operator, body }) => inviteOperator(operators, operator, body));
  addData(contract.makeOperatorLink, ({ operator, params, body }) =>
    makeLink(operators, operator, params.name, body.reason),
  );
  addAct(contract.removeOperatorPasskey, 'console.remove_passkey');
  addAct(contract.disableOperator, 'console.disable_operator');
}
