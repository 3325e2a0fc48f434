import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { build } from 'vite';
import { allRights, may } from '#contract/operator/rights.ts';
import { contentSecurityPolicy } from '#server/http/security-headers.ts';

/** A request of the list that the kit page shows. */
interface ListedRequest {
  readonly id: string;
  readonly number: number;
  readonly kind: string;
  readonly subject: string;
  readonly status: string;
  readonly reason: string;
  readonly askedBy: string;
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly endedAt: null;
  readonly own: boolean;
}

/** The behaviour of the server behind the kit page; a test changes it. */
export interface KitServer {
  readonly url: string;
  /** The newest first. */
  rows: ListedRequest[];
  /** How the list answers: as it should, with a problem document, or not at all. */
  list: 'well' | 'badly' | 'never';
  isSignedIn: boolean;
  isDemo: boolean;
  /** The bodies of the acts that were sent. */
  readonly acts: unknown[];
  /** The addresses and headers of the calls of the list. */
  readonly calls: { readonly address: URL; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

const page = resolve(import.meta.dirname, 'page');
const viteConfig = resolve(import.meta.dirname, '../../scripts/build-console/vite.config.ts');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export function makeRows(count: number, from = 1): ListedRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      number,
      kind: 'lift_undo',
      subject: `client ${number * 7}`,
      status: number % 5 === 0 ? 'failed' : number % 3 === 0 ? 'asked' : 'done',
      reason: 'They called.',
      askedBy: number % 2 === 0 ? 'jo' : 'ana',
      askedAt: new Date(Date.parse('2026-11-20T08:00:00Z') + number * 61_000).toISOString(),
      expiresAt: '2026-11-21T18:00:00Z',
      endedAt: null,
      own: false,
    };
  }).toReversed();
}

/**
 * Builds the kit page as the console is built, and serves it under the console's policy, with a small server of its own in the
 * place of the operators' API: so the states of a list come when the test wants them.
 */
export async function openKitSite(): Promise<KitServer> {
  const folder = await mkdtemp(join(tmpdir(), 'console-kit-'));
  await build({ configFile: viteConfig, root: page, publicDir: false, logLevel: 'error', build: { outDir: folder } });
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const kit: KitServer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    rows: makeRows(120),
    list: 'well',
    isSignedIn: true,
    isDemo: false,
    acts: [],
    calls: [],
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url!, kit.url);
    const { pathname } = address;
    if (pathname === '/operator/sign-in') return send(response, { data: { mode: 'demo', zone: 'Africa/Abidjan' } });
    if (pathname.startsWith('/operator/') && !kit.isSignedIn) return refuse(response, 401, 'unauthenticated');
    if (pathname === '/operator/me') return send(response, { data: me() });
    if (pathname === '/operator/waiting')
      return send(response, {
        data: {
          counts: { alarm: 0, draw: 0, payment: 0, request: 0, care: 0, document: 0 },
          sales: { next: null, stoppedAt: null, isPartly: false, late: 0, lateAt: null },
        },
      });
    if (pathname === '/operator/requests') return answerList(address, request, response);
    if (pathname.endsWith('/decision')) return answerAct(request, response);
    if (pathname.startsWith('/operator/')) return refuse(response, 404, 'not_found');
    const name = extname(pathname) === '' ? '/index.html' : pathname;
    const content = await readFile(join(folder, name)).catch(() => null);
    if (content === null) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'content-security-policy': contentSecurityPolicy({ scripts: [], styles: [] }),
    });
    response.end(content);
  }

  function me() {
    const roles = ['risk', 'compliance'] as const;
    return {
      name: 'P. D.',
      roles,
      rights: allRights.filter((right) => may(roles, right)),
      demo: kit.isDemo,
      stage: 'full',
      csrf: 'token-of-the-session',
      sessionId: '00000000-0000-4000-8000-000000000000',
      sessionEndsAt: '2026-11-20T23:04:10Z',
      idleEndsAt: '2026-11-20T18:47:41Z',
      zone: 'Africa/Abidjan',
      mode: 'demo',
    };
  }

  function answerList(address: URL, { headers }: IncomingMessage, response: ServerResponse): void {
    kit.calls.push({ address, headers });
    if (kit.list === 'never') return;
    if (kit.list === 'badly' || address.searchParams.has('kind')) return refuse(response, 503, 'unavailable');
    const { status, cursor, limit } = Object.fromEntries(address.searchParams);
    const wanted = (row: ListedRequest) => {
      if (!status) return true;
      const isNot = status.startsWith('-');
      return status.replace('-', '').split(',').includes(row.status) !== isNot;
    };
    const after = Number(cursor ?? Infinity);
    // A long list comes in a few large pages, so that a test soon has all of it.
    const size = kit.rows.length > 1_000 ? 1_000 : Number(limit);
    const rows = kit.rows.filter((row) => wanted(row) && row.number < after);
    const shown = rows.slice(0, size);
    send(response, { data: shown, meta: { next: shown.length < rows.length ? String(shown.at(-1)!.number) : null } });
  }

  async function answerAct(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers['x-csrf-token'] !== 'token-of-the-session') return refuse(response, 403, 'not_allowed');
    const body = (await json(request)) as { signature?: unknown };
    kit.acts.push(body);
    if (body.signature || kit.isDemo) return send(response, { data: { status: 'approved', audit: 48212 } });
    refuse(response, 403, 'signature_needed', {
      act: 'abcd',
      passkey: {
        rpId: 'localhost',
        challenge: Buffer.alloc(32, 7).toString('base64url'),
        timeout: 60_000,
        allowCredentials: [],
        userVerification: 'required',
      },
    });
  }

  return kit;
}

function send(response: ServerResponse, answer: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

function refuse(response: ServerResponse, status: number, code: string, more: object = {}): void {
  const problem = { type: 'about:blank', title: 'Refused', status, detail: 'The database answered too late.', code };
  response
    .writeHead(status, { 'content-type': 'application/problem+json' })
    .end(JSON.stringify({ ...problem, requestId: '01J9-44QX-7M', ...more }));
}
