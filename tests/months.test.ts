import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Queryable } from '#database/connect.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { readTickets } from '#server/draws/life/seal-draw.ts';
import { readSums } from '#server/exposure/read-stakes.ts';
import { adjust } from '#server/ledger/transfer.ts';
import { readStatement } from '#server/ledger/statement.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { getBet, listBets } from '#server/tickets/read-bets.ts';
import { findTickets } from '#server/tickets/stored-ticket.ts';
import { sumBets } from '#server/tickets/sum-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createDraw, createPlayer, newTicket, openDesk, readClock } from '#tests/support/players/play.ts';

const minute = 60_000;
const hour = 60 * minute;

let database: TestDatabase;
let desk: TicketDesk;
let draw: string;
beforeEach(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  draw = await createDraw(database.owner);
});
afterEach(async () => {
  await expectBooksBalance(database.owner);
  desk.clock.stop();
  await database.drop();
});

const ticketAt = (ms: number) => newTicket(draw, { id: uuidv7(ms, randomBytes(10)) });
const countIn = async (table: string) =>
  (await database.owner.query<{ count: number }>(`select count(*) as count from ${table}`))[0]!.count;

/** Moves the border of tickets to a moment, in milliseconds since 1970; the month behind it can be left out. */
async function moveBorder(at: number, { next = true } = {}): Promise<void> {
  await database.owner.transact(async (tx) => {
    const months = await tx.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ticket'::regclass order by 1`,
    );
    for (const { name } of months) await tx.query(`alter table ticket detach partition ${name}`);
    const [border] = await tx.query<{ id: string }>('select first_id_at(to_timestamp($1 / 1000.0)) as id', [at]);
    await tx.query(`alter table ticket attach partition ticket_before for values from (minvalue) to ('${border!.id}')`);
    const after = months.find(({ name }) => name !== 'ticket_before')!.name;
    if (next)
      await tx.query(`alter table ticket attach partition ${after} for values from ('${border!.id}') to (maxvalue)`);
    await tx.query(`create view after_border as select * from ${after}`);
  });
}

/** As if the first month that lies ahead had begun. */
const beginMonth = () =>
  database.owner.query(
    `update month set begins_on = date_trunc('month', clock_timestamp() at time zone 'UTC')::date
     where begins_on = (select min(begins_on) from month where begins_on > '-infinity')`,
  );

describe('at a border of tickets', () => {
  test('one batch writes both months: an id of a day before, and one of some minutes ahead', async () => {
    const now = await readClock(database.owner);
    await moveBorder(now);
    const player = await createPlayer(database.owner, { dep: 1_000 });
    const tickets = [ticketAt(now - 24 * hour + minute), ticketAt(now - 1), ticketAt(now), ticketAt(now + 4 * minute)];
    const placed = await placeBets(desk, player, tickets);
    expect(placed.balance).toBe(600);
    expect([await countIn('ticket_before'), await countIn('after_border')]).toEqual([2, 2]);
    // A retry finds all of them, and each page is the same as of one table.
    expect((await placeBets(desk, player, tickets)).tickets).toEqual(placed.tickets);
    const page = await listBets(database.db, player.clientId, { limit: 3 });
    const rest = await listBets(database.db, player.clientId, { limit: 3, cursor: page.meta.next! });
    expect([...page.data, ...rest.data].map(({ id }) => id)).toEqual(tickets.map(({ id }) => id).toReversed());
    expect((await reconcile(database.worker, 'full')).mismatches).toEqual([]);
  });

  test('an id of the last millisecond of a month is taken once, whoever sends it', async () => {
    const now = await readClock(database.owner);
    await moveBorder(now);
    const ticket = ticketAt(now - 1);
    const players = await Promise.all([1, 2].map(() => createPlayer(database.owner, { dep: 500 })));
    const answers = await Promise.allSettled(players.map((player) => placeBets(desk, player, [ticket])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'ticket_conflict' } });
    expect(await countIn('ticket')).toBe(1);
  });

  test('where the month is missing, its bets are refused at once, and what is before goes on', async () => {
    const now = await readClock(database.owner);
    await moveBorder(now + minute, { next: false });
    const player = await createPlayer(database.owner, { dep: 500 });
    const missing = await placeBets(desk, player, [ticketAt(now + 2 * minute)]).catch((error: unknown) => error);
    expect(missing).toMatchObject({ code: 'unavailable' });
    expect((await placeBets(desk, player, [ticketAt(now)])).balance).toBe(400);
  });
});

