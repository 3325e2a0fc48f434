import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCalls } from '#contract/endpoint.ts';
import { queryInteger } from '#contract/queries.ts';
import { francs, line } from '#contract/values.ts';
import { createHttp, type Http } from './http.ts';
import { Refusal } from './refusal.ts';
import { answer, route } from './route.ts';
import type { SignedIn } from './signed-in.ts';

const client: SignedIn = { clientId: 7, sessionId: 'a-session', confirmed: true, phone: '+2250712345678' };

const echo = describeCalls('Test', { echo: { method: 'POST', path: '/echo/{place}', status: 201 } })('echo', {
  caller: 'client',
  summary: 'Answers what it was sent.',
  params: v.object({ place: v.pipe(v.string(), v.maxLength(5, 'Up to 5 characters.')) }),
  query: v.object({ times: v.optional(queryInteger(1, 9)) }),
  headers: v.object({ 'x-key': v.optional(v.pipe(v.string(), v.minLength(3, 'At least 3 characters.'))) }),
  body: v.strictObject({
    amount: francs,
    note: line(1, 20),
    more: v.optional(v.strictObject({ flag: v.boolean() })),
  }),
  answer: v.object({ amount: francs, times: v.nullable(v.number()), clientId: v.number() }),
  problems: ['unauthenticated', 'conflict', 'overloaded'],
});

const act = describeCalls('Test', { act: { method: 'GET', path: '/act/{what}', status: 200 } })('act', {
  caller: 'anyone',
  summary: 'Does what it is told.',
  params: v.object({ what: v.string() }),
  answer: v.object({ text: v.string() }),
  problems: ['conflict', 'overloaded'],
});

const hook = describeCalls('Test', { hook: { method: 'POST', path: '/hook', status: 204 } })('hook', {
  caller: 'anyone',
  summary: 'Counts the bytes it was sent.',
  answer: null,
  problems: [],
});

const old = describeCalls('Test', { old: { method: 'GET', path: '/old', status: 204 } })('old', {
  caller: 'client',
  summary: 'Will be removed.',
  answer: null,
  problems: ['unauthenticated'],
  deprecated: { since: '2027-01-01', until: '2027-07-01' },
});

let http: Http;
const logged: string[] = [];
const received: Buffer[] = [];

beforeAll(() => {
  http = createHttp({
    authenticate: (token) => Promise.resolve(token === 'good' ? client : null),
    log: pino({ level: 'debug' }, { write: (text: string) => void logged.push(text) }),
    rateLimitScale: 1,
    checkAnswers: true,
  });
  route(http, echo, ({ body, query, signedIn }) => ({
    amount: body.amount,
    times: query.times ?? null,
    clientId: signedIn.clientId,
  }));
  route(http, act, ({ params, signedIn, reply }) => {
    switch (params.what) {
      case 'refuse':
        throw new Refusal('conflict', { detail: 'Not today.', errors: [{ path: 'what', message: 'Not this.' }] });
      case 'overload':
        throw new Refusal('overloaded', { retryAfterSeconds: 3.2 });
      case 'undeclared':
        throw new Refusal('phone_taken');
      case 'break':
        throw new Error('duplicate key value violates "secret_constraint": select * from client');
      case 'lose the database':
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      case 'deadlock':
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      case 'a bug in between':
        throw new Refusal('unavailable', { cause: new TypeError('x is not a function') });
      case 'too much':
        return { text: 'fine', password: 'oops' };
      case 'too little':
        return {} as { text: string };
      case 'other':
        return answer({ text: 'other' }, { status: 202, headers: { 'x-more': 'yes', 'cache-control': 'public' } });
      case 'an old name':
        return { text: 'Awa \u202eénoK\u2069' };
      case 'raw':
        return reply.type('text/csv; charset=utf-8').send('a,b\n');
      case 'stream':
        return reply.type('application/octet-stream').send(Readable.from(endless()));
      default:
        return { text: signedIn?.phone ?? 'nobody' };
    }
  });
  route(http, old, () => undefined);
  route(http, hook, ({ rawBody, reply }) => {
    received.push(rawBody);
    if (rawBody.toString() === 'send it late') return reply.send(Readable.from(beginsLate()));
    return undefined;
  });
});
afterAll(() => http.close());

const brokenOff = Promise.withResolvers<void>();
async function* endless() {
  try {
    for (;;) yield await sleep(5, 'more');
  } finally {
    brokenOff.resolve();
  }
}

const asked = Promise.withResolvers<void>();
const hungUp = Promise.withResolvers<void>();
async function* beginsLate() {
  asked.resolve();
  await hungUp.promise;
  yield 'late';
}

const json = { authorization: 'Bearer good', 'content-type': 'application/json' };
const post = (payload: string | Buffer, headers: Record<string, string> = json, url = '/api/echo/here') =>
  http.inject({ method: 'POST', url, headers, payload });
const pathsOf = (response: { json: () => { errors?: { path: string }[] } }) =>
  response.json().errors?.map(({ path }) => path);

