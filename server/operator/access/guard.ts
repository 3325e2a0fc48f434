import type { BlockList } from 'node:net';
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '#database/connect.ts';
import { areaOf } from '#server/http/area.ts';
import type { Http } from '#server/http/http.ts';
import { sendProblem } from '#server/http/problem.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readCookie } from './sessions.ts';

interface GuardOptions {
  readonly db: Queryable;
  /** The only addresses that are let in; null for all that reach the listener. */
  readonly allow: BlockList | null;
  readonly consoleUrl: () => string;
}

/**
 * The checks before everything else: the caller's address, and the page that calls. A cookie ignores ports and a neighbouring domain is the
 * same site, so SameSite alone keeps nobody out. Every write names the console's own origin; no call comes from another page, not even one
 * that reads, because looking is recorded. A refusal with a session's cookie is a line of the audit.
 */
export function guard(http: Http, { db, allow, consoleUrl }: GuardOptions): void {
  const noted = new Map<string, number>();

  /** A caller with a session's cookie is its operator, or has taken over somebody's browser: a line of the audit, once in a while. */
  async function note(request: FastifyRequest, why: string): Promise<void> {
    const secret = readCookie(request);
    if (secret === null) return;
    const key = `${secret} ${why}`;
    const now = performance.now();
    if (now - (noted.get(key) ?? -Infinity) < linesEveryMs) return;
    if (noted.size >= mostNoted) noted.clear();
    noted.set(key, now);
    await db.query('select console.note_refusal($1, $2, $3)', [
      secret,
      `${request.method} ${request.routeOptions.url ?? 'elsewhere'}`,
      why,
    ]);
  }

  http.addHook('onRequest', async (request, reply) => {
    const address = refuseAddress(request, allow);
    const refusal = address ?? (areaOf(request) === 'api' ? refusePage(request, consoleUrl()) : null);
    if (refusal === null) return;
    request.log.warn({ address: request.ip, why: refusal.message }, 'a request to the console was refused');
    await note(request, address ? `address ${request.ip}` : 'page');
    sendProblem(request, reply, refusal);
    return reply;
  });
}

/** Another page could have an operator's browser write line after line. */
const linesEveryMs = 60_000;
const mostNoted = 1_000;

const wrongAddress = new Refusal('not_allowed', { detail: ({ operators: says }) => says.wrongAddress });

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
