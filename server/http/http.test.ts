import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { describeCalls } from '#contract/endpoint.ts';
import { createHttp, type Http } from './http.ts';
import { createMetrics, serveMetrics } from './metrics.ts';
import { addressKey } from './rate-limit.ts';
import { route } from './route.ts';

const wait = describeCalls('Test', { wait: { method: 'GET', path: '/wait', status: 200 } })('wait', {
  caller: 'anyone',
  summary: 'Answers when it is told to.',
  answer: v.object({}),
  problems: [],
});

const take = describeCalls('Test', { take: { method: 'POST', path: '/take', status: 200 } })('take', {
  caller: 'anyone',
  summary: 'Answers how many bytes it was sent, when it is told to.',
  answer: v.object({ bytes: v.number() }),
  problems: [],
});

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
  route(http, take, async ({ rawBody }) => {
    waiting.resolve();
    await answered.promise;
    return { bytes: rawBody.length };
  });
  http.get('/page', (_request, reply) => reply.send('a page'));
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
  socket.end(bytes, 'latin1');
  return text(socket);
}

/** Sends, and reads all answers until the server ends the connection. */
async function exchange(...parts: string[]): Promise<Answer[]> {
  const socket = connect(port, '127.0.0.1');
  for (const part of parts) socket.write(part, 'latin1');
  return readAnswers(await text(socket));
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Record<string, unknown>;
}

function readAnswers(received: string): Answer[] {
  if (received === '') return [];
  const headEnd = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyEnd = headEnd + 4 + Number(headers['content-length']);
  const json = JSON.parse(received.slice(headEnd + 4, bodyEnd)) as Answer['json'];
  return [{ status: Number(statusLine.split(' ')[1]), headers, json }, ...readAnswers(received.slice(bodyEnd))];
}

