import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { patience, waitMs } from '#tests/support/patience.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { untilPasses } from '#tests/support/until-passes.ts';
import { connect, type Database, type Queryable } from '#database/connect.ts';
import { betNames } from '#domain/bet-types.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { countRows } from '#tests/support/database/plan.ts';
import { advanceDraws, confirmed, declined, moveBack, pay, playHistory } from '#tests/support/money/play-history.ts';
import { createDraw, createPlayer, newTicket, openDesk, ticketIdAt } from '#tests/support/players/play.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { addReconciliationMetrics } from './metrics.ts';
import { checks } from './checks.ts';
import { planLikeAPass, reconcile } from './reconcile.ts';
import { noteBooks, readBooksState, summarise } from './state.ts';
import { passLimitMs, startReconciliation } from './worker.ts';

/** Makes everything there is an hour older than the pass that looked at it, so that none of it is recent any more. */
async function moveAnHourBack(owner: TestDatabase['owner']): Promise<void> {
  await moveBack(owner, 1);
  // Transactions of other tests count too: while an older one runs, a recent pass has no pass to continue from.
  await untilPasses(async () => {
    const [passed] = await owner.query(
      'select from reconciliation_pass where horizon < pg_snapshot_xmin(pg_current_snapshot())',
    );
    expect(passed).toBeDefined();
  });
}

let played: TestDatabase;
let database: TestDatabase;

beforeAll(async () => {
  played = await createTestDatabase();
  await playHistory(played);
  expect((await reconcile(played.worker, 'full')).mismatches).toEqual([]);
  await moveAnHourBack(played.owner);
  await played.disconnect();
});
afterAll(() => played.drop());

beforeEach(async () => {
  database = await createTestDatabase(played.config.database!);
  return () => database.drop();
});

test('an honest history has no mismatch, of any kind', async () => {
  const [count] = await database.owner.query(
    `select count(distinct (p.kind, p.from_account, p.to_account)) as events, count(distinct d.status) as statuses,
       count(distinct a.status) as payments
     from posting p, draw d, payment a`,
  );
  expect(count).toEqual({ events: 14, statuses: 4, payments: 5 });
  expect(await reconcile(database.worker, 'recent')).toMatchObject({ scope: 'recent', mismatches: [] });
  expect(await reconcile(database.worker, 'full')).toMatchObject({ scope: 'full', mismatches: [] });
  expect(summarise(await readBooksState(database.worker))).toBe('ok');
});

/** Makes forbidden changes, as the server's administrator could. Returns the id of the changed row. */
async function plant(owner: TestDatabase['owner'], sql: string): Promise<string> {
  return owner.transact(async (tx: Queryable) => {
    await tx.query(`set local session_replication_role = 'replica'`);
    const [row] = await tx.query<{ id: string }>(sql);
    return row!.id;
  });
}

const aTicket = (of: string) =>
  `(select id from ticket where draw_id = (select id from draw where ${of} limit 1) limit 1)`;
const aPosting = (where: string) => `(select id from posting where ${where} order by id desc limit 1)`;
const aPayment = (where: string) => `(select id from payment where ${where} limit 1)`;
const settledDraw = `status = 'settled'`;
const halfPaidDraw = `status = 'drawn'`;

/** A posting that continues its client's statement, and whether its wallet hears of it. */
const post = (
  kind: string,
  from: string,
  to: string,
  reference: string,
  { wallet = '', draw = 'null', client = '1' } = {},
) =>
  `with w as (select * from wallet where client_id = ${client}), ${wallet ? `u as (update wallet set ${wallet} where client_id = ${client}),` : ''}
   p as (
     insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
     select w.client_id, '${from}', '${to}', 100, '${kind}', ${reference}, ${draw}, clock_timestamp(),
       w.dep + case '${to}'::text when 'client_dep' then 100 else 0 end - case '${from}'::text when 'client_dep' then 100 else 0 end,
       w.win + case '${to}'::text when 'client_win' then 100 else 0 end - case '${from}'::text when 'client_win' then 100 else 0 end
     from w returning id, client_id, reference)`;

