import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDataFolder, nodeEnv, startServer, type ServerProcess } from './support/site/server.ts';

/** Commands that README lets somebody run while the site runs, from the project's folder, with the database in `./data`. */
const root = join(import.meta.dirname, '..');

let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;
beforeAll(async () => {
  data = await createDataFolder();
  server = await startServer(data.folder);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await data.remove();
});

test.each<[string, () => readonly string[], RegExp]>([
  ['reconcile', () => [], /The books agree/],
  ['exposure', () => [], /closes +draw/],
  ['audit', () => [], /The audit is intact/],
  ['operator', () => ['list'], /There are no operators yet/],
  ['backup', () => [join(data.folder, 'backups')], /It holds everything that was acknowledged/],
  ['second-opinion', () => ['--from', '2026-01-01', '--to', '2026-01-02', '--no-note'], /agree|no draw/i],
])('`npm run %s` works while the site runs, with a relative data folder', async (name, args, said) => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(root, 'scripts', `${name}.ts`), ...args()],
    {
      cwd: root,
      env: { ...nodeEnv, DATA_DIR: relative(root, data.folder) },
    },
  );
  expect(stdout + stderr).toMatch(said);
});
