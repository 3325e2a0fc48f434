import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { connect } from '#database/connect.ts';
import { gatherCrowd } from '#tests/support/players/crowd.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import { createDraw } from '#tests/support/players/play.ts';
import { openFarSite, type FarSite } from '#tests/support/site/far-site.ts';
import { printRecovery, timeRecovery, untilReady } from '#tests/support/site/recovery.ts';

const clients = 6;

let site: FarSite;
beforeAll(async () => {
  site = await openFarSite();
});
afterEach(() => site.line.restore());
afterAll(() => site.close());

test('the process survives a cut of the network at the moment it reports that it is ready', async () => {
  const { child, output, url } = site.server;
  site.line.cut('reset');
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server ended:\n${output()}`);
  });
  const recovered = sleep(500).then(() => {
    site.line.restore();
    return untilReady(url);
  });
  await Promise.race([recovered, ended]);
});

/** Long enough that a silent cut is detected before it ends. */
const cuts = { reset: 1_500, silent: 6_000 };

test.each(Object.entries(cuts) as [keyof typeof cuts, number][])(
  'the network to the database is cut (%s) for %i ms under load: callers are told to retry, and nothing is lost',
  async (how, cutMs) => {
    const crowd = await gatherCrowd(site.server.url, site.database.owner, clients);
    await crowd.start();
    await sleep(500);

    site.line.cut(how);
    const cutAt = performance.now();
    // It closes in the cut, however busy the machine is. A seal that is cut off would be held for longer.
    const drawId = await createDraw(site.database.owner, { closesIn: 300, drawsIn: 60_000 });
    // A result of the last second is still its answer.
    await expect.poll(readiness).toEqual([503, '2']);
    await sleep(cutMs - (performance.now() - cutAt));
    site.line.restore();

    const took = await timeRecovery(site.server.url, crowd);
    // The worker that had to close the draw was cut off as well.
    await waitFor(() => isSealed(drawId), 'the seal of the draw');
    const drawTook = performance.now() - cutAt - cutMs;
    await crowd.stop();
    await expectNothingHeld();
    await crowd.expectAllThere(site.database.owner);

    printRecovery(`a cut network (${how})`, [took]);
    console.log(`the draw whose close fell into the cut is sealed after ${(drawTook / 1_000).toFixed(1)} s`);
    const refused = crowd.sends.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(crowd.sends.filter(({ broken }) => broken !== null)).toEqual([]);
    const waits = crowd.sends.map(({ startedAt, endedAt }) => endedAt - startedAt);
    expect(Math.max(...waits), 'the longest wait for an answer').toBeLessThan(patience(15_000));
  },
);

test('the locks of a transaction that is cut off are released', async () => {
  const drawId = await createDraw(site.database.owner);
  const config = { connectionString: site.line.settings.DATABASE_OWNER_URL };
  const far = connect({ config, applicationName: 'izi test far', max: 1 });
  const touch = 'select from draw where id = $1 for update';
  const cutOff = far.transact(async (tx) => {
    await tx.query(touch, [drawId]);
    site.line.cut('silent');
    await tx.query('select 1');
  });
  await expect(cutOff).rejects.toThrow('Connection terminated: no answer within 6000 ms');
  site.line.restore();
  await site.database.owner.query(touch, [drawId]);
  await far.end();
});

/** Whether the site says that it is ready, and when to ask again. */
async function readiness(): Promise<[number, string | null]> {
  const { status, headers } = await fetch(`${site.server.url}/readyz`);
  return [status, headers.get('retry-after')];
}

async function isSealed(drawId: string): Promise<boolean> {
  const rows = await site.database.owner.query('select from draw where id = $1 and sealed_at is not null', [drawId]);
  return rows.length > 0;
}

/** A transaction that was cut off is rolled back. */
async function expectNothingHeld(): Promise<void> {
  const held = () =>
    site.database.owner.query(
      `select application_name, state, query from pg_stat_activity
       where datname = current_database() and xact_start < clock_timestamp() - interval '1 second' and pid <> pg_backend_pid()`,
    );
  await expect.poll(held, { interval: 200 }).toEqual([]);
}
