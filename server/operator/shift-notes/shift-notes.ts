import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/shift-notes.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';

export function listShiftNotes(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.listShiftNotes>['data']> {
  return readAll(operators, 'console.list_shift_notes', [session]);
}

/** Leaves a note for the next shift. @returns its id @throws Refusal conflict where a hundred wait */
export function writeShiftNote(
  operators: Operators,
  { session }: Operator,
  text: string,
): Promise<Acted<{ readonly id: string }>> {
  return callAct(operators, 'console.write_shift_note', [session, text], (id: string | null) => {
    if (id === null) throw new Refusal('conflict', { detail: ({ operators: says }) => says.manyNotes });
    return { id };
  });
}

/** Takes over a note of somebody else; again changes nothing. @throws Refusal not_found; conflict where another was first */
export function takeShiftNote(operators: Operators, { session, name }: Operator, id: string): Promise<Acted<object>> {
  return callAct(operators, 'console.take_shift_note', [session, id], (taker: string | null) => {
    if (taker === null) throw new Refusal('not_found');
    if (taker !== name) throw new Refusal('conflict', { detail: ({ operators: says }) => says.noteTaken(taker) });
    return {};
  });
}
