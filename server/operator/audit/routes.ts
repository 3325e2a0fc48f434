import * as contract from '#contract/operator/audit.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listAudit, listViews, readAuditHead, readAuditLine } from './read-audit.ts';

export function registerAuditRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  operatorList(http, operators, contract.listAudit, ({ operators, operator, query }) =>
    listAudit(operators, operator, query),
  );

  dataRoute(contract.getAuditHead, ({ operator, query }) => readAuditHead(operators, operator, query.known));
  dataRoute(contract.getAuditLine, ({ operator, params }) => readAuditLine(operators, operator, params.number));

  operatorList(http, operators, contract.listViews, ({ operators, operator, query }) =>
    listViews(operators, operator, query),
  );
}
