import * as v from 'valibot';
import * as calls from '#contract/calls/operator/documents.ts';
import { documentSides } from '#contract/documents.ts';
import { documentTypes } from '#contract/forms/documents.ts';
import { instant, one, page, uuid } from '#contract/values.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, day, reason, uuidId } from './values.ts';

const describe = describeOperatorCalls('Identity documents', calls);

const side = v.picklist(documentSides, 'front or back.');

const waitingCheck = v.object({
  id: uuid,
  clientId: v.number(),
  type: v.picklist(documentTypes),
  country: v.string(),
  submittedAt: instant,
});

export const listIdentityChecks = describe('listIdentityChecks', {
  summary: 'The documents that wait to be checked, the oldest first.',
  query: v.object({ ...pagingOrFile }),
  answer: page(waitingCheck),
  csv: { name: 'identity_checks' },
});

export const getIdentityCheck = describe('getIdentityCheck', {
  summary: 'One document, with what its client says about themselves. The look is recorded.',
  params: uuidId,
  answer: one(
    v.object({
      ...waitingCheck.entries,
      /** The number that the client typed, without spaces and signs. */
      number: v.string(),
      expiresOn: v.string(),
      status: v.picklist(['waiting', 'accepted', 'refused']),
      reason: v.nullable(v.string()),
      decidedAt: v.nullable(instant),
      decidedBy: v.nullable(v.string()),
      sides: v.array(side),
      client: v.object({ firstName: v.string(), lastName: v.string(), birthDate: v.string() }),
      /** The excluded persons that the client is taken for, by name: `client 42`, or an entry of a national register. */
      matches: v.array(v.string()),
    }),
  ),
  problems: ['not_found'],
});

export const getIdentityImage = describe('getIdentityImage', {
  summary: 'A picture of the document. The look is recorded, and the client sees that there was one.',
  params: v.object({ ...uuidId.entries, side }),
  answer: v.string(),
  mediaTypes: ['image/jpeg'],
  problems: ['not_found'],
});

export const decideIdentityCheck = describe('decideIdentityCheck', {
  summary:
    'Accept or refuse a document. Accepting takes the birth date that the document shows: who is under 18 is refused, and the account is closed. A document that was accepted in another account is not accepted again (conflict).',
  params: uuidId,
  body: v.variant('decision', [
    v.strictObject({
      decision: v.literal('accept'),
      reason,
      birthDate: day,
      /** The document shows that the client is not one of the excluded persons of the same name. */
      otherPerson: v.boolean(),
    }),
    v.strictObject({
      decision: v.literal('refuse'),
      /** The client reads it. */
      reason,
    }),
  ]),
  answer: acted({ outcome: v.picklist(['accepted', 'refused', 'underage']) }),
  problems: ['not_found', 'conflict'],
});
