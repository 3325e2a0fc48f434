import type { BlockList } from 'node:net';
import { isIPv6 } from 'node:net';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { areaOf } from '#server/http/area.ts';
import type { Http } from '#server/http/http.ts';
import { sendProblem } from '#server/http/problem.ts';
import { Refusal } from '#server/http/refusal.ts';

export interface GuardOptions {
  /** The only addresses that are let in; null for all that reach the listener. */
  readonly allow: BlockList | null;
  readonly consoleUrl: () => string;
}

/**
 * What comes before everything else: from which address, and from which page. A cookie ignores ports and a neighbouring domain is
 * the same site, so SameSite alone keeps nobody out. Every write names the console's own origin; no call comes from another page,
 * not even one that reads, because looking is written down.
 */
export function guard(http: Http, { allow, consoleUrl }: GuardOptions): void {
  const check: onRequestHookHandler = (request, reply, done) => {
    const refusal =
      refuseAddress(request, allow) ?? (areaOf(request) === 'api' ? refusePage(request, consoleUrl()) : null);
    if (refusal === null) return done();
    request.log.warn({ address: request.ip, why: refusal.message }, 'a request to the console was refused');
    sendProblem(request, reply, refusal);
  };
  http.addHook('onRequest', check);
}

const wrongAddress = new Refusal('not_allowed', { detail: 'The console is not open to this address.' });

function refuseAddress({ ip }: FastifyRequest, allow: BlockList | null): Refusal | null {
  if (allow === null) return null;
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return allow.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ? null : wrongAddress;
}

const notFromConsole = new Refusal('not_from_console');

function refusePage({ method, headers, routeOptions }: FastifyRequest, consoleUrl: string): Refusal | null {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (method === 'GET' || method === 'HEAD') {
    // `none`: somebody has typed the address.
    return site === undefined || site === 'same-origin' || site === 'none' ? null : notFromConsole;
  }
  // A program without a browser may try a demonstration: it gets a session of its own, and nobody's cookie is at stake.
  if (routeOptions.url === '/operator/demo' && origin === undefined && site === undefined) return null;
  return origin === new URL(consoleUrl).origin && site === 'same-origin' ? null : notFromConsole;
}