test('a call that will be removed says so on every answer', async () => {
  for (const headers of [{}, { authorization: 'Bearer good' }]) {
    const answered = await http.inject({ url: '/api/old', headers });
    expect(answered.headers).toMatchObject({ deprecation: '@1798761600', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' });
  }
  expect((await post('{"amount":300,"note":"hi"}')).headers).not.toHaveProperty('deprecation');
});

test('a valid call is answered as the contract says, and is private', async () => {
  const response = await post('{"amount":300,"note":" hi "}', { ...json, 'x-key': 'abc' }, '/api/echo/here?times=2');
  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({ amount: 300, times: 2, clientId: 7 });
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

describe('bad input', () => {
  test.each<[string, string | Buffer, string[]]>([
    ['no body', '', ['']],
    ['half of a JSON', '{"amount":', ['']],
    ['something after the JSON', '{"amount":300,"note":"x"} x', ['']],
    ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]), ['']],
    ['null', 'null', ['']],
    ['a list', '[]', ['amount', 'note']],
    ['a number', '5', ['']],
    ['nothing in it', '{}', ['amount', 'note']],
    ['a fraction', '{"amount":1.5,"note":"x"}', ['amount']],
    ['less than nothing', '{"amount":-1,"note":"x"}', ['amount']],
    ['2^53', '{"amount":9007199254740992,"note":"x"}', ['amount']],
    ['2^53 + 1, which JavaScript would round', '{"amount":9007199254740993,"note":"x"}', ['amount']],
    ['a number without end', '{"amount":1e999,"note":"x"}', ['amount']],
    ['a number as text', '{"amount":"300","note":"x"}', ['amount']],
    ['NUL', String.raw`{"amount":300,"note":"a\u0000b"}`, ['note']],
    ['NUL in a name', String.raw`{"amount":300,"note":"x","\u0000":1}`, ['�']],
    ['text of blanks', '{"amount":300,"note":"  "}', ['note']],
    ['text that is too long', `{"amount":300,"note":"${'x'.repeat(21)}"}`, ['note']],
    [
      'unknown fields, also inside',
      '{"a":1,"b":2,"amount":300,"note":"x","more":{"flag":true,"c":3}}',
      ['more.c', 'a', 'b'],
    ],
    ['many things at once', '{"amount":-1,"note":1,"more":{"flag":"yes"}}', ['amount', 'note', 'more.flag']],
  ])('%s', async (_name, payload, paths) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request', requestId: expect.any(String) });
    expect(pathsOf(response)).toEqual(paths);
  });

  test('text that only looks like NUL is accepted', async () => {
    expect((await post(String.raw`{"amount":300,"note":"a\\u0000b"}`)).statusCode).toBe(201);
  });

  test.each([
    ['path', '/api/echo/far-away', {}, ['place']],
    ['query', '/api/echo/here?times=10', {}, ['times']],
    ['query, twice', '/api/echo/here?times=1&times=2', {}, ['times']],
    ['header', '/api/echo/here', { 'x-key': 'a' }, ['x-key']],
    ['NUL in the query', '/api/echo/here?times=%00', {}, ['times']],
    ['all of them', '/api/echo/far-away?times=x', { 'x-key': 'a' }, ['place', 'times', 'x-key']],
  ])('bad input in the %s', async (_name, url, headers, paths) => {
    const response = await post('{"amount":300,"note":"x"}', { ...json, ...headers }, url);
    expect(response.statusCode).toBe(400);
    expect(pathsOf(response)).toEqual(paths);
  });

  test('never names more than twenty fields', async () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    const response = await post(JSON.stringify(body));
    expect(response.statusCode).toBe(400);
    expect(pathsOf(response)).toHaveLength(20);
  });

  test('a path that cannot be decoded', async () => {
    expect((await http.inject('/api/act/%zz')).json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['nonsense', 415],
  ['application/json', 201],
  ['application/json; charset=utf-8', 201],
  ['application/merge-patch+json', 201],
])('a body of type %s is answered with %i', async (type, status) => {
  const response = await post('{"amount":300,"note":"x"}', { ...json, 'content-type': type });
  expect(response.statusCode).toBe(status);
});

test('a body of 2 MB is too large, and is not read for a caller without a session', async () => {
  const body = JSON.stringify({ note: 'x'.repeat(2_000_000) });
  expect((await post(body)).json()).toMatchObject({ status: 413, code: 'payload_too_large' });
  const unknown = await post(body, { 'content-type': 'application/json' });
  expect(unknown.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
});

test('a stored text with direction characters is answered without them', async () => {
  const response = await http.inject(`/api/act/${encodeURIComponent('an old name')}`);
  expect(response.json()).toEqual({ text: 'Awa énoK' });
});

test('the caller is checked before the input is', async () => {
  for (const authorization of ['', 'Bearer bad', `Bearer ${'x'.repeat(5_000)}`, 'Basic YTpi']) {
    const response = await post('{', { ...json, authorization });
    expect(response.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  }
});

test('where everybody may call, a valid token identifies the caller, and an invalid one is ignored', async () => {
  const call = async (headers: Record<string, string>) => (await http.inject({ url: '/api/act/say', headers })).json();
  expect(await call({})).toEqual({ text: 'nobody' });
  expect(await call({ authorization: 'good' })).toEqual({ text: client.phone });
  expect(await call({ authorization: 'bad' })).toEqual({ text: 'nobody' });
});

describe('what a handler does', () => {
  const told = (what: string) => http.inject(`/api/act/${encodeURIComponent(what)}`);

  test('a refusal is a problem document', async () => {
    const response = await told('refuse');
    expect(response.json()).toEqual({
      type: '/api/docs#problem-conflict',
      title: 'Conflict',
      status: 409,
      detail: 'Not today.',
      code: 'conflict',
      errors: [{ path: 'what', message: 'Not this.' }],
      requestId: expect.any(String),
    });
  });

  test('503 says when to try again, in whole seconds', async () => {
    const response = await told('overload');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '4']);
  });

  test('a bug is logged, and not shown to the caller', async () => {
    const response = await told('break');
    expect(response.json()).toMatchObject({ status: 500, code: 'unexpected' });
    expect(response.body).not.toMatch(/secret|select|at .*\.ts/);
    const line = logged.find((text) => text.includes('secret_constraint'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ requestId: response.json().requestId, level: 50 });
  });

  // A deadlock is answered like a database that is away, and is still a fault of ours.
  test.each([
    ['lose the database', 40],
    ['deadlock', 50],
    ['a bug in between', 50],
  ])('a failure that can be retried is answered 503, and logged as an error if it is one: %s', async (what, level) => {
    logged.length = 0;
    const response = await told(what);
    expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' });
    expect(response.headers['retry-after']).toBe('2');
    expect(logged.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed')).toMatchObject({ level });
  });

  test.each(['undeclared', 'too much', 'too little'])(
    'in tests, an answer that the contract does not describe fails: %s',
    async (what) => {
      expect((await told(what)).statusCode).toBe(500);
    },
  );

  test('another status, other headers, or another type are sent', async () => {
    const other = await told('other');
    expect([other.statusCode, other.headers['x-more'], other.headers['cache-control']]).toEqual([202, 'yes', 'public']);
    const raw = await told('raw');
    expect([raw.statusCode, raw.headers['content-type'], raw.body]).toEqual([200, 'text/csv; charset=utf-8', 'a,b\n']);
  });

  let address: string;
  beforeAll(async () => {
    address = await http.listen({ port: 0, host: '127.0.0.1' });
  });

  test('a caller may break off the request body, which is not logged as a failure', async () => {
    logged.length = 0;
    const caller = new AbortController();
    const response = await fetch(`${address}/api/act/stream`, { signal: caller.signal });
    await response.body!.getReader().read();
    caller.abort();
    await brokenOff.promise;
    await sleep(50);
    expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });

  test('a caller may hang up before the answer begins, which is not logged as a failure', async () => {
    logged.length = 0;
    const caller = new AbortController();
    const response = fetch(`${address}/api/hook`, { method: 'POST', body: 'send it late', signal: caller.signal });
    await asked.promise;
    caller.abort();
    await expect(response).rejects.toThrow('aborted');
    await sleep(50);
    hungUp.resolve();
    await sleep(50);
    expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });
});

test.each(['application/json', 'text/xml', undefined])(
  'a call without a body schema gets the bytes: %s',
  async (type) => {
    const bytes = Buffer.from('{"a": 1}\u00e9');
    const response = await post(bytes, type === undefined ? {} : { 'content-type': type }, '/api/hook');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(received.at(-1)).toEqual(bytes);
  },
);

describe('addresses', () => {
  test.each([
    ['GET', '/api/nothing', 404, undefined],
    ['POST', '/api/nothing', 404, undefined],
    ['GET', '/api/echo/here', 405, 'POST'],
    ['DELETE', '/api/act/say', 405, 'GET, HEAD'],
    ['DELETE', '/%61pi/act/say', 405, 'GET, HEAD'],
    ['PROPFIND', '/api/act/say', 405, 'GET, HEAD'],
    ['HEAD', '/api/hook', 405, 'POST'],
    ['PUT', '/api/hook?x=1', 405, 'POST'],
    ['GET', '/api/echo/here/and/there', 404, undefined],
  ] as const)('%s %s: %i', async (method, url, status, allow) => {
    const response = await http.inject({ method, url });
    expect(response.statusCode).toBe(status);
    expect(response.headers.allow).toBe(allow);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });
});

test('HEAD answers as GET does, without the body', async () => {
  const [get, head] = await Promise.all(
    (['GET', 'HEAD'] as const).map((method) => http.inject({ method, url: '/api/act/say' })),
  );
  expect([head!.statusCode, head!.body]).toEqual([200, '']);
  expect({ ...head!.headers, date: '' }).toEqual({ ...get!.headers, date: '' });
});

test('the log never contains what was sent', async () => {
  await http.inject({ url: '/api/act/say?to=%2B2250712345678', headers: { authorization: 'Bearer topsecret' } });
  expect(logged.at(-1)).toContain('"route":"/api/act/:what"');
  expect(logged.join('')).not.toMatch(/topsecret|0712345678|Bearer/);
});
