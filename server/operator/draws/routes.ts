import * as contract from '#contract/operator/draws.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listDraws, listDrawTickets, openDraw, readDrawCurve, readHouseResults } from './read-draws.ts';
import { listStops, stopSales } from './stops.ts';
import { readTimetable, tryTimetable } from './timetable.ts';
import { verifyDraw } from './verify.ts';

export function registerOperatorDrawRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  operatorList(http, operators, contract.listDraws, ({ operators, operator, query }) =>
    listDraws(operators, operator, query),
  );
  dataRoute(contract.getHouseResults, ({ operator, query }) => readHouseResults(operators, operator, query));
  dataRoute(contract.getDraw, ({ operator, params, query }) => openDraw(operators, operator, params.id, query.at));
  dataRoute(contract.getDrawCurve, ({ operator, params }) => readDrawCurve(operators, operator, params.id));
  operatorList(http, operators, contract.listDrawTickets, ({ operators, operator, params, query }) =>
    listDrawTickets(operators, operator, params.id, query),
  );
  dataRoute(contract.verifyDraw, ({ operator, params }) => verifyDraw(operators, operator, params.id));

  operatorList(http, operators, contract.listStops, ({ operators, operator, query }) =>
    listStops(operators, operator, query),
  );
  dataRoute(contract.stopSales, ({ operator, body }) => stopSales(operators, operator, body));
  dataRoute(contract.getTimetable, ({ operator }) => readTimetable(operators, operator));
  dataRoute(contract.tryTimetable, ({ operator, query }) => tryTimetable(operators, operator, query));
}
