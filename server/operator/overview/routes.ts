import type { AnswerOf } from '#contract/endpoint.ts';
import * as contract from '#contract/operator/overview.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readAll, readOne } from '#server/operator/access/reads.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listAlarms, takeItem } from './inbox.ts';

export function registerOverviewRoutes(http: Http, operators: Operators): void {
  const { timeZone } = operators;
  const dataRoute = dataRoutes(http, operators.db);
  dataRoute(contract.getOverview, ({ operator }) =>
    readOne<AnswerOf<typeof contract.getOverview>['data']>(operators, 'console.read_overview', [operator.session]),
  );
  dataRoute(contract.getBusiness, ({ operator }) =>
    readOne<AnswerOf<typeof contract.getBusiness>['data']>(operators, 'console.read_business', [
      operator.session,
      timeZone,
    ]),
  );
  dataRoute(contract.countWaiting, ({ operator }) =>
    readOne<AnswerOf<typeof contract.countWaiting>['data']>(operators, 'console.count_waiting', [operator.session]),
  );
  dataRoute(contract.listInbox, ({ operator }) =>
    readAll<AnswerOf<typeof contract.listInbox>['data'][number]>(operators, 'console.list_inbox', [operator.session]),
  );
  operatorList(http, operators, contract.listAlarms, ({ operators, operator, query }) =>
    listAlarms(operators, operator, query),
  );
  dataRoute(contract.takeItem, ({ operator, params }) => takeItem(operators, operator, params));
}
