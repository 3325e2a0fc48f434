import * as v from 'valibot';
import { country, email, francs, line, phone } from '#contract/values.ts';

/** What the forms to add funds and to withdraw send. The server checks with the same. */
export const customerDetails = v.strictObject({
  amount: v.pipe(francs, v.minValue(1, 'An amount in whole francs.')),
  country,
  method: v.pipe(
    v.string('A payment method.'),
    v.trim(),
    v.toLowerCase(),
    v.regex(/^[a-z0-9_-]{2,32}$/, 'A payment method.'),
  ),
  phone,
  firstName: line(1, 80),
  lastName: line(1, 80),
  email: v.optional(email),
});
