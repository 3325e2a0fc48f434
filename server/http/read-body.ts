import type { Server } from 'node:http';
import type { FastifyContentTypeParser } from 'fastify';
import type { FileBody } from '#contract/endpoint.ts';
import { afterRunning } from '#database/running-time.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route whose body is a file; it has limits of its own. */
    readonly file?: FileBody;
  }
}

/** A checkout of fifty tickets is some 10 kB. */
const bodyLimitBytes = 64 * 1024;
/**
 * A body that is too large is read and dropped up to this size, so that a caller who reads only after sending still gets
 * the answer. Closing the connection while bytes arrive would reset it, and the answer would be lost.
 */
const droppedBytes = 4 * 1024 * 1024;

const tooLarge = new Refusal('payload_too_large');

/**
 * Makes what reads a body into a Buffer. A body over its limit is refused after it was read; one over `droppedBytes` is refused
 * at once, and its connection is closed.
 *
 * @param server ends the connection of a body that takes too long
 * @param timeoutMs how long a body may take that is no file: Node's own limit is that of files
 */
export function createBodyReader(server: Server, timeoutMs: number): FastifyContentTypeParser {
  return (request, payload, done) => {
    if (Number(request.headers['content-length']) > droppedBytes) return done(tooLarge);
    const { file } = request.routeOptions.config;
    const limitBytes = file?.mostBytes ?? bodyLimitBytes;
    const cancel = file ? undefined : afterRunning(timeoutMs, end);
    const chunks: Buffer[] = [];
    let length = 0;
    payload.on('data', onData).on('end', onEnd).on('error', onError);

    function onData(chunk: Buffer): void {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else if (length <= droppedBytes) chunks.length = 0;
      else finish(tooLarge);
    }
    function onEnd(): void {
      if (length > limitBytes) finish(tooLarge);
      // `concat` copies: a chunk may be a view of memory that the next read overwrites.
      else finish(null, Buffer.concat(chunks, length));
    }
    function onError(cause: Error): void {
      finish(new Refusal('invalid_request', { detail: ({ bodyBrokeOff }) => bodyBrokeOff, cause }));
    }
    function finish(error: Error | null, body?: Buffer): void {
      cancel?.();
      payload.off('data', onData).off('end', onEnd).off('error', onError);
      done(error, body);
    }
    /** Ends the request like Node does when one takes too long. */
    function end(): void {
      const error = Object.assign(new Error('the body takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, request.raw.socket);
    }
  };
}
