import * as contract from '#contract/operator/reports.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { getReport, listReports, type MadeWith } from './read-report.ts';
import { exportReport } from './write-file.ts';

export function registerReportRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  const { addData } = operatorCalls(http, operators);
  let madeWith: Promise<MadeWith> | undefined;
  // Measuring the code takes a while, and what runs is what was started.
  const readMadeWith = () =>
    (madeWith ??= operators.about().then(({ version, code }) => ({ version, code: code.atStart })));

  addData(contract.listReports, ({ operator, request }) => listReports(operator, languageOf(request)));

  operatorRoute(http, db, contract.getReport, async ({ operator, params: { kind }, query, request, reply }) =>
    query.as === 'csv'
      ? exportReport(operators, operator, await readMadeWith(), kind, query, reply)
      : getReport(operators, operator, await readMadeWith(), kind, query, languageOf(request)),
  );
}