describe('the sequence of postings', () => {
  const ids = async () =>
    (await database.owner.query<{ id: number }>('select id from posting order by id')).map(({ id }) => id);

  test('is set forward once, when its month has begun, and a statement reads on across the border', async () => {
    const { owner, worker } = database;
    const player = await createPlayer(owner, { dep: 100 });
    await worker.query('select keep_months()');
    await adjust(owner, { clientId: player.clientId, reference: randomUUID(), amount: 1 });
    expect(Math.max(...(await ids()))).toBeLessThan(1_000);
    await beginMonth();
    await Promise.all([1, 2, 3].map(() => worker.query('select keep_months()')));
    for (const amount of [2, 3]) await adjust(owner, { clientId: player.clientId, reference: randomUUID(), amount });
    await worker.query('select keep_months()');
    await adjust(owner, { clientId: player.clientId, reference: randomUUID(), amount: 4 });
    const [row] = await owner.query<{ first: number }>(
      `select first_posting_id as first from month where begun_at > '-infinity'`,
    );
    expect((await ids()).slice(-3)).toEqual([row!.first, row!.first + 1, row!.first + 2]);
    expect(await countIn('posting_before')).toBe(2);
    const page = await readStatement(database.db, player.clientId, { limit: 4 });
    const rest = await readStatement(database.db, player.clientId, { limit: 4, cursor: page.meta.next! });
    expect([...page.data, ...rest.data].map(({ amount }) => amount)).toEqual([4, 3, 2, 1, 100]);
    expect((await reconcile(worker, 'full')).mismatches).toEqual([]);
  });

  test('goes on where a process died after it had set it, and says since when', async () => {
    const { owner, worker } = database;
    await beginMonth();
    await owner.query(
      `select setval('posting_id_seq', (select first_posting_id from month where begun_at is null order by 1 limit 1), false)`,
    );
    const player = await createPlayer(owner, { dep: 100 });
    await worker.query('select keep_months()');
    const [row] = await owner.query<{ same: boolean; id: number }>(
      `select m.begun_at = p.at as same, p.id - m.first_posting_id as id from month m, posting p
       where m.begun_at > '-infinity' and p.client_id = $1`,
      [player.clientId],
    );
    expect(row).toEqual({ same: true, id: 0 });
  });

  test('never goes back', async () => {
    const { owner, worker } = database;
    await beginMonth();
    await owner.query(`select setval('posting_id_seq', 900000000000000)`);
    await worker.query('select keep_months()');
    const [row] = await owner.query<{ last: number }>('select last_value as last from posting_id_seq');
    expect(row!.last).toBe(900_000_000_000_000);
  });

  test('moves on beside bets, and the books balance', async () => {
    const { owner, worker } = database;
    const player = await createPlayer(owner, { dep: 5_000 });
    await beginMonth();
    const bets = async () => {
      for (let n = 0; n < 20; n++) await placeBets(desk, player, [newTicket(draw)]);
    };
    await Promise.all([bets(), worker.query('select keep_months()')]);
    expect(await countIn('posting')).toBe(21);
    expect((await reconcile(worker, 'full')).mismatches).toEqual([]);
  });
});

test('a posting of one month cannot happen again in another', async () => {
  const { owner, worker } = database;
  const player = await createPlayer(owner);
  const reference = randomUUID();
  const once = () => adjust(owner, { clientId: player.clientId, reference, amount: 100 });
  expect(await once()).toBe('done');
  await beginMonth();
  await worker.query('select keep_months()');
  expect(await once()).toBe('already_done');
  await expect(
    owner.query(
      `insert into posting (client_id, from_account, to_account, amount, kind, reference, at)
       values ($1, 'adjustment', 'client_dep', 100, 'adjustment', $2, now())`,
      [player.clientId, reference],
    ),
  ).rejects.toThrow('posted_once_pkey');
});