// The planted fault, the findings of a recent pass and of a full one, and the statement that plants it and returns the id of the faulty
// row.
const plants: [what: string, recent: string[], full: string[], sql: string][] = [
  [
    'a wallet that holds a franc more than was posted',
    ['wallet'],
    ['wallet', 'balance', 'total'],
    `update wallet set win = win + 1 where client_id = 2 returning client_id::text as id`,
  ],
  [
    'a wallet that nobody posted to',
    ['wallet'],
    ['wallet', 'balance'],
    `insert into wallet (client_id, dep) values (99, 5) returning client_id::text as id`,
  ],
  [
    'a wallet that is gone',
    [],
    ['wallet', 'balance'],
    `delete from wallet where client_id = 3 returning client_id::text as id`,
  ],
  [
    'more held than is under way',
    ['held'],
    ['held', 'balance'],
    `update wallet set held = held + 100 where client_id = 2 returning client_id::text as id`,
  ],
  [
    'a posting that did not reach its wallet',
    ['wallet'],
    ['wallet', 'balance'],
    `${post('adjustment', 'adjustment', 'client_dep', 'gen_random_uuid()')} select client_id::text as id from p`,
  ],
  [
    'a posting whose amount was changed',
    [],
    ['statement', 'balance'],
    `update posting set amount = amount + 1 where id = ${aPosting(`kind = 'adjustment' and client_id = 3`)} returning client_id::text as id`,
  ],
  [
    'a line that is gone from the middle of a statement',
    [],
    ['statement', 'balance'],
    `delete from posting where id = (select min(id) from posting where client_id = 4) returning client_id::text as id`,
  ],
  [
    'a statement line with another balance',
    [],
    ['statement'],
    `update posting set dep_after = dep_after + 7 where id = (select min(id) from posting where client_id = 4) returning client_id::text as id`,
  ],
  [
    'a posting between the wrong accounts',
    ['posting'],
    ['posting'],
    `${post('deposit', 'clearing', 'client_win', 'gen_random_uuid()', { wallet: 'win = win + 100' })} select id::text from p`,
  ],
  [
    'a posting that could be posted again',
    [],
    ['once'],
    `delete from posted_once where posting_id = ${aPosting(`kind = 'refund'`)} returning posting_id::text as id`,
  ],
  [
    'a posting of another amount than is noted',
    [],
    ['once'],
    `update posting set amount = amount - 1 where id = ${aPosting(`kind = 'refund'`)} returning id::text`,
  ],
  [
    'a note of a posting that was never made',
    [],
    ['once'],
    `insert into posted_once values ('deposit', gen_random_uuid(), 'clearing', 'client_dep', 1, 999999999999, 100) returning posting_id::text as id`,
  ],
  [
    'a posting that makes a balance negative',
    ['posting'],
    ['posting'],
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, at, dep_after, win_after)
     values (1, 'client_dep', 'adjustment', 9999999, 'adjustment', gen_random_uuid(), clock_timestamp(), -5, 0) returning id::text`,
  ],
  [
    'a ticket that nobody paid for',
    ['bet'],
    ['bet', 'stakes'],
    `insert into ticket select 1, ${ticketIdAt()}, id, 2, 5, 100, 0, clock_timestamp() from draw where status = 'open'
     returning id, draw_id`,
  ],
  [
    'a ticket whose stake was raised',
    [],
    ['bet'],
    `update ticket set stake = stake + 100 where id = ${aTicket(settledDraw)} returning id`,
  ],
  [
    'a ticket whose shares were moved',
    [],
    ['bet'],
    `update ticket set stake_win = stake where stake_win = 0 and id = ${aTicket(settledDraw)} returning id`,
  ],
  ['a ticket that is gone', [], ['bet'], `delete from ticket where id = ${aTicket(`status = 'open'`)} returning id`],
  [
    'a ticket of another draw than was paid for',
    [],
    ['bet'],
    `update ticket set draw_id = (select id from draw where ${settledDraw}) where id = ${aTicket(`status = 'open'`)} returning id`,
  ],
  [
    'a ticket of another moment than it was paid for',
    [],
    ['bet'],
    `update ticket set accepted_at = accepted_at - interval '1 microsecond' where id = ${aTicket(`status = 'open'`)} returning id`,
  ],
  [
    'two tickets whose stakes were moved from one to the other',
    [],
    ['bet'],
    `with t as (
         select id, case row_number() over (order by id) when 1 then 50 else -50 end as more
         from ticket where draw_id = (select id from draw where status = 'open') order by id limit 2
       )
     update ticket set stake = stake + more, stake_win = case stake_win when 0 then 0 else stake_win + more end
     from t where ticket.id = t.id returning ticket.id`,
  ],
  [
    'a bet without a ticket',
    ['bet'],
    ['bet'],
    `${post('bet', 'client_dep', 'draw_stakes', 'gen_random_uuid()', { wallet: 'dep = dep - 100', draw: `(select id from draw where status = 'open')` })}
     select reference as id from p`,
  ],
  [
    'a ticket that was accepted after its draw had closed',
    ['sale'],
    ['sale'],
    `with t as (update ticket set accepted_at = '2030-01-01' where id = ${aTicket(settledDraw)} returning id),
       p as (update posting set at = '2030-01-01' where reference in (select id from t) and kind = 'bet')
     select id from t`,
  ],
  [
    'a ticket that was accepted while its sales were stopped',
    [],
    ['sale'],
    `with t as (select * from ticket where id = ${aTicket(`status = 'open'`)}),
       s as (
         insert into sales_stop (draw_id, bet_type, sentence, reason, stopped_by, stopped_at, ended_at)
         select draw_id, bet_type, 'Closed', 'A test', 1, accepted_at - interval '1 ms', accepted_at + interval '1 ms' from t
       )
     select id from t`,
  ],
  [
    'a ticket of no draw',
    ['sale', 'bet'],
    ['sale', 'bet'],
    `insert into ticket values (1, ${ticketIdAt()}, gen_random_uuid(), 2, 5, 100, 0, clock_timestamp()) returning id`,
  ],
  [
    'a result that was swapped',
    ['derivation'],
    ['derivation'],
    `update draw set result = case result when 123456789 then 987654321 else 123456789 end where ${halfPaidDraw} returning id`,
  ],
  [
    'a draw whose seal is gone',
    ['derivation'],
    ['derivation'],
    `delete from seal where draw_id = (select id from draw where ${halfPaidDraw}) returning draw_id as id`,
  ],
  [
    'a seed that is not the one committed to',
    ['derivation'],
    ['derivation'],
    `update reveal set seed = sha256('x') where draw_id = (select id from draw where ${halfPaidDraw}) returning draw_id as id`,
  ],
  [
    'a settled draw that is not finished',
    ['result'],
    ['result'],
    `update draw set finished_at = null where ${settledDraw} returning id`,
  ],
  [
    'a result that is not all nine numbers',
    ['result', 'derivation'],
    ['result', 'derivation'],
    `update draw set result = 112345678 where ${halfPaidDraw} returning id`,
  ],
  [
    'a winner who was left out',
    ['due', 'payout'],
    ['due', 'payout'],
    `delete from due where ticket_id = (select ticket_id from due join draw on id = draw_id where ${halfPaidDraw} order by client_id limit 1)
     returning ticket_id as id`,
  ],
  [
    'a winner who is owed too much',
    ['due', 'payout'],
    ['due', 'payout'],
    `update due set to_win = to_win + 1 where ticket_id = (
       select ticket_id from due join draw on id = draw_id where ${halfPaidDraw} order by client_id limit 1) returning ticket_id as id`,
  ],
  [
    'a due for a losing ticket',
    ['due', 'payout'],
    ['due', 'payout'],
    `insert into due select draw_id, client_id, id, 0, 600 from ticket t
     where draw_id = (select id from draw where ${halfPaidDraw}) and not exists (select from due where ticket_id = t.id) order by client_id limit 1
     returning ticket_id as id`,
  ],
  [
    'a due of a draw that is still open',
    ['due'],
    ['due'],
    `insert into due select draw_id, client_id, id, 0, 600 from ticket where id = ${aTicket(`status = 'open'`)} returning ticket_id as id`,
  ],
  [
    'a due of an unknown draw',
    [],
    ['due'],
    `insert into due values (gen_random_uuid(), 1, gen_random_uuid(), 0, 600) returning ticket_id as id`,
  ],
  [
    'a refund that went to the wrong wallet in part',
    [],
    ['payout'],
    `update posting set amount = amount - 1 where id = ${aPosting(`kind = 'refund'`)} returning reference as id`,
  ],
  [
    'winnings that were never posted',
    ['payout'],
    ['payout'],
    `delete from posting where id = ${aPosting(`kind = 'payout'`)} returning reference as id`,
  ],
  [
    'winnings that were posted twice',
    ['payout'],
    ['payout'],
    `${post('payout', 'house', 'client_win', `(select ticket_id from due where client_id = 1 and draw_id = (select id from draw where ${settledDraw}) limit 1)`, { wallet: 'win = win + 100', draw: `(select id from draw where ${settledDraw})` })}
     select reference as id from p`,
  ],
  [
    'a client whose due was skipped',
    ['payout'],
    ['payout'],
    `with l as (update due_lane set paid_through = 2 where draw_id = (select id from draw where ${halfPaidDraw}) returning draw_id)
     select ticket_id as id from due where client_id = 2 and draw_id = (select draw_id from l) limit 1`,
  ],
  [
    'stakes that were not banked',
    ['banked'],
    ['banked', 'stakes'],
    `delete from posting where kind = 'stakes_banked' and draw_id = (select id from draw where ${halfPaidDraw}) returning draw_id as id`,
  ],
  [
    'stakes that were banked before the draw',
    ['banked'],
    ['banked', 'stakes'],
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at)
     select 0, 'draw_stakes', 'house', 100, 'stakes_banked', id, id, clock_timestamp() from draw where status = 'open' returning draw_id as id`,
  ],
  [
    'a figure that says that more was paid',
    ['figure'],
    ['figure'],
    `update draw_figure set payouts = payouts + 1 where draw_id = (select id from draw where ${halfPaidDraw}) returning draw_id as id`,
  ],
  [
    'a figure that says that fewer tickets were sold',
    ['figure'],
    ['figure'],
    `update draw_figure set tickets = tickets + 1 where draw_id = (select id from draw where ${halfPaidDraw}) returning draw_id as id`,
  ],
  [
    'a figure that is gone',
    ['figure'],
    ['figure'],
    `delete from draw_figure where draw_id = (select id from draw where ${halfPaidDraw}) returning draw_id as id`,
  ],
  [
    'a deposit that was never credited',
    ['payment'],
    ['payment', 'clearing'],
    `update payment set status = 'succeeded' where id = ${aPayment(`direction = 'deposit' and status = 'created'`)} returning id`,
  ],
  [
    'a deposit credited with another amount',
    ['payment'],
    ['payment', 'clearing'],
    `update payment set amount = amount + 1 where id = ${aPayment(`status = 'succeeded' and amount = 900`)} returning id`,
  ],
  [
    'a deposit that nobody made',
    ['payment_of_posting'],
    ['payment_of_posting', 'clearing'],
    `${post('deposit', 'clearing', 'client_dep', 'gen_random_uuid()', { wallet: 'dep = dep + 100' })} select id::text from p`,
  ],
  [
    'a refund that was never posted',
    ['chargeback'],
    ['chargeback', 'clearing'],
    `insert into chargeback (payment_id, client_id, amount, from_dep, from_win, from_owed, at)
     select id, client_id, 100, 100, 0, 0, clock_timestamp() from payment where id = ${aPayment(`status = 'succeeded' and amount = 900`)}
     returning payment_id as id`,
  ],
  [
    'more refunded than was paid',
    ['chargeback'],
    ['chargeback'],
    `with c as (
       insert into chargeback (payment_id, client_id, amount, from_dep, from_win, from_owed, at)
       select id, client_id, 950, 950, 0, 0, clock_timestamp() from payment where id = ${aPayment(`status = 'succeeded' and amount = 900`)}
       returning *),
       p as (
         insert into posting (client_id, from_account, to_account, amount, kind, reference, at, dep_after, win_after)
         select client_id, 'client_dep', 'clearing', 950, 'chargeback', id, at, 0, 0 from c)
     select payment_id as id from c`,
  ],
  [
    'a refund of a deposit that was never credited',
    ['chargeback'],
    ['chargeback'],
    `insert into chargeback (payment_id, client_id, amount, from_dep, from_win, from_owed, at)
     select id, client_id, 100, 100, 0, 0, clock_timestamp() from payment where id = ${aPayment(`direction = 'deposit' and status = 'created'`)}
     returning payment_id as id`,
  ],
  [
    'money taken back that no provider asked for',
    ['payment_of_posting'],
    ['payment_of_posting', 'clearing'],
    `${post('chargeback', 'client_dep', 'clearing', 'gen_random_uuid()', { wallet: 'dep = dep - 100' })} select id::text from p`,
  ],
  [
    'a debt that nobody posted',
    [],
    ['balance'],
    `update wallet set owed = owed + 100 where client_id = 2 returning client_id::text as id`,
  ],
  [
    'a withdrawal that failed and was not given back',
    ['payment', 'held'],
    ['payment', 'held'],
    `update payment set status = 'failed' where status = 'processing' returning id`,
  ],
  [
    'a withdrawal that was paid and is still held',
    ['payment', 'held'],
    ['payment', 'held', 'clearing'],
    `update payment set status = 'paid' where status = 'processing' returning id`,
  ],
  [
    'a paid withdrawal given back that no provider reversed',
    ['payment'],
    ['payment', 'clearing'],
    `${post('withdrawal_returned', 'clearing', 'client_win', aPayment(`status = 'paid'`), { wallet: 'win = win + 100' })}
     select reference as id from p`,
  ],
  [
    'a reversal whose money was not given back',
    [],
    ['payment', 'clearing'],
    `insert into payment_event (payment_id, kind, from_status, to_status)
     select id, 'reversed', status, status from payment where id = ${aPayment(`status = 'paid'`)} returning payment_id as id`,
  ],
  [
    'a withdrawal given back to somebody else',
    ['payment'],
    ['payment'],
    `${post('withdrawal_returned', 'client_held', 'client_win', aPayment(`status = 'processing'`), { wallet: 'win = win + 100' })}
     select reference as id from p`,
  ],
];

