import * as contract from '#contract/operator/statements.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import {
  beginStatement,
  closeDifference,
  listDifferences,
  listStatements,
  matchLine,
  putPiece,
  readAccounts,
  readDifference,
} from './statements.ts';

export function registerStatementRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorList(http, operators, contract.listStatements, ({ operators, operator, query }) =>
    listStatements(operators, operator, query),
  );

  operatorRoute(http, db, contract.getStatementAccounts, async ({ operator }) => ({
    data: await readAccounts(operators, operator),
  }));

  operatorRoute(http, db, contract.beginStatement, async ({ operator, body }) => ({
    data: await beginStatement(operators, operator, body),
  }));

  operatorRoute(http, db, contract.putStatementPiece, async ({ operator, params, rawBody }) => ({
    data: await putPiece(operators, operator, params, rawBody),
  }));

  operatorList(http, operators, contract.listStatementDifferences, ({ operators, operator, query }) =>
    listDifferences(operators, operator, query),
  );

  operatorRoute(http, db, contract.getStatementDifference, async ({ operator, params }) => ({
    data: await readDifference(operators, operator, params.id),
  }));

  operatorRoute(http, db, contract.closeStatementDifference, async ({ operator, params, body }) => ({
    data: await closeDifference(operators, operator, params.id, body.reason),
  }));

  operatorRoute(http, db, contract.matchStatementLine, async ({ operator, params, body }) => ({
    data: await matchLine(operators, operator, params.id, body.payment),
  }));
}
