import * as v from 'valibot';
import { country, date } from '#contract/values.ts';
import * as words from '#contract/words/checks.ts';

/** The documents that a client may show. */
export const documentTypes = ['national_id', 'passport', 'residence_permit', 'driving_licence'] as const;
export type DocumentType = (typeof documentTypes)[number];

const wanted = words.documentNumber;

/** Without the kind, which a form offers as a choice. */
export const identityDocument = v.strictObject({
  /** The country that issued it. */
  country,
  number: v.pipe(
    v.string(wanted),
    v.trim(),
    v.minLength(1, words.required),
    v.maxLength(40, wanted),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{3,}$/, wanted),
  ),
  expiresOn: date,
});
