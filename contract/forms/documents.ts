import * as v from 'valibot';
import { country, date } from '#contract/values.ts';

/** The documents that a client may show. */
export const documentTypes = ['national_id', 'passport', 'residence_permit', 'driving_licence'] as const;
export type DocumentType = (typeof documentTypes)[number];

const wanted = 'Enter the number as it stands on the document.';

/** Without the kind, which a form offers as a choice. */
export const identityDocument = v.strictObject({
  /** Who issued it. */
  country,
  number: v.pipe(
    v.string(wanted),
    v.trim(),
    v.minLength(1, 'This is required.'),
    v.maxLength(40, wanted),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{3,}$/, wanted),
  ),
  expiresOn: date,
});
