import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLine, type Line } from '#tests/support/database/line.ts';
import { startPair, type DatabasePair } from '#tests/support/database/pair.ts';
import { patience, waitMs } from '#tests/support/patience.ts';
import { connect, type Database } from './connect.ts';
import { atServer, readFromStandby, type StandbyReads } from './standby-reads.ts';

const mostBehindMs = patience(3_000);
const changes: boolean[] = [];

let pair: DatabasePair;
let primary: Database;
/** Connects to the standby as its owner, whatever the reads do. */
let replayer: Database;
let line: Line;
let reads: StandbyReads;
beforeAll(async () => {
  pair = await startPair();
  line = await openLine(pair.standby);
  primary = connect({ config: pair.primary, applicationName: 'primary', max: 4 });
  replayer = connect({ config: pair.standby, applicationName: 'replayer', max: 1 });
  const own = { connectionString: 'postgres://izi@elsewhere/izi' };
  const config = atServer(own, line.settings.DATABASE_URL.replace('izi_app@', ''));
  const standby = connect({ config, applicationName: 'reads', max: 4, connectTimeoutMs: mostBehindMs });
  const onChange = (isRead: boolean) => changes.push(isRead);
  reads = readFromStandby({ primary, standby, mostBehindMs, mostOnPrimary: 2, onChange });
  await primary.query('create table note (id integer)');
});
afterAll(async () => {
  await Promise.all([reads.end(), primary.end(), replayer.end()]);
  await line.close();
  await pair.remove();
});

const where = async (db: Pick<Database, 'query'> = reads) =>
  (await db.query<{ on: string }>(`select case when pg_is_in_recovery() then 'standby' else 'primary' end as on`))[0]!
    .on;
const eventually = (on: string) => expect.poll(() => where(), { timeout: waitMs }).toBe(on);

test('a standby answers while it keeps up, and the primary while its replay stands still', async () => {
  await eventually('standby');
  expect(await reads.transact((tx) => where(tx))).toBe('standby');

  await replayer.query('select pg_wal_replay_pause()');
  await primary.query('insert into note values (1)');
  await eventually('primary');
  expect(await reads.query('select from note')).toHaveLength(1);
  expect(reads.behindMs()).toBeGreaterThan(mostBehindMs);

  await replayer.query('select pg_wal_replay_resume()');
  await eventually('standby');
  expect(await reads.query('select from note')).toHaveLength(1);
  expect(changes).toEqual([true, false, true]);
});

test('an answer that a standby cannot give comes from the primary, but for one that takes too long', async () => {
  await eventually('standby');
  // No standby takes such a lock.
  const locked = await reads.transact(async (tx) => {
    await tx.query('lock table note in share mode');
    return where(tx);
  });
  expect(locked).toBe('primary');
  await expect(reads.query('select from nothing')).rejects.toThrow('"nothing" does not exist');
  const tooLong = reads.transact(async (tx) => {
    await tx.query(`set local statement_timeout = '20ms'`);
    return tx.query('select pg_sleep(60)');
  });
  await expect(tooLong).rejects.toThrow('statement timeout');
  expect(reads.isRead()).toBe(true);
});

test('what is under way when the standby is lost is answered by the primary, two at a time', async () => {
  await eventually('standby');
  const slow = () => reads.query<{ on: boolean }>('select pg_is_in_recovery() as on, pg_sleep(0.5)');
  const under = Array.from({ length: 4 }, slow);
  const mostAtOnce = async () =>
    (
      await primary.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity where query like '%pg_sleep%' and state = 'active'
         and pid <> pg_backend_pid()`,
      )
    )[0]!.count;
  await expect.poll(() => replayerSees(), { timeout: waitMs }).toBe(4);
  line.cut('reset');
  const seen: number[] = [];
  const done = Promise.all(under);
  const ended = done.then(() => null);
  for (;;) {
    const count = await Promise.race([ended, mostAtOnce()]);
    if (count === null) break;
    seen.push(count);
  }
  expect((await done).map(([row]) => row!.on)).toEqual([false, false, false, false]);
  expect(Math.max(...seen)).toBe(2);

  line.restore();
  await eventually('standby');
  await pair.stopStandby();
  await expect(where()).resolves.toBe('primary');
});

async function replayerSees(): Promise<number> {
  const rows = await replayer.query(
    `select from pg_stat_activity where application_name = 'reads' and query like '%pg_sleep%' and state = 'active'`,
  );
  return rows.length;
}
