import * as v from 'valibot';
import * as calls from '#contract/calls/operator/saved-views.ts';
import { line, one, uuid } from '#contract/values.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, uuidId } from './values.ts';

const describe = describeOperatorCalls('Saved views', calls);

const screen = v.pipe(v.string(), v.regex(/^\/[a-z-]{1,40}$/, 'The path of a screen, such as /payments.'));

export const listSavedViews = describe('listSavedViews', {
  summary: 'The views of a screen that I have saved, then those of the team: of whoever shares a role with me.',
  query: v.object({ screen }),
  answer: one(
    v.array(
      v.object({
        id: uuid,
        name: v.string(),
        /** The address behind the path, without its question mark. */
        search: v.string(),
        team: v.boolean(),
        savedBy: v.string(),
        own: v.boolean(),
      }),
    ),
  ),
});

export const saveView = describe('saveView', {
  summary:
    'Save the address of a screen under a name, for me or for the team. The same name again replaces it; a hundred at most (conflict).',
  body: v.strictObject({
    screen,
    name: line(1, 40),
    search: v.pipe(
      v.string(),
      v.maxLength(1_000, 'At most 1000 characters.'),
      v.regex(/^[\w.,:%+~*!'()&=-]*$/, 'What stands behind the question mark of an address.'),
    ),
    team: v.boolean(),
  }),
  answer: acted({ id: uuid }),
  problems: ['conflict'],
});

export const removeView = describe('removeView', {
  summary: 'Remove a view that I have saved.',
  params: uuidId,
  answer: acted({}),
  problems: ['not_found'],
});
