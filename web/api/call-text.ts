import type { Call } from '#contract/calls/call.ts';
import { exchange, read, type Input, type InputArgs } from './call.ts';
import { failureOf } from './request.ts';

/** Like `call`, for one that can also be answered in another media type, such as `text/csv`; resolves to the text. */
export async function callText<C extends Call>(
  made: C,
  mediaType: string,
  ...[input, options]: InputArgs<C>
): Promise<string> {
  const { response, content: text } = await exchange(made, (input ?? {}) as Input, mediaType, options);
  if (response.ok) return text;
  throw failureOf(response, read(response, text));
}
