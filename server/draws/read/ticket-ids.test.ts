import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#database/connect.ts';
import { readTickets } from '#server/draws/life/seal-draw.ts';
import { readSums } from '#server/exposure/read-stakes.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createDraws, createPlayer, drawWithResult, ticketIdAt } from '#tests/support/players/play.ts';

const ofEach = 4_000;
const draws = 20;

let database: TestDatabase;
/** In the order of their tickets in the table. The last one has none. */
let ids: readonly string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { owner } = database;
  const { clientId } = await createPlayer(owner);
  ids = await createDraws(
    owner,
    Array.from({ length: draws + 1 }, (_, n) => ({ closesIn: (n + 1) * 60_000, drawsIn: (n + 1) * 60_000 + 10_000 })),
  );
  await owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select $1, ${ticketIdAt()}, draw_id, 2, 1 + n % 9, 300, 0, clock_timestamp()
     from unnest($2::uuid[]) with ordinality draw (draw_id, place) cross join generate_series(1, $3::integer) n order by place, n`,
    [clientId, ids.slice(0, draws), ofEach],
  );
  await owner.query('vacuum (analyze) ticket');
});
afterAll(() => database.drop());

/** The rows of tickets that a piece of work reads. */
async function countRead(work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  return database.owner.transact(async (tx) => {
    // Parallel workers count what they read elsewhere.
    await tx.query('set local max_parallel_workers_per_gather = 0');
    const before = await readSoFar(tx);
    await work(tx);
    return (await readSoFar(tx)) - before;
  });
}

async function readSoFar(tx: Queryable): Promise<number> {
  const [read] = await tx.query<{ rows: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows
     from pg_stat_xact_user_tables where relname like 'ticket%'`,
  );
  return read!.rows;
}

const run = (sql: string) => (id: string) => (tx: Queryable) => tx.query(sql, [id]);
const works: [string, (id: string) => (tx: Queryable) => Promise<unknown>][] = [
  ['the seal', (id) => (tx) => readTickets(tx, id)],
  ['exposure', (id) => (tx) => readSums(tx, id)],
  ['the sums of its sales', run('select * from sold_of($1)')],
  ['its winners', run(`select * from find_wins($1, '{1}', '{123456789}', '{20000}')`)],
  ['whether it has any', run('select have_tickets(array[$1::uuid])')],
  ['its players', run('select console.count_players($1, 5)')],
  ['its sales until a moment', run('select * from console.draw_sold_by($1, clock_timestamp())')],
];

describe('the tickets of a draw are read without those of the rest of the day', () => {
  test.each(works)('by %s', async (_, work) => {
    // Its neighbours share pages with it.
    expect(await countRead(work(ids[draws / 2]!))).toBeLessThan(2 * ofEach);
    expect(await countRead(work(ids[draws]!))).toBeLessThan(ofEach);
  });

  test('by the settlement of a draw on which nobody has played', async () => {
    const draw = ids[draws]!;
    await drawWithResult(database.owner, draw, [4, 9, 1, 7, 2, 8, 5, 3, 6]);
    expect(await countRead(run(`select list_wins($1, '{}', '{}', '{}')`)(draw))).toBeLessThan(ofEach);
  });
});
