import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { chooseEncoding } from './choose-encoding.ts';

/** In bytes. A smaller body does not get smaller by enough to be worth the processor's time. */
const leastCompressed = 400;
/** 66 bits of the hash: an answer that has changed never has the tag of the one before. */
const tagLength = 11;

type Sent = Pick<Endpoint, 'method' | 'shared' | 'compressed'>;

/**
 * Sends the JSON of an answer. A GET has an entity tag, so that a caller who has the same answer already is told so (304). Only
 * answers that the contract allows to are compressed: docs/decisions/0117-half-the-data.md says which.
 */
export function sendJson({ method, shared, compressed }: Sent, reply: FastifyReply, text: string): FastifyReply {
  void reply.type('application/json; charset=utf-8');
  if (method !== 'GET') return reply.send(text);
  // A cache asks each time whether the answer still holds, unless the route has set a time for which it does.
  if (shared && reply.getHeader('cache-control') === 'no-store') void reply.header('cache-control', 'public, no-cache');
  // A cache on the way must not give the compressed body to a caller who cannot read it.
  if (shared) void reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
  if (!isImmutable(reply) && !reply.hasHeader('etag') && reply.statusCode === 200) {
    const tag = `W/"${hash('sha256', text, 'base64url').slice(0, tagLength)}"`;
    void reply.header('etag', tag);
    if (reply.request.headers['if-none-match']?.includes(tag)) return sendUnchanged(reply);
  }
  if ((!shared && !compressed) || text.length < leastCompressed) return reply.send(text);
  const encoding = chooseEncoding(reply.request.headers['accept-encoding']);
  if (encoding === 'identity') return reply.send(text);
  return reply.header('content-encoding', encoding).send(compress[encoding](Buffer.from(text)));
}

/** No content, and nothing about how to read it. */
function sendUnchanged(reply: FastifyReply): FastifyReply {
  return reply.code(304).removeHeader('content-type').removeHeader('x-content-type-options').send();
}

function isImmutable(reply: FastifyReply): boolean {
  return String(reply.getHeader('cache-control')).includes('immutable');
}

/**
 * At this level Brotli takes as long as gzip at its usual one and makes 5 % less of it: 45 µs for 4 kB. It runs in place, because
 * another thread would cost more than that.
 */
const compress = {
  br: (body: Buffer) =>
    brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_LGWIN]: 16,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => gzipSync(body),
};
