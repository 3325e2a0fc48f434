import * as v from 'valibot';
import { country, date, email, line, password, phone } from '#contract/values.ts';
import * as words from '#contract/words/checks.ts';

/** The schemas of the account forms. The server checks with the same. */

/** Keeps the session for 30 days; without it the session ends after 30 idle minutes. */
const remember = v.optional(v.boolean());

export const registration = v.strictObject({
  phone,
  password,
  firstName: line(1, 80),
  lastName: line(1, 80),
  birthDate: date,
  country,
  email: v.optional(email),
  acceptTerms: v.literal(true, words.accept),
  remember,
});

export const credentials = v.strictObject({
  /** A phone number or an e-mail address. */
  identifier: v.pipe(line(0, 254), v.minLength(1, words.identifier)),
  password: v.pipe(
    v.string(words.yourPassword),
    v.minLength(1, words.yourPassword),
    v.maxLength(128, words.passwordLong),
  ),
  remember,
});

const codeWanted = words.code;

/** The code that was sent to a phone or an e-mail address. */
export const code = v.pipe(v.string(codeWanted), v.trim(), v.regex(/^\d{6}$/, codeWanted));

/**
 * The password of the signed-in client, as a proof. Without it the call is refused, and the refusal names the proofs it
 * takes.
 */
export const currentPassword = v.pipe(
  v.string(words.currentPassword),
  v.minLength(1, words.currentPassword),
  v.maxLength(128, words.passwordLong),
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
    /** The language of messages. */
    locale: v.optional(v.picklist(['en', 'fr'], words.oneOf(['en', 'fr']))),
  }),
  v.check((fields) => Object.keys(fields).some((field) => field !== 'currentPassword'), words.nothingToChange),
);
