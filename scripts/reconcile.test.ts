import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { findEmbedded } from '#database/embedded.ts';
import { createDataFolder, fewDraws, startServer, type ServerProcess } from '#tests/support/site/server.ts';
import { runReconcile } from './reconcile/run-reconcile.ts';

let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  data = await createDataFolder();
  server = await startServer(data.folder, fewDraws);
});
afterAll(async () => {
  await server.end('SIGINT');
  await data.remove();
});

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runReconcile(args, { DATA_DIR: data.folder }, print, print);
  return { code, output: lines.join('\n') };
}

/** Runs SQL as the owner, beside the running server. */
async function plant(sql: string): Promise<void> {
  const config = await findEmbedded(data.folder);
  const owner = connect({ config: config!, applicationName: 'izi test owner', max: 1 });
  await owner.query(sql);
  await owner.end();
}

test('reconciles the books of a running site, and resumes withdrawals once they agree', async () => {
  const clean = await run();
  expect(clean.output).toContain('✓ The books agree (full, ');
  expect(clean.code).toBe(0);
  expect((await run('--recent')).output).toContain('✓ The books agree (recent, ');

  await plant('update wallet set dep = dep + 1');
  const wrong = await run('--resume');
  expect(wrong.output).toMatch(/balance: account \d+ \{.*"dep":50001/);
  expect(wrong.output).toContain('Withdrawals are stopped.');
  expect(wrong.code).toBe(1);
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok', notes: { books: 'mismatch' } }]);

  await plant('update wallet set dep = dep - 1');
  expect((await run()).code).toBe(0);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ notes: { books: 'mismatch' } });
  const resumed = await run('--resume');
  expect(resumed.output).toContain('✓ Withdrawals are accepted again.');
  expect(resumed.code).toBe(0);
  // /readyz caches its answer from the database for a second.
  const read = async () => (await fetch(`${server.url}/readyz`)).json();
  await expect.poll(read).toMatchObject({ notes: { books: 'ok' } });
});

test('reconciles the books of a site that is not running', async () => {
  await server.end('SIGINT');
  expect(await findEmbedded(data.folder)).toBeNull();
  expect((await run()).code).toBe(0);
  expect(await findEmbedded(data.folder)).toBeNull();
});

test('prints how to use it, and reports a database that does not answer', async () => {
  expect(await run('--all')).toMatchObject({ code: 2, output: expect.stringContaining('npm run reconcile') as string });
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await runReconcile([], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }, print, print)).toBe(2);
  expect(lines.join()).toMatch(/ECONNREFUSED|connect/);
});
