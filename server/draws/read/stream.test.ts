import { get, IncomingMessage, ServerResponse, type IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStream } from '#contract/draws.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { expectEvents } from '#tests/support/site/expect-events.ts';
import { createOutsider, signUp } from '#tests/support/players/outsider.ts';
import { changeHistory, createDraw, drawWithResult } from '#tests/support/players/play.ts';
import { openDrawStream } from './stream.ts';

const perAddress = 200;
const perClient = 20;

let site: TestApp;
let token: string;
const open = new Set<IncomingMessage>();

beforeAll(async () => {
  site = await startApp({ ROLES: 'web', RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1,::1' });
  const player = createOutsider(site.url);
  await signUp(player);
  token = player.token!;
});
beforeEach(async () => {
  for (const stream of open) stream.destroy();
  open.clear();
});
afterAll(async () => {
  for (const stream of open) stream.destroy();
  await site.close();
});

interface Opened {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly stream: IncomingMessage;
}

function listen(address: string, more: Record<string, string> = {}): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': address, ...more };
    get(`${site.url}/api/stream`, { headers, agent: false }, (stream) => {
      if (stream.statusCode === 200) open.add(stream.resume());
      stream.on('error', () => {});
      resolve({ status: stream.statusCode, headers: stream.headers, stream });
    }).on('error', reject);
  });
}

const listenTimes = (times: number, address: (index: number) => string, more?: Record<string, string>) =>
  Promise.all(Array.from({ length: times }, (_, index) => listen(address(index), more)));

const countOpen = (opened: readonly Opened[]) => opened.filter(({ status }) => status === 200).length;

test('an address has a limited number of streams, and others have their own', async () => {
  const opened = await listenTimes(perAddress + 30, () => '203.0.113.1');
  expect(countOpen(opened)).toBe(perAddress);
  const refused = opened.find(({ status }) => status !== 200)!;
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
  expect(await json(refused.stream)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await listen('203.0.113.2')).status).toBe(200);
  // One network of IPv6 is one caller, whatever address of it calls.
  const network = await listenTimes(perAddress + 5, (index) => `2001:db8:0:1::${index.toString(16)}`);
  expect(countOpen(network)).toBe(perAddress);
});

test('a stream that ends makes room for another', async () => {
  const opened = await listenTimes(perAddress, () => '203.0.113.3');
  expect((await listen('203.0.113.3')).status).toBe(429);
  opened[0]!.stream.destroy();
  await expect.poll(async () => (await listen('203.0.113.3')).status).toBe(200);
  expect((await listen('203.0.113.3')).status).toBe(429);
});

test('a client has a limited number of streams, from any address', async () => {
  const opened = await listenTimes(perClient + 5, (index) => `203.0.113.${10 + index}`, {
    authorization: `Bearer ${token}`,
  });
  expect(countOpen(opened)).toBe(perClient);
  expect((await listen('203.0.113.10')).status).toBe(200);
});

test('the stream has the headers that every answer has', async () => {
  const { headers } = await listen('203.0.113.4', { 'x-forwarded-proto': 'https' });
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.stringContaining('max-age='),
  });
});