plants.push(
  [
    'a transfer that was recorded and not booked',
    ['top_up'],
    ['top_up', 'clearing'],
    `insert into top_up (request_id, account, amount, transfer_ref, transferred_at)
     values (gen_random_uuid(), 'sandbox', 500, 'T-1', now()) returning account as id`,
  ],
  [
    'a transfer that was booked and not recorded',
    ['top_up'],
    ['top_up', 'clearing'],
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, at)
     values (0, 'clearing', 'capital', 500, 'top_up', gen_random_uuid(), clock_timestamp()) returning id::text`,
  ],
);

/** A finding of these kinds names a client or a provider, and not the faulty row. */
const namesAnother = new Set(['held', 'stakes', 'clearing', 'balance', 'total']);

describe('reconciliation finds and names', () => {
  test.each(plants)('%s', async (_, recent, full, sql) => {
    const { owner, worker: db } = database;
    if (sql.includes('112345678')) await owner.query('alter table draw drop constraint draw_result_is_an_order');
    if (sql.includes('finished_at = null'))
      await owner.query('alter table draw drop constraint draw_settled_is_finished');
    const id = await plant(owner, sql);
    for (const [scope, expected] of [
      ['recent', recent],
      ['full', full],
    ] as const) {
      if (expected.length === 0) continue;
      const { mismatches } = await reconcile(db, scope);
      const named = mismatches.filter((one) => one.id === id || namesAnother.has(one.check)).map((one) => one.check);
      expect(named, `${scope}: ${JSON.stringify(mismatches)}`).toEqual(expect.arrayContaining(expected as string[]));
      if (scope === 'full') expect((await readBooksState(db)).withdrawalsStopped).toBe(true);
    }
  });
});

describe('a mismatch', () => {
  const raise = () => database.owner.query('update wallet set win = win + 1 where client_id = 2');

  test('is recorded, stops withdrawals, and is reported once', async () => {
    await raise();
    const first = await reconcile(database.worker, 'recent');
    expect(first.fresh).toMatchObject([{ check: 'wallet', subject: 'account', id: '2' }]);
    const again = await reconcile(database.worker, 'full');
    expect(again.mismatches).toContainEqual(first.fresh[0]);
    expect(again.fresh).not.toContainEqual(first.fresh[0]);
    const state = await readBooksState(database.worker);
    expect(state).toMatchObject({ openMismatches: 3, withdrawalsStopped: true });
    expect(summarise(state)).toBe('mismatch');
    expect(await database.owner.query('select reason from operation_flag')).toEqual([
      { reason: 'reconciliation: account does not agree with the books' },
    ]);
  });

  test('stays until all books agree and somebody resumes withdrawals', async () => {
    const resume = async () =>
      (await database.owner.query<{ done: boolean }>('select resume_withdrawals() as done'))[0]!.done;
    await raise();
    await reconcile(database.worker, 'recent');
    expect(await resume()).toBe(false);
    await database.owner.query('update wallet set win = win - 1 where client_id = 2');
    expect((await reconcile(database.worker, 'recent')).mismatches).toEqual([]);
    expect(await resume()).toBe(false);
    expect((await reconcile(database.worker, 'full')).mismatches).toEqual([]);
    expect(summarise(await readBooksState(database.worker))).toBe('mismatch');
    expect(await resume()).toBe(true);
    expect(await readBooksState(database.worker)).toMatchObject({ openMismatches: 0, withdrawalsStopped: false });
    // A mismatch stays on record, and the same one found again is reported again.
    expect(await database.owner.query('select closed_at is not null as closed from mismatch')).toEqual([
      { closed: true },
    ]);
    await raise();
    expect((await reconcile(database.worker, 'recent')).fresh).toHaveLength(1);
  });

  test('is logged as an error by the worker, and shown in health and metrics', async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino(
      { level: 'info' },
      { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
    );
    const registry = new Registry();
    addReconciliationMetrics(registry, database.worker);
    await raise();
    await database.owner.query(`update reconciliation_pass set finished_at = finished_at - interval '1 hour'`);
    expect(await noteBooks(database.worker).read()).toBe('unchecked');

    const running = startReconciliation(database.worker, log);
    await untilPasses(() => expect(lines).toHaveLength(2));
    await running.stop();
    expect(lines[0]).toMatchObject({ level: 50, msg: 'the books do not agree: wallet of account 2' });
    expect(await noteBooks(database.worker).read()).toBe('mismatch');
    const text = await registry.metrics();
    expect(text).toContain('\nbooks_open_mismatches 1\n');
    expect(text).toContain('\nwithdrawals_stopped 1\n');
    expect(Number(/^books_last_pass_age_seconds (.+)$/m.exec(text)?.[1])).toBeLessThan(60);
  });
});

/** Locks a table against everybody, so that whatever reads it waits, until the returned function is called. */
async function holdUp(table: string): Promise<() => Promise<void>> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let locked!: () => void;
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const holding = database.owner.transact(async (tx) => {
    await tx.query(`lock table ${table} in access exclusive mode`);
    locked();
    await released;
  });
  await isLocked;
  return async () => {
    release();
    await holding;
  };
}

describe('a pass that takes too long', () => {
  /** Connects like the worker in production, whose statements may take minutes. */
  let workerDb: Database;
  beforeEach(() => {
    const config = { ...database.config, user: 'izi_worker' };
    workerDb = connect({ config, applicationName: 'izi worker', max: 8, statementTimeoutMs: 10 * 60_000 });
    return () => workerDb.end();
  });

  const collectLog = () => {
    const lines: { level: number; msg: string; scope: string; check?: string }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]);
    return { lines, log: pino({ level: 'info' }, { write }) };
  };
  /** Sets how long ago the last passes ended, so that a worker finds the next one due. */
  const age = (scope: string, interval: string) =>
    database.owner.query(
      'update reconciliation_pass set finished_at = clock_timestamp() - $2::interval where scope = any ($1)',
      [scope === 'both' ? ['recent', 'full'] : [scope], interval],
    );

  test('is cancelled, logged as an error, and shown in health and metrics until a pass completes', async () => {
    const { lines, log } = collectLog();
    const registry = new Registry();
    addReconciliationMetrics(registry, database.worker);
    await age('both', '1 minute');
    for (const tries of [1, 2]) {
      const letGo = await holdUp('due');
      // Long enough for the checks before it.
      const running = startReconciliation(workerDb, log, () => 2_000);
      await untilPasses(() => expect(lines).toHaveLength(tries));
      await running.stop();
      await letGo();
      expect(lines.at(-1)).toMatchObject({
        level: 50,
        check: 'due',
        msg: expect.stringContaining('did not end') as string,
      });
      expect(await registry.metrics()).toContain(`\nbooks_unfinished_passes ${tries}\n`);
      expect(await noteBooks(database.worker).read()).toBe('unfinished');
    }
    expect((await reconcile(database.worker, 'recent')).mismatches).toEqual([]);
    expect(await noteBooks(database.worker).read()).toBe('ok');
    expect(await registry.metrics()).toContain('\nbooks_unfinished_passes 0\n');
  });

  test('is cancelled when the process is told to stop, in any statement', async () => {
    const { lines, log } = collectLog();
    await age('both', '1 minute');
    const letGo = await holdUp('ticket');
    const running = startReconciliation(workerDb, log);
    const waiting = `select from pg_stat_activity
      where datname = current_database() and usename = 'izi_worker' and wait_event_type = 'Lock'`;
    await untilPasses(async () => expect(await database.owner.query(waiting)).toHaveLength(1));
    // The table is still locked: only a cancelled statement lets it go.
    await Promise.race([
      running.stop(),
      sleep(waitMs, undefined, { ref: false }).then(() => expect.fail('the pass goes on')),
    ]);
    expect(await database.owner.query(waiting)).toHaveLength(0);
    await letGo();
    expect(lines).toEqual([]);
    expect(await database.owner.query('select from unfinished_pass')).toHaveLength(0);
    expect((await reconcile(database.worker, 'recent')).mismatches).toEqual([]);
  });

  test('does not prevent recent passes, if it was a full one', async () => {
    const { lines, log } = collectLog();
    await reconcile(database.worker, 'recent');
    await age('both', '1 minute');
    await age('full', '25 hours');
    const letGo = await holdUp('due');
    const first = startReconciliation(workerDb, log, () => 200);
    await untilPasses(() => expect(lines).toHaveLength(2));
    await first.stop();
    await letGo();
    const running = startReconciliation(workerDb, log);
    await untilPasses(() => expect(lines).toHaveLength(3));
    await running.stop();
    expect(
      lines
        .slice(0, 2)
        .map(({ level, scope }) => `${level} ${scope}`)
        .toSorted(),
    ).toEqual(['50 full', '50 recent']);
    expect(lines[2]).toMatchObject({ scope: 'recent', mismatches: 0 });
  });

  test('is run by one process if it is full, and recent passes continue in the meantime', async () => {
    const { lines, log } = collectLog();
    await reconcile(database.worker, 'recent');
    await age('both', '1 minute');
    await age('full', '25 hours');
    // Only a full pass reads it.
    const letGo = await holdUp('account_hour');
    const workers = [startReconciliation(workerDb, log), startReconciliation(workerDb, log)];
    await untilPasses(() => expect(lines.map(({ scope }) => scope)).toContain('recent'));
    const waiting = `select from pg_stat_activity
      where datname = current_database() and usename = 'izi_worker' and wait_event_type = 'Lock'`;
    await untilPasses(async () => expect(await database.owner.query(waiting)).toHaveLength(1));
    expect(lines.map(({ scope }) => scope)).not.toContain('full');
    await letGo();
    await untilPasses(() => expect(lines.map(({ scope }) => scope)).toContain('full'));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(lines.filter(({ scope }) => scope === 'full')).toMatchObject([{ level: 30, mismatches: 0 }]);
  });

  test('does not make recent passes look further back, if it was a full one', async () => {
    await database.owner.transact(async (tx) => {
      // A worker's full pass holds this turn too.
      await tx.query(`select take_turn('full_pass')`);
      await sleep(500);
      await reconcile(database.owner, 'recent');
      const [recent] = await tx.query<{ later: boolean }>(
        // A window begins ten seconds before the oldest open transaction, and now() is the start of this transaction.
        `select next_since > now() - interval '9.6 seconds' as later from reconciliation_pass where scope = 'recent'`,
      );
      expect(recent).toEqual({ later: true });
    });
  });

  test('has a limit of a quarter of its window, at least twenty seconds and at most ten minutes', () => {
    const limitOf = (lengthMs: number) => passLimitMs({ scope: 'recent', since: '', horizon: '', lengthMs });
    expect([60_000, 800_000, 3_600_000, 86_400_000].map(limitOf)).toEqual([20_000, 200_000, 600_000, 600_000]);
  });
});

test('a recent pass looks back to the start of a transaction that the last one did not see, whatever login has it', async () => {
  await database.db.transact(async (tx) => {
    const [its] = await tx.query<{ start: string }>('select now()::text as start');
    await reconcile(database.worker, 'recent');
    const [recent] = await database.owner.query(
      // Ten seconds more, for clocks.
      `select next_since <= $1::timestamptz - interval '10 seconds' as "looksBack" from reconciliation_pass where scope = 'recent'`,
      [its!.start],
    );
    expect(recent).toEqual({ looksBack: true });
  });
});

test('a recent pass checks a draw that finished in a transaction the last one did not see, and does not read it again', async () => {
  const { owner, worker } = database;
  await owner.transact(async (tx) => {
    await tx.query(`set local session_replication_role = 'replica'`);
    // Always in the window, however slow the passes are.
    await tx.query(`update draw set finished_at = now() + interval '1 hour' where ${settledDraw}`);
    await tx.query(`delete from due where draw_id in (select id from draw where ${settledDraw})`);
    expect((await reconcile(worker, 'recent')).mismatches).toEqual([]);
  });
  const { mismatches } = await reconcile(worker, 'recent');
  expect(mismatches.map(({ check }) => check)).toContain('due');
  // A transaction of another test may be older than this one.
  await untilPasses(async () => expect((await reconcile(worker, 'recent')).mismatches).toEqual([]));
});

test('no check reads more rows than there are, whatever the planner expects', async () => {
  const { owner, worker: db } = database;
  const tickets = 1_000;
  await owner.transact(async (tx) => {
    await tx.query(`set local session_replication_role = 'replica'`);
    await tx.query(
      `insert into ticket select 1, ${ticketIdAt()}, (select id from draw where ${settledDraw}), 2, 5, 100, 0, now()
       from generate_series(1, $1)`,
      [tickets],
    );
    await tx.query(`update draw set finished_at = now() where ${settledDraw}`);
  });
  const [last] = await owner.query<{ since: string; horizon: string }>(
    'select next_since::text as since, horizon::text from reconciliation_pass order by next_since desc limit 1',
  );
  const counts = new Map<string, number>();
  await db.transact(async (tx) => {
    // To a planner that thinks that handling a row costs nothing, a nested loop is as good as anything.
    await tx.query('set local cpu_tuple_cost = 0');
    await tx.query('set local cpu_operator_cost = 0');
    for (const check of checks.filter(({ fullOnly }) => !fullOnly)) {
      await planLikeAPass(tx, check);
      await check.find(
        countRows(tx, (rows) => counts.set(check.name, rows + (counts.get(check.name) ?? 0))),
        { scope: 'recent', ...last! },
        () => {},
      );
    }
  });
  expect(counts.size).toBe(checks.filter(({ fullOnly }) => !fullOnly).length);
  // 29,000 selections win: each ticket against each of them would be thirty times as many.
  const bound = 1_000 * tickets;
  for (const [name, rows] of counts) expect(rows, name).toBeLessThan(bound);
});

test('a busy site has no mismatch, however often it is checked', async () => {
  const site = await createTestDatabase();
  const desk = await openDesk(site);
  const [people, games, firstCloses] = isLongRun ? [8, 6, patience(5_000)] : [4, 2, patience(4_000)];
  const players = await Promise.all(
    Array.from({ length: people }, () => createPlayer(site.owner, { dep: 20_000, win: 5_000 })),
  );
  const draws = await Promise.all(
    Array.from({ length: games }, (_, index) => {
      const closesIn = firstCloses + index * 1_000;
      return createDraw(site.owner, { closesIn, drawsIn: closesIn + 3_000 });
    }),
  );
  const over = new AbortController();

  async function play(player: SignedIn): Promise<void> {
    while (!over.signal.aborted) {
      const tickets = Array.from({ length: pick(1, 4) }, () =>
        newTicket(draws[pick(0, games - 1)]!, { name: betNames[pick(1, 3)]!, betAmount: pick(1, 5) * 100 }),
      );
      // A draw may have closed, or the money be gone: that is play, too.
      await placeBets(desk, player, tickets).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
      const facts = [[], [confirmed], [declined], [declined, confirmed]][pick(0, 3)]!;
      if (pick(0, 3) === 0) await pay(site, player, 'deposit', { amount: 100 * pick(1, 9) }, facts);
      if (pick(0, 3) === 0) {
        const amounts = { amount: 200, fromDep: 100 * pick(0, 1) };
        await pay(site, player, 'withdrawal', amounts, facts).catch((error: Error) =>
          expect(error.message).toMatch(/too little/),
        );
      }
    }
  }
  async function settle(): Promise<void> {
    const unfinished = () => site.db.query('select from draw where finished_at is null');
    while ((await unfinished()).length > 0) {
      // On a machine that is busy with other things a draw may come too late to be sealed, and is void.
      await advanceDraws(site).catch((error: Error) => expect(error.message).toMatch(/sealed/));
      while (await settleDueDraw(site.worker));
      await sleep(20);
    }
  }

  const playing = players.map(play);
  const settled = new AbortController();
  const settling = Promise.all([settle(), settle()]).finally(() => settled.abort());
  try {
    for (let passes = 0; !settled.signal.aborted || passes < 3; passes++)
      expect((await reconcile(site.worker, passes % 3 === 2 ? 'full' : 'recent')).mismatches).toEqual([]);
  } finally {
    over.abort();
  }
  await settling;
  await Promise.all(playing);
  expect((await reconcile(site.worker, 'full')).mismatches).toEqual([]);
  const [count] = await site.owner.query<{ tickets: number; payments: number }>(
    'select (select count(*) from ticket) as tickets, (select count(*) from payment) as payments',
  );
  expect(count!.tickets).toBeGreaterThan(50);
  expect(count!.payments).toBeGreaterThan(10);
  desk.clock.stop();
  await site.drop();
});

function pick(min: number, max: number): number {
  return min + Math.floor(Math.random() * (max - min + 1));
}
