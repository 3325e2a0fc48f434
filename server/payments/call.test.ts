import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { call, readFailure } from './call.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const post = (url: string, timeLimitMs?: number) => call(url, { method: 'POST', body: { amount: 5 } }, timeLimitMs);

test('a readable answer counts, whatever its status below 500', async () => {
  const url = await serve((_request, response) => response.writeHead(404).end('{"error":"no"}'));
  expect(await post(url)).toEqual({ kind: 'answered', status: 404, body: { error: 'no' } });
});

test.each<[string, RequestListener]>([
  ['5xx', (_request, response) => response.writeHead(502).end('{}')],
  ['not JSON', (_request, response) => response.end('<html>')],
  ['cut before it starts', (request) => request.socket.destroy()],
  ['cut in the middle', (request, response) => void response.write('{"ref":', () => request.socket.destroy())],
  ['endless', (_request, response) => void response.end('"'.padEnd(1_100_000, 'x'))],
  ['never there', () => {}],
])('an answer that is %s leaves the result of the call unknown', async (_name, listener) => {
  const reply = await post(await serve(listener), 500);
  expect(reply.kind).toBe('lost');
  expect(readFailure(reply)).toMatchObject({ outcome: 'unknown' });
});

test.each(['http://127.0.0.1:2/', 'http://nobody.invalid/'])('a call to %s sends nothing', async (url) => {
  const reply = await post(url);
  expect(reply.kind).toBe('not_sent');
  expect(readFailure(reply)).toEqual({ outcome: 'rejected', code: 'not_sent', elsewhere: true });
});

test('a redirection is not followed: that would be a second call', async () => {
  let calls = 0;
  const url = await serve((_request, response) => {
    calls += 1;
    response.writeHead(307, { location: '/again' }).end();
  });
  expect(readFailure(await post(url))).toMatchObject({ outcome: 'unknown' });
  expect(calls).toBe(1);
});

test.each([
  [200, null],
  [201, null],
  [400, 'rejected'],
  [401, 'rejected'],
  [408, 'unknown'],
  [409, 'unknown'],
  [422, 'rejected'],
  [429, 'rejected'],
])('an answer of %d to a call that moves money is %s', (status, outcome) => {
  expect(readFailure({ kind: 'answered', status, body: {} })?.outcome ?? null).toBe(outcome);
});
