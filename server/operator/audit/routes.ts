import * as contract from '#contract/operator/audit.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readAuditHead } from './read-audit.ts';

export function registerAuditRoutes(http: Http, operators: Operators): void {
  const { timeZone } = operators;
  const { addData, addRead, addList } = operatorCalls(http, operators);

  addList(contract.listAudit, 'console.list_audit', ({ query: { who, act, subject, day, from, to, two, cursor } }) => [
    who?.values[0],
    who?.isNot ?? false,
    act?.values,
    act?.isNot ?? false,
    subject,
    day,
    timeZone,
    from,
    to,
    two !== undefined,
    readCursor(cursor, numberCursor),
  ]);

  addData(contract.getAuditHead, ({ operator, query }) => readAuditHead(operators, operator, query.known));
  addRead(contract.getAuditLine, 'console.read_audit_line');

  addList(contract.listViews, 'console.list_views', ({ query: { who, subject, day, cursor } }) => [
    who?.values[0],
    who?.isNot ?? false,
    subject,
    day,
    timeZone,
    readCursor(cursor, numberCursor),
  ]);
}
