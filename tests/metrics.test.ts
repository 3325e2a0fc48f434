import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { addDrawMetrics } from '#server/draws/metrics.ts';
import { addDatabaseMetrics } from '#server/http/database-metrics.ts';
import { createAdmission } from '#server/http/admission.ts';
import { addMessageMetrics } from '#server/messages/metrics.ts';
import { addPaymentGauges, addPaymentMetrics } from '#server/payments/metrics.ts';
import { addReconciliationMetrics } from '#server/reconciliation/metrics.ts';
import { createIntake } from '#server/tickets/intake.ts';
import { addIntakeMetrics, observeIntake } from '#server/tickets/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { changeHistory, createDraw, createPlayer, intakeLimits, newTicket } from '#tests/support/players/play.ts';

let database: TestDatabase;
let registry: Registry;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  registry = new Registry();
});
afterAll(() => database.drop());

/** The value of a series; undefined where there is none. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await registry.metrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

async function expectAbout(series: string, seconds: number): Promise<void> {
  const value = await valueOf(series);
  expect(value, series).toBeGreaterThanOrEqual(seconds);
  expect(value, series).toBeLessThan(seconds + 30);
}

const late = ['close', 'seal', 'result', 'payout'].map((step) => `draws_${step}_overdue_seconds`);

test('each late step of a draw shows how late it is, and no other step does', async () => {
  addDrawMetrics(registry, database.db);
  const draw = await createDraw(database.owner, { closesIn: 3_600_000 });
  for (const series of late) expect(await valueOf(series)).toBe(0);
  await expectAbout('draws_timetable_ahead_seconds', 3_580);

  const states: [string, string, number][] = [
    ['close', `status = 'open'`, 100],
    ['seal', `status = 'closed', closed_at = now() - interval '90 s'`, 90],
    ['result', `status = 'closed', closed_at = now() - interval '90 s', sealed_at = now()`, 80],
    ['payout', `status = 'drawn', result = 123456789, sealed_at = now(), drawn_at = now() - interval '70 s'`, 70],
    ['payout', `status = 'void', result = null, drawn_at = null`, 80],
  ];
  for (const [step, state, seconds] of states) {
    await changeHistory(
      database.owner,
      `update draw set closes_at = now() - interval '100 s', draws_at = now() - interval '80 s', ${state} where id = $1`,
      [draw],
    );
    await expectAbout(`draws_${step}_overdue_seconds`, seconds);
    for (const other of late.filter((series) => !series.includes(step))) expect(await valueOf(other), other).toBe(0);
  }
  expect(await valueOf('draws_called_off_last_hour')).toBe(1);
  expect(await valueOf('draws_timetable_ahead_seconds')).toBe(0);
  await changeHistory(database.owner, `update draw set finished_at = now() where id = $1`, [draw]);
  for (const series of late) expect(await valueOf(series)).toBe(0);
});

test('payments and messages show how many wait, and for how long', async () => {
  addPaymentGauges(registry, database.db);
  addMessageMetrics(registry, database.db);
  const alarm = addPaymentMetrics(registry);
  expect(await valueOf('payments_under_way{direction="withdrawal"}')).toBe(0);
  expect(await valueOf('payment_alarms_total{kind="amount_mismatch"}')).toBe(0);
  alarm('amount_mismatch');
  expect(await valueOf('payment_alarms_total{kind="amount_mismatch"}')).toBe(1);

  const { clientId } = await createPlayer(database.owner, { win: 1_000 });
  await changeHistory(
    database.owner,
    `insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider,
       idempotency_key, request_hash, status, created_at, due_at)
     values ($1, 'withdrawal', 500, 500, 'CI', 'orange', '+2250707070707', 'Awa', 'Koné', 'sandbox', 'k', '', 'unknown',
       now() - interval '2 hours', now() - interval '10 minutes')`,
    [clientId],
  );
  await database.owner.query(
    `insert into message (recipient, channel, template, next_try_at)
     values ('+2250707070707', 'sms', 'code', now() - interval '5 minutes'), ('a@b.example', 'email', 'code', null)`,
  );
  expect(await valueOf('payments_under_way{direction="withdrawal"}')).toBe(1);
  expect(await valueOf('payments_under_way{direction="deposit"}')).toBe(0);
  expect(await valueOf('withdrawals_unknown')).toBe(1);
  await expectAbout('payments_oldest_seconds{direction="withdrawal"}', 7_200);
  await expectAbout('payments_overdue_seconds', 600);
  expect(await valueOf('messages_waiting')).toBe(1);
  await expectAbout('messages_overdue_seconds', 300);
});

test('the intake counts the results of checkouts, and shows how many wait', async () => {
  const intake = createIntake(database.db, { ...intakeLimits, maxWaitingTickets: 2 }, observeIntake(registry));
  const admission = createAdmission({ least: 4, most: 8, targetMs: 100 });
  addIntakeMetrics(registry, intake, admission);
  const draw = await createDraw(database.owner);
  const checkouts = await Promise.all(
    [1_000, 0, 1_000].map(async (dep) => {
      const { clientId } = await createPlayer(database.owner, { dep });
      return { clientId, tickets: [{ id: newTicket(draw).id, drawId: draw, betType: 2, selection: 5, stake: 100 }] };
    }),
  );
  expect(admission.enter()).toBe(true);
  const answers = checkouts.map((checkout) => intake.place(checkout).catch((error: unknown) => error));
  expect(await valueOf('intake_waiting_checkouts')).toBe(2);
  expect(await valueOf('intake_waiting_tickets')).toBe(2);
  expect(await valueOf('intake_waiting_tickets_most')).toBe(2);
  expect(await valueOf('bets_served')).toBe(1);
  expect(await valueOf('bets_served_most')).toBe(16);
  await Promise.all(answers);
  for (const [answer, count] of Object.entries({ placed: 1, insufficient_funds: 1, overloaded: 1, unavailable: 0 })) {
    expect(await valueOf(`intake_answers_total{answer="${answer}"}`), answer).toBe(count);
  }
  expect(await valueOf('intake_waiting_tickets')).toBe(0);
  expect(await valueOf('intake_batch_checkouts_sum')).toBe(2);
  expect(await valueOf('intake_wait_seconds_count')).toBe(3);
});

test('the connections of a process and the state of the database are shown', async () => {
  const pool = connect({ config: { ...database.config, user: 'izi_app' }, applicationName: 'izi test', max: 2 });
  addDatabaseMetrics(registry, { web: database.db, worker: pool });
  let busy: Promise<unknown>[] = [];
  await database.owner.transact(async (tx) => {
    await tx.query('lock table favourite in access exclusive mode');
    busy = [0, 1, 2].map(() => pool.query('select from favourite limit 1'));
    await expect.poll(() => pool.connections()).toEqual({ open: 2, idle: 0, wanted: 1, most: 2 });
    expect(await valueOf('database_connections{pool="worker"}')).toBe(2);
    expect(await valueOf('database_connections_idle{pool="worker"}')).toBe(0);
    expect(await valueOf('database_connections_most{pool="worker"}')).toBe(2);
    expect(await valueOf('database_connections_wanted{pool="worker"}')).toBe(1);
  });
  await Promise.all(busy);
  for (const [name, value] of Object.entries({
    up: 1,
    read_only: 0,
    standbys: 0,
    standby_required: 0,
    commits_waiting: 0,
  })) {
    expect(await valueOf(`database_${name}`), name).toBe(value);
  }
  expect(await valueOf('database_transaction_age')).toBeGreaterThan(0);
  await pool.end();
});

test('a process without a database reports that, and shows what it knows without one', async () => {
  const config = { host: '127.0.0.1', port: 1, user: 'izi_app', database: 'izi' };
  const nowhere = connect({ config, applicationName: 'izi test', max: 1, connectTimeoutMs: 500 });
  addDatabaseMetrics(registry, { web: nowhere });
  addDrawMetrics(registry, nowhere);
  addReconciliationMetrics(registry, nowhere);
  expect(await valueOf('database_up')).toBe(0);
  expect(await valueOf('database_connections_most{pool="web"}')).toBe(1);
  for (const name of ['draws_seal_overdue_seconds', 'books_open_mismatches', 'database_standbys']) {
    expect(await valueOf(name), name).toBeUndefined();
  }
  await nowhere.end();
});
