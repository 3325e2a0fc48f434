import * as v from 'valibot';
import { country, phone } from '#contract/values.ts';

/** What the form of another phone sends. The server checks with the same. */
export const newPhone = v.strictObject({ phone, country });