test('a forged notification makes the stream send only what the database says, and no more often', async () => {
  const { owner, opinion } = site.database;
  const [open, drawn, old] = [await createDraw(owner), await createDraw(owner), await createDraw(owner)];
  let heard = '';
  (await listen('203.0.113.5')).stream.on('data', (text: Buffer) => (heard += text.toString()));
  await drawWithResult(owner, drawn, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await drawWithResult(owner, old, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await changeHistory(
    owner,
    `update draw set sealed_at = now() - interval '2 min', drawn_at = now() - interval '2 min' where id = $1`,
    [old],
  );
  const payloads = [
    `drawn ${open}`,
    `void ${open}`,
    `drawn ${old}`,
    'stopped all',
    'started x',
    '',
    'drawn',
    `x\ndata: ${open}`,
  ];
  for (const payload of [...payloads, ...Array.from({ length: 50 }, () => `drawn ${drawn}`)]) {
    await opinion.query(`select pg_notify('draw', $1)`, [payload]);
  }
  await expect.poll(() => heard).toContain('event: draw.drawn\n');
  await opinion.query(`select pg_notify('draw', $1)`, [`settled ${drawn}`]);
  await changeHistory(owner, `update draw set status = 'settled', finished_at = now() where id = $1`, [drawn]);
  await opinion.query(`select pg_notify('draw', 'anything ' || $1)`, [drawn]);
  await expect.poll(() => heard).toContain('event: draw.settled\n');
  expect(heard.match(/^event: draw\..*$/gm)).toEqual([
    'event: draw.sealed',
    'event: draw.drawn',
    'event: draw.settled',
  ]);
  expect(heard).not.toContain('event: sales');
  for (const id of [open, old]) expect(heard).not.toContain(id);
});

test('a page that knows the draws is told only what has come to them, and first what came last', async () => {
  const { owner } = site.database;
  const ends = new AbortController();
  const hear = async (path: string) => {
    const page = { heard: '' };
    const { body } = await fetch(site.url + path, { signal: ends.signal });
    const read = async () => {
      for await (const text of body!.pipeThrough(new TextDecoderStream())) page.heard += text;
    };
    void read().catch(() => {});
    return page;
  };
  const tell = (what: string, id: string) => owner.query(`select pg_notify('draw', $1 || ' ' || $2)`, [what, id]);
  const id = await createDraw(owner);
  const [brief, whole] = [await hear('/api/stream?only=changes'), await hear('/api/stream')];
  await drawWithResult(owner, id, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await tell('drawn', id);
  const events = (heard: string, name: string) =>
    Array.from(heard.matchAll(new RegExp(`^event: ${name}\ndata: (.+)$`, 'gm')), ([, data]) => JSON.parse(data!));
  await expect.poll(() => [brief, whole].map(({ heard }) => events(heard, 'draw.drawn').length)).toEqual([1, 1]);
  const told = events(brief.heard, 'draw.drawn')[0];
  const { data: draw } = (await createOutsider(site.url).call(`/draws/${id}`)).json;
  const { status, sealedAt, drawnAt, result } = draw;
  expect(told).toEqual({ id, status, sealedAt, drawnAt, result });
  expect(status).toBe('drawn');
  // Without the parameter, events have the same fields as before it existed.
  expect(Object.keys(events(whole.heard, 'draw.drawn')[0]).toSorted()).toEqual(
    [
      'calledOff',
      'closesAt',
      'commitment',
      'fullDate',
      'id',
      'minute',
      'result',
      'rules',
      'status',
      'stops',
    ].toSorted(),
  );
  const late = [await hear('/api/stream?only=changes'), await hear('/api/stream')];
  await expect.poll(() => events(late[0]!.heard, 'draw.last')).toEqual([told]);
  await changeHistory(owner, `update draw set status = 'settled', finished_at = now() where id = $1`, [id]);
  await tell('settled', id);
  await expect.poll(() => events(late[0]!.heard, 'draw.settled').length).toBe(1);
  expect(events(late[0]!.heard, 'draw.settled')[0]).toMatchObject({ id, status: 'settled', result, paidTickets: 0 });
  expect(late[1]!.heard).not.toContain('draw.last');
  for (const { heard } of [brief, whole, ...late]) expectEvents(openStream, heard);
  ends.abort();
});

test('HEAD gets the headers and holds no stream', async () => {
  for (let count = 0; count < perAddress + 1; count++) {
    const answer = await site.app.web!.http.inject({ method: 'HEAD', url: '/api/stream' });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
  }
});

test('a caller that is gone before the stream begins holds no place, and processes share a client’s places', () => {
  const stream = openDrawStream(
    site.database.db,
    { follow: () => {}, close: async () => {} },
    { now: () => 0, readAgain: () => {}, stop: () => {} },
    { timeZone: 'UTC', scale: 1 / perAddress, processes: 7, countPaid: async () => 0 },
  );
  const responseTo = () => new ServerResponse(new IncomingMessage(new Socket()));
  const listener = { address: '203.0.113.1', clientId: null, onlyChanges: false };
  stream.join(responseTo().destroy(), listener, {});
  const staying = responseTo();
  stream.join(staying, listener, {});
  expect(() => stream.join(responseTo(), listener, {})).toThrow('Too many streams');
  expect(staying.headersSent).toBe(true);
  // A client may have twenty streams, so each of seven processes allows two.
  const joinAs = (address: string) => stream.join(responseTo(), { ...listener, address, clientId: 1 }, {});
  joinAs('203.0.113.2');
  joinAs('203.0.113.3');
  expect(() => joinAs('203.0.113.4')).toThrow('Too many streams');
  stream.close();
});
