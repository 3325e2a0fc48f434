import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adjust } from '#server/ledger/transfer.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createEndedMonth, finishDraws } from '#tests/support/database/months.ts';
import { confirmed, pay } from '#tests/support/money/play-history.ts';
import { changeHistory, createDraw, createPlayer, newTicket, openDesk } from '#tests/support/players/play.ts';
import { untilPasses } from '#tests/support/until-passes.ts';
import { checkMonth, closeMonth, readClosedMonths, type Closing } from './close-month.ts';
import { reconcile } from './reconcile.ts';

/** Each test has a copy of one of them: a month that is over, with draws that were finished after it, and play since. */
let ended: TestDatabase;
let closed: TestDatabase;
let database: TestDatabase;

beforeAll(async () => {
  ended = await createEndedMonth();
  await ended.disconnect();

  closed = await createTestDatabase(ended.config.database!);
  await finishDraws(closed);
  await play(closed);
  expect(await closeInTime(closed)).toMatchObject({ month: '-infinity', refusal: null });
  await play(closed);
  await closed.disconnect();
});
afterAll(async () => {
  await ended.drop();
  await closed.drop();
});

const copyOf = async (of: TestDatabase) => {
  database = await createTestDatabase(of.config.database!);
};
beforeEach(() => () => database.drop());

/** Bets on a draw that stays open, a payment and an adjustment, of a new player and of one whose postings are older. */
async function play(site: TestDatabase): Promise<void> {
  const desk = await openDesk(site);
  const draw = await createDraw(site.owner, { closesIn: 3_600_000 });
  const player = await createPlayer(site.owner, { dep: 1_000, win: 500 });
  await placeBets(desk, player, [newTicket(draw), newTicket(draw, { betAmount: 300 })]);
  await pay(site, player, 'deposit', { amount: 700 }, [confirmed]);
  const [old] = await site.owner.query<{ id: number }>('select min(client_id) as id from wallet');
  await adjust(site.owner, { clientId: old!.id, reference: crypto.randomUUID(), amount: 40 });
  desk.clock.stop();
}

/** Transactions of other tests may be older than the border. */
async function closeInTime({ worker }: TestDatabase): Promise<Closing> {
  let closing!: Closing;
  await untilPasses(async () => {
    closing = await closeMonth(worker);
    expect(closing.refusal).not.toBe('transactions');
  });
  return closing;
}

const isClosed = async () =>
  (await database.owner.query('select from month where closed_at is not null')).length +
  (await database.owner.query('select from month_balance')).length;

describe('a month is closed', () => {
  beforeEach(() => copyOf(ended));

  test('when the sequence of postings left it 25 hours ago, and every draw with tickets of it is finished', async () => {
    const { owner } = database;
    await owner.query(
      `update month set begun_at = clock_timestamp() - interval '24 hours' where begun_at > '-infinity'`,
    );
    expect(await closeMonth(database.worker)).toMatchObject({ refusal: 'not_over' });
    await owner.query(
      `update month set begun_at = clock_timestamp() - interval '26 hours' where begun_at > '-infinity'`,
    );
    expect(await closeInTime(database)).toMatchObject({ refusal: 'draws' });
    expect(await isClosed()).toBe(0);
    await finishDraws(database);
    expect(await closeInTime(database)).toMatchObject({ refusal: null });
    // The next one is under way.
    expect(await closeMonth(database.worker)).toMatchObject({ refusal: 'not_over' });
  });

  test('not while a transaction is under way that began in it', async () => {
    await finishDraws(database);
    await database.owner.transact(async (tx) => {
      await tx.query('select pg_current_xact_id()');
      // The row that says since when the next month is under way is written after that transaction began.
      await database.owner.query(`update month set begun_at = begun_at where begun_at > '-infinity'`);
      expect(await closeMonth(database.worker)).toMatchObject({ refusal: 'transactions' });
    });
    expect(await closeInTime(database)).toMatchObject({ refusal: null });
  });

  test('not with a mismatch in its books, which is recorded', async () => {
    await finishDraws(database);
    await changeHistory(
      database.owner,
      `update posting set amount = amount + 1 where id = (select min(id) from posting)`,
      [],
    );
    const closing = await closeInTime(database);
    expect(closing).toMatchObject({ refusal: 'mismatches' });
    expect(closing.mismatches!.map(({ check }) => check)).toContain('balance');
    expect(await isClosed()).toBe(0);
    expect(await database.owner.query('select from operation_flag')).toHaveLength(1);
  });

  test('once, by however many processes, and again from the beginning where one was stopped', async () => {
    await finishDraws(database);
    const stopping = new AbortController();
    const stopped = closeMonth(database.worker, { signal: stopping.signal });
    stopping.abort(new Error('the process ends'));
    await expect(stopped).rejects.toThrow('the process ends');
    expect(await isClosed()).toBe(0);
    const both = await Promise.all([closeInTime(database), closeInTime(database)]);
    expect(both.map(({ month }) => month)).toContain('-infinity');
    expect(await database.owner.query('select from month where closed_at is not null')).toHaveLength(1);
  });
});

