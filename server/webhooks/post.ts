import type { LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Unreachable } from './address.ts';

export interface WebhookAnswer {
  readonly status: number;
  /** `Retry-After` in seconds; null where there is none that we can read. */
  readonly wait: number | null;
}

const timeoutMs = 20_000;
const mostAnswerBytes = 4_096;

/**
 * Posts an event to this very address, whatever the name leads to by now; the name is for TLS and the header `Host`. It follows no
 * redirect and no proxy of the environment, and keeps nothing of the answer but its status.
 *
 * @throws Unreachable where there is no answer within 20 seconds
 */
export function postWebhook(
  url: URL,
  { address, family }: LookupAddress,
  headers: OutgoingHttpHeaders,
  body: string,
): Promise<WebhookAnswer> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: (_name, { all }, found) => (all ? found(null, [{ address, family }]) : found(null, address, family)),
      signal,
    });
    request.on('error', (cause) => reject(new Unreachable(signal.aborted ? 'too_late' : 'no_answer', { cause })));
    request.on('response', (response) => {
      resolve({ status: response.statusCode!, wait: readWait(response) });
      readLittle(response);
    });
    request.end(body);
  });
}

/** Lets a receiver finish a short answer; a long one is cut off. */
function readLittle(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) response.destroy();
  });
}

function readWait({ headers }: IncomingMessage): number | null {
  const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0];
  return seconds === undefined ? null : Number(seconds);
}
