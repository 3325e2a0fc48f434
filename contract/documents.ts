import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/documents.ts';
import { describeCalls } from './endpoint.ts';
import { documentTypes, identityDocument } from './forms/documents.ts';
import { francs, instant, one, uuid } from './values.ts';

const describe = describeCalls('Identity', calls);

export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];
const side = v.picklist(documentSides, 'front or back.');

export const imageTypes = ['image/jpeg', 'image/png'] as const;
/** The largest picture that is taken. */
export const mostImageBytes = 1_500_000;

const amounts = v.object({ perDay: francs, per30Days: francs });

export const identity = v.object({
  /** 0: the phone is not proven, no money moves. 1: it is. 2: a document was accepted. */
  tier: v.picklist([0, 1, 2]),
  /**
   * The most that may be added, and as much again withdrawn, in 24 hours and in 30 days; null where there is no such limit. Null as a whole
   * where this site limits nobody by tiers.
   */
  limits: v.nullable(v.object({ perDay: v.nullable(francs), per30Days: v.nullable(francs) })),
  /** The amounts that count against the limits. */
  used: v.object({ deposit: amounts, withdrawal: amounts }),
  /** A win whose payout waits for a document; null where none does. */
  waitingWin: v.nullable(francs),
  /** The newest document; null where none was begun. */
  check: v.nullable(
    v.object({
      id: uuid,
      type: v.picklist(documentTypes),
      country: v.string(),
      /** The end of its number. */
      last4: v.string(),
      expiresOn: v.string(),
      /** A draft goes to the operators with `submit`, waits for one of them, and is accepted or refused. */
      status: v.picklist(['draft', 'waiting', 'accepted', 'refused']),
      /** Why it was refused. */
      reason: v.nullable(v.string()),
      /** The sides that are asked for, and whether each has come. */
      sides: v.array(v.object({ side, sent: v.boolean() })),
      submittedAt: v.nullable(instant),
      decidedAt: v.nullable(instant),
    }),
  ),
});
export type IdentityStatus = v.InferOutput<typeof identity>;

export const getIdentity = describe('getIdentity', {
  caller: 'client',
  summary: 'My tier, how much money may move in it, how much has, and the document that I have shown.',
  answer: one(identity),
  problems: ['unauthenticated'],
});

export const startIdentity = describe('startIdentity', {
  caller: 'client',
  summary: 'Begin to show a document. An earlier draft is dropped. It needs a confirmed phone and a fresh proof.',
  body: v.strictObject({
    ...identityDocument.entries,
    type: v.picklist(documentTypes, words.documentKind),
  }),
  answer: one(v.object({ id: uuid, sides: v.array(side) })),
  problems: ['unauthenticated', 'proof_needed', 'phone_unconfirmed', 'identity_pending', 'rate_limited'],
});

const draft = { id: uuid };

export const sendIdentityImage = describe('sendIdentityImage', {
  caller: 'client',
  summary:
    'A picture of one side of the document, at most 1.5 MB and 24 megapixels. It is drawn anew here, and what was sent is not kept. It needs a fresh proof.',
  params: v.object({ ...draft, side }),
  file: { mediaTypes: imageTypes, mostBytes: mostImageBytes },
  answer: null,
  problems: ['unauthenticated', 'proof_needed', 'not_found', 'identity_pending', 'image_refused', 'overloaded'],
});

export const submitIdentity = describe('submitIdentity', {
  caller: 'client',
  summary: 'Send the document with all its sides to be checked. It needs a fresh proof.',
  params: v.object(draft),
  answer: v.object({}),
  problems: ['unauthenticated', 'proof_needed', 'not_found', 'identity_pending'],
});

export const documentEndpoints = [getIdentity, startIdentity, sendIdentityImage, submitIdentity] as const;
