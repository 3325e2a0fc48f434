import * as contract from '#contract/operator/draws.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listDraws, listDrawTickets, openDraw, readDrawCurve } from './read-draws.ts';
import { listStops, stopSales } from './stops.ts';
import { readTimetable, tryTimetable } from './timetable.ts';
import { verifyDraw } from './verify.ts';

export function registerOperatorDrawRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorList(http, operators, contract.listDraws, ({ operators, operator, query }) =>
    listDraws(operators, operator, query),
  );
  operatorRoute(http, db, contract.getDraw, async ({ operator, params, query }) => ({
    data: await openDraw(operators, operator, params.id, query.at),
  }));
  operatorRoute(http, db, contract.getDrawCurve, async ({ operator, params }) => ({
    data: await readDrawCurve(operators, operator, params.id),
  }));
  operatorList(http, operators, contract.listDrawTickets, ({ operators, operator, params, query }) =>
    listDrawTickets(operators, operator, params.id, query),
  );
  operatorRoute(http, db, contract.verifyDraw, async ({ operator, params }) => ({
    data: await verifyDraw(operators, operator, params.id),
  }));

  operatorList(http, operators, contract.listStops, ({ operators, operator, query }) =>
    listStops(operators, operator, query),
  );
  operatorRoute(http, db, contract.stopSales, async ({ operator, body }) => ({
    data: await stopSales(operators, operator, body),
  }));

  operatorRoute(http, db, contract.getTimetable, async ({ operator }) => ({
    data: await readTimetable(operators, operator),
  }));
  operatorRoute(http, db, contract.tryTimetable, async ({ operator, query }) => ({
    data: await tryTimetable(operators, operator, query),
  }));
}
