import * as contract from '#contract/operator.ts';
import type { Http } from '#server/http/http.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { askFor, decideRequest, endClientSessions, listRequests } from './clients.ts';
import { decideIdentityCheck, listIdentityChecks, openIdentityCheck, openIdentityImage } from './identity-checks.ts';
import { operatorRoute } from './operator-route.ts';
import type { Operators } from './operators.ts';

export function registerOperatorRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.getOperator, ({ operator: { name, roles } }) => ({
    data: { name, roles: [...roles] },
  }));

  operatorRoute(http, db, contract.listIdentityChecks, ({ operator, query }) =>
    listIdentityChecks(operators, operator, query),
  );

  operatorRoute(http, db, contract.getIdentityCheck, async ({ operator, params, request }) => ({
    data: await openIdentityCheck(operators, operator, params.id, originOf(request)),
  }));

  operatorRoute(http, db, contract.getIdentityImage, async ({ operator, params, request, reply }) => {
    const image = await openIdentityImage(operators, operator, params, originOf(request));
    return reply.type('image/jpeg').header('cache-control', 'no-store').send(image);
  });

  operatorRoute(http, db, contract.decideIdentityCheck, async ({ operator, params, body, request }) => ({
    data: { outcome: await decideIdentityCheck(operators, operator, params.id, body, originOf(request)) },
  }));

  operatorRoute(http, db, contract.endClientSessions, async ({ operator, params, body, request }) => ({
    data: { sessions: await endClientSessions(operators, operator, params.id, body.reason, originOf(request)) },
  }));

  operatorRoute(http, db, contract.askForReset, async ({ operator, params, body }) => ({
    data: { id: await askFor(operators, operator, 'start_reset', params.id, body.reason) },
  }));

  operatorRoute(http, db, contract.askToLiftUndo, async ({ operator, params, body }) => ({
    data: { id: await askFor(operators, operator, 'lift_undo', params.id, body.reason) },
  }));

  operatorRoute(http, db, contract.askToClearMatch, async ({ operator, params, body }) => ({
    data: { id: await askFor(operators, operator, 'clear_match', params.id, body.reason) },
  }));

  operatorRoute(http, db, contract.listRequests, async ({ operator }) => ({
    data: await listRequests(operators, operator),
  }));

  operatorRoute(http, db, contract.decideRequest, async ({ operator, params, body, request }) => ({
    data: { outcome: await decideRequest(operators, operator, params.id, body, originOf(request)) },
  }));
}
