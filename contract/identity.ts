import * as v from 'valibot';
import * as calls from './calls/identity.ts';
import { describeCalls } from './endpoint.ts';
import { code, credentials, currentPassword, profile, registration } from './forms/identity.ts';
import { email, instant, one, password, phone, uuid } from './values.ts';

const describe = describeCalls('Identity', calls);

export const user = v.object({
  id: v.number(),
  phone: v.string(),
  /** The proven address; if there is none, the one that was asked for. */
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
});
export type User = v.InferOutput<typeof user>;

/** Where a code went and when it ends and may be sent again. */
export const verification = v.object({ phone: v.string(), expiresAt: instant, resendAt: instant });
export type Verification = v.InferOutput<typeof verification>;

const emailVerification = v.object({ email: v.string(), expiresAt: instant, resendAt: instant });
export type EmailVerification = v.InferOutput<typeof emailVerification>;

const signedIn = v.object({ jwt: v.string(), user });

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
  summary: 'Sign in with a phone or an e-mail.',
  body: credentials,
  answer: signedIn,
  problems: ['wrong_credentials'],
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

/** How the owner of an account names it without its password: by one of the two. */
const contact = { email: v.optional(email), phone: v.optional(phone) };
const isOneContact = (form: { readonly email?: string | undefined; readonly phone?: string | undefined }) =>
  (form.email === undefined) !== (form.phone === undefined);
const oneContact = 'Enter either a phone number or an e-mail address, not both.';
/** Two checks, so that both fields are named. */
const [byEmail, byPhone] = [[['email']], [['phone']]] as const;

export const forgotPassword = describe('forgotPassword', {
  caller: 'anyone',
  summary:
    'Ask for a code to set a new password, by the phone or the e-mail of the account: one of the two. The answer is the same whether or not there is an account.',
  body: v.pipe(
    v.strictObject(contact),
    v.forward(v.partialCheck(byEmail, isOneContact, oneContact), ['email']),
    v.forward(v.partialCheck(byPhone, isOneContact, oneContact), ['phone']),
  ),
  answer: v.object({}),
  problems: [],
});

const newPassword = {
  password,
  passwordConfirmation: v.pipe(v.string('Repeat the password.'), v.maxLength(128)),
};
const bothPasswords = [['password'], ['passwordConfirmation']] as const;
const areSame = (form: { readonly password: string; readonly passwordConfirmation: string }) =>
  form.password === form.passwordConfirmation;
const notTheSame = 'The two passwords do not match.';

export const resetPassword = describe('resetPassword', {
  caller: 'anyone',
  summary: 'Set a new password with the code; every other session ends.',
  body: v.pipe(
    v.strictObject({ ...contact, code, ...newPassword }),
    v.forward(v.partialCheck(byEmail, isOneContact, oneContact), ['email']),
    v.forward(v.partialCheck(byPhone, isOneContact, oneContact), ['phone']),
    v.forward(v.partialCheck(bothPasswords, areSame, notTheSame), ['passwordConfirmation']),
  ),
  answer: signedIn,
  problems: ['invalid_code', 'weak_password', 'phone_taken'],
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
    'Change the profile. Another e-mail needs the password. The old one stays until the code that was sent to the new one is entered.',
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

export const confirmEmail = describe('confirmEmail', {
  caller: 'client',
  summary: 'Prove the e-mail address with the code; from now on it is the address of the account.',
  body: v.strictObject({ code }),
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
  summary: 'End one of my sessions.',
  params: v.object({ id: uuid }),
  answer: null,
  problems: ['unauthenticated', 'not_found'],
});

export const identityEndpoints = [
  register,
  signIn,
  sendCode,
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
] as const;
