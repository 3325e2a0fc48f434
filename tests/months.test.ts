import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Queryable } from '#database/connect.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { readTickets } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { readSums } from '#server/exposure/read-stakes.ts';
import { adjust } from '#server/ledger/transfer.ts';
import { sumStatement } from '#server/ledger/statement-sums.ts';
import { readStatement, writeStatementCsv } from '#server/ledger/statement.ts';
import { parts, type Source } from '#server/personal-data/parts.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { listBetsByDraw } from '#server/tickets/bets-by-draw.ts';
import { getBet, listBets } from '#server/tickets/read-bets.ts';
import { findTickets } from '#server/tickets/stored-ticket.ts';
import { sumBets } from '#server/tickets/sum-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { finishDraws } from '#tests/support/database/months.ts';
import { makePastMonths } from '#tests/support/database/past-months.ts';
import {
  changeHistory,
  createDraw,
  createPlayer,
  drawWithResult,
  moveDraw,
  newTicket,
  openDesk,
  readClock,
} from '#tests/support/players/play.ts';

const minute = 60_000;
const hour = 60 * minute;

let database: TestDatabase;
let desk: TicketDesk;
let draw: string;
/** Whether the tests of a group, which only read, share their database. */
let isShared = false;
async function begin(): Promise<void> {
  database = await createTestDatabase();
  desk = await openDesk(database);
  draw = await createDraw(database.owner);
}
async function end(): Promise<void> {
  await expectBooksBalance(database.owner);
  desk.clock.stop();
  await database.drop();
}
beforeEach(() => (isShared ? undefined : begin()));
afterEach(() => (isShared ? undefined : end()));

/** Makes what the tests of this group read, once. */
function share(make: () => Promise<void>): void {
  beforeAll(async () => {
    isShared = true;
    await begin();
    await make();
  });
  afterAll(async () => {
    await end();
    isShared = false;
  });
}

class RollBack extends Error {}

const run =
  (sql: string, ...params: unknown[]) =>
  (tx: Queryable) =>
    tx.query(sql, params);

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

/** Changes the months as if the first one that lies ahead had begun. */
const beginMonth = () =>
  database.owner.query(
    `update month set begins_on = date_trunc('month', clock_timestamp() at time zone 'UTC')::date
     where begins_on = (select min(begins_on) from month where begins_on > '-infinity')`,
  );

/** Writes months without a row down as checked and closed. @param which SQL: the condition of these months */
const markClosed = (which: string) =>
  database.owner.query(
    `update month set closed_at = now(), tickets = 0, stakes = 0, postings = 0, posted = 0, notes = 0, noted = 0, dues = 0, owed = 0,
       ticket_hash = sha256(''), posting_hash = sha256(''), note_hash = sha256(''), due_hash = sha256('')
     where ${which}`,
  );

/** SQL: a pattern of the names of the tables in which the rows of months lie. */
const tablesOfMonths = `'^(ticket|posting)_(before|[0-9_]+)$'`;

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

