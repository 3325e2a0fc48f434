import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAlarmGauges } from '#server/operator-work/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { makeOperator } from '#tests/support/operator/operators.ts';
import { makePayment } from '#tests/support/operator/statements.ts';
import { changeHistory, createPlayer } from '#tests/support/players/play.ts';

// Alarms about the accounts of the site: each opens with what it is about, and closes by itself.

let database: TestDatabase;
let client: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ clientId: client } = await createPlayer(database.owner));
});
beforeEach(async () => {
  await changeHistory(database.owner, 'delete from payment', []);
  await changeHistory(database.owner, 'delete from payment_event', []);
});
afterAll(() => database.drop());

/** The subjects of the open alarms of a kind, once the worker has looked. */
async function open(kind: string): Promise<string[]> {
  await database.worker.query('select from console.watch()');
  const rows = await database.owner.query<{ subject: string }>(
    'select subject from console.alarm where closed_at is null and kind = $1 order by subject',
    [kind],
  );
  return rows.map(({ subject }) => subject);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Payments that succeeded some minutes ago, each within so many seconds. */
async function succeed(count: number, minutes: number, seconds: number, account = 'pawapay'): Promise<void> {
  for (let made = 0; made < count; made++)
    await makePayment(database.owner, { client, at: minutesAgo(minutes), account });
  await changeHistory(
    database.owner,
    `update payment set updated_at = created_at + $1 * interval '1 second' where updated_at = created_at + interval '1 minute'`,
    [seconds],
  );
}

const offer = (...accounts: string[]) =>
  database.worker.query('select keep_payment_offers($1, $2)', [
    accounts,
    JSON.stringify(
      accounts.map((account) => ({ account, country: 'CI', method: 'orange', direction: 'deposit', label: 'Orange' })),
    ),
  ]);

test('an account whose payments take three times as long as in the last week', async () => {
  const kind = 'provider_slow';
  await succeed(100, 2_000, 30);
  await database.worker.query('select keep_payment_usual()');
  await succeed(20, 10, 80);
  expect(await open(kind), 'not three times as long').toEqual([]);
  await changeHistory(
    database.owner,
    `update payment set updated_at = created_at + interval '95 s' where created_at > now() - interval '1 hour'`,
    [],
  );
  expect(await open(kind)).toEqual(['network CI orange deposit at pawapay']);
  // The usual time is worked out once an hour, so payments that are slow now do not become the usual ones at once.
  await database.worker.query('select keep_payment_usual()');
  expect(await open(kind)).toHaveLength(1);
  await changeHistory(
    database.owner,
    `update payment set updated_at = created_at + interval '20 s' where created_at > now() - interval '1 hour'`,
    [],
  );
  expect(await open(kind)).toEqual([]);
});

test('an account that confirms deposits and tells of none', async () => {
  const kind = 'provider_silent';
  await succeed(9, 10, 30);
  expect(await open(kind), 'nine are too few').toEqual([]);
  await succeed(1, 10, 30);
  expect(await open(kind)).toEqual(['account pawapay']);
  await database.owner.query(`select store_webhook('pawapay', '{}', 'a notice', null)`);
  expect(await open(kind)).toEqual([]);
});

test('an account that does not say any more what it holds', async () => {
  const kind = 'float_unread';
  const read = () =>
    database.worker.query(
      `select keep_payment_floats('pawapay', '[{"country": "CI", "method": null, "amount": 5000}]', null)`,
    );
  await read();
  expect(await open(kind)).toEqual([]);
  await database.owner.query(`update payment_float set read_at = read_at - interval '11 minutes'`);
  expect(await open(kind)).toEqual(['account pawapay']);
  await read();
  expect(await open(kind)).toEqual([]);
});

test('a float that lasts for less than six hours, at what was paid out seven days ago', async () => {
  const kind = 'float_low';
  const week = 7 * 24 * 60;
  await makePayment(database.owner, { client, at: minutesAgo(week - 60), direction: 'withdrawal', amount: 3_000 });
  await makePayment(database.owner, { client, at: minutesAgo(week - 300), direction: 'withdrawal', amount: 3_000 });
  // They do not count: one is paid from another wallet, one failed.
  await makePayment(database.owner, {
    client,
    at: minutesAgo(week - 60),
    direction: 'withdrawal',
    amount: 9_000,
    account: 'wave_ci',
  });
  await makePayment(database.owner, {
    client,
    at: minutesAgo(week - 60),
    direction: 'withdrawal',
    amount: 9_000,
    status: 'failed',
  });
  const hold = async (amount: number) => {
    await database.worker.query(`select keep_payment_floats('pawapay', $1, null)`, [
      JSON.stringify([{ country: 'CI', method: null, amount }]),
    ]);
    return open(kind);
  };
  const lasts = async () =>
    (
      await database.owner.query<{ minutes: number | null }>(
        `select round(extract(epoch from lasts_until - clock_timestamp()) / 60)::integer as minutes from payment_float`,
      )
    )[0]!.minutes;
  expect(await hold(6_000)).toEqual([]);
  expect(await lasts(), 'over a week').toBeNull();
  expect(await hold(5_999)).toEqual(['float pawapay CI']);
  expect(Math.abs((await lasts())! - 300)).toBeLessThan(3);
  await hold(2_999);
  expect(Math.abs((await lasts())! - 60)).toBeLessThan(3);
  expect(await hold(6_000)).toEqual([]);
});

test('one account that is left of several', async () => {
  const kind = 'route_alone';
  await offer('pawapay');
  expect(await open(kind), 'it never had another one').toEqual([]);
  await offer('pawapay', 'fedapay');
  expect(await open(kind)).toEqual([]);
  const pause = `insert into payment_line (account, country, method, direction, because, paused_at, until)
    values ('pawapay', 'CI', 'orange', 'deposit', 'rate', now(), now())`;
  await database.owner.query(pause);
  expect(await open(kind), 'the other one pauses').toEqual(['network CI orange deposit']);
  await database.owner.query('delete from payment_line');
  expect(await open(kind)).toEqual([]);
  const { name } = await makeOperator(database.owner, ['payments']);
  await database.owner.query(
    `insert into payment_stop (account, told_en, told_fr, reason, stopped_by, stopped_at)
     select 'fedapay', 'It sleeps', 'Il dort', 'a test', id, now() from console.operator where name = $1`,
    [name],
  );
  expect(await open(kind), 'the other one is stopped').toEqual(['network CI orange deposit']);
  await changeHistory(database.owner, 'delete from payment_stop', []);
  await database.owner.query(
    `update payment_offer set seen_at = now() - interval '11 minutes' where account = 'fedapay'`,
  );
  expect(await open(kind), 'the other one offers nothing').toHaveLength(1);
  await offer('pawapay', 'fedapay');
  expect(await open(kind)).toEqual([]);
});

test('the metric has the open alarms of each kind', async () => {
  const registry = new Registry();
  addAlarmGauges(registry, database.worker);
  const value = async (kind: string) =>
    (await registry.metrics())
      .split('\n')
      .find((line) => line.startsWith(`operator_alarms{kind="${kind}"} `))
      ?.split(' ')[1];
  expect(await value('provider_silent')).toBe('0');
  await succeed(10, 10, 30, 'wave_ci');
  await open('provider_silent');
  expect(await value('provider_silent')).toBe('1');
  expect(await value('float_unread')).toBe('0');
});

/** A statement as it is once it was compared, of so many days until so many days before today, by a clock at which it is so many hours now. */
async function statement(account: string, until: number, days: number, hour: number): Promise<number> {
  const { name } = await makeOperator(database.owner, ['payments']);
  const [row] = await database.owner.query<{ id: number }>(
    `with clock as (
       select make_interval(hours => $4 - extract(hour from clock_timestamp() at time zone 'UTC')::integer) as zone
     ), made as (
       select zone, (date_trunc('day', clock_timestamp() at time zone zone) - $2 * interval '1 day') at time zone zone as until from clock
     )
     insert into console.provider_statement (account, file_name, sha256, bytes, layout, period, key_sealed, uploaded_by, state, ended_at, result)
     select $1, 'day.csv', sha256(gen_random_uuid()::text::bytea), 10, jsonb_build_object('offset', zone::text),
       tstzrange(until - $3 * interval '1 day', until), '', o.id, 'compared', clock_timestamp(), '{}'
     from made, console.operator o where o.name = $5 returning id`,
    [account, until, days, hour, name],
  );
  return row!.id;
}

test('a day without its statement at noon, of whoever uploads by day', async () => {
  const kind = 'statement_missing';
  await offer('pawapay', 'fedapay', 'wave_ci', 'cinetpay_ci');
  // They end with the day before yesterday: at eleven it is too early, one comes by month, and one account is gone.
  await statement('wave_ci', 1, 1, 11);
  await statement('fedapay', 1, 30, 13);
  await statement('gone', 1, 1, 13);
  await statement('cinetpay_ci', 0, 1, 13);
  expect(await open(kind)).toEqual([]);
  await statement('pawapay', 1, 1, 13);
  expect(await open(kind)).toEqual(['statements pawapay']);
  // Today's alone leaves yesterday out.
  await statement('cinetpay_ci', 3, 1, 13);
  expect(await open(kind), 'an older one changes nothing').toEqual(['statements pawapay']);
  await statement('pawapay', 0, 1, 13);
  expect(await open(kind)).toEqual([]);
});

test('the file of a statement is deleted 90 days after it was compared, and its line stays', async () => {
  const [old, recent] = [await statement('pawapay', 95, 1, 13), await statement('pawapay', 85, 1, 13)];
  for (const id of [old, recent]) {
    await database.owner.query(
      `insert into console.provider_statement_piece (statement_id, number, sealed) values ($1, 0, 'sealed')`,
      [id],
    );
    await database.owner.query(
      `insert into console.statement_line (statement_id, number, at, kind, amount, moved, currency, status, identity)
       values ($1, 2, now(), 'deposit', 5, 5, 'XOF', 'succeeded', gen_random_uuid())`,
      [id],
    );
  }
  await changeHistory(
    database.owner,
    `update console.provider_statement set ended_at = now() - interval '91 days' where id = $1`,
    [old],
  );
  await changeHistory(
    database.owner,
    `update console.provider_statement set ended_at = now() - interval '89 days' where id = $1`,
    [recent],
  );
  await database.worker.query('select console.remove_old_statement_files()');
  expect(
    await database.owner.query('select statement_id::integer as id from console.provider_statement_piece'),
  ).toEqual([{ id: recent }]);
  expect(
    await database.owner.query('select from console.statement_line where statement_id = any ($1)', [[old, recent]]),
  ).toHaveLength(2);
});
