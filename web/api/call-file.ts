import type { Call } from '#contract/calls/call.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { exchange, read, type Input } from './call.ts';
import { ApiError } from './errors.ts';
import { failureOf } from './request.ts';

/** A slow network may take minutes for a long file, in milliseconds. */
const longest = 15 * 60_000;

interface FileOptions {
  mediaType: string;
  signal: AbortSignal;
  /** Called with the number of bytes so far. The total is unknown while the server writes the file. */
  onProgress: (bytes: number) => void;
}

/** Makes a call that is answered with a file, and resolves to it. Rejects as `call` does. */
export async function callFile<C extends Call>(
  made: C,
  input: CallInput<C>,
  { mediaType, signal, onProgress }: FileOptions,
): Promise<Blob> {
  // A captive portal answers with a page of its own.
  const isFile = ({ ok, headers }: Response) => ok && headers.get('content-type')?.startsWith(mediaType);
  const readBody = (response: Response): Promise<Blob | string> =>
    isFile(response) ? readBlob(response.body!, onProgress) : response.text();
  const { response, content } = await exchange(
    made,
    input as Input,
    mediaType,
    { signal, timeoutMs: longest },
    readBody,
  );
  if (typeof content !== 'string') return content;
  if (response.ok) throw new ApiError({ kind: 'PARSING_ERROR', originalStatus: response.status, text: content });
  throw failureOf(response, read(response, content));
}

async function readBlob(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onProgress: (bytes: number) => void) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    chunks.push(value);
    bytes += value.length;
    onProgress(bytes);
  }
}
