import * as v from 'valibot';
import * as calls from '#contract/calls/operator/acts.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { hex, instant, one, page, paging, queryList, uuid } from '#contract/values.ts';
import { usedCredential } from '#contract/webauthn.ts';
import { operatorRoles } from './roles.ts';
import { acted, reason, uuidId } from './values.ts';

const describe = describeCalls('Requests', calls);

export const requestStates = ['asked', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'failed'] as const;

const listed = {
  id: uuid,
  /** As people name it: R-2207. */
  number: v.number(),
  kind: v.string(),
  /** `client 42`, `draw <id>`, `payment <id>`, `operator jo`. */
  subject: v.string(),
  status: v.picklist(requestStates),
  reason: v.string(),
  /** The name of an operator. */
  askedBy: v.string(),
  askedAt: instant,
  expiresAt: instant,
  endedAt: v.nullable(instant),
  /** Whether I have asked, so that somebody else has to approve it. */
  own: v.boolean(),
};

const kinds = v.pipe(
  v.string(),
  v.description('Kinds, separated by commas.'),
  v.maxLength(400),
  v.regex(/^[a-z_]+(,[a-z_]+)*$/, 'Kinds, separated by commas.'),
  v.transform((text) => text.split(',')),
);

const subject = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z]+ \S+$/, 'Such as client 42.'));

export const listRequests = describe('listRequests', {
  caller: 'operator',
  roles: operatorRoles,
  summary:
    'What takes two: requests that I made (`mine`), that wait for me to approve (`for_me`, the one that ends first comes first), or all whose kind I may ask for or approve (`all`, the newest first).',
  query: v.object({
    ...paging,
    whose: v.optional(v.picklist(['mine', 'for_me', 'all']), 'all'),
    kind: v.optional(kinds),
    status: v.optional(queryList(requestStates)),
    subject: v.optional(subject),
  }),
  answer: page(v.object(listed)),
  problems: ['unauthenticated', 'not_allowed'],
});

const values = v.record(v.string(), v.unknown());

export const getRequest = describe('getRequest', {
  caller: 'operator',
  roles: operatorRoles,
  summary:
    'One request, with what the database demands of it now and what happened so far. It is written down who opens it for the first time.',
  params: uuidId,
  answer: one(
    v.object({
      ...listed,
      newValues: values,
      oldValues: values,
      evidence: v.nullable(v.string()),
      /** What both sign the SHA-256 of, in hex; null for one from before there were passkeys. */
      act: v.nullable(hex),
      /** Which of the passkey of whoever asked has signed. */
      askedWith: v.nullable(v.string()),
      /** Why a signature may be missing: one of the two is a demo operator, or it is older than passkeys. */
      unsigned: v.nullable(v.picklist(['demo', 'token'])),
      approvedBy: v.nullable(v.string()),
      approvedAt: v.nullable(instant),
      approvedBecause: v.nullable(v.string()),
      /** Who refused or withdrew it. */
      endedBy: v.nullable(v.string()),
      /** The reason of a refusal, or why it could not be carried out. */
      endedBecause: v.nullable(v.string()),
      /** Whether I may approve or refuse it, as far as it depends on me. */
      mayApprove: v.boolean(),
      demands: v.array(v.object({ demand: v.string(), met: v.boolean() })),
      /** Lines of the audit. */
      events: v.array(
        v.object({ number: v.number(), at: instant, who: v.string(), act: v.string(), reason: v.nullable(v.string()) }),
      ),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const decideRequest = describe('decideRequest', {
  caller: 'operator',
  roles: operatorRoles,
  summary:
    'Approve a request, refuse it, or withdraw one of my own; once. An approval is signed: without a signature it is answered with the bytes to sign. The worker carries out what is stored. Nobody approves what they asked for, and a new operator approves nothing for a day.',
  params: uuidId,
  body: v.strictObject({
    decision: v.picklist(['approve', 'refuse', 'withdraw']),
    reason,
    /** Of an approval. */
    signature: v.optional(usedCredential),
  }),
  answer: acted({ status: v.picklist(['approved', 'refused', 'withdrawn']) }),
  problems: [
    'unauthenticated',
    'not_allowed',
    'not_found',
    'conflict',
    'signature_needed',
    'challenge_over',
    'passkey_unknown',
    'passkey_refused',
  ],
});

export const actEndpoints = [listRequests, getRequest, decideRequest] as const;
