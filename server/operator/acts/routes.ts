import * as contract from '#contract/operator/acts.ts';
import type { Http } from '#server/http/http.ts';
import { may } from '#contract/operator/rights.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dataRoutes, operatorRoute } from '#server/operator/access/operator-route.ts';
import type { RequestKind } from '#contract/operator/requests.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { askFor, tryRequest } from './ask-for.ts';
import { decideRequest, listRequests, openRequest } from './requests.ts';

export function registerActRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  const dataRoute = dataRoutes(http, operators.db);

  operatorList(http, operators, contract.listRequests, ({ operators, operator, query }) =>
    listRequests(operators, operator, query),
  );

  /** Each kind has roles of its own that may ask for it. A refusal is a line of the audit, as for any call. */
  const requireKind = async ({ roles, session }: Operator, kind: RequestKind): Promise<void> => {
    if (may(roles, kind)) return;
    await db.query('select console.note_refusal($1, $2, $3)', [session, kind, 'role']);
    throw new Refusal('not_allowed');
  };

  operatorRoute(http, db, contract.makeRequest, async ({ operator, body }) => {
    await requireKind(operator, body.kind);
    return { data: await askFor(operators, operator, body) };
  });

  operatorRoute(http, db, contract.tryRequest, async ({ operator, body }) => {
    await requireKind(operator, body.kind);
    return { data: await tryRequest(operators, operator, body) };
  });

  dataRoute(contract.getRequest, ({ operator, params }) => openRequest(operators, operator, params.id));

  dataRoute(contract.decideRequest, ({ operator, params, body }) =>
    decideRequest(operators, operator, params.id, body),
  );
}
