import * as contract from '#contract/operator/shift-notes.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { listShiftNotes, takeShiftNote, writeShiftNote } from './shift-notes.ts';

export function registerShiftNoteRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listShiftNotes, async ({ operator }) => ({
    data: await listShiftNotes(operators, operator),
  }));

  operatorRoute(http, db, contract.writeShiftNote, async ({ operator, body }) => ({
    data: await writeShiftNote(operators, operator, body.text),
  }));

  operatorRoute(http, db, contract.takeShiftNote, async ({ operator, params }) => ({
    data: await takeShiftNote(operators, operator, params.id),
  }));
}
