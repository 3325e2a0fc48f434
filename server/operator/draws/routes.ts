import * as contract from '#contract/operator/draws.ts';
import type { Http } from '#server/http/http.ts';
import { askFor } from '#server/operator/acts/ask-for.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { describeDraw, listDraws, openDraw } from './read-draws.ts';
import { askToStartSales, listStops, stopSales } from './stops.ts';
import { askForTimetable, readTimetable, tryTimetable } from './timetable.ts';
import { verifyDraw } from './verify.ts';

export function registerOperatorDrawRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listDraws, ({ operator, query }) => listDraws(operators, operator, query));
  operatorRoute(http, db, contract.getDraw, async ({ operator, params, query }) => ({
    data: await openDraw(operators, operator, params.id, query.at),
  }));
  operatorRoute(http, db, contract.verifyDraw, async ({ operator, params }) => ({
    data: await verifyDraw(operators, operator, params.id),
  }));
  operatorRoute(http, db, contract.callOffDraw, async ({ operator, params: { id }, body: { reason, signature } }) => {
    const oldValues = await describeDraw(operators, operator, id);
    const asked = { kind: 'call_off_draw', subject: `draw ${id}`, oldValues, newValues: { status: 'void' }, reason };
    return { data: await askFor(operators, operator, asked, signature) };
  });

  operatorRoute(http, db, contract.listStops, ({ operator, query }) => listStops(operators, operator, query));
  operatorRoute(http, db, contract.stopSales, async ({ operator, body }) => ({
    data: await stopSales(operators, operator, body),
  }));
  operatorRoute(http, db, contract.startSales, async ({ operator, params, body }) => ({
    data: await askToStartSales(operators, operator, params.id, body),
  }));

  operatorRoute(http, db, contract.getTimetable, async ({ operator }) => ({
    data: await readTimetable(operators, operator),
  }));
  operatorRoute(http, db, contract.tryTimetable, async ({ operator, query }) => ({
    data: await tryTimetable(operators, operator, query),
  }));
  operatorRoute(http, db, contract.changeTimetable, async ({ operator, body }) => ({
    data: await askForTimetable(operators, operator, body),
  }));
}
