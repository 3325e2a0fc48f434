import * as contract from '#contract/operator/documents.ts';
import type { Http } from '#server/http/http.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { dataRoutes, operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { decideIdentityCheck, listIdentityChecks, openIdentityCheck, openIdentityImage } from './identity-checks.ts';

export function registerIdentityDocumentRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  const dataRoute = dataRoutes(http, operators.db);

  operatorList(http, operators, contract.listIdentityChecks, ({ operators, operator, query }) =>
    listIdentityChecks(operators, operator, query),
  );

  dataRoute(contract.getIdentityCheck, ({ operator, params, request }) =>
    openIdentityCheck(operators, operator, params.id, originOf(request)),
  );

  operatorRoute(http, db, contract.getIdentityImage, async ({ operator, params, request, reply }) => {
    const image = await openIdentityImage(operators, operator, params, originOf(request));
    return reply.type('image/jpeg').header('cache-control', 'no-store').send(image);
  });

  dataRoute(contract.decideIdentityCheck, ({ operator, params, body, request }) =>
    decideIdentityCheck(operators, operator, params.id, body, originOf(request)),
  );
}
