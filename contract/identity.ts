import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/identity.ts';
import * as serviceCalls from './calls/identity-service.ts';
import * as proofCalls from './calls/proofs.ts';
import { describeCalls } from './endpoint.ts';
import { code, credentials, currentPassword, profile, registration } from './forms/identity.ts';
import { recoveryCode } from './forms/second-factor.ts';
import { email, instant, one, password, phone, uuid } from './values.ts';
import { requestOptions, usedCredential } from './webauthn.ts';

const describe = describeCalls('Identity', { ...calls, ...serviceCalls, ...proofCalls });

export const user = v.object({
  id: v.number(),
  phone: v.string(),
  /** The proven address; if there is none, the address that waits for its code. */
  email: v.nullable(v.string()),
  /** Whether `email` is proven by a code; only a proven address sets a new password. */
  emailVerified: v.boolean(),
  /** The address that waits for its code. */
  emailAsked: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  birthDate: v.string(),
  country: v.string(),
  city: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** Whether the phone is confirmed; money moves only then. */
  confirmed: v.boolean(),
  createdAt: instant,
  lastSignInAt: v.nullable(instant),
  role: v.string(),
  /** The language of messages. */
  locale: v.picklist(['en', 'fr']),
  /** Whether the last sign-in found the password in a list of leaked ones. It still signs in; the client should change it. */
  passwordIsWeak: v.boolean(),
});
export type User = v.InferOutput<typeof user>;

/** Where a code went and when it ends and may be sent again. */
export const verification = v.object({ phone: v.string(), expiresAt: instant, resendAt: instant });
export type Verification = v.InferOutput<typeof verification>;

export const emailVerification = v.object({ email: v.string(), expiresAt: instant, resendAt: instant });
export type EmailVerification = v.InferOutput<typeof emailVerification>;

export const signedIn = v.object({ jwt: v.string(), user });

const proofMethod = v.picklist(['password', 'passkey', 'totp', 'recovery_code']);

/** How a code of the second step is sent. */
export const messageMethod = v.picklist(['sms', 'email']);

/**
 * A sign-in that waits for its second factor: any one of the methods. With `sms` or `email` a code is sent on demand, to the
 * phone or the e-mail address of the account.
 */
export const challenge = v.object({
  id: uuid,
  methods: v.array(v.union([proofMethod, messageMethod])),
  /** The challenge that a passkey has to sign, where the client has one. */
  passkey: v.optional(requestOptions),
  expiresAt: instant,
});
export type Challenge = v.InferOutput<typeof challenge>;

const signedInOrChallenged = v.union([signedIn, v.object({ jwt: v.null(), user: v.null(), challenge })]);

export const register = describe('register', {
  caller: 'anyone',
  summary:
    'Sign up, and send a code to the phone. The answer is the same when the phone already has an account: then no code is valid, and the message tells its owner.',
  body: registration,
  answer: v.object({ ...signedIn.entries, verification }),
  problems: ['underage', 'weak_password', 'messages_stopped'],
});

export const signIn = describe('signIn', {
  caller: 'anyone',
  summary:
    'Sign in with a phone or an e-mail. In a browser that is not known, a client who has set up a second factor gets a challenge instead of a token; where the site asks for a code on new devices, every client with a confirmed phone.',
  body: credentials,
  answer: signedInOrChallenged,
  problems: ['wrong_credentials', 'account_locked'],
});

export const sendCode = describe('sendCode', {
  caller: 'client',
  summary: 'Send the phone code again.',
  answer: v.object({ verification }),
  problems: ['unauthenticated', 'conflict', 'messages_stopped'],
});

export const confirmPhone = describe('confirmPhone', {
  caller: 'client',
  summary: 'Confirm the phone with our own code, or with a Firebase ID token.',
  body: v.union([v.strictObject({ code }), v.strictObject({ idToken: v.pipe(v.string(), v.maxLength(8_192)) })]),
  answer: v.object({ user }),
  problems: ['unauthenticated', 'invalid_code', 'phone_taken'],
});

