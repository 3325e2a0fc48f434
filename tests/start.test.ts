import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDataFolder } from './support/server.ts';

const main = join(import.meta.dirname, '../server/main.ts');
let data: Awaited<ReturnType<typeof createDataFolder>>;

beforeAll(async () => {
  data = await createDataFolder();
});
afterAll(() => data.remove());

/** Starts the server with settings that prevent a start. */
async function startInVain(settings: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], DATA_DIR: data.folder, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 50_000,
  });
  const exit = once(child, 'exit');
  const said = await text(child.stderr);
  const [code] = (await exit) as [number | null];
  return { code, said: said.trim() };
}

test('a taken port is reported in one plain line', { timeout: 60_000 }, async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  expect(await startInVain({ HOST: '127.0.0.1', PORT: port })).toEqual({
    code: 1,
    said: `✗ Port ${port} is taken. Stop what uses it, or choose another: PORT=3001 npm start`,
  });
  taken.close();
});

test('a wrong setting is reported in one plain line', { timeout: 60_000 }, async () => {
  expect(await startInVain({ DRAW_EVERY_MINUTES: '7' })).toEqual({
    code: 1,
    said: '✗ DRAW_EVERY_MINUTES must be a divisor of 60',
  });
});

test('a database that does not answer is reported in one plain line', { timeout: 60_000 }, async () => {
  const { code, said } = await startInVain({ PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/izi' });
  expect(code).toBe(1);
  expect(said).toMatch(/^✗ The database does not answer: .*ECONNREFUSED.* Is DATABASE_URL right\?$/);
});
