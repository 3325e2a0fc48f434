import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createHttp, type Http } from './http.ts';
import { route } from './route.ts';

const requestTimeoutMs = patience(400);
const upload = {
  name: 'upload',
  method: 'PUT',
  path: '/file',
  status: 204,
  caller: 'anyone',
  summary: 'Takes a file.',
  tag: 'Test',
  file: { mediaTypes: ['image/png'], mostBytes: 100_000 },
  answer: null,
  problems: [],
} as const satisfies Endpoint;
const { file: _file, ...json } = upload;
const plain = { ...json, path: '/json', body: v.object({}) } as const satisfies Endpoint;

let http: Http;
let port: number;
let received: Buffer[];

beforeEach(async () => {
  received = [];
  http = createHttp({
    authenticate: async () => null,
    log: pino({ level: 'silent' }),
    rateLimitScale: 100,
    requestTimeoutMs,
  });
  route(http, upload, ({ rawBody }) => void received.push(rawBody));
  route(http, plain, () => undefined);
  await http.listen({ port: 0, host: '127.0.0.1' });
  port = (http.server.address() as AddressInfo).port;
});
afterEach(async () => {
  http.server.closeAllConnections();
  await http.close();
});

/** Sends a body in two halves, the second one late, and resolves to the status. */
async function sendSlowly(path: string, mediaType: string, body: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const answer = once(socket, 'data').then(([bytes]) => Number((bytes as Buffer).toString('latin1', 9, 12)));
  const half = body.length / 2;
  socket.write(
    `PUT /api${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${mediaType}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
  );
  await sleep(2 * requestTimeoutMs);
  if (socket.writable) socket.write(body.slice(half));
  const status = await answer;
  socket.destroy();
  return status;
}

test('a file may take longer to arrive than other bodies, which are ended', async () => {
  expect(await sendSlowly('/file', 'image/png', 'abcd')).toBe(204);
  expect(received).toEqual([Buffer.from('abcd')]);
  expect(await sendSlowly('/json', 'application/json', '{   }')).toBe(408);
});

test('each body has its own limit', async () => {
  const put = (url: string, mediaType: string, payload: string) =>
    http.inject({ method: 'PUT', url: `/api${url}`, headers: { 'content-type': mediaType }, payload });
  const large = 'x'.repeat(90_000);
  expect((await put('/file', 'image/png', large)).statusCode).toBe(204);
  expect((await put('/file', 'image/png', `${large}${large}`)).statusCode).toBe(413);
  expect((await put('/json', 'application/json', large)).statusCode).toBe(413);
  expect((await put('/file', 'application/json', '{}')).statusCode).toBe(415);
});