test('three months ahead are there, each kept from being emptied, and with fewer than two there is an alarm', async () => {
  const { owner } = database;
  const wrong = () => owner.query(`select detail from console.what_is_wrong() where kind = 'months_missing'`);
  expect(await wrong()).toEqual([]);
  const months = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent in ('ticket'::regclass, 'posting'::regclass)`,
  );
  expect(months.length).toBeGreaterThanOrEqual(8);
  for (const { name } of months)
    await expect(owner.query(`truncate ${name}`), name).rejects.toThrow('history never changes');
  expect(
    await owner.query(
      `select from pg_trigger where tgname = 'posting_is_noted_once' and tgenabled <> 'A'
       union all select from month m where begins_on > '-infinity' and (
         to_regclass(to_char(begins_on, '"ticket_"YYYY_MM')) is null or to_regclass(to_char(begins_on, '"posting_"YYYY_MM')) is null)`,
    ),
  ).toEqual([]);
  await owner.query(`delete from month where begins_on > (now() + interval '10 days')::date`);
  expect(await wrong()).toHaveLength(1);
});

describe('of twelve months that are there', () => {
  /** How many months of tickets and of postings a piece of work reads, by whatever functions it calls. */
  async function countMonths(db: Database, work: (tx: Queryable) => Promise<unknown>): Promise<[number, number]> {
    return db.transact(async (tx) => {
      // As after five runs, where the planner may choose either.
      await tx.query('set local plan_cache_mode = force_generic_plan');
      const read = () =>
        tx.query<{ name: string; scans: number }>(
          `select relname as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
           where relname ~ '^(ticket|posting)_(before|[0-9_]+)$'`,
        );
      const before = new Map((await read()).map(({ name, scans }) => [name, scans]));
      await work(tx);
      const opened = (await read()).filter(({ name, scans }) => scans > (before.get(name) ?? 0));
      const of = (table: string) => opened.filter(({ name }) => name.startsWith(table)).length;
      return [of('ticket'), of('posting')];
    });
  }

  const run =
    (sql: string, ...params: unknown[]) =>
    (tx: Queryable) =>
      tx.query(sql, params);
  interface Subject {
    readonly clientId: number;
    readonly draw: string;
    readonly ids: readonly string[];
  }

  /** What it does, how many months of tickets and of postings it may read, and whose login does it. */
  const works: [string, number, number, 'app' | 'owner', (of: Subject) => (tx: Queryable) => Promise<unknown>][] = [
    [
      'places a bet',
      2,
      0,
      'app',
      ({ clientId, draw: id }) =>
        run(
          `select * from place_checkouts($1, $2, $1, $3, $2, '{2}', '{5}', '{100}')`,
          [clientId],
          [id],
          [newTicket(id).id],
        ),
    ],
    [
      'one ticket',
      1,
      0,
      'app',
      ({ clientId, ids }) =>
        (tx) =>
          getBet(tx as Database, clientId, ids[0]!),
    ],
    [
      'five tickets',
      1,
      0,
      'app',
      ({ ids }) =>
        (tx) =>
          findTickets(tx, ids),
    ],
    ['whose a ticket is', 1, 0, 'app', ({ ids }) => run('select from ticket where id = $1', ids[0])],
    [
      'the sums of bets on draws',
      2,
      0,
      'app',
      ({ clientId, draw: id }) =>
        (tx) =>
          sumBets(tx, clientId, [id]),
    ],
    [
      'what is staked on a draw',
      2,
      0,
      'app',
      ({ draw: id }) =>
        (tx) =>
          readSums(tx, id),
    ],
    [
      'the tickets of a draw',
      2,
      0,
      'app',
      ({ draw: id }) =>
        (tx) =>
          readTickets(tx, id),
    ],
    ['a bet type of a draw', 2, 0, 'owner', ({ draw: id }) => run('select has_bet_type($1, 2::smallint)', id)],
    ['what a draw sold', 2, 0, 'owner', ({ draw: id }) => run('select * from sold_of($1)', id)],
    ['who wins', 2, 0, 'owner', ({ draw: id }) => run(`select * from find_wins($1, '{2}', '{5}', '{6}')`, id)],
    ['whether draws have tickets', 2, 0, 'owner', ({ draw: id }) => run('select have_tickets(array[$1::uuid])', id)],
    ['players of a draw', 2, 0, 'owner', ({ draw: id }) => run('select console.count_players($1, 5)', id)],
    ['what a draw had sold', 2, 0, 'owner', ({ draw: id }) => run('select * from console.draw_sold_by($1, now())', id)],
    ['sales by minute', 2, 0, 'owner', () => run('select count_sales(60)')],
    ['sums by hour', 0, 1, 'owner', () => run('select keep_account_hours()')],
    ['sums by day', 2, 1, 'owner', () => run(`select keep_account_days('UTC')`)],
    ['what moved', 0, 1, 'owner', () => run(`select * from moved_between(now() - interval '1 hour', now())`)],
    [
      'what was posted once',
      0,
      0,
      'owner',
      () => run(`select posted(1, 'deposit', gen_random_uuid(), 'clearing', 'client_dep')`),
    ],
    [
      'large wins of a day',
      1,
      1,
      'owner',
      () => run(`select * from console.large_payouts(now() - interval '1 day', now())`),
    ],
  ];

  test.each(works)('%s: %i of tickets and %i of postings at most', async (_, tickets, postings, login, work) => {
    const { owner, db } = database;
    const player = await createPlayer(owner, { dep: 5_000 });
    const bought = Array.from({ length: 5 }, () => newTicket(draw));
    await placeBets(desk, player, bought);
    for (let ahead = 4; ahead < 12; ahead++) {
      await owner.query(
        `select make_month((select max(begins_on) + interval '1 month' from month where begins_on > '-infinity')::date)`,
      );
    }
    await reconcile(database.worker, 'full');
    // The first of all postings is looked for once.
    await owner.query('select keep_account_hours()');
    await owner.query(`update account_hours_until set until = until - interval '1 hour'`);
    const of = { clientId: player.clientId, draw, ids: bought.map(({ id }) => id) };
    const [ofTickets, ofPostings] = await countMonths(login === 'app' ? db : owner, work(of));
    expect(ofTickets).toBeLessThanOrEqual(tickets);
    expect(ofPostings).toBeLessThanOrEqual(postings);
  });
});
