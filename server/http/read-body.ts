import type { FastifyContentTypeParser } from 'fastify';
import { Refusal } from './refusal.ts';

/** A checkout of fifty tickets is some 10 kB. */
const bodyLimitBytes = 64 * 1024;
/**
 * A body that is too large is read and dropped up to this size, so that a caller who reads only after sending still gets
 * the answer. Closing the connection while bytes arrive would reset it, and the answer would be lost.
 */
const droppedBytes = 4 * 1024 * 1024;

const tooLarge = new Refusal('payload_too_large');

/**
 * Reads a body into a Buffer. A body over `bodyLimitBytes` is refused after it was read; one over `droppedBytes` is refused
 * at once, and its connection is closed.
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
    // `concat` copies: a chunk may be a view of memory that the next read overwrites.
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
