import * as contract from '#contract/operator/players.ts';
import type { Http } from '#server/http/http.ts';
import { originOf } from '#server/identity/security-log.ts';
import { askFor } from '#server/operator/acts/ask-for.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { endClientSessions } from './sessions.ts';

export function registerPlayerRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.endClientSessions, async ({ operator, params, body, request }) => ({
    data: { sessions: await endClientSessions(operators, operator, params.id, body.reason, originOf(request)) },
  }));

  const asksFor = (kind: string, id: number, { reason }: { readonly reason: string }) => ({
    kind,
    subject: `client ${id}`,
    newValues: {},
    oldValues: {},
    reason,
  });

  operatorRoute(http, db, contract.askForReset, async ({ operator, params, body }) => ({
    data: { id: await askFor(operators, operator, asksFor('start_reset', params.id, body), body.signature) },
  }));

  operatorRoute(http, db, contract.askToLiftUndo, async ({ operator, params, body }) => ({
    data: { id: await askFor(operators, operator, asksFor('lift_undo', params.id, body), body.signature) },
  }));

  operatorRoute(http, db, contract.askToClearMatch, async ({ operator, params, body }) => ({
    data: { id: await askFor(operators, operator, asksFor('clear_match', params.id, body), body.signature) },
  }));
}