const post = (body: string, more = '') =>
  `POST /api/take HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

test('closing answers the calls under way and ends their kept-alive connection', async () => {
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

test('says that it closes the connection where the caller asked for that', async () => {
  const [answer] = await exchange('GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect([answer!.status, answer!.headers['connection']]).toEqual([404, 'close']);
});

test('closing answers a call that arrives on an idle connection, and ends it with the answer', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const first = await get('/api/nothing', agent);
  expect(first.headers.connection).toBeUndefined();
  await text(first);
  const closed = http.close();
  const last = await get('/api/nothing', agent);
  expect([last.statusCode, last.headers.connection]).toEqual([404, 'close']);
  await text(last);
  await closed;
  agent.destroy();
});

describe('bytes that are not a request get a problem document', () => {
  test.each([
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['two lengths', 'POST /api/wait HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    ['no host', 'GET /api/wait HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET /api/wait HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400],
    ['the same host twice', 'GET /api/wait HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as object;
    expect(body).toMatchObject({ status, code: 'invalid_request' });
  });
});

test('a request that a proxy may read differently is refused', async () => {
  answerWaiting();
  const chunked = (headers: string) => `POST /api/take HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n0\r\n\r\n`;
  const long = (headers: string) => `POST /api/take HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\nabc`;
  const get = (headers: string) => `GET /api/wait HTTP/1.1\r\n${headers}\r\n\r\n`;
  const cases: readonly (readonly [name: string, bytes: string])[] = [
    ['a coding and a length', chunked('Transfer-Encoding: chunked\r\nContent-Length: 5')],
    ['a length and a coding', chunked('Content-Length: 5\r\nTransfer-Encoding: chunked')],
    ['two codings', chunked('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')],
    ['a coding that is not the last', chunked('Transfer-Encoding: chunked, identity')],
    ['a coding that is not decoded', chunked('Transfer-Encoding: gzip, chunked')],
    ['a coding that there is not', chunked('Transfer-Encoding: xchunked')],
    ['a coding in HTTP/1.0', chunked('Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0')],
    ['the same length twice', long('Content-Length: 3\r\nContent-Length: 3')],
    ['a list of lengths', long('Content-Length: 3, 3')],
    ['a length with a sign', long('Content-Length: +3')],
    ['a length in hex', long('Content-Length: 0x3')],
    ['a length beyond all', long('Content-Length: 99999999999999999999')],
    ['a header on two lines', get('Host: x\r\nX-More: a\r\n b')],
    ['a host on two lines', get('Host: x\r\n y')],
    ['a header that begins with a blank', get(' Host: x')],
    ['a blank before the colon', get('Host : x')],
    ['a line feed alone', get('Host: x\nX-More: y')],
    ['a carriage return alone', get('Host: x\rX-More: y')],
    ['a NUL', get('Host: x\r\nX-More: a\0b')],
    [
      'a chunk of endless size',
      chunked('Transfer-Encoding: chunked').replace('\r\n0\r\n', '\r\nfffffffffffffffff\r\n'),
    ],
    [
      'a chunk that is longer than it says',
      chunked('Transfer-Encoding: chunked').replace('\r\n0\r\n', '\r\n1\r\nxy\r\n0\r\n'),
    ],
  ];
  const refused = async (bytes: string) =>
    (await exchange(bytes)).map(({ status, headers, json }) => [status, json['code'], headers['connection']]);
  const answers = await Promise.all(cases.map(async ([name, bytes]) => [name, await refused(bytes)]));
  expect(answers).toEqual(cases.map(([name]) => [name, [[400, 'invalid_request', 'close']]]));
});

describe('bytes that are not a request, after a valid one', () => {
  test('the valid request is answered first, however long that takes, then the bytes are', async () => {
    const answers = exchange(post('a bet'), 'GARBAGE\r\n\r\n', 'and more of it');
    await isWaiting;
    setTimeout(answerWaiting, 50);
    expect((await answers).map(({ status, json }) => [status, json['bytes'] ?? json['code']])).toEqual([
      [200, 5],
      [400, 'invalid_request'],
    ]);
  });

  test('in one piece, and after two valid ones', async () => {
    answerWaiting();
    const answers = await exchange(`${post('one')}${post('three')}\0`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test('if they are the body of the last request, that request is refused', async () => {
    const bad = 'POST /api/take HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n';
    const answers = exchange(post('one') + bad);
    await isWaiting;
    setTimeout(answerWaiting, 50);
    expect((await answers).map(({ status }) => status)).toEqual([200, 400]);
  });

  test('the answer has the security headers', async () => {
    const [answer] = await exchange('GARBAGE\r\n\r\n');
    expect(answer!.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    });
  });
});

describe('a body over the limit', () => {
  /** Sends the whole request before it reads the answer, as many programs do. */
  async function sendThenRead(bytes: number): Promise<Answer[]> {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.pause();
    const sent = Promise.withResolvers<void>();
    socket.on('error', sent.reject);
    socket.write(post('x'.repeat(bytes)), () => sent.resolve());
    await sent.promise;
    return readAnswers(await text(socket));
  }

  test.each([65 * 1024, 1_000_000, 4 * 1024 * 1024])(
    'a body over the limit of %i bytes is read, and refused with 413',
    async (bytes) => {
      const [answer] = await sendThenRead(bytes);
      expect([answer!.status, answer!.json['code']]).toEqual([413, 'payload_too_large']);
    },
  );

  test('a body over the limit in chunks without an end is ended with the connection, after some megabytes', async () => {
    const socket = connect(port, '127.0.0.1');
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    let sent = 0;
    socket.on('error', () => {});
    socket.write('POST /api/take HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const send = () => {
      while (sent < 500 && !socket.destroyed && socket.write(chunk)) sent += 1;
      sent += 1;
    };
    socket.on('drain', send).resume();
    send();
    await new Promise((resolve) => void socket.once('close', resolve));
    expect(sent).toBeLessThan(500);
  });
});

describe('a call of the API is recognized however its address is written', () => {
  const written = (path: string) => [
    path,
    path.replace('/api', '/%61pi'),
    path.replace('/api', '/%61%70%69'),
    `http://elsewhere.example${path}`,
    `HTTPS://elsewhere.example:99${path}`,
  ];

  const targets = [...written('/api/wait'), ...written('/api/nothing'), '/api/%zz', '/api/wait/%00'];
  const call = (target: string, address: string) =>
    exchange(`GET ${target} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`);

  test('it is counted', async () => {
    answerWaiting();
    const countRefused = async (target: string, index: number) => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call(target, `203.0.113.${index}`)));
      return [target, answers.flat().filter(({ status }) => status === 429).length];
    };
    expect(await Promise.all(targets.map(countRefused))).toEqual(targets.map((target) => [target, 2]));
  });

  test.each(targets)('%s has the headers of the API', async (target) => {
    answerWaiting();
    const [answer] = await call(target, '203.0.113.9');
    expect(answer!.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test('a page is not a call, and every form of its address leads to it', async () => {
    for (const target of ['/page', 'http://elsewhere.example/page', '/p%61ge']) {
      const answer = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 200 .*cross-origin-opener-policy.*a page$/s);
    }
  });
});

test('a request with an unknown Expect header is answered', async () => {
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
  expect(refused.headers['ratelimit-policy']).toMatch(/^"address";q=\d+;w=60$/);
  expect(refused.headers['ratelimit']).toBe(`"address";r=0;t=${String(refused.headers['retry-after'])}`);
  expect((await call('203.0.113.8')).statusCode).toBe(200);
  expect((await call('203.0.113.7', '/page')).statusCode).toBe(200);
  // A call without a route counts too.
  expect((await call('203.0.113.7', '/nothing')).statusCode).toBe(429);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'reset'],
])('%s is counted under %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test('pages have the security headers', async () => {
  const { headers } = await http.inject('/page');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['strict-transport-security']).toBeUndefined();
  const behindTls = await http.inject({ url: '/page', headers: { 'x-forwarded-proto': 'https' } });
  expect(behindTls.headers['strict-transport-security']).toContain('max-age=31536000');
});

test('metrics count requests by the route’s pattern, on a separate port', async () => {
  answerWaiting();
  await http.inject('/api/wait?secret=1');
  const server = await serveMetrics(() => metrics.registry.metrics(), 0, '127.0.0.1');
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
