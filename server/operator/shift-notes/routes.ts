import * as contract from '#contract/operator/shift-notes.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { listShiftNotes, takeShiftNote, writeShiftNote } from './shift-notes.ts';

export function registerShiftNoteRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  dataRoute(contract.listShiftNotes, ({ operator }) => listShiftNotes(operators, operator));
  dataRoute(contract.writeShiftNote, ({ operator, body }) => writeShiftNote(operators, operator, body.text));
  dataRoute(contract.takeShiftNote, ({ operator, params }) => takeShiftNote(operators, operator, params.id));
}
