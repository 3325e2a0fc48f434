import { Readable } from 'node:stream';
import * as contract from '#contract/operator/audit.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { exportAudit, listAudit, listViews, readAuditHead, readAuditLine } from './read-audit.ts';

export function registerAuditRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listAudit, ({ operator, query }) => listAudit(operators, operator, query));

  operatorRoute(http, db, contract.exportAudit, async ({ operator, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="izi-audit.csv"')
      .send(Readable.from(await exportAudit(operators, operator, query))),
  );

  operatorRoute(http, db, contract.getAuditHead, async ({ operator, query }) => ({
    data: await readAuditHead(operators, operator, query.known),
  }));

  operatorRoute(http, db, contract.getAuditLine, async ({ operator, params }) => ({
    data: await readAuditLine(operators, operator, params.number),
  }));

  operatorRoute(http, db, contract.listViews, ({ operator, query }) => listViews(operators, operator, query));
}
