import * as contract from '#contract/operator/acts.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import { requireRight, type Operators } from '#server/operator/access/operators.ts';
import { askFor, tryRequest } from './ask-for.ts';
import { decideRequest } from './requests.ts';

export function registerActRoutes(http: Http, operators: Operators): void {
  const { addData, addRead, addList } = operatorCalls(http, operators);

  addList(contract.listRequests, 'console.list_requests', ({ query: { whose, kind, status, subject, cursor } }) => [
    whose,
    kind,
    status,
    subject,
    readCursor(cursor, numberCursor),
  ]);

  // Each kind has roles of its own that may ask for it.
  addData(contract.makeRequest, async ({ operator, body }) => {
    await requireRight(operators, operator, body.kind, body.kind);
    return askFor(operators, operator, body);
  });

  addData(contract.tryRequest, async ({ operator, body }) => {
    await requireRight(operators, operator, body.kind, body.kind);
    return tryRequest(operators, operator, body);
  });

  addRead(contract.getRequest, 'console.open_request', ({ params }) => [params.id]);
  addData(contract.decideRequest, ({ operator, params, body }) => decideRequest(operators, operator, params.id, body));
}