test('sums have each posting once, on both sides of a border and of midnight in another zone, also where the sequence jumped late', async () => {
  const { owner, worker, db } = database;
  await makePastMonths(owner, 2);
  const { clientId } = await createPlayer(owner);
  const zone = 'Asia/Kolkata';
  const [at] = await owner.query<{ border: string; midnight: string; base: number }>(
    `select border::text, (border - interval '5.5 hours')::text as midnight, first_posting_id((border - interval '1 day')::date) as base
     from date_trunc('month', now(), 'UTC') border`,
  );
  const { border, midnight, base } = at!;
  const stamps = [
    [midnight, '-1 microsecond'],
    [midnight, '0'],
    [border, '-1 microsecond'],
    [border, '0'],
    [border, '1 microsecond'],
  ] as const;
  for (const [index, [moment, after]] of stamps.entries()) {
    const reference = randomUUID();
    await adjust(owner, { clientId, reference, amount: 2 ** index });
    // All but the last lie in the month before. A row that moves there is noted again.
    const before = index < 4;
    if (before) await changeHistory(owner, 'delete from posted_once where reference = $1', [reference]);
    await changeHistory(
      owner,
      `with stamped as (
         update posting set at = $2::timestamptz + $3::interval, id = coalesce($4, id) where reference = $1 returning at
       )
       update adjustment set at = stamped.at from stamped where reference = $1`,
      [reference, moment, after, before ? base + index : null],
    );
  }
  const books = async () => (await reconcile(worker, 'full')).mismatches;
  expect(await books()).toEqual([]);
  const keep = async (sums: string) => {
    while ((await owner.query<{ more: boolean }>(`select ${sums} as more`))[0]!.more);
  };
  await keep('keep_account_hours()');
  await keep(`keep_account_days('${zone}')`);
  const adjusted = async (until: string) => {
    const [row] = await owner.query<{ adjusted: number }>(
      `select adjusted from account_sums_at(array[$1::bigint], $2::timestamptz, '${zone}')`,
      [clientId, until],
    );
    return row!.adjusted;
  };
  expect([await adjusted(midnight), await adjusted('infinity')]).toEqual([1, 31]);
  const moved = async (from: string, to: string) => {
    const [row] = await owner.query<{ amount: number }>(
      'select sum(amount)::bigint as amount from moved_between($1::timestamptz, $2::timestamptz)',
      [from, to],
    );
    return row!.amount;
  };
  expect([await moved(midnight, border), await moved('epoch', border), await moved('epoch', 'infinity')]).toEqual([
    6, 7, 31,
  ]);
  const { data } = await sumStatement(db, clientId, { from: border }, zone);
  expect(data).toMatchObject({ opening: 7, adjusted: 24, closing: 31 });
  expect(await books()).toEqual([]);
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

test('a month that is not closed ten days after its end is an alarm, until it is closed', async () => {
  const { owner } = database;
  const wrong = () => owner.query(`select detail from console.what_is_wrong() where kind = 'month_open'`);
  const endedAgo = (days: number) =>
    owner.query(
      `update month set begun_at = now() - make_interval(days => $1)
       where begins_on = (select min(begins_on) from month where begins_on > '-infinity')`,
      [days],
    );
  await endedAgo(9);
  expect(await wrong()).toEqual([]);
  await endedAgo(11);
  expect(await wrong()).toHaveLength(1);
  await markClosed(`begins_on = '-infinity'`);
  expect(await wrong()).toEqual([]);
});

/** How many months of tickets and of postings a piece of work reads, by whatever functions it calls. It is rolled back. */
async function countMonths(db: Database, work: (tx: Queryable) => Promise<unknown>): Promise<[number, number]> {
  let counts: [number, number] = [0, 0];
  const counting = db.transact(async (tx) => {
    // A plan for all values, which the planner may also choose after five runs.
    await tx.query('set local plan_cache_mode = force_generic_plan');
    const read = () =>
      tx.query<{ name: string; scans: number }>(
        `select relname as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
         where relname ~ ${tablesOfMonths}`,
      );
    const before = new Map((await read()).map(({ name, scans }) => [name, scans]));
    await work(tx);
    const opened = (await read()).filter(({ name, scans }) => scans > (before.get(name) ?? 0));
    const of = (table: string) => opened.filter(({ name }) => name.startsWith(table)).length;
    counts = [of('ticket'), of('posting')];
    throw new RollBack();
  });
  await expect(counting).rejects.toThrow(RollBack);
  return counts;
}

/** A player whose account was made just now. */
async function createClient(): Promise<SignedIn> {
  const player = await createPlayer(database.owner, { dep: 5_000 });
  await database.owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country)
     overriding system value values ($1, $2, 'none', 'Awa', 'Koné', '1990-01-01', 'CI')`,
    [player.clientId, player.phone],
  );
  return player;
}

describe('of two years of months that are there', () => {
  async function lengthOf(pieces: AsyncIterable<{ readonly length: number }>): Promise<number> {
    let length = 0;
    for await (const piece of pieces) length += piece.length;
    return length;
  }

  interface Subject {
    readonly clientId: number;
    readonly draw: string;
    readonly ids: readonly string[];
  }

  /** The name of the call, how many months of tickets and of postings it may read, and its login. */
  const newestBets = 'a full page of my bets';
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
          getBet(tx, clientId, ids[0]!),
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
    [
      newestBets,
      1,
      0,
      'app',
      ({ clientId }) =>
        (tx) =>
          listBets(tx, clientId, { limit: 3 }),
    ],
    [
      'a full page of the statement',
      1,
      1,
      'app',
      ({ clientId }) =>
        (tx) =>
          readStatement(tx, clientId, { limit: 3, kind: ['bet'] }),
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
    ['what a draw sold', 2, 0, 'owner', ({ draw: id }) => run('select * from sold_of($1)', id)],
    ['who wins', 2, 0, 'owner', ({ draw: id }) => run(`select * from find_wins($1, '{2}', '{5}', '{6}')`, id)],
    ['whether draws have tickets', 2, 0, 'owner', ({ draw: id }) => run('select have_tickets(array[$1::uuid])', id)],
    ['players of a draw', 2, 0, 'owner', ({ draw: id }) => run('select console.count_players($1, 5)', id)],
    ['what a draw had sold', 2, 0, 'owner', ({ draw: id }) => run('select * from console.draw_sold_by($1, now())', id)],
    ['sales by minute', 2, 0, 'owner', () => run(`select count_sales(60, 'UTC')`)],
    [
      'players of a span',
      3,
      0,
      'owner',
      () => run(`select console.players_between(now() - interval '1 hour', now(), 'UTC')`),
    ],
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
      'all bets of somebody who is new',
      3,
      0,
      'app',
      ({ clientId }) =>
        (tx) =>
          listBets(tx, clientId, { limit: 100 }),
    ],
    [
      'all lines of somebody who is new',
      3,
      3,
      'app',
      ({ clientId }) =>
        (tx) =>
          readStatement(tx, clientId, { limit: 100 }),
    ],
    [
      'sums of a statement over all time',
      0,
      2,
      'app',
      ({ clientId }) =>
        (tx) =>
          sumStatement(tx, clientId, {}, 'UTC'),
    ],
    [
      'a statement as a file',
      0,
      2,
      'app',
      ({ clientId }) =>
        async (tx) => {
          expect(await lengthOf(writeStatementCsv(tx as Database, clientId, {}))).toBeGreaterThan(500);
        },
    ],
    [
      'the tickets in the data of a client',
      2,
      0,
      'app',
      ({ clientId }) =>
        async (tx) => {
          const part = parts.find(({ name }) => name === 'tickets')!;
          expect(await lengthOf(part.read({ db: tx } as Source, clientId))).toBe(5);
        },
    ],
    [
      'large wins of a day',
      1,
      1,
      'owner',
      () => run(`select * from console.large_payouts(now() - interval '1 day', now())`),
    ],
    ['the last line by a moment', 0, 2, 'app', ({ clientId }) => run('select last_posting_by($1, now())', clientId)],
    [
      'the last line by a moment long ago',
      0,
      0,
      'app',
      ({ clientId }) => run(`select last_posting_by($1, now() - interval '10 months')`, clientId),
    ],
    ['a wallet at a moment', 0, 2, 'app', ({ clientId }) => run('select * from wallet_at($1, now())', clientId)],
    [
      'where a balance came from',
      0,
      2,
      'app',
      ({ clientId }) => run(`select * from explained_wallet($1, 'dep', null, null, null, 50)`, clientId),
    ],
    ['the largest win', 0, 2, 'app', ({ clientId }) => run('select large_win($1)', clientId)],
    [
      'what was staked today',
      2,
      2,
      'app',
      ({ clientId }) => run(`select * from count_stakes($1, 'day', now() - interval '1 hour')`, clientId),
    ],
    [
      'whether somebody who proved nothing has ever had money',
      3,
      3,
      'owner',
      ({ clientId }) =>
        async (tx) => {
          await tx.query(`update client set created_at = now() - interval '8 days' where id = $1`, [clientId]);
          await tx.query('select remove_unproven_clients(1)');
        },
    ],
  ];

  const of = { clientId: 0, draw: '', ids: [] as string[] };
  /** On the last day of a month 1: ids may be made a day ahead, so the newest bets are looked for in the next month too. */
  let ahead = 0;
  share(async () => {
    const { owner } = database;
    await makePastMonths(owner, 12);
    const player = await createClient();
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
    const [next] = await owner.query<{ months: number }>(
      `select count(*)::integer as months from month where first_ticket_id > end_of_ticket_ids(now()) and first_ticket_id < end_of_all_ticket_ids()`,
    );
    ahead = next!.months;
    Object.assign(of, { clientId: player.clientId, draw, ids: bought.map(({ id }) => id) });
  });

  test.each(works)('%s: %i of tickets and %i of postings at most', async (name, tickets, postings, login, work) => {
    const [ofTickets, ofPostings] = await countMonths(login === 'app' ? database.db : database.owner, work(of));
    expect(ofTickets).toBeLessThanOrEqual(name === newestBets ? tickets + ahead : tickets);
    expect(ofPostings).toBeLessThanOrEqual(postings);
  });
});

describe('with two years of months', () => {
  test('a pass over recent books locks and plans the months of its rows alone', async () => {
    const { owner, worker } = database;
    await makePastMonths(owner, 24);
    const player = await createPlayer(owner, { dep: 1_000 });
    await reconcile(worker, 'full');
    await markClosed(`begins_on < now() - interval '3 months'`);
    await owner.query('update month set frozen_at = closed_at where closed_at is not null');
    await placeBets(desk, player, [newTicket(draw)]);
    let locked: string[] = [];
    const watched: Database = {
      ...worker,
      transact: (work) =>
        worker.transact(async (tx) => {
          const result = await work(tx);
          const rows = await tx.query<{ name: string }>(
            `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
             where l.pid = pg_backend_pid() and c.relname ~ ${tablesOfMonths}`,
          );
          locked = rows.map(({ name }) => name);
          return result;
        }),
    };
    expect((await reconcile(watched, 'recent')).mismatches).toEqual([]);
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.length).toBeLessThan(20);
  });

  test('the range of ids of a draw or of a time is worked out a few times, however many rows are read', async () => {
    const { owner } = database;
    const player = await createPlayer(owner, { dep: 100_000 });
    await placeBets(
      desk,
      player,
      Array.from({ length: 50 }, () => newTicket(draw)),
    );
    await reconcile(database.worker, 'full');
    const reads: Record<string, (tx: Queryable) => Promise<unknown>> = {
      'the tickets of a draw': (tx) => readTickets(tx, draw),
      'what is staked on a draw': (tx) => readSums(tx, draw),
      'what a draw sold': run('select * from sold_of($1)', draw),
      'who wins': run(`select * from find_wins($1, '{2}', '{5}', '{6}')`, draw),
      'players of a draw': run('select console.count_players($1, 50)', draw),
      'what a draw had sold': run('select * from console.draw_sold_by($1, now())', draw),
      'sums by hour': run('select keep_account_hours()'),
      'what moved': run(`select * from moved_between(now() - interval '1 hour', now())`),
    };
    for (const [name, read] of Object.entries(reads)) {
      const calls = await owner.transact(async (tx) => {
        // Found by their draw or their time, as many rows are.
        await tx.query('set local enable_indexscan = off');
        await tx.query('set local enable_bitmapscan = off');
        await tx.query(`set local track_functions = 'all'`);
        await read(tx);
        const [row] = await tx.query<{ calls: number }>(
          `select coalesce(max(calls), 0)::integer as calls from pg_stat_xact_user_functions
           where funcname ~ '^(ids_of_|posting_|first_open_posting_id|first_ticket_id_of_|first_posting_id_of_)'`,
        );
        return row!.calls;
      });
      expect(calls, name).toBeLessThan(40);
    }
  });

  test('a statement that finds tickets by their time has its range of ids from variables', async () => {
    // It has no index that finds single rows by time, and works a condition out anew for each row of the pages that it reads.
    const conditions = await database.owner.query(
      `select p.proname as name, line from pg_proc p, regexp_split_to_table(p.prosrc, '\n') line
       where line ~ 'accepted_at [<>]' and line ~ '(first_ticket_id|end_of_ticket_ids)\\(' and line !~ 'client_id ='`,
    );
    expect(conditions).toEqual([]);
  });

  test('reports read the bets of test accounts in the months of their draws, and none from before they were made', async () => {
    const { owner } = database;
    await makePastMonths(owner, 12);
    const player = await createClient();
    await owner.query(`insert into console.test_account (client_id, marked_by, reason) values ($1, 'jo', 'ours')`, [
      player.clientId,
    ]);
    await placeBets(desk, player, [newTicket(draw)]);
    await moveDraw(owner, draw, { closesIn: -1, drawsIn: 0 });
    await finishDraws(database);
    const since = `now() - interval '2 days', now() + interval '1 hour'`;
    const always = `'epoch', now() + interval '1 hour'`;
    for (const report of [
      `played_between(${since}, 'day', 'UTC')`,
      `played_between(${always}, 'year', 'UTC')`,
      `voids_between(${since})`,
      `voids_between(${always})`,
    ]) {
      let rows: unknown[] = [];
      const [ofTickets] = await countMonths(owner, async (tx) => {
        rows = await tx.query(`select test_tickets from console.${report}`);
      });
      expect(rows, report).toEqual([{ test_tickets: 1 }]);
      expect(ofTickets, report).toBeLessThanOrEqual(2);
    }
  });
});

describe('lists of a client with two years of months', () => {
  let clientId: number;
  /** Eight bets of today, with their postings, and a ticket every two months before them. */
  share(async () => {
    const { owner } = database;
    await makePastMonths(owner, 24);
    draw = await createDraw(owner, { opensIn: -700 * 24 * hour });
    const player = await createPlayer(owner, { dep: 5_000 });
    const now = await readClock(owner);
    await placeBets(
      desk,
      player,
      Array.from({ length: 8 }, () => newTicket(draw)),
    );
    await changeHistory(
      owner,
      `with old as (
         insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
         select $1, overlay(gen_random_uuid()::text placing left(first_id_at(at)::text, 13) || '-7' from 1 for 15)::uuid, $2, 2, 5, 100, 0, at
         from generate_series(2, 22, 2) months, lateral (select to_timestamp($3 / 1000.0) - make_interval(months => months) as at) moment
         returning id, accepted_at
       ), paid as (
         update wallet set dep = dep - 1100 where client_id = $1
       )
       insert into posting (id, client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
       select first_posting_id(date_trunc('month', accepted_at, 'UTC')::date) + 1, $1, 'client_dep', 'draw_stakes', 100, 'bet', id, $2, accepted_at, 0, 0
       from old`,
      [player.clientId, draw, now],
    );
    await drawWithResult(owner, draw, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await owner.query('insert into draw_sold select $1, bet_type, tickets, stakes from sold_of($1)', [draw]);
    expect(await settleDueDraw(database.worker)).toBe(true);
    clientId = player.clientId;
  });

  const lists = {
    'my bets': (tx: Queryable, clientId: number, limit: number, cursor?: string) =>
      listBets(tx, clientId, { limit, cursor }),
    'my bets by draw': (tx: Queryable, clientId: number, limit: number, cursor?: string) =>
      listBetsByDraw(tx, clientId, { status: ['win', 'lost', 'void'], limit, cursor }),
    'the statement': (tx: Queryable, clientId: number, limit: number, cursor?: string) =>
      readStatement(tx, clientId, { limit, cursor, kind: ['bet'] }),
  };

  test.each(Object.entries(lists))('%s: pages reach tickets of all months, in order', async (_, list) => {
    const all = (await list(database.db, clientId, 100)).data.map(({ id }) => id);
    expect(all).toHaveLength(8 + 11);
    expect(all).toEqual(all.toSorted().toReversed());
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await list(database.db, clientId, 3, cursor);
      seen.push(...page.data.map(({ id }) => id));
      if (page.meta.next === null) break;
      cursor = page.meta.next;
    }
    expect(seen).toEqual(all);
  });

  test('the last line by a moment is found in whichever month it is', async () => {
    const [found] = await database.owner.query<{ asked: number; different: number }>(
      `with mine as (select id, at from posting where client_id = $1)
       select count(*) as asked,
         count(*) filter (where last_posting_by($1, m.at) <> coalesce((select max(id) from mine where mine.at <= m.at), 0)) as different
       from (
         select generate_series(now() - interval '25 months', now() + interval '1 month', interval '5 days') as at
         union all select at from mine union all select at - interval '1 microsecond' from mine
       ) m`,
      [clientId],
    );
    expect(found!.different).toBe(0);
    expect(found!.asked).toBeGreaterThan(150);
  });
});
