import * as contract from '#contract/operator/statements.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { outcomeOf } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { beginStatement, putPiece } from './statements.ts';

export function registerStatementRoutes(http: Http, operators: Operators): void {
  const { addData, addRead, addReadAll, addList, addAct } = operatorCalls(http, operators);

  addList(contract.listStatements, 'console.list_statements');
  addReadAll(contract.getStatementAccounts, 'console.statement_accounts');
  addData(contract.beginStatement, ({ operator, body }) => beginStatement(operators, operator, body));
  addData(contract.putStatementPiece, ({ operator, params, rawBody }) =>
    putPiece(operators, operator, params, rawBody),
  );

  addList(
    contract.listStatementDifferences,
    'console.list_statement_differences',
    ({ query: { account, statement, kind, state, cursor } }) => [
      account,
      statement,
      kind,
      state,
      readCursor(cursor, numberCursor),
    ],
  );
  addRead(contract.getStatementDifference, 'console.statement_difference');
  addAct(contract.closeStatementDifference, 'console.close_statement_difference', outcomeOf('statement', 'closed'));
  addAct(contract.matchStatementLine, 'console.match_statement_line', outcomeOf('statement', 'matched'));
}
