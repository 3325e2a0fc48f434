import * as contract from '#contract/operator/care.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import * as acts from './act-on-case.ts';
import * as reads from './read-care.ts';
import { listThresholds } from './thresholds.ts';

export function registerCareRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorList(http, operators, contract.listCareSigns, ({ operators, operator, query }) =>
    reads.listCareSigns(operators, operator, query),
  );
  operatorList(http, operators, contract.listCareCases, ({ operators, operator, query }) =>
    reads.listCareCases(operators, operator, query),
  );
  operatorRoute(http, db, contract.getCareFigures, async ({ operator }) => ({
    data: await reads.readCareFigures(operators, operator),
  }));
  operatorRoute(http, db, contract.getCareCase, async ({ operator, params }) => ({
    data: await reads.readCareCase(operators, operator, params.id),
  }));
  operatorRoute(http, db, contract.getPlayerCare, async ({ operator, params }) => ({
    data: await reads.readPlayerCare(operators, operator, params.id),
  }));

  operatorRoute(http, db, contract.listCareThresholds, async ({ operator }) => ({
    data: await listThresholds(operators, operator),
  }));

  operatorRoute(http, db, contract.createCareCase, async ({ operator, body }) => ({
    data: await acts.createCareCase(operators, operator, body),
  }));
  operatorRoute(http, db, contract.noteCareContact, async ({ operator, params, body }) => ({
    data: await acts.noteCareContact(operators, operator, params.id, body),
  }));
  operatorRoute(http, db, contract.assignCareCase, async ({ operator, params, body }) => ({
    data: await acts.assignCareCase(operators, operator, params.id, body.to),
  }));
  operatorRoute(http, db, contract.closeCareCase, async ({ operator, params, body }) => ({
    data: await acts.closeCareCase(operators, operator, params.id, body),
  }));
}
