import * as v from 'valibot';
import * as calls from './calls/operator.ts';
import { documentSides } from './documents.ts';
import { describeCalls, type Endpoint } from './endpoint.ts';
import { documentTypes } from './forms/documents.ts';
import { operatorRoles } from './operator-roles.ts';
import { date, instant, line, one, page, paging, uuid } from './values.ts';

// The API of the operators, on a listener of its own. It is no part of the players' API and its document.

const describe = describeCalls('Operators', calls);

const seeDocuments = ['risk', 'compliance', 'auditor'] as const;
const act = ['support', 'risk', 'compliance'] as const;

const checkId = v.object({ id: uuid });
const side = v.picklist(documentSides, 'front or back.');
/** Why, in a sentence. The audit keeps it. */
const reason = line(3, 400);

const waitingCheck = v.object({
  id: uuid,
  clientId: v.number(),
  type: v.picklist(documentTypes),
  country: v.string(),
  submittedAt: instant,
});

export const getOperator = describe('getOperator', {
  caller: 'operator',
  summary: 'Who I am.',
  answer: one(v.object({ name: v.string(), roles: v.array(v.picklist(operatorRoles)) })),
  problems: ['unauthenticated'],
});

export const listIdentityChecks = describe('listIdentityChecks', {
  caller: 'operator',
  roles: seeDocuments,
  summary: 'The documents that wait to be checked, the oldest first.',
  query: v.object({ ...paging }),
  answer: page(waitingCheck),
  problems: ['unauthenticated', 'not_allowed'],
});

export const getIdentityCheck = describe('getIdentityCheck', {
  caller: 'operator',
  roles: seeDocuments,
  summary: 'One document, with what its client says about themselves. The look is recorded.',
  params: checkId,
  answer: one(
    v.object({
      ...waitingCheck.entries,
      /** As the client typed it, without spaces and signs. */
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
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const getIdentityImage = describe('getIdentityImage', {
  caller: 'operator',
  roles: seeDocuments,
  summary: 'A picture of the document. The look is recorded, and the client sees that there was one.',
  params: v.object({ ...checkId.entries, side }),
  answer: v.string(),
  mediaTypes: ['image/jpeg'],
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const decideIdentityCheck = describe('decideIdentityCheck', {
  caller: 'operator',
  roles: ['compliance'],
  summary:
    'Accept or refuse a document. Accepting takes the birth date that the document shows: who is under 18 is refused, and the account is closed. A document that was accepted in another account is not accepted again (conflict).',
  params: checkId,
  body: v.variant('decision', [
    v.strictObject({
      decision: v.literal('accept'),
      reason,
      birthDate: date,
      /** The document shows that the client is none of the excluded persons of the same name. */
      otherPerson: v.boolean(),
    }),
    v.strictObject({
      decision: v.literal('refuse'),
      /** The client reads it. */
      reason,
    }),
  ]),
  answer: one(v.object({ outcome: v.picklist(['accepted', 'refused', 'underage']) })),
  problems: ['unauthenticated', 'not_allowed', 'not_found', 'conflict'],
});

const clientId = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'The number of a client.'), v.transform(Number)),
});
const because = v.strictObject({ reason });

export const endClientSessions = describe('endClientSessions', {
  caller: 'operator',
  roles: act,
  summary: 'Sign a client out everywhere.',
  params: clientId,
  body: because,
  answer: one(v.object({ sessions: v.number() })),
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

const asked = one(v.object({ id: uuid }));
const takesTwo = 'Another operator has to approve it within 24 hours.';

export const askForReset = describe('askForReset', {
  caller: 'operator',
  roles: act,
  summary: `Ask to start a reset: the client gets a code by phone, and nobody else sets a password. ${takesTwo}`,
  params: clientId,
  body: because,
  answer: asked,
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const askToLiftUndo = describe('askToLiftUndo', {
  caller: 'operator',
  roles: act,
  summary: `Ask to let payouts go on that an undo has stopped. ${takesTwo}`,
  params: clientId,
  body: because,
  answer: asked,
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const askToClearMatch = describe('askToClearMatch', {
  caller: 'operator',
  roles: act,
  summary: `Ask to let a client play who is none of the excluded persons of the same name. ${takesTwo}`,
  params: clientId,
  body: because,
  answer: asked,
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

const requestKinds = ['start_reset', 'lift_undo', 'clear_match'] as const;

export const listRequests = describe('listRequests', {
  caller: 'operator',
  roles: [...act, 'auditor'],
  summary: 'What waits to be approved, the oldest first; at most a hundred.',
  answer: one(
    v.array(
      v.object({
        id: uuid,
        kind: v.picklist(requestKinds),
        clientId: v.number(),
        reason: v.string(),
        askedBy: v.string(),
        askedAt: instant,
        expiresAt: instant,
        /** Whether I have asked, so that somebody else has to approve it. */
        own: v.boolean(),
      }),
    ),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const decideRequest = describe('decideRequest', {
  caller: 'operator',
  roles: act,
  summary:
    'Approve a request, which carries it out, or refuse it; once. Support refuses only its own, which takes it back. Nobody approves what they asked for, and a new operator approves nothing for a day.',
  params: checkId,
  body: v.strictObject({ decision: v.picklist(['approve', 'refuse']), reason }),
  answer: one(v.object({ outcome: v.picklist(['approved', 'refused']) })),
  problems: ['unauthenticated', 'not_allowed', 'not_found', 'conflict', 'messages_stopped', 'rate_limited'],
});

/** Every call of the operators' API. */
export const operatorEndpoints: readonly Endpoint[] = [
  getOperator,
  listIdentityChecks,
  getIdentityCheck,
  getIdentityImage,
  decideIdentityCheck,
  endClientSessions,
  askForReset,
  askToLiftUndo,
  askToClearMatch,
  listRequests,
  decideRequest,
];
