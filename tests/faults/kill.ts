import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience, testMs } from '#tests/support/patience.ts';
import { isGone } from '#database/embedded/process.ts';
import { endNow, killPostgres, postmasterPid } from '#tests/support/database/kill-postgres.ts';
import { gatherCrowd } from '#tests/support/players/crowd.ts';
import { printRecovery, timeRecovery } from '#tests/support/site/recovery.ts';
import {
  createDataFolder,
  processesOf,
  startServer,
  webProcesses,
  withOwner,
  type ServerProcess,
} from '#tests/support/site/server.ts';

/** In turn. With WEB_PROCESSES=2 in front of the command, of a site of several processes. */
const victims = [
  'both',
  'the app',
  'the database',
  ...(webProcesses > 1 ? (['a web process', 'the worker'] as const) : []),
] as const;
const clients = 6;
const loadMs = 700;

let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  data = await createDataFolder();
  server = await start();
});
afterAll(async () => {
  await server.end('SIGINT');
  await data.remove();
});

const start = () => startServer(data.folder, { DRAW_EVERY_MINUTES: '60', RATE_LIMIT_SCALE: '10000' });

export function killUnderLoad(runs: number): void {
  test(
    `kill -9 under load, ${runs} times, loses nothing that was acknowledged, and places nothing twice`,
    { timeout: testMs + patience(runs * 30_000) },
    async () => {
      const crowd = await withOwner(data.folder, (owner) => gatherCrowd(server.url, owner, clients));
      const times: Record<string, number[]> = Object.fromEntries(victims.map((victim) => [victim, []]));

      for (let run = 0; run < runs; run++) {
        const victim = victims[run % victims.length]!;
        await crowd.start();
        await sleep(loadMs * (0.5 + Math.random()));
        const sentBefore = crowd.sends.length;
        const postmaster = await postmasterPid(data.folder);
        await kill(victim, postmaster);
        const startedAt = performance.now();
        if (victim === 'the app' || victim === 'both') {
          server = await start();
          crowd.moveTo(server.url);
        }
        const startMs = performance.now() - startedAt;
        times[victim]!.push(startMs + (await timeRecovery(server.url, crowd)));
        await crowd.stop();

        const failed = crowd.sends.slice(sentBefore).filter(({ status }) => status !== 201);
        const cutOff = `checkouts that run ${run} cut off by the death of ${victim}`;
        // A worker takes no bets, and one web process holds the connections of some players only. A database that dies between two
        // statements, and is back before the next, cuts off nobody: there it has to be another one.
        if (victim === 'the worker') expect(failed, cutOff).toEqual([]);
        else if (victim === 'the app' || victim === 'both') expect(failed.length, cutOff).toBeGreaterThan(0);
        else if (victim === 'the database') expect(await postmasterPid(data.folder)).not.toBe(postmaster);
        await withOwner(data.folder, (owner) => crowd.expectAllThere(owner));
      }

      for (const [victim, of] of Object.entries(times)) {
        if (of.length === 0) continue;
        printRecovery(`kill -9 of ${victim}, ${of.length} times`, of);
      }
    },
  );

  test('no PostgreSQL outlives a killed server for long', async () => {
    const postmaster = await postmasterPid(data.folder);
    await server.end('SIGKILL');
    expect(await isGone(postmaster, 10_000)).toBe(true);
  });
}

async function kill(victim: (typeof victims)[number], postmaster: number): Promise<void> {
  if (victim === 'a web process' || victim === 'the worker') {
    const { worker, ...webs } = await processesOf(server);
    return endNow(victim === 'the worker' ? worker! : pickOne(Object.values(webs)));
  }
  // The app is killed first; otherwise it would notice the death of its database.
  if (victim !== 'the database') await server.end('SIGKILL');
  if (victim !== 'the app') await killPostgres(postmaster);
}

function pickOne<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)]!;
}
