import * as contract from '#contract/operator/reports.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { getReport, listReports, type MadeWith } from './read-report.ts';
import { exportReport } from './write-file.ts';

export function registerReportRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  let madeWith: Promise<MadeWith> | undefined;
  // Measuring the code takes a while, and what runs is what was started.
  const readMadeWith = () =>
    (madeWith ??= operators.about().then(({ version, code }) => ({ version, code: code.atStart })));

  operatorRoute(http, db, contract.listReports, ({ operator, request }) => ({
    data: listReports(operator, languageOf(request)),
  }));

  operatorRoute(http, db, contract.getReport, async ({ operator, params, query, request }) =>
    getReport(operators, operator, await readMadeWith(), params.kind, query, languageOf(request)),
  );

  operatorRoute(http, db, contract.exportReport, async ({ operator, params, query, reply }) =>
    exportReport(operators, operator, await readMadeWith(), params.kind, query, reply),
  );
}
