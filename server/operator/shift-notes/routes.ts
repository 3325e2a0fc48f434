import * as contract from '#contract/operator/shift-notes.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { conflict, orConflict } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';

export function registerShiftNoteRoutes(http: Http, operators: Operators): void {
  const { addReadAll, addAct } = operatorCalls(http, operators);

  addReadAll(contract.listShiftNotes, 'console.list_shift_notes');
  addAct(contract.writeShiftNote, 'console.write_shift_note', (id: string | null) => ({
    id: orConflict(id, (says) => says.manyNotes),
  }));
  // Taking one's own again changes nothing.
  addAct(contract.takeShiftNote, 'console.take_shift_note', (taker: string | null, { operator }) => {
    if (taker === null) throw new Refusal('not_found');
    if (taker !== operator.name) throw conflict((says) => says.noteTaken(taker));
    return {};
  });
}
