import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import pino from 'pino';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { createDoor, type Door } from './admission.ts';
import { createHttp, type Http } from './http.ts';
import { route } from './route.ts';

const place = describeCalls('Test', { place: { method: 'POST', path: '/place', status: 201 } })('place', {
  caller: 'client',
  summary: 'Answers who is in.',
  body: v.strictObject({ name: v.string() }),
  answer: v.object({ name: v.string() }),
  problems: ['unauthenticated', 'overloaded'],
});

const places = 3;
/** The limit of one address, at this scale. */
const mostOfOneAddress = 4;
const requestTimeoutMs = patience(400);

let http: Http;
let door: Door;
let port: number;
let lookedUp: number;
let sockets: Socket[];

beforeEach(async () => {
  lookedUp = 0;
  sockets = [];
  http = createHttp({
    authenticate(token) {
      lookedUp += 1;
      const signedIn = { clientId: 7, sessionId: 'a-session', confirmed: true, phone: '+2250712345678' };
      return Promise.resolve(token === 'good' ? signedIn : null);
    },
    log: pino({ level: 'silent' }),
    rateLimitScale: 100,
    trustProxy: '127.0.0.1',
    requestTimeoutMs,
  });
  door = createDoor({ least: places / 4, most: places, targetMs: 1_000 }, mostOfOneAddress / 128);
  route(http, place, ({ body }) => body, { door });
  await http.listen({ port: 0, host: '127.0.0.1' });
  port = (http.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await http.close();
});

interface Call {
  readonly socket: Socket;
  /** The status it is answered with; 0 when the connection ends without an answer. */
  readonly status: Promise<number>;
}

const body = '{"name":"Awa"}';

/** Sends a call's headers and so much of its body. */
async function call({
  token = 'good',
  address = '192.0.2.1',
  sent = body.length,
  length = body.length,
} = {}): Promise<Call> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  await once(socket, 'connect');
  const status = new Promise<number>((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(Number(bytes.toString('latin1', 9, 12))));
    socket.once('close', () => resolve(0));
    socket.on('error', () => resolve(0));
  });
  socket.write(
    `POST /api/place HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nx-forwarded-for: ${address}\r\n` +
      `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body.slice(0, sent)}`,
  );
  return { socket, status };
}

/** How many places are free, without keeping any. */
function freePlaces(): number {
  let free = 0;
  while (door.admission.enter()) free += 1;
  for (let left = 0; left < free; left++) door.admission.leave(0);
  return free;
}

test('a caller without a valid token is refused before the body has arrived, and takes no place', async () => {
  const calls = await Promise.all(Array.from({ length: mostOfOneAddress }, () => call({ token: 'bad', sent: 1 })));
  for (const { status } of calls) expect(await status).toBe(401);
  expect(freePlaces()).toBe(places);
  expect(await (await call()).status).toBe(201);
});

test('a call takes a place once its whole body has arrived; until then any number may wait', async () => {
  const waiting = await Promise.all(
    Array.from({ length: 3 * places }, (_, index) => call({ address: `192.0.2.${index}`, sent: 1 })),
  );
  await expect.poll(() => lookedUp).toBe(waiting.length);
  expect(freePlaces()).toBe(places);
  expect(await (await call({ address: '198.51.100.1' })).status).toBe(201);
  for (const { socket } of waiting) socket.write(body.slice(1));
  const statuses = await Promise.all(waiting.map(({ status }) => status));
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(places);
});

test('an address has a limited number of calls under way, and other addresses are not affected', async () => {
  const waiting = await Promise.all(Array.from({ length: mostOfOneAddress }, () => call({ sent: 1 })));
  await expect.poll(() => lookedUp).toBe(waiting.length);
  expect(await (await call()).status).toBe(429);
  expect(await (await call({ address: '192.0.2.2' })).status).toBe(201);

  waiting[0]!.socket.write(body.slice(1));
  expect(await waiting[0]!.status).toBe(201);
  expect(await (await call()).status).toBe(201);
  waiting[1]!.socket.destroy();
  await expect.poll(async () => (await call()).status).toBe(201);
});

test('when all places are taken a call is refused without a look at its token', async () => {
  while (door.admission.enter());
  expect(await (await call({ token: 'bad' })).status).toBe(503);
  expect(lookedUp).toBe(0);
  for (let left = 0; left < places; left++) door.admission.leave(0);
});

test('bodies that arrive too slowly are ended, and their places are free again', async () => {
  const address = '192.0.2.1';
  const calls = await Promise.all(
    Array.from({ length: mostOfOneAddress }, () => call({ address, sent: 1, length: 1_000 })),
  );
  const dripping = setInterval(() => calls.forEach(({ socket }) => socket.write(' ')), 50);
  await expect.poll(() => door.perAddress.hasRoom(address)).toBe(false);
  for (const { status } of calls) expect(await status).toBe(408);
  // Though their caller continues, and never closes a connection.
  await expect.poll(() => door.perAddress.hasRoom(address)).toBe(true);
  clearInterval(dripping);
});
