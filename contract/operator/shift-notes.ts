import * as v from 'valibot';
import * as calls from '#contract/calls/operator/shift-notes.ts';
import { instant, line, one, uuid } from '#contract/values.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, uuidId } from './values.ts';

const describe = describeOperatorCalls('Notes of a shift', calls);

export const listShiftNotes = describe('listShiftNotes', {
  summary:
    'What operators left for whoever comes after them: the notes that nobody has taken, the oldest first, and then those of the last seven days; a hundred at most.',
  answer: one(
    v.array(
      v.object({
        id: uuid,
        at: instant,
        text: v.string(),
        writtenBy: v.string(),
        own: v.boolean(),
        takenBy: v.nullable(v.string()),
        takenAt: v.nullable(instant),
      }),
    ),
  ),
});

export const writeShiftNote = describe('writeShiftNote', {
  summary: 'Leave a note for whoever comes after me. A hundred at most wait to be taken (conflict).',
  body: v.strictObject({ text: line(1, 1_000) }),
  answer: acted({ id: uuid }),
  problems: ['conflict'],
});

export const takeShiftNote = describe('takeShiftNote', {
  summary: 'Take a note of another operator over (conflict where somebody else has taken it).',
  params: uuidId,
  answer: acted({}),
  problems: ['not_found', 'conflict'],
});
