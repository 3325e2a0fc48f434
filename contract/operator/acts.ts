import * as v from 'valibot';
import * as calls from '#contract/calls/operator/acts.ts';
import { queryList } from '#contract/queries.ts';
import { hex, instant, one, page, uuid } from '#contract/values.ts';
import { usedCredential } from '#contract/webauthn.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { askBody, requestKinds, tryBody, type RequestKind } from './requests.ts';
import { rights } from './rights.ts';
import { operatorRoles } from './roles.ts';
import { acted, asked, askingProblems, reason, uuidId } from './values.ts';

const describe = describeOperatorCalls('Requests', calls);

export const requestStates = ['asked', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'failed'] as const;

const listed = {
  id: uuid,
  /** The number that people use: R-2207. */
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
  /** The reason of a refusal, or why it could not be carried out. */
  endedBecause: v.nullable(v.string()),
  /** The code of the reason why it could not be carried out, if there is one. */
  failure: v.nullable(v.object({ code: v.string(), params: v.nullable(v.record(v.string(), v.unknown())) })),
  /** Whether I have asked, so that somebody else has to approve it. */
  own: v.boolean(),
  /** When the draw takes place that it is about; null where it is about something else. */
  drawsAt: v.nullable(instant),
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
  summary:
    'What takes two: requests that I made (`mine`), that wait for me to approve (`for_me`, the one that ends first comes first), or all whose kind I may ask for or approve (`all`, the newest first).',
  query: v.object({
    ...pagingOrFile,
    whose: v.optional(v.picklist(['mine', 'for_me', 'all']), 'all'),
    kind: v.optional(kinds),
    status: v.optional(queryList(requestStates)),
    subject: v.optional(subject),
  }),
  answer: page(v.object(listed)),
  csv: { name: 'requests' },
});

const values = v.record(v.string(), v.unknown());

/** A precondition, and whether it is met now. contract/operator/requests.ts has the codes of each kind. */
const checks = v.array(
  v.object({ code: v.string(), met: v.boolean(), params: v.nullable(v.record(v.string(), v.unknown())) }),
);

const kindNames = Object.keys(requestKinds) as RequestKind[];

export const makeRequest = describe('makeRequest', {
  summary: `Ask for an act that takes two. Another operator has to approve it in time. Without a signature it is answered with the bytes to sign; a demo operator signs nothing. \`about\` names what it is about. ${kindNames
    .map((kind) => `\`${kind}\`: ${requestKinds[kind].summary} It waits for ${requestKinds[kind].lasts} at most.`)
    .join(' ')}`,
  kinds: Object.fromEntries(
    kindNames.map((kind) => [kind, { roles: rights[kind].roles, approvers: rights[kind].approvers ?? [] }]),
  ),
  body: askBody,
  answer: asked,
  problems: [...askingProblems, 'not_found', 'read_first'],
});

export const tryRequest = describe('tryRequest', {
  summary:
    'What a request would be, without asking for it: what it is about, before and after, and what has to be so, as whoever approves will see it; which roles may approve it, and until when.',
  body: tryBody,
  answer: one(
    v.object({
      subject: v.string(),
      newValues: values,
      oldValues: values,
      /** Further facts, as they are now. */
      facts: values,
      checks,
      approvers: v.array(v.picklist(operatorRoles)),
      /** If it were asked for now. */
      expiresAt: instant,
    }),
  ),
  problems: ['not_found', 'read_first'],
});

export const getRequest = describe('getRequest', {
  summary:
    'One request, with what was and is now, what has to be so, and what happened so far. It is written down who opens it for the first time.',
  params: uuidId,
  answer: one(
    v.object({
      ...listed,
      newValues: values,
      /** The old values, as of the request. */
      oldValues: values,
      /** The values before the act as they are now, masked as the asker would see them; null once the request has ended. */
      nowValues: v.nullable(values),
      /** Further facts, as they were when it was asked for. */
      facts: values,
      /** The facts as they are at this moment; null once the request has ended. */
      nowFacts: v.nullable(values),
      evidence: v.nullable(v.string()),
      /** The bytes whose SHA-256 both sign, in hex; null for a request from before there were passkeys. */
      act: v.nullable(hex),
      /** Which of the asker's passkeys has signed. */
      askedWith: v.nullable(v.string()),
      /** How many other requests of this kind the asker made in the 30 days before it. */
      askedLately: v.number(),
      /** Why a signature may be missing: one of the two is a demo operator, or it is older than passkeys. */
      unsigned: v.nullable(v.picklist(['demo', 'token'])),
      approvedBy: v.nullable(v.string()),
      approvedAt: v.nullable(instant),
      approvedBecause: v.nullable(v.string()),
      /** The operator who refused or withdrew it. */
      endedBy: v.nullable(v.string()),
      /** Whether I may approve or refuse it, as far as it depends on me. */
      mayApprove: v.boolean(),
      /** None once it is over. */
      checks,
      /** Lines of the audit. */
      events: v.array(
        v.object({ number: v.number(), at: instant, who: v.string(), act: v.string(), reason: v.nullable(v.string()) }),
      ),
    }),
  ),
  problems: ['not_found'],
});

export const decideRequest = describe('decideRequest', {
  summary:
    'Approve a request, refuse it, or withdraw one of my own; once. An approval is signed: without a signature it is answered with the bytes to sign. The worker carries out what is stored. Nobody approves what they asked for, and a new operator approves nothing for a day.',
  params: uuidId,
  body: v.strictObject({
    decision: v.picklist(['approve', 'refuse', 'withdraw']),
    reason,
    /** Only an approval is signed. */
    signature: v.optional(usedCredential),
  }),
  answer: acted({ status: v.picklist(['approved', 'refused', 'withdrawn']) }),
  problems: [...askingProblems, 'not_found'],
});
