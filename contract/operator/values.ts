import * as v from 'valibot';
import { line, one, uuid } from '#contract/values.ts';

/** Why, in a sentence. The audit keeps it. */
export const reason = line(3, 400);

/** The body of an act that needs nothing else. */
export const because = v.strictObject({ reason });

/** In an address: the number of a client. */
export const clientId = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'The number of a client.'), v.transform(Number)),
});

/** In an address: an id of ours. */
export const uuidId = v.object({ id: uuid });

/** The answer to whoever asked for something that takes two: the request. */
export const asked = one(v.object({ id: uuid }));
