import * as contract from '#contract/operator/care.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { orConflict } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';

/** The score and the number of the last player that was seen. */
const signCursor = /^\d{1,4}_\d{1,15}$/;

export function registerCareRoutes(http: Http, operators: Operators): void {
  const { addRead, addReadAll, addList, addAct } = operatorCalls(http, operators);

  addList(contract.listCareSigns, 'console.list_care_signs', ({ query: { kind, cursor } }) => [
    kind,
    ...(readCursor(cursor, signCursor)?.split('_').map(Number) ?? [null, null]),
  ]);
  addList(contract.listCareCases, 'console.list_care_cases', ({ query: { state, kind, whose, client, cursor } }) => [
    state && state === 'open',
    kind,
    whose === 'mine',
    client,
    readCursor(cursor, numberCursor),
  ]);
  addRead(contract.getCareFigures, 'console.care_figures');
  addRead(contract.getCareCase, 'console.read_care_case');
  addRead(contract.getPlayerCare, 'console.player_care', ({ params }) => [params.id, operators.timeZone]);
  addReadAll(contract.listCareThresholds, 'console.list_care_thresholds');

  addAct(
    contract.createCareCase,
    'console.create_care_case',
    (id: number | null) => ({ id: orConflict(id, (says) => says.care.hasOpen) }),
    ({ body: { clientId, reason } }) => [clientId, reason, operators.timeZone],
  );
  addAct(
    contract.noteCareContact,
    'console.note_care_contact',
    (isNoted: boolean, { body }) => {
      orConflict(isNoted, (says) => says.care.closedOrNoted);
      return { number: body.number };
    },
    ({ params, body: { number, way, reached, text } }) => [params.id, number, way, reached, text],
  );
  addAct(contract.assignCareCase, 'console.assign_care_case', (isAssigned: boolean, { body }) => {
    orConflict(isAssigned, (says) => says.care.closedOrNobody);
    return { assignedTo: body.to };
  });
  addAct(
    contract.closeCareCase,
    'console.close_care_case',
    (isClosed: boolean, { body }) => {
      orConflict(isClosed, (says) => says.care.closed);
      return { outcome: body.outcome };
    },
    ({ params, body: { outcome, reason } }) => [params.id, outcome, reason],
  );
}
