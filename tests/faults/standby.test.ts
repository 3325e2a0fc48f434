import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectClient } from '#tests/support/database/own-session.ts';
import { gatherCrowd } from '#tests/support/players/crowd.ts';
import { createOutsider } from '#tests/support/players/outsider.ts';
import { openFarSite, type FarSite } from '#tests/support/site/far-site.ts';
import { printRecovery, timeRecovery } from '#tests/support/site/recovery.ts';

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
  const refused = crowd.sends.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
  expect(crowd.sends.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
});
