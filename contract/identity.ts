import * as v from 'valibot';
import { defineEndpoint } from './endpoint.ts';
import { country, date, email, instant, line, one, password, phone, uuid } from './values.ts';

export const user = v.object({
  id: v.number(),
  phone: v.string(),
  /** The proven address; where none is, the one that was asked for. */
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
const code = v.pipe(v.string('The six digits.'), v.trim(), v.regex(/^\d{6}$/, 'The six digits of the message.'));

/** The registration form. */
export const registration = v.strictObject({
  phone,
  password,
  firstName: line(1, 80),
  lastName: line(1, 80),
  birthDate: date,
  country,
  email: v.optional(email),
  acceptTerms: v.literal(true, 'Accept the terms to go on.'),
});

export const register = defineEndpoint({
  name: 'register',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/auth/local/register',
  caller: 'anyone',
  summary:
    'Sign up, and send a code to the phone. The answer is the same where the phone has an account already: no code is right then, and the message tells its owner.',
  body: registration,
  answer: { status: 201, schema: v.object({ ...signedIn.entries, verification }) },
  problems: ['underage', 'messages_stopped'],
});

export const credentials = v.strictObject({
  /** A phone number or an e-mail address. */
  identifier: line(1, 254),
  password: v.pipe(
    v.string('A password.'),
    v.minLength(1, 'This is required.'),
    v.maxLength(128, 'At most 128 characters.'),
  ),
  /** Keeps the session for 30 days; without it the session ends after 30 idle minutes. */
  remember: v.optional(v.boolean()),
});

export const signIn = defineEndpoint({
  name: 'signIn',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/auth/local',
  caller: 'anyone',
  summary: 'Sign in with a phone or an e-mail.',
  body: credentials,
  answer: { status: 200, schema: signedIn },
  problems: ['wrong_credentials'],
});

export const sendCode = defineEndpoint({
  name: 'sendCode',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/otp/send',
  caller: 'client',
  summary: 'Send the phone code again.',
  answer: { status: 202, schema: v.object({ verification }) },
  problems: ['unauthenticated', 'conflict', 'messages_stopped'],
});

export const confirmPhone = defineEndpoint({
  name: 'confirmPhone',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/otp/firebase/callback',
  caller: 'client',
  summary: 'Confirm the phone with our own code, or with a Firebase ID token.',
  body: v.union([v.strictObject({ code }), v.strictObject({ idToken: v.pipe(v.string(), v.maxLength(8_192)) })]),
  answer: { status: 200, schema: v.object({ user }) },
  problems: ['unauthenticated', 'invalid_code', 'phone_taken'],
});

export const forgotPassword = defineEndpoint({
  name: 'forgotPassword',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/auth/forgot-password',
  caller: 'anyone',
  summary: 'Ask for a code to set a new password. The answer is the same whether or not there is an account.',
  body: v.union([v.strictObject({ email }), v.strictObject({ phone })]),
  answer: { status: 202, schema: v.object({}) },
  problems: [],
});

const newPassword = {
  password,
  passwordConfirmation: v.pipe(v.string('The password once more.'), v.maxLength(128)),
};
const bothPasswords = [['password'], ['passwordConfirmation']] as const;
const areSame = (form: { readonly password: string; readonly passwordConfirmation: string }) =>
  form.password === form.passwordConfirmation;
const notTheSame = 'The two passwords are not the same.';

export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/otp/reset-password',
  caller: 'anyone',
  summary: 'Set a new password with the code; every other session ends.',
  body: v.pipe(
    v.strictObject({ email: v.optional(email), phone: v.optional(phone), code, ...newPassword }),
    v.check((form) => (form.email === undefined) !== (form.phone === undefined), 'Either the phone or the e-mail.'),
    v.forward(v.partialCheck(bothPasswords, areSame, notTheSame), ['passwordConfirmation']),
  ),
  answer: { status: 200, schema: signedIn },
  problems: ['invalid_code', 'phone_taken'],
});

