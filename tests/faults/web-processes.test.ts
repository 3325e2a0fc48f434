import { afterAll, beforeAll, expect, test } from 'vitest';
import { isGone } from '#database/embedded/process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { waitMs } from '#tests/support/patience.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import {
  createDataFolder,
  fewDraws,
  processesOf,
  startServer,
  type ServerProcess,
} from '#tests/support/site/server.ts';

// The short case of web-processes.long.test.ts, where it happens under load, with more processes, and with a rolling restart.

let database: TestDatabase;
let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  [database, data] = await Promise.all([createTestDatabase(), createDataFolder()]);
  const settings = { ...settingsFor(database.config), ...fewDraws, WEB_PROCESSES: '2', ROLES: 'web,worker' };
  server = await startServer(data.folder, settings);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await Promise.all([database.drop(), data.remove()]);
});

test('a web process that dies is replaced, and none outlives the supervisor', async () => {
  const before = await processesOf(server);
  expect(Object.keys(before).toSorted()).toEqual(['web-1', 'web-2', 'worker']);
  process.kill(before['web-2']!, 'SIGKILL');
  const isReplaced = async () => ![undefined, before['web-2']].includes((await processesOf(server))['web-2']);
  await waitFor(isReplaced, 'another in place of web-2');
  const after = await processesOf(server);
  // The others were not touched.
  expect(after).toMatchObject({ 'web-1': before['web-1'], worker: before['worker'] });
  await server.end('SIGKILL');
  for (const pid of Object.values(after)) expect(await isGone(pid, waitMs), `process ${pid}`).toBe(true);
});