/** The settings that the browser needs to ask Firebase for a code. */
export const identityService = v.object({
  /** The web API key of the site's Firebase project. It is no secret. */
  apiKey: v.string(),
  /** The origin of Firebase's emulator; null where it is Firebase itself. */
  emulator: v.nullable(v.string()),
});
export type IdentityService = v.InferOutput<typeof identityService>;

export const getIdentityService = describe('getIdentityService', {
  caller: 'anyone',
  summary: 'How a browser reaches the identity service that can confirm a phone; null where the site has none.',
  answer: one(v.nullable(identityService)),
  problems: [],
});

/** How the owner of an account names it without its password: by one of the two. */
const contact = { email: v.optional(email), phone: v.optional(phone) };
const isOneContact = (form: { readonly email?: string | undefined; readonly phone?: string | undefined }) =>
  (form.email === undefined) !== (form.phone === undefined);
const oneContact = words.oneContact;
/** Two checks, so that both fields are named. */
const [byEmail, byPhone] = [[['email']], [['phone']]] as const;

/** A secret of the browser that asks for a code to set a new password. It is good for nothing without the code. */
const flow = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, words.flow));

export const forgotPassword = describe('forgotPassword', {
  caller: 'anyone',
  summary:
    'Ask for a code to set a new password, by the phone or the e-mail of the account: one of the two. The answer is the same whether or not there is an account. A code is good only with the flow of this answer; with that flow in the call, it is sent again.',
  body: v.pipe(
    v.strictObject({ ...contact, flow: v.optional(flow) }),
    v.forward(v.partialCheck(byEmail, isOneContact, oneContact), ['email']),
    v.forward(v.partialCheck(byPhone, isOneContact, oneContact), ['phone']),
  ),
  answer: v.object({ flow: v.string() }),
  problems: [],
});

const newPassword = {
  password,
  passwordConfirmation: v.pipe(v.string(words.repeatPassword), v.maxLength(128)),
};
const bothPasswords = [['password'], ['passwordConfirmation']] as const;
const areSame = (form: { readonly password: string; readonly passwordConfirmation: string }) =>
  form.password === form.passwordConfirmation;
const notTheSame = words.notTheSame;

export const resetPassword = describe('resetPassword', {
  caller: 'anyone',
  summary:
    'Set a new password with the code; every other session ends. Where a second factor is due, the answer is a challenge instead, and the new password waits for it. The flow is the one that the code was asked for with; a demonstration does without.',
  body: v.pipe(
    v.strictObject({ ...contact, flow: v.optional(flow), code, ...newPassword }),
    v.forward(v.partialCheck(byEmail, isOneContact, oneContact), ['email']),
    v.forward(v.partialCheck(byPhone, isOneContact, oneContact), ['phone']),
    v.forward(v.partialCheck(bothPasswords, areSame, notTheSame), ['passwordConfirmation']),
  ),
  answer: signedInOrChallenged,
  problems: ['invalid_code', 'weak_password', 'phone_taken', 'account_locked'],
});

export const changePassword = describe('changePassword', {
  caller: 'client',
  summary: 'Change the password; every other session ends.',
  body: v.pipe(
    v.strictObject({ currentPassword, ...newPassword }),
    v.forward(v.partialCheck(bothPasswords, areSame, notTheSame), ['passwordConfirmation']),
  ),
  answer: signedIn,
  problems: ['unauthenticated', 'wrong_password', 'weak_password'],
});

export const signOut = describe('signOut', {
  caller: 'client',
  summary: 'End this session.',
  answer: null,
  problems: ['unauthenticated'],
});

export const getMe = describe('getMe', {
  caller: 'client',
  summary: 'The signed-in user.',
  answer: user,
  problems: ['unauthenticated'],
});

export const updateUser = describe('updateUser', {
  caller: 'client',
  summary:
    'Change the profile. Another e-mail needs the password, and a strong proof where a second factor is set up. The old one stays until the code that was sent to the new one is entered.',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(20)) }),
  body: profile,
  answer: user,
  problems: ['unauthenticated', 'not_found', 'proof_needed', 'wrong_password', 'conflict', 'messages_stopped'],
});

