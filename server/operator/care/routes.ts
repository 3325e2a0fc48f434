import * as contract from '#contract/operator/care.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import * as acts from './act-on-case.ts';
import * as reads from './read-care.ts';
import { listThresholds } from './thresholds.ts';

export function registerCareRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  operatorList(http, operators, contract.listCareSigns, ({ operators, operator, query }) =>
    reads.listCareSigns(operators, operator, query),
  );
  operatorList(http, operators, contract.listCareCases, ({ operators, operator, query }) =>
    reads.listCareCases(operators, operator, query),
  );
  dataRoute(contract.getCareFigures, ({ operator }) => reads.readCareFigures(operators, operator));
  dataRoute(contract.getCareCase, ({ operator, params }) => reads.readCareCase(operators, operator, params.id));
  dataRoute(contract.getPlayerCare, ({ operator, params }) => reads.readPlayerCare(operators, operator, params.id));
  dataRoute(contract.listCareThresholds, ({ operator }) => listThresholds(operators, operator));
  dataRoute(contract.createCareCase, ({ operator, body }) => acts.createCareCase(operators, operator, body));
  dataRoute(contract.noteCareContact, ({ operator, params, body }) =>
    acts.noteCareContact(operators, operator, params.id, body),
  );
  dataRoute(contract.assignCareCase, ({ operator, params, body }) =>
    acts.assignCareCase(operators, operator, params.id, body.to),
  );
  dataRoute(contract.closeCareCase, ({ operator, params, body }) =>
    acts.closeCareCase(operators, operator, params.id, body),
  );
}
