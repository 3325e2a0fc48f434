import * as contract from '#contract/operator/overview.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listAlarms, takeAlarm } from './alarms.ts';
import { countWaiting, readOverview } from './read-overview.ts';

export function registerOverviewRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  operatorRoute(http, db, contract.getOverview, async ({ operator }) => ({
    data: await readOverview(operators, operator),
  }));
  operatorRoute(http, db, contract.countWaiting, async ({ operator }) => ({
    data: await countWaiting(operators, operator),
  }));
  operatorList(http, operators, contract.listAlarms, ({ operator, query }) => listAlarms(operators, operator, query));
  operatorRoute(http, db, contract.takeAlarm, async ({ operator, params }) => ({
    data: await takeAlarm(operators, operator, params.id),
  }));
}
