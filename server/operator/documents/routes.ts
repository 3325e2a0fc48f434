import * as contract from '#contract/operator/documents.ts';
import { uuidPattern } from '#domain/uuid.ts';
import type { Http } from '#server/http/http.ts';
import { readCursor } from '#server/http/paging.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { decideIdentityCheck, openIdentityCheck, openIdentityImage } from './identity-checks.ts';

export function registerIdentityDocumentRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  const { addData, addList } = operatorCalls(http, operators);

  addList(contract.listIdentityChecks, 'console.list_identity_checks', ({ query }) => [
    readCursor(query.cursor, uuidPattern),
  ]);

  addData(contract.getIdentityCheck, ({ operator, params, request }) =>
    openIdentityCheck(operators, operator, params.id, originOf(request)),
  );

  operatorRoute(http, db, contract.getIdentityImage, async ({ operator, params, request, reply }) => {
    const image = await openIdentityImage(operators, operator, params, originOf(request));
    return reply.type('image/jpeg').header('cache-control', 'no-store').send(image);
  });

  addData(contract.decideIdentityCheck, ({ operator, params, body, request }) =>
    decideIdentityCheck(operators, operator, params.id, body, originOf(request)),
  );
}
