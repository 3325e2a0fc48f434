import * as contract from '#contract/operator/audit.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listAudit, listViews, readAuditHead, readAuditLine } from './read-audit.ts';

export function registerAuditRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorList(http, operators, contract.listAudit, ({ operators, operator, query }) =>
    listAudit(operators, operator, query),
  );

  operatorRoute(http, db, contract.getAuditHead, async ({ operator, query }) => ({
    data: await readAuditHead(operators, operator, query.known),
  }));

  operatorRoute(http, db, contract.getAuditLine, async ({ operator, params }) => ({
    data: await readAuditLine(operators, operator, params.number),
  }));

  operatorList(http, operators, contract.listViews, ({ operators, operator, query }) =>
    listViews(operators, operator, query),
  );
}
