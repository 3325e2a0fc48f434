import type { AnswerOf } from '#contract/endpoint.ts';
import * as contract from '#contract/operator/overview.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readAll, readOne } from '#server/operator/access/reads.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listAlarms, takeItem } from './inbox.ts';

export function registerOverviewRoutes(http: Http, operators: Operators): void {
  const { db, timeZone } = operators;
  operatorRoute(http, db, contract.getOverview, async ({ operator }) => ({
    data: await readOne<AnswerOf<typeof contract.getOverview>['data']>(operators, 'console.read_overview', [
      operator.session,
    ]),
  }));
  operatorRoute(http, db, contract.getBusiness, async ({ operator }) => ({
    data: await readOne<AnswerOf<typeof contract.getBusiness>['data']>(operators, 'console.read_business', [
      operator.session,
      timeZone,
    ]),
  }));
  operatorRoute(http, db, contract.countWaiting, async ({ operator }) => ({
    data: await readOne<AnswerOf<typeof contract.countWaiting>['data']>(operators, 'console.count_waiting', [
      operator.session,
    ]),
  }));
  operatorRoute(http, db, contract.listInbox, async ({ operator }) => ({
    data: await readAll<AnswerOf<typeof contract.listInbox>['data'][number]>(operators, 'console.list_inbox', [
      operator.session,
    ]),
  }));
  operatorList(http, operators, contract.listAlarms, ({ operators, operator, query }) =>
    listAlarms(operators, operator, query),
  );
  operatorRoute(http, db, contract.takeItem, async ({ operator, params }) => ({
    data: await takeItem(operators, operator, params),
  }));
}
