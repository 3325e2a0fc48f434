import * as v from 'valibot';
import * as calls from '#contract/calls/operator/access.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { passkeyName } from '#contract/forms/passkey.ts';
import { code } from '#contract/forms/identity.ts';
import { instant, one, password, uuid } from '#contract/values.ts';
import { createdCredential, creationOptions, requestOptions, usedCredential } from '#contract/webauthn.ts';
import { describeOperatorCalls } from './describe.ts';
import { allRights } from './rights.ts';
import { operatorRoles } from './roles.ts';
import { acted, operatorName, roleList, uuidId } from './values.ts';

const describe = describeOperatorCalls('Door', calls);
/** Calls that are made before there is a session. */
const describeOpen = describeCalls('Door', calls);

/**
 * The operator who is signed in, in every answer that opens a session. The cookie carries the session; each write sends `csrf` back in
 * `X-CSRF-Token`. A call that nobody has asked for, such as a list that refreshes itself, has the header `X-Background: 1`: it
 * does not keep the session from resting.
 */
const me = v.object({
  name: v.string(),
  roles: v.array(v.picklist(operatorRoles)),
  /**
   * The rights of these roles: the calls, and the parts of answers that only some operators see. The console leaves out
   * everything else.
   */
  rights: v.array(v.picklist(allRights)),
  /** A demo operator has no passkey and signs nothing. */
  demo: v.boolean(),
  /** `setup`: opened by a link, and may only set passkeys or a password. */
  stage: v.picklist(['setup', 'full']),
  csrf: v.string(),
  sessionId: uuid,
  sessionEndsAt: instant,
  /** Moves on with every call. */
  idleEndsAt: instant,
  /** The zone of the timetable, in which the console shows times. */
  zone: v.string(),
  mode: v.picklist(['demo', 'production']),
});
export type Me = v.InferOutput<typeof me>;

export const getDoor = describeOpen('getDoor', {
  caller: 'anyone',
  summary: 'What the page for signing in has to know: in a demonstration anybody gets in as a demo operator.',
  answer: one(v.object({ mode: v.picklist(['demo', 'production']), zone: v.string() })),
  problems: ['not_allowed'],
});

export const askToSignIn = describeOpen('askToSignIn', {
  caller: 'anyone',
  summary: 'Begin to sign in with a passkey: what the authenticator has to sign, within ten minutes.',
  answer: one(v.object({ challengeId: uuid, options: requestOptions })),
  problems: ['not_allowed', 'not_from_console'],
});

export const signInWithPasskey = describeOpen('signInWithPasskey', {
  caller: 'anyone',
  summary: 'Sign in with a passkey. Each challenge takes one answer.',
  body: v.strictObject({ challengeId: uuid, credential: usedCredential }),
  answer: one(me),
  problems: ['not_allowed', 'not_from_console', 'challenge_over', 'passkey_refused'],
});

export const signInWithPassword = describeOpen('signInWithPassword', {
  caller: 'anyone',
  summary:
    'Sign in with a password and the code of an app, each once: only operators whose roles never approve. After five wrong tries an address is refused for 15 minutes; after ten from all addresses the password is locked as long. Passkeys and open sessions are not.',
  body: v.strictObject({ name: operatorName, password, code }),
  answer: one(me),
  problems: ['not_allowed', 'not_from_console', 'wrong_credentials'],
});

export const signInWithLink = describeOpen('signInWithLink', {
  caller: 'anyone',
  summary:
    'Come in by a link, once, to set passkeys; or a password and an app, where no role of the operator approves.',
  body: v.strictObject({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'The end of the link.')) }),
  answer: one(me),
  problems: ['not_allowed', 'not_from_console', 'link_over'],
});

export const signInToDemo = describeOpen('signInToDemo', {
  caller: 'anyone',
  summary:
    'In a demonstration: come in as a demo operator of these roles, who may approve at once and signs nothing. Each call takes another operator, ten of each set of roles at most.',
  body: v.strictObject({ roles: roleList }),
  answer: one(me),
  problems: ['not_allowed', 'not_from_console', 'not_found'],
});

export const getOperator = describe('getOperator', {
  stage: 'setup',
  summary: 'Who I am.',
  answer: one(me),
});

export const signOut = describe('signOut', {
  stage: 'setup',
  summary: 'End this session.',
  answer: null,
});

const session = v.object({
  id: uuid,
  /** Where it was opened from. */
  address: v.string(),
  device: v.string(),
  with: v.picklist(['passkey', 'password', 'demo']),
  createdAt: instant,
  lastUsedAt: instant,
  endsAt: instant,
  /** Whether it is this one. */
  own: v.boolean(),
});

export const listSessions = describe('listSessions', {
  summary: 'My sessions that are open, the newest first.',
  answer: one(v.array(session)),
});

export const endSession = describe('endSession', {
  summary: 'End one of my sessions.',
  params: uuidId,
  answer: acted({}),
  problems: ['not_found'],
});

export const getOperatorApi = describe('getOperatorApi', {
  summary: 'This document.',
  answer: v.looseObject({ openapi: v.string() }),
});

export const passkeyOfOperator = v.object({
  id: uuid,
  name: v.string(),
  /** SHA-256 of the public key, the first 16 bytes in hex, in groups of four, which the approvers compare. */
  fingerprint: v.string(),
  createdAt: instant,
  /** It signs nothing until two operators have approved it. */
  active: v.boolean(),
});

/** The passkeys and passwords that an operator has set, and those that are missing for the admission. */
const ways = v.object({
  passkeys: v.array(passkeyOfOperator),
  password: v.boolean(),
  /** Whether this is enough: two passkeys, or a password and an app where no role approves. */
  complete: v.boolean(),
  /** Whether the operator can sign in now. Otherwise two operators have to approve it first. */
  active: v.boolean(),
});
export type Ways = v.InferOutput<typeof ways>;

export const getWays = describe('getWays', {
  stage: 'setup',
  summary: 'What I sign in with.',
  answer: one(ways),
});

export const beginPasskey = describe('beginPasskey', {
  stage: 'setup',
  summary: 'Begin to set a passkey: what the authenticator has to make.',
  answer: one(creationOptions),
  problems: ['conflict'],
});

export const addPasskey = describe('addPasskey', {
  stage: 'setup',
  summary:
    'Set the passkey that was made, under a name. It counts at once only where the owner of the tables made the link; otherwise an admin asks for it and another operator approves it.',
  body: v.strictObject({ credential: createdCredential, name: passkeyName }),
  answer: one(ways),
  problems: ['challenge_over', 'passkey_refused', 'conflict'],
});

export const setPassword = describe('setPassword', {
  stage: 'setup',
  summary:
    'Set a password, and get the secret of an app that makes codes. Only in a session of a link, and only where no role of the operator approves.',
  body: v.strictObject({ password }),
  answer: one(v.object({ uri: v.string(), secret: v.string() })),
  problems: ['weak_password'],
});

export const confirmPassword = describe('confirmPassword', {
  stage: 'setup',
  summary: 'Show the first code of the app.',
  body: v.strictObject({ code }),
  answer: one(ways),
  problems: ['invalid_code'],
});
