import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineEndpoint } from '#contract/endpoint.ts';
import { createHttp, type Http } from './http.ts';
import { createMetrics, serveMetrics } from './metrics.ts';
import { addressKey } from './rate-limit.ts';
import { route } from './route.ts';

const wait = defineEndpoint(
  { method: 'GET', path: '/wait', status: 200 },
  {
    name: 'wait',
    tag: 'Test',
    caller: 'anyone',
    summary: 'Answers when it is told to.',
    answer: v.object({}),
    problems: [],
  },
);

const metrics = createMetrics();
let http: Http;
let port: number;
let answerWaiting: () => void;
let isWaiting: Promise<void>;

beforeEach(async () => {
  const waiting = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  isWaiting = waiting.promise;
  answerWaiting = answered.resolve;
  http = createHttp({
    authenticate: () => Promise.resolve(null),
    log: pino({ level: 'silent' }),
    rateLimitScale: 0.001,
    trustProxy: '127.0.0.1',
    metrics,
  });
  route(http, wait, async () => {
    waiting.resolve();
    await answered.promise;
    return {};
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  port = (http.server.address() as AddressInfo).port;
});
afterEach(() => http.close());

function get(path: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, ...(agent && { agent }) }, resolve)
      .on('error', reject)
      .end();
  });
}

async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

test('closing answers what is under way and ends its kept-alive connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const underWay = get('/api/wait', agent);
  await isWaiting;
  const closed = http.close();
  await expect.poll(() => http.server.listening).toBe(false);
  answerWaiting();
  const response = await underWay;
  expect(response.statusCode).toBe(200);
  expect(response.headers.connection).toBe('close');
  response.resume();
  await closed;
  await expect(get('/api/wait')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  agent.destroy();
});

test('closing answers what comes on a connection that rested, and ends it with the answer', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const first = await get('/api/nothing', agent);
  expect(first.headers.connection).toBe('keep-alive');
  await text(first);
  const closed = http.close();
  const last = await get('/api/nothing', agent);
  expect([last.statusCode, last.headers.connection]).toEqual([404, 'close']);
  await text(last);
  await closed;
  agent.destroy();
});

describe('bytes that are no request get a problem document', () => {
  test.each([
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['two lengths', 'POST /api/wait HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    ['no host', 'GET /api/wait HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as object;
    expect(body).toMatchObject({ status, code: 'invalid_request' });
  });
});

test('a request that expects more than there is gets its answer all the same', async () => {
  answerWaiting();
  const answer = await sendRaw('GET /api/wait HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

test('an address that calls too often is told to wait; others, and pages, are not', async () => {
  answerWaiting();
  const call = (address: string, url = '/api/wait') => http.inject({ url, headers: { 'x-forwarded-for': address } });
  const statuses: number[] = [];
  for (let count = 0; count < 7; count++) statuses.push((await call('203.0.113.7')).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  const refused = await call('203.0.113.7');
  expect(refused.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  expect((await call('203.0.113.8')).statusCode).toBe(200);
  expect((await call('203.0.113.7', '/nothing')).statusCode).toBe(404);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test('pages carry the headers that keep browsers safe', async () => {
  const { headers } = await http.inject('/nothing');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['strict-transport-security']).toBeUndefined();
  const behindTls = await http.inject({ url: '/nothing', headers: { 'x-forwarded-proto': 'https' } });
  expect(behindTls.headers['strict-transport-security']).toContain('max-age=31536000');
});

test('metrics count requests by the route’s pattern, on a port of their own', async () => {
  answerWaiting();
  await http.inject('/api/wait?secret=1');
  const server = await serveMetrics(metrics.registry, 0);
  const { port: metricsPort, address } = server.address() as AddressInfo;
  expect(address).toBe('127.0.0.1');
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const body = await response.text();
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/wait",status="200"}');
  expect(body).not.toContain('secret');
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  server.close();
  await once(server, 'close');
});
