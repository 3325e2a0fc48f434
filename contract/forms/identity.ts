import * as v from 'valibot';
import { country, date, email, line, password, phone } from '#contract/values.ts';

/** What the forms of accounts send. The server checks with the same. */

export const registration = v.strictObject({
  phone,
  password,
  firstName: line(1, 80),
  lastName: line(1, 80),
  birthDate: date,
  country,
  email: v.optional(email),
  acceptTerms: v.literal(true, 'Accept the rules to continue.'),
});

export const credentials = v.strictObject({
  /** A phone number or an e-mail address. */
  identifier: v.pipe(line(0, 254), v.minLength(1, 'Enter your phone or e-mail.')),
  password: v.pipe(
    v.string('Enter your password.'),
    v.minLength(1, 'Enter your password.'),
    v.maxLength(128, 'Use at most 128 characters.'),
  ),
  /** Keeps the session for 30 days; without it the session ends after 30 idle minutes. */
  remember: v.optional(v.boolean()),
});

const codeWanted = 'Enter the six digits of the code.';

/** The code that was sent to a phone or an e-mail address. */
export const code = v.pipe(v.string(codeWanted), v.trim(), v.regex(/^\d{6}$/, codeWanted));

/**
 * The password of the signed-in client, as a proof. Without it the call is refused, and the refusal names the proofs it
 * takes.
 */
export const currentPassword = v.pipe(
  v.string('Enter your current password.'),
  v.minLength(1, 'Enter your current password.'),
  v.maxLength(128, 'Use at most 128 characters.'),
);

/** The profile fields that may change; at least one. */
export const profile = v.pipe(
  v.strictObject({
    firstName: v.optional(line(1, 80)),
    lastName: v.optional(line(1, 80)),
    /** A change needs the password, and takes effect when its code is entered; `null` removes the address. */
    email: v.optional(v.nullable(email)),
    currentPassword: v.optional(currentPassword),
    country: v.optional(country),
    city: v.optional(v.nullable(line(1, 120))),
    address: v.optional(v.nullable(line(1, 200))),
  }),
  v.check((fields) => Object.keys(fields).some((field) => field !== 'currentPassword'), 'There is nothing to change.'),
);
