import * as v from 'valibot';
import { country, email, francs, line, phone } from '#contract/values.ts';
import * as words from '#contract/words/checks.ts';

/** The schemas of the forms to add funds and to withdraw. The server checks with the same. */
export const customerDetails = v.strictObject({
  amount: v.pipe(francs, v.minValue(1, words.wholeFrancs)),
  country,
  method: v.pipe(
    v.string(words.paymentMethod),
    v.trim(),
    v.toLowerCase(),
    v.regex(/^[a-z0-9_-]{2,32}$/, words.paymentMethod),
  ),
  phone,
  firstName: line(1, 80),
  lastName: line(1, 80),
  email: v.optional(email),
});
