import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience, testMs } from '#tests/support/patience.ts';
import { gatherCrowd } from '#tests/support/players/crowd.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { createDataFolder, startServer, type ServerProcess } from '#tests/support/site/server.ts';

const clients = 16;
const loadMs = 700;
/** The load balancer sends to the old process until it learns, this much later, that the process has gone. */
const balancerLagMs = 200;

let database: TestDatabase;
let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  [database, data] = await Promise.all([createTestDatabase(), createDataFolder()]);
  server = await start();
});
afterAll(async () => {
  await server.end('SIGTERM');
  await Promise.all([database.drop(), data.remove()]);
});

const start = () =>
  startServer(data.folder, {
    ...settingsFor(database.config),
    DRAW_EVERY_MINUTES: '60',
    RATE_LIMIT_SCALE: '10000',
  });

export function deployUnderLoad(deploys: number): void {
  test(
    `${deploys} deploys under load: every request is answered, or was never accepted`,
    { timeout: testMs + patience(60_000 * deploys) },
    async () => {
      const crowd = await gatherCrowd(server.url, database.owner, clients);
      await crowd.start();
      for (let deploy = 0; deploy < deploys; deploy++) {
        const old = server;
        server = await start();
        await sleep(loadMs);

        const exit = once(old.child, 'exit');
        old.child.kill('SIGTERM');
        await sleep(balancerLagMs);
        crowd.moveTo(server.url);
        expect(await exit).toEqual([0, null]);
        await crowd.nextPlaced();
      }
      await crowd.stop();
      await crowd.expectAllThere(database.owner);

      // A checkout that was told to retry is not a failure, and a refused connection carried nothing.
      const broken = crowd.sends.filter(({ broken }) => broken !== null).map(({ broken }) => broken);
      expect(broken.filter((why) => why !== 'ECONNREFUSED')).toEqual([]);
      const refused = crowd.sends.filter(({ status }) => status === 503).length;
      console.log(`${crowd.sends.length} checkouts sent, ${refused} told to retry, ${broken.length} not connected`);
    },
  );
}
