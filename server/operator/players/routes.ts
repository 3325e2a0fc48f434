import * as contract from '#contract/operator/players.ts';
import type { Http } from '#server/http/http.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { askFor } from '#server/operator/acts/requests.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { endClientSessions } from './sessions.ts';

export function registerPlayerRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

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
}
