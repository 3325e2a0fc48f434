import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isGone } from '#database/embedded/process.ts';
import { killPostgres, postmasterPid } from '#tests/support/database/kill-postgres.ts';
import { gatherCrowd, type Crowd } from '#tests/support/players/crowd.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import { freePort } from '#tests/support/site/free-port.ts';
import {
  createDataFolder,
  processesOf,
  startServer,
  withOwner,
  type ServerProcess,
} from '#tests/support/site/server.ts';

// A site of several processes with the embedded database: its supervisor runs all of it.
const webs = ['web-1', 'web-2', 'web-3'];
const names = [...webs, 'worker'];
const patience = { timeout: 600_000 };

let data: Awaited<ReturnType<typeof createDataFolder>>;
let port: number;
let server: ServerProcess;
let crowd: Crowd;

beforeAll(async () => {
  data = await createDataFolder();
  port = await freePort();
  server = await start();
  crowd = await withOwner(data.folder, (owner) => gatherCrowd(server.url, owner, 6));
});
afterAll(async () => {
  await server.end('SIGTERM');
  await data.remove();
});

function start(): Promise<ServerProcess> {
  return startServer(data.folder, {
    PORT: String(port),
    WEB_PROCESSES: String(webs.length),
    ROLES: 'web,worker',
    DRAW_EVERY_MINUTES: '60',
    RATE_LIMIT_SCALE: '10000',
  });
}

/** The state for a new player, on a connection of its own; null if nobody listens. */
async function ask(path: string): Promise<{ readonly status: number; readonly retryAfter: string | null } | null> {
  try {
    const { status, headers } = await fetch(`${server.url}${path}`, { headers: { connection: 'close' } });
    return { status, retryAfter: headers.get('retry-after') };
  } catch {
    return null;
  }
}

async function haveReplaced(before: Record<string, number>): Promise<boolean> {
  const now = await processesOf(server);
  return names.every((name) => now[name] !== undefined && now[name] !== before[name]);
}

/** Kills all of a site's processes but the supervisor, and its database; then the supervisor too, where that is asked for. */
export function loseProcesses({ supervisorToo }: { readonly supervisorToo: boolean }): void {
  test(
    'web-1 dies, then all other processes and the database: new ones answer 503 until the database is back, then take bets',
    patience,
    async () => {
      const before = await processesOf(server);
      await crowd.start();
      await crowd.nextPlaced();
      process.kill(before['web-1']!, 'SIGKILL');
      await waitFor(
        async () => ![undefined, before['web-1']].includes((await processesOf(server))['web-1']),
        'another web-1',
      );
      // The database cannot start again before its folder is back, however often that is tried.
      const folder = join(data.folder, 'postgres', 'global');
      await rename(folder, `${folder}-away`);
      const { 'web-1': _replaced, ...others } = before;
      for (const pid of Object.values(others)) process.kill(pid, 'SIGKILL');
      process.kill((await processesOf(server))['web-1']!, 'SIGKILL');
      await killPostgres(await postmasterPid(data.folder));

      await waitFor(async () => (await ask('/api/draws'))?.status === 503, 'an answer without the database');
      expect(await ask('/api/draws')).toEqual({ status: 503, retryAfter: '2' });
      expect((await ask('/livez'))?.status).toBe(200);
      expect((await ask('/readyz'))?.status).toBe(503);
      // The web app itself needs no database.
      expect((await ask('/'))?.status).toBe(200);
      await waitFor(async () => haveReplaced(before), 'all processes');
      const waiting = await processesOf(server);
      await waitFor(async () => server.output().includes('trying again'), 'a database that does not start');

      await rename(`${folder}-away`, folder);
      await waitFor(async () => (await ask('/readyz'))?.status === 200, 'a site that is ready');
      await crowd.nextPlaced();
      await crowd.stop();
      // Nobody had to start again: those who answered without the database have begun by themselves.
      expect(await processesOf(server)).toEqual(waiting);
      await withOwner(data.folder, (owner) => crowd.expectAllThere(owner));
    },
  );

  if (!supervisorToo) return;
  test(
    'kill -9 of the supervisor under load: the next start takes over at once, and nothing is lost',
    patience,
    async () => {
      const pids = Object.values(await processesOf(server));
      expect(pids).toHaveLength(names.length);
      await crowd.start();
      await crowd.nextPlaced();
      await server.end('SIGKILL');
      // The next start uses the same port and folder, while processes and database of the dead one may still run.
      server = await start();
      await crowd.nextPlaced();
      await crowd.stop();
      for (const pid of pids) expect(await isGone(pid, 60_000), `process ${pid}`).toBe(true);
      await withOwner(data.folder, (owner) => crowd.expectAllThere(owner));
    },
  );
}