export const sendEmailCode = describe('sendEmailCode', {
  caller: 'client',
  summary: 'Send a code to the e-mail address that waits to be proven.',
  answer: v.object({ verification: emailVerification }),
  problems: ['unauthenticated', 'conflict', 'messages_stopped'],
});

/** Ends the other sessions as well. */
export const endOthers = v.optional(v.boolean());

export const confirmEmail = describe('confirmEmail', {
  caller: 'client',
  summary: 'Prove the e-mail address with the code; from now on it is the address of the account.',
  body: v.strictObject({ code, endOthers }),
  answer: v.object({ user }),
  problems: ['unauthenticated', 'invalid_code', 'email_taken'],
});

export const session = v.object({
  id: uuid,
  createdAt: instant,
  lastSeenAt: instant,
  /** The browser or program, in a few words. */
  device: v.string(),
  current: v.boolean(),
});

export const listSessions = describe('listSessions', {
  caller: 'client',
  summary: 'Where I am signed in.',
  answer: one(v.array(session)),
  problems: ['unauthenticated'],
});

export const endSession = describe('endSession', {
  caller: 'client',
  summary: 'End one of my sessions; another than this one needs a fresh proof.',
  params: v.object({ id: uuid }),
  answer: null,
  problems: ['unauthenticated', 'not_found', 'proof_needed'],
});

interface SecondFactors {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly credential?: object | undefined;
}
const countSecond = ({ code, recoveryCode, credential }: SecondFactors) =>
  [code, recoveryCode, credential].filter((one) => one !== undefined).length;
const oneSecond = words.oneSecondFactor;

const secondStep = v.strictObject({
  challengeId: uuid,
  code: v.optional(code),
  recoveryCode: v.optional(recoveryCode),
  credential: v.optional(usedCredential),
});
export type SecondStep = v.InferOutput<typeof secondStep>;

export const passSecondStep = describe('passSecondStep', {
  caller: 'anyone',
  summary:
    'End a sign-in, or set a new password, with the second factor: a passkey, a code of the authenticator app, the code that was sent, or a recovery code. A challenge takes five tries. The browser is a known device from then on.',
  body: v.pipe(
    secondStep,
    v.forward(
      v.partialCheck([['code'], ['recoveryCode'], ['credential']], (form) => countSecond(form) === 1, oneSecond),
      ['code'],
    ),
  ),
  answer: signedIn,
  problems: ['invalid_code', 'passkey_unknown', 'passkey_refused', 'challenge_over', 'account_locked'],
});

const proofOptions = v.object({
  /** The proofs that this client can give. */
  methods: v.array(proofMethod),
  /** Until when the session's last proof is fresh; null when none is. */
  provenUntil: v.nullable(instant),
  /** Whether that proof is a passkey, or holds two kinds of factor. */
  strong: v.boolean(),
  /** The challenge that a passkey has to sign, where the client has one. */
  passkey: v.optional(requestOptions),
});
export type ProofOptions = v.InferOutput<typeof proofOptions>;

export const getProofOptions = describe('getProofOptions', {
  caller: 'client',
  summary: 'What I can show to confirm that it is me, and until when my last proof holds.',
  answer: one(proofOptions),
  problems: ['unauthenticated'],
});

const givenProof = v.strictObject({
  password: v.optional(credentials.entries.password),
  code: v.optional(code),
  recoveryCode: v.optional(recoveryCode),
  credential: v.optional(usedCredential),
});
export type GivenProof = v.InferOutput<typeof givenProof>;
const newProof = v.object({ jwt: v.string(), provenUntil: instant, strong: v.boolean() });
export type NewProof = v.InferOutput<typeof newProof>;

