import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import { patience } from '#tests/support/patience.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { connect, type ConnectSettings, type Database } from './connect.ts';
import { isUnavailable } from './query.ts';

let server: Awaited<ReturnType<typeof createEmptyDatabase>>;
let db: Database;

const open = (settings: Partial<ConnectSettings> = {}) =>
  connect({ config: server.config, applicationName: 'connect test', max: 2, statementTimeoutMs: 2_000, ...settings });

beforeAll(async () => {
  server = await createEmptyDatabase();
  db = open();
});

afterAll(async () => {
  await db.end();
  await server.drop();
});

test.each([
  ['a bigint is a number', `9007199254740991::bigint`, Number.MAX_SAFE_INTEGER],
  ['the bigints of an array are numbers', `array[1, null, -2]::bigint[]`, [1, null, -2]],
  ['a moment is a Date', `'2026-01-02 03:04:05.678+01'::timestamptz`, new Date('2026-01-02T02:04:05.678Z')],
  ['a day is its text', `'2026-01-02'::date`, '2026-01-02'],
  ['a uuid is its text', `'0197a0c0-0000-7000-8000-000000000000'::uuid`, '0197a0c0-0000-7000-8000-000000000000'],
  ['small integers are numbers', `array[1, 2]::smallint[]`, [1, 2]],
  ['null is null', `null::bigint`, null],
])('%s', async (_, sql, value) => {
  expect(await db.query(`select ${sql} as value`)).toEqual([{ value }]);
});

test('a bigint beyond what a number holds is refused, never rounded', async () => {
  await expect(db.query('select 9007199254740993::bigint as value')).rejects.toThrow('does not fit');
  expect(await db.query('select 1 as value')).toEqual([{ value: 1 }]);
});

test('a named statement is parsed once for each connection', async () => {
  const one = open({ max: 1 });
  const addOne = (value: number) =>
    one.query({ name: 'add-one', text: 'select $1::int + 1 as value', values: [value] });
  expect(await addOne(1)).toEqual([{ value: 2 }]);
  expect(await addOne(2)).toEqual([{ value: 3 }]);
  expect(await one.query('select name from pg_prepared_statements')).toEqual([{ name: 'add-one' }]);
  await one.end();
});

test('sessions have their name, their limits and the given settings', async () => {
  const tuned = open({ parameters: { enable_seqscan: 'off', search_path: 'public, pg_catalog' } });
  expect(
    await tuned.query(
      `select name, setting from pg_settings where name in ('application_name', 'statement_timeout',
       'idle_in_transaction_session_timeout', 'enable_seqscan', 'search_path') order by name`,
    ),
  ).toEqual([
    { name: 'application_name', setting: 'connect test' },
    { name: 'enable_seqscan', setting: 'off' },
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'search_path', setting: 'public, pg_catalog' },
    { name: 'statement_timeout', setting: '2000' },
  ]);
  await tuned.end();
});

test('a server that is reached over a network sends TCP keepalives on silent sessions', async () => {
  const db = open();
  // On a Unix socket they are kept as settings and have no effect.
  expect(
    await db.query(`select name, reset_val from pg_settings where name like 'tcp_keepalives%' order by name`),
  ).toEqual([
    { name: 'tcp_keepalives_count', reset_val: '3' },
    { name: 'tcp_keepalives_idle', reset_val: '30' },
    { name: 'tcp_keepalives_interval', reset_val: '10' },
  ]);
  await db.end();
});

test('the options of a connection string are kept beside ours', async () => {
  const { host, user, database } = server.config;
  const connectionString = `postgresql://${user}@/${database}?host=${host}&options=-c%20enable_hashjoin%3Doff`;
  const given = open({ config: { connectionString }, parameters: { enable_seqscan: 'off' } });
  expect(
    await given.query(
      `select current_setting('enable_hashjoin') as hashjoin, current_setting('enable_seqscan') as seqscan`,
    ),
  ).toEqual([{ hashjoin: 'off', seqscan: 'off' }]);
  await given.end();
});

test('a statement that takes too long is stopped, and its connection stays usable', async () => {
  const hurried = open({ statementTimeoutMs: 50, max: 1 });
  const pid = () => hurried.query('select pg_backend_pid() as pid');
  const before = await pid();
  await expect(hurried.query('select pg_sleep(5)')).rejects.toThrow('statement timeout');
  expect(await pid()).toEqual(before);
  await hurried.end();
});

test('waiting for a connection times out', async () => {
  const limitMs = patience(300);
  const small = open({ max: 1, connectTimeoutMs: limitMs, statementTimeoutMs: 10 * limitMs });
  await small.query('select 1');
  const busy = small.query('select pg_sleep($1)', [(3 * limitMs) / 1_000]);
  await expect(small.query('select 1')).rejects.toThrow('timeout');
  await busy;
  await small.end();
});

test('connections that break while idle are reported and replaced', async () => {
  const onConnectionError = vi.fn();
  const fragile = open({ max: 1, onConnectionError });
  const [own] = await fragile.query<{ pid: number }>('select pg_backend_pid() as pid');
  await db.query('select pg_terminate_backend($1)', [own?.pid]);
  await untilPasses(() => expect(onConnectionError).toHaveBeenCalled());
  expect(await fragile.query('select 1 as value')).toEqual([{ value: 1 }]);
  await fragile.end();
});

test('listening receives each notification, reconnects after a break, and reports the break', async () => {
  const heard: (string | null)[] = [];
  const onBreak = vi.fn(() => expect(heard).toEqual(['one']));
  const stop = await db.listen('draw "x"', (payload) => heard.push(payload), onBreak);
  const notify = (payload: string) => db.query(`select pg_notify('draw "x"', $1)`, [payload]);

  await notify('one');
  await untilPasses(() => expect(heard).toEqual(['one']));

  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and pid <> pg_backend_pid()`,
  );
  await untilPasses(() => expect(heard).toEqual(['one', null]));
  expect(onBreak).toHaveReturned();
  await notify('two');
  await untilPasses(() => expect(heard).toEqual(['one', null, 'two']));

  await stop();
  await notify('three');
  // The server removes a session a little after its connection has ended.
  const listening = `select 1 from pg_stat_activity where query like 'listen %' and pid <> pg_backend_pid()`;
  await expect.poll(() => db.query(listening)).toEqual([]);
  expect(heard).toHaveLength(3);
});

test('after `end` no connection is left', async () => {
  const ended = connect({ config: server.config, applicationName: 'ended', max: 5 });
  await Promise.all(Array.from({ length: 5 }, () => ended.query('select pg_sleep(0.05)')));
  await ended.end();
  expect(await db.query(`select 1 from pg_stat_activity where application_name = 'ended'`)).toEqual([]);
});

test('a call after `end` fails as if the database had not answered', async () => {
  const ended = open();
  await ended.end();
  expect(isUnavailable(await ended.query('select 1').catch((error: unknown) => error))).toBe(true);
});
