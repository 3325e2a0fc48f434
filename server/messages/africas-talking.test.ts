import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAfricasTalkingSender } from './africas-talking.ts';
import { Undeliverable } from './sender.ts';

const standIn = fileURLToPath(new URL('../../tests/support/stand-ins/africas-talking.ts', import.meta.url));
const settings = { username: 'izi', apiKey: 'a key for tests' };

let service: ChildProcess;
let lines: Interface;
let baseUrl: string;

beforeAll(async () => {
  service = spawn(process.execPath, [standIn], { stdio: ['ignore', 'pipe', 'inherit'] });
  lines = createInterface({ input: service.stdout! });
  [baseUrl] = (await once(lines, 'line')) as [string];
});
afterAll(async () => {
  service.kill();
  await once(service, 'exit');
});

const send = (to: string, changes: object = {}) =>
  createAfricasTalkingSender({ ...settings, baseUrl, ...changes })({
    to,
    channel: 'sms',
    text: 'Votre code : 123456',
    key: '1',
  });

test('a message arrives unchanged', async () => {
  const arrived = once(lines, 'line') as Promise<[string]>;
  await send('+2250712345678', { from: 'IZI' });
  expect(JSON.parse((await arrived)[0])).toEqual({
    username: 'izi',
    to: '+2250712345678',
    message: 'Votre code : 123456',
    from: 'IZI',
  });
});

test('a message that the provider queues counts as sent', async () => {
  await expect(send('+2250712345602')).resolves.toBeUndefined();
});

test.each(['+2250712345603', '+2250712345606'])('%s can never be reached', async (to) => {
  await expect(send(to)).rejects.toBeInstanceOf(Undeliverable);
});

test.each([
  ['an empty account', '+2250712345605', {}],
  ['a failure of theirs', '+2250712345650', {}],
  ['a wrong key', '+2250712345678', { apiKey: 'another' }],
  ['a wrong address', '+2250712345678', { baseUrl: 'http://127.0.0.1:1' }],
])('%s is tried again, and the error does not repeat the message', async (_name, to, changes) => {
  const error: unknown = await send(to, changes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Undeliverable);
  expect(String(error)).not.toContain('123456');
});