export const giveProof = describe('giveProof', {
  caller: 'client',
  summary:
    'Confirm that it is me: with the password, with a code, or with both for a strong proof; a passkey is one by itself. The session goes on under the new token.',
  body: v.pipe(
    givenProof,
    v.check((given) => countSecond(given) <= 1, oneSecond),
    v.check((given) => Object.values(given).some((one) => one !== undefined), words.nothingToCheck),
  ),
  answer: newProof,
  problems: [
    'unauthenticated',
    'wrong_password',
    'invalid_code',
    'passkey_unknown',
    'passkey_refused',
    'challenge_over',
  ],
});

export const passkey = v.object({
  id: uuid,
  /** The authenticator's id of the passkey, in base64url. */
  credentialId: v.string(),
  name: v.string(),
  addedAt: instant,
  lastUsedAt: v.nullable(instant),
  /** Whether its authenticator keeps a copy elsewhere, so that it outlives the device. */
  backedUp: v.boolean(),
});
export type Passkey = v.InferOutput<typeof passkey>;

const factors = v.object({
  /** Null when the password was last changed before this was kept. */
  password: v.object({ changedAt: v.nullable(instant) }),
  phone: v.object({
    number: v.string(),
    verified: v.boolean(),
    /** The new phone, while the code that was sent to it can be entered. */
    asked: v.nullable(v.string()),
  }),
  email: v.object({ address: v.nullable(v.string()), verified: v.boolean() }),
  passkeys: v.array(passkey),
  /** The authenticator app; null without one. */
  totp: v.nullable(v.object({ addedAt: instant })),
  recoveryCodesLeft: v.number(),
  /** The browsers that two factors were shown in. A sign-in there needs the password alone. */
  devices: v.array(
    v.object({ id: uuid, name: v.string(), firstSeenAt: instant, lastSeenAt: instant, current: v.boolean() }),
  ),
});
export type Factors = v.InferOutput<typeof factors>;

export const getFactors = describe('getFactors', {
  caller: 'client',
  summary: 'What I sign in with, and the devices that are known.',
  answer: one(factors),
  problems: ['unauthenticated'],
});

export const addTotp = describe('addTotp', {
  caller: 'client',
  summary:
    'Begin to add an authenticator app (TOTP). It needs a strong proof and a confirmed phone, and becomes a factor with its first code.',
  answer: one(v.object({ uri: v.string(), secret: v.string() })),
  problems: ['unauthenticated', 'proof_needed', 'conflict', 'phone_unconfirmed'],
});

const newRecoveryCodes = one(v.object({ recoveryCodes: v.array(v.string()) }));

export const confirmTotp = describe('confirmTotp', {
  caller: 'client',
  summary: 'Make the authenticator app a factor with its first code. The recovery codes are shown this once.',
  body: v.strictObject({ code }),
  answer: newRecoveryCodes,
  problems: ['unauthenticated', 'proof_needed', 'conflict', 'invalid_code'],
});

export const removeTotp = describe('removeTotp', {
  caller: 'client',
  summary: 'Remove the authenticator app. With the last second factor go the recovery codes. It needs a strong proof.',
  answer: null,
  problems: ['unauthenticated', 'proof_needed', 'not_found'],
});

export const renewRecoveryCodes = describe('renewRecoveryCodes', {
  caller: 'client',
  summary: 'Ten new recovery codes, shown this once; the old ones are void. It needs a strong proof.',
  answer: newRecoveryCodes,
  problems: ['unauthenticated', 'proof_needed', 'conflict'],
});

export const forgetDevice = describe('forgetDevice', {
  caller: 'client',
  summary: 'Forget a known device: its next sign-in asks for the second factor. It needs a fresh proof.',
  params: v.object({ id: uuid }),
  answer: null,
  problems: ['unauthenticated', 'proof_needed', 'not_found'],
});

export const identityEndpoints = [
  register,
  signIn,
  sendCode,
  getIdentityService,
  confirmPhone,
  forgotPassword,
  resetPassword,
  changePassword,
  signOut,
  getMe,
  updateUser,
  sendEmailCode,
  confirmEmail,
  listSessions,
  endSession,
  passSecondStep,
  getProofOptions,
  giveProof,
  getFactors,
  addTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  forgetDevice,
] as const;
