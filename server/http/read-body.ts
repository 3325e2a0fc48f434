import type { FastifyContentTypeParser } from 'fastify';
import { Refusal } from './refusal.ts';

/** Far more than fifty tickets take. */
const bodyLimitBytes = 64 * 1024;
/**
 * What is read and dropped of a body that is too large. Who sends it all before reading the answer then gets the answer:
 * a connection that is closed while bytes are on their way is reset, and the answer is lost with it.
 */
const droppedBytes = 4 * 1024 * 1024;

const tooLarge = new Refusal('payload_too_large');

/**
 * Reads a body into a Buffer. One over the limit is refused when all of it has been read; one that is larger than what is
 * dropped is refused at once, and its connection ends.
 */
export const readBody: FastifyContentTypeParser = (request, payload, done) => {
  if (Number(request.headers['content-length']) > droppedBytes) return done(tooLarge);
  const chunks: Buffer[] = [];
  let length = 0;
  payload.on('data', onData).on('end', onEnd).on('error', onError);

  function onData(chunk: Buffer): void {
    length += chunk.length;
    if (length <= bodyLimitBytes) chunks.push(chunk);
    else if (length <= droppedBytes) chunks.length = 0;
    else finish(tooLarge);
  }
  function onEnd(): void {
    if (length > bodyLimitBytes) finish(tooLarge);
    // Copied: what arrives may be a view of memory that the next bytes are read into.
    else finish(null, Buffer.concat(chunks, length));
  }
  function onError(cause: Error): void {
    finish(new Refusal('invalid_request', { detail: 'The body broke off.', cause }));
  }
  function finish(error: Error | null, body?: Buffer): void {
    payload.off('data', onData).off('end', onEnd).off('error', onError);
    done(error, body);
  }
};
