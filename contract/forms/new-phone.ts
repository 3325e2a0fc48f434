import * as v from 'valibot';
import { country, phone } from '#contract/values.ts';

/** The schema of the form for another phone. The server checks with the same. */
export const newPhone = v.strictObject({ phone, country });
