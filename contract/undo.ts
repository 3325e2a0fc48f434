import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/undo.ts';
import { describeCalls } from './endpoint.ts';

const describe = describeCalls('Identity', calls);

export const undoChange = describe('undoChange', {
  caller: 'anyone',
  summary:
    'Undo a change with the token that a notice carried: all sessions end, the password is void, a changed e-mail or phone is back as unproven, and withdrawals stop until an operator has looked. The answer is the same for every token.',
  body: v.strictObject({ token: v.pipe(v.string(words.noToken), v.maxLength(200)) }),
  answer: v.object({}),
  problems: [],
});

export const undoEndpoints = [undoChange] as const;