/** The password of whoever is signed in, as a proof; leaving it out is answered with what would be a proof. */
export const currentPassword = v.pipe(
  v.string('The current password.'),
  v.minLength(1, 'This is required.'),
  v.maxLength(128, 'At most 128 characters.'),
);

export const changePassword = defineEndpoint({
  name: 'changePassword',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/auth/change-password',
  caller: 'client',
  summary: 'Change the password; every other session ends.',
  body: v.pipe(
    v.strictObject({ currentPassword, ...newPassword }),
    v.forward(v.partialCheck(bothPasswords, areSame, notTheSame), ['passwordConfirmation']),
  ),
  answer: { status: 200, schema: signedIn },
  problems: ['unauthenticated', 'wrong_password'],
});

export const signOut = defineEndpoint({
  name: 'signOut',
  tag: 'Identity',
  method: 'POST',
  path: '/auth/logout',
  caller: 'client',
  summary: 'End this session.',
  answer: { status: 204, schema: null },
  problems: ['unauthenticated'],
});

export const getMe = defineEndpoint({
  name: 'getMe',
  tag: 'Identity',
  method: 'GET',
  path: '/users/me',
  caller: 'client',
  summary: 'The signed-in user.',
  answer: { status: 200, schema: user },
  problems: ['unauthenticated'],
});

/** The profile fields that may change; at least one. */
export const profile = v.pipe(
  v.strictObject({
    firstName: v.optional(line(1, 80)),
    lastName: v.optional(line(1, 80)),
    /** Asked for with the password, and used from when its code is entered; `null` takes the address away. */
    email: v.optional(v.nullable(email)),
    currentPassword: v.optional(currentPassword),
    country: v.optional(country),
    city: v.optional(v.nullable(line(1, 120))),
    address: v.optional(v.nullable(line(1, 200))),
  }),
  v.check((fields) => Object.keys(fields).some((field) => field !== 'currentPassword'), 'Nothing to change.'),
);

export const updateUser = defineEndpoint({
  name: 'updateUser',
  tag: 'Identity',
  method: 'PUT',
  path: '/users/{id}',
  caller: 'client',
  summary:
    'Change the profile. Another e-mail needs the password and is only asked for: the old one stays until the code that goes to the new one is entered.',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(20)) }),
  body: profile,
  answer: { status: 200, schema: user },
  problems: ['unauthenticated', 'not_found', 'proof_needed', 'wrong_password', 'conflict', 'messages_stopped'],
});

export const sendEmailCode = defineEndpoint({
  name: 'sendEmailCode',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/email/code',
  caller: 'client',
  summary: 'Send a code to the e-mail address that waits to be proven.',
  answer: { status: 202, schema: v.object({ verification: emailVerification }) },
  problems: ['unauthenticated', 'conflict', 'messages_stopped'],
});

export const confirmEmail = defineEndpoint({
  name: 'confirmEmail',
  tag: 'Identity',
  method: 'POST',
  path: '/clients/email/confirm',
  caller: 'client',
  summary: 'Prove the e-mail address with the code; from now on it is the address of the account.',
  body: v.strictObject({ code }),
  answer: { status: 200, schema: v.object({ user }) },
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

export const listSessions = defineEndpoint({
  name: 'listSessions',
  tag: 'Identity',
  method: 'GET',
  path: '/clients/sessions',
  caller: 'client',
  summary: 'Where I am signed in.',
  answer: { status: 200, schema: one(v.array(session)) },
  problems: ['unauthenticated'],
});

export const endSession = defineEndpoint({
  name: 'endSession',
  tag: 'Identity',
  method: 'DELETE',
  path: '/clients/sessions/{id}',
  caller: 'client',
  summary: 'End one of my sessions.',
  params: v.object({ id: uuid }),
  answer: { status: 204, schema: null },
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
