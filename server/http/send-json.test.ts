import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createHttp, type Http } from './http.ts';
import { answer, route } from './route.ts';

const text = 'the same words again and again. '.repeat(40);
let current = text;
let http: Http;

const words = v.object({ data: v.string() });

function endpoint(name: string, more: Partial<Endpoint> = {}): Endpoint & { readonly answer: typeof words } {
  return {
    name,
    tag: 'Test',
    method: 'GET',
    path: `/${name}`,
    status: 200,
    caller: 'anyone',
    summary: '',
    problems: [],
    ...more,
    answer: words,
  };
}

beforeAll(() => {
  http = createHttp({
    authenticate: () => Promise.resolve({ clientId: 1, sessionId: 's', confirmed: true } as never),
    log: pino({ level: 'silent' }),
    rateLimitScale: 100,
  });
  const say = () => ({ data: current });
  route(http, endpoint('plain'), say);
  route(http, endpoint('own', { compressed: true }), say);
  route(http, endpoint('same', { shared: true }), say);
  route(http, endpoint('short', { shared: true }), () => ({ data: 'short' }));
  route(http, endpoint('sent', { method: 'POST', compressed: true }), say);
  route(http, endpoint('final', { shared: true }), () =>
    answer({ data: text }, { headers: { 'cache-control': 'public, max-age=86400, immutable' } }),
  );
});
afterAll(() => http.close());

const ask = (url: string, headers: Record<string, string> = {}) => http.inject({ url: `/api${url}`, headers });

test.each([
  ['/own', 'gzip, br', 'br'],
  ['/own', 'gzip', 'gzip'],
  ['/own', 'br;q=0, gzip', 'gzip'],
  ['/own', 'zstd', undefined],
  ['/own', '', undefined],
  ['/same', 'br', 'br'],
  ['/final', 'br', 'br'],
  // It may hold a secret.
  ['/plain', 'br, gzip', undefined],
  ['/short', 'br, gzip', undefined],
])('%s with “%s” is sent as %s', async (url, accepted, encoding) => {
  const { headers, rawPayload } = await ask(url, { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body };
  const body = unpack[(encoding ?? 'none') as keyof typeof unpack](rawPayload).toString();
  expect(JSON.parse(body)).toEqual({ data: url === '/short' ? 'short' : text });
  expect(Number(headers['content-length'])).toBe(rawPayload.length);
});

test('the answer to a change is never compressed, and has no tag', async () => {
  const { headers } = await http.inject({
    method: 'POST',
    url: '/api/sent',
    headers: { 'accept-encoding': 'br', 'content-type': 'application/json' },
    payload: '{}',
  });
  expect([headers['content-encoding'], headers.etag, headers['cache-control']]).toEqual([
    undefined,
    undefined,
    'no-store',
  ]);
});

test.each(['/plain', '/own', '/same'])('%s: who has the answer already is told so, until it changes', async (url) => {
  const first = await ask(url, { 'accept-encoding': 'br' });
  const tag = String(first.headers.etag);
  const again = await ask(url, { 'accept-encoding': 'br', 'if-none-match': tag });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
  expect(again.headers['content-type']).toBeUndefined();
  current = `${text}!`;
  const changed = await ask(url, { 'if-none-match': tag });
  expect([changed.statusCode, changed.json()]).toEqual([200, { data: `${text}!` }]);
  current = text;
});

test('only what every caller gets is kept by browsers, and asked for again', async () => {
  expect((await ask('/same', { 'accept-encoding': 'br' })).headers).toMatchObject({
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
  });
  for (const url of ['/plain', '/own']) expect((await ask(url)).headers['cache-control']).toBe('no-store');
  const final = await ask('/final');
  expect([final.headers['cache-control'], final.headers.etag]).toEqual(['public, max-age=86400, immutable', undefined]);
});

test('a script of a page gets no policy of a document, everybody else does', async () => {
  const forScript = await ask('/own', { 'sec-fetch-dest': 'empty' });
  expect(Object.keys(forScript.headers).filter((name) => name.includes('policy'))).toEqual([]);
  expect(forScript.headers['x-content-type-options']).toBe('nosniff');
  for (const headers of [{ 'sec-fetch-dest': 'document' }, { 'sec-fetch-dest': 'iframe' }, {}]) {
    expect((await ask('/own', headers)).headers['content-security-policy']).toContain("default-src 'none'");
  }
});

// Read decision 0117 before you add a call to these lists.
test('no answer with a secret, or with text of a stranger beside what is private, may be compressed or kept', () => {
  const namesOf = (flag: 'shared' | 'compressed') => endpoints.filter((each) => each[flag]).map(({ name }) => name);
  expect(namesOf('shared')).toEqual([
    'listDraws',
    'getDraw',
    'getTimetable',
    'listResults',
    'getStatistics',
    'listGames',
    'getGame',
    'getProof',
    'listSeals',
    'listOperatorKeys',
    'getFigures',
    'listPaymentMethods',
  ]);
  expect(namesOf('compressed')).toEqual([
    'listBets',
    'sumBets',
    'listTransactions',
    'sumTransactions',
    'explainBalance',
    'listPayments',
  ]);
  expect(endpoints.filter(({ shared, caller }) => shared && caller !== 'anyone')).toEqual([]);
});
