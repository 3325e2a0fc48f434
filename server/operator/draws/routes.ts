import * as contract from '#contract/operator/draws.ts';
import { betTypes } from '#domain/bet-types.ts';
import { uuidPattern } from '#domain/uuid.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { orConflict } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { boundsOf } from '#server/operator/days.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listDrawTickets, rangeOf } from './read-draws.ts';
import { tryTimetable } from './timetable.ts';
import { verifyDraw } from './verify.ts';

export function registerOperatorDrawRoutes(http: Http, operators: Operators): void {
  const { timeZone } = operators;
  const { addData, addRead, addList, addAct } = operatorCalls(http, operators);

  addList(
    contract.listDraws,
    'console.list_draws',
    ({ query: { day, from, status, kind, late, needs, staked, net, order, cursor } }) => {
      // The cursor is a draw's moment in milliseconds since 1970.
      const after = readCursor(cursor, numberCursor);
      const [first, beyond] = day === undefined ? [null, null] : boundsOf(day.first, timeZone, day.last);
      return [
        from ?? first,
        beyond,
        status,
        kind?.map(Number),
        late,
        needs === 'somebody',
        rangeOf(staked),
        rangeOf(net),
        after === null ? null : new Date(Number(after)),
        order === 'draws',
      ];
    },
  );
  addRead(contract.getHouseResults, 'console.read_house_results', ({ query }) => [query.span, timeZone]);
  // As it was at a moment it has no requests, which continue since.
  addRead(contract.getDraw, 'console.read_draw');
  addRead(contract.getDrawCurve, 'console.read_draw_curve');
  operatorList(http, operators, contract.listDrawTickets, ({ operators, operator, params, query }) =>
    listDrawTickets(operators, operator, params.id, query),
  );
  addData(contract.verifyDraw, ({ operator, params, request }) =>
    verifyDraw(operators, operator, params.id, languageOf(request)),
  );

  addList(contract.listStops, 'console.list_stops', ({ query: { active, cursor } }) => [
    active && active === 'yes',
    readCursor(cursor, uuidPattern),
  ]);
  addAct(
    contract.stopSales,
    'console.stop_sales',
    (id: string | null) => ({ id: orConflict(id, (says) => says.stoppedAlready) }),
    ({ body: { drawId, name, sentence, reason } }) => [drawId, name && betTypes[name].code, sentence, reason],
  );
  addRead(contract.getTimetable, 'console.read_timetable');
  addData(contract.tryTimetable, ({ operator, query }) => tryTimetable(operators, operator, query));
}