describe('when a month is closed', () => {
  beforeEach(() => copyOf(closed));

  const passOf = async () => (await reconcile(database.worker, 'full')).mismatches.map(({ check }) => check);
  const differences = async () => {
    const [month] = await readClosedMonths(database.owner);
    return (await checkMonth(database.owner, month!)).map(({ what }) => what);
  };

  test('the books of what came since agree with its closings, and it is as it was', async () => {
    expect(await passOf()).toEqual([]);
    expect(await differences()).toEqual([]);
    // Stakes of the draws that were finished after the border were kept with it.
    expect(await database.owner.query('select from month_stake')).not.toEqual([]);
  });

  test.each<[what: string, sql: string]>([
    ['tickets', `update ticket set stake = stake + 100 where id = (select min(id::text)::uuid from ticket)`],
    ['tickets', `delete from ticket where id = (select min(id::text)::uuid from ticket)`],
    [
      'postings',
      `update posting set reference = gen_random_uuid() where id = (select min(id) from posting where kind = 'bet')`,
    ],
    ['postings', `delete from posting where id = (select min(id) from posting where kind = 'bet')`],
    [
      'notes',
      `update posted_once set amount = amount + 1 where posting_id = (select min(posting_id) from posted_once)`,
    ],
    [
      'dues',
      `update due set to_win = to_win + 1 where ticket_id = (select min(ticket_id::text)::uuid from due where to_win > 0)`,
    ],
  ])('a row of its %s that was changed is found by reading it again: %#', async (what, sql) => {
    await changeHistory(database.owner, sql, []);
    expect(await differences()).toContain(what);
  });

  test('a pass does not read its rows', async () => {
    // Those about draws that were finished after the border are read with their draws.
    await changeHistory(
      database.owner,
      `delete from posting where kind in ('bet', 'adjustment', 'deposit')
         and id < (select max(first_posting_id) from month where begun_at is not null)`,
      [],
    );
    expect(await passOf()).toEqual([]);
    expect(await differences()).toEqual(['postings', 'balances', 'sums', 'stakes']);
  });

  test.each<[what: string, found: string[], sql: string]>([
    [
      'a wallet',
      ['wallet', 'balance', 'total'],
      `update wallet set win = win + 1 where client_id = (select min(client_id) from wallet)`,
    ],
    [
      'a wallet that is gone',
      ['wallet', 'balance'],
      `delete from wallet where client_id = (select min(client_id) from month_balance)`,
    ],
    [
      'its balances',
      ['balance'],
      `update month_balance set dep = dep + 1 where client_id = (select min(client_id) from month_balance)`,
    ],
    ['its sums', ['kept_sum'], `update month_sum set amount = amount + 1 where kind = 'bet'`],
    ['its stakes', ['stakes'], `update month_stake set amount = amount + 1`],
    [
      'a first line since',
      ['statement'],
      `update posting set dep_after = dep_after + 1 where id = (select min(id) from posting where client_id = (select min(client_id) from wallet)
       and id >= (select max(first_posting_id) from month where begun_at is not null))`,
    ],
    [
      'a payment of it',
      ['payment', 'clearing'],
      `update payment set amount = amount + 1 where id = (select reference from posted_once where kind = 'deposit' order by posting_id limit 1)`,
    ],
    [
      'a result of it',
      ['derivation'],
      `update draw set result = case result when 123456789 then 987654321 else 123456789 end where status = 'settled'`,
    ],
  ])('a pass still finds %s changed', async (_, found, sql) => {
    await changeHistory(database.owner, sql, []);
    expect(await passOf()).toEqual(expect.arrayContaining(found));
  });

  test('nobody changes what it came to', async () => {
    for (const sql of [
      `update month set stakes = stakes + 1 where closed_at is not null`,
      `update month set closed_at = null, tickets = null, stakes = null where closed_at is not null`,
      `delete from month_balance`,
      `update month_sum set amount = 0`,
      `truncate month_stake`,
    ]) {
      await expect(database.owner.query(sql), sql).rejects.toThrow('history never changes');
    }
  });
});
