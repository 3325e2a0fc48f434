import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidTime, uuidv7 } from '#domain/uuid.ts';
import { maxIdAgeMs } from '#server/tickets/place-bets.ts';
import type { ConnectionConfig } from '#database/connect.ts';
import { findEmbedded } from '#database/embedded.ts';
import { gatherCrowd } from '#tests/support/players/crowd.ts';
import {
  addFunds,
  betsOf,
  createOutsider,
  openDraws,
  signUp,
  ticketFor,
  waitFor,
} from '#tests/support/players/outsider.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { openFarSite, type FarSite } from '#tests/support/site/far-site.ts';
import { generousMs, printRecovery, timeRecovery } from '#tests/support/site/recovery.ts';
import { createDataFolder, startServer } from '#tests/support/site/server.ts';

const standbyMs = 2_000;

let site: FarSite;
beforeAll(async () => {
  site = await openFarSite();
});
afterAll(() => site.close());

/**
 * In the minute of a failover new connections may be led to a server that only reads. Here new sessions only read, and the
 * old ones are ended, as a primary ends them that dies or steps down.
 */
test('new connections lead to a standby for a while: callers are told to retry, and nothing is lost', async () => {
  const crowd = await gatherCrowd(site.server.url, site.database.owner, 6);
  const reader = createOutsider(site.server.url);
  const operator = await connectClient(site.database.config);
  const set = (what: string) =>
    operator.query(`do $$ begin execute format('alter database %I ${what}', current_database()); end $$`);
  await crowd.start();
  await crowd.nextPlaced();

  await set('set default_transaction_read_only = on');
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await sleep(standbyMs / 2);
  const ready = await fetch(`${site.server.url}/readyz`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
  const read = await reader.call('/draws');
  expect([200, 503]).toContain(read.status);
  const signIn = await reader.call('/clients/auth/local', { body: { identifier: '+2250700000001', password: 'no' } });
  expect([signIn.status, signIn.json.code]).toEqual([503, 'unavailable']);
  await sleep(standbyMs / 2);
  // The sessions that only read are not ended: the server has to replace them itself.
  await set('reset default_transaction_read_only');

  const took = await timeRecovery(site.server.url, crowd);
  await crowd.stop();
  await operator.end();
  await crowd.expectAllThere(site.database.owner);
  printRecovery('a standby', [took]);
  expect(took).toBeLessThan(generousMs);
  const refused = crowd.sends.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
  expect(crowd.sends.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
}, 60_000);

test('a ticket of before is acknowledged again only once a standby has it too', async () => {
  const own = await createDataFolder();
  const alone = await startServer(own.folder, { ...keySettings, DRAW_EVERY_MINUTES: '60', RATE_LIMIT_SCALE: '10000' });
  const owner = await connectClient((await findEmbedded(own.folder))!);
  const waitForStandby = async (name: string) => {
    await owner.query(`alter system set synchronous_standby_names = '${name}'`);
    await owner.query('select pg_reload_conf()');
    await waitFor(async () => {
      const { rows } = await owner.query<{ names: string }>(
        `select current_setting('synchronous_standby_names') as names`,
      );
      return rows[0]!.names === name;
    }, 'the setting of the server');
  };
  const player = createOutsider(alone.url);
  await addFunds(player, await signUp(player), 1_000);
  const [draw] = await openDraws(player, 60_000);
  // In three seconds its id will be too old for a new ticket: the answer to a late retry only reads what is stored.
  const ticket = ticketFor(draw!, 'IziOne', '7', 100);
  const old = { ...ticket, id: uuidv7(Date.now() - maxIdAgeMs + 3_000, randomBytes(10)) };
  const body = { tickets: [old] };
  expect((await player.call('/bets', { body })).status).toBe(201);
  await sleep(uuidTime(old.id) + maxIdAgeMs + 500 - Date.now());

  // There is no such standby, so what is written waits from now on.
  await waitForStandby('nobody');
  const again = player.call('/bets', { body });
  const isWaiting = async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity where wait_event = 'SyncRep' and query like '%emit_message%'`,
    );
    return rows.length > 0;
  };
  await waitFor(isWaiting, 'the answer that waits for a standby', 5_000);
  await waitForStandby('');
  expect((await again).status).toBe(201);
  expect(await betsOf(player)).toHaveLength(1);

  await owner.end();
  await alone.end('SIGTERM');
  await own.remove();
}, 60_000);

/** One session, which nothing replaces. Where a test fails before its end, the clean-up ends the session, and that is no error of its own. */
async function connectClient(config: ConnectionConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config });
  client.on('error', () => {});
  await client.connect();
  return client;
}
