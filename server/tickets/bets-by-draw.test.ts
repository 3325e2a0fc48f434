import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ticket } from '#contract/bets.ts';
import type { Queryable } from '#database/connect.ts';
import { encodeNumbers } from '#domain/result.ts';
import type { TicketStatus } from '#domain/ticket.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import {
  changeHistory,
  createDraw,
  createDraws,
  createPlayer,
  newTicket,
  openDesk,
} from '#tests/support/players/play.ts';
import { listBetsByDraw } from './bets-by-draw.ts';
import { placeBets, type TicketDesk } from './place-bets.ts';
import { listBets } from './read-bets.ts';

const hour = 60 * 60 * 1_000;

let database: TestDatabase;
let desk: TicketDesk;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
});
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

/** The same numbers from 0 to 1 in each run. */
let state = 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}

/** Every page, each with at most `limit` tickets. */
async function pages(clientId: number, status: readonly TicketStatus[], limit: number) {
  const all = [];
  for (let cursor: string | undefined; ;) {
    const page = await listBetsByDraw(database.db, clientId, { status, limit, cursor });
    all.push(page);
    if (page.meta.next === null) return all;
    cursor = page.meta.next;
  }
}

describe('pending tickets', () => {
  test('are listed with the next draw first, although it was bought first and many more after it', async () => {
    const player = await createPlayer(database.owner, { dep: 100_000 });
    const draws: string[] = [];
    for (let minute = 1; minute <= 5; minute++) {
      draws.push(await createDraw(database.owner, { closesIn: minute * 60_000 }));
    }
    const bought: string[] = [];
    for (const draw of draws) {
      const tickets = Array.from({ length: 13 }, () => newTicket(draw, { betAmount: 300 }));
      await placeBets(desk, player, tickets);
      bought.push(...tickets.map(({ id }) => id).toSorted());
    }

    const [first] = await pages(player.clientId, ['pending'], 24);
    expect(first!.data).toHaveLength(24);
    expect(first!.data.slice(0, 13).every(({ drawId }) => drawId === draws[0])).toBe(true);
    for (const limit of [1, 7, 13, 24, 100]) {
      const all = await pages(player.clientId, ['pending'], limit);
      expect(all.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(bought);
      for (const { meta } of all) expect(meta.waiting).toEqual({ tickets: 65, staked: 65 * 300 });
    }
  });

  test('are never those of another client, and may be none', async () => {
    const player = await createPlayer(database.owner);
    expect(await listBetsByDraw(database.db, player.clientId, { status: ['pending'] })).toEqual({
      data: [],
      meta: { next: null, waiting: { tickets: 0, staked: 0 } },
    });
    expect(await listBetsByDraw(database.db, player.clientId, { status: ['win', 'lost', 'void'] })).toEqual({
      data: [],
      meta: { next: null, draws: [] },
    });
  });

  test('placed a day after they were made, for a draw that was on sale for weeks, are listed', async () => {
    const player = await createPlayer(database.owner, { dep: 1_000 });
    const draw = await createDraw(database.owner, { opensIn: -40 * 24 * hour, closesIn: 50_000 });
    const old = newTicket(draw, { id: uuidv7(Date.now() - 24 * hour + 60_000, randomBytes(10)) });
    const ahead = newTicket(draw, { id: uuidv7(Date.now() + 4 * 60_000, randomBytes(10)) });
    await placeBets(desk, player, [ahead, old]);
    const [page] = await pages(player.clientId, ['pending'], 24);
    expect(page!.data.map(({ id }) => id)).toEqual([old.id, ahead.id]);
  });
});

describe('any history', () => {
  const drawCount = 60;
  let clientId: number;
  let tickets: Ticket[];

  beforeAll(async () => {
    ({ clientId } = await createPlayer(database.owner));
    const now = Date.now();
    const spans = Array.from({ length: drawCount }, (_, index) => {
      // Draws from four weeks ago to some days ahead, each on sale for minutes or for as long as nine days.
      const drawsIn = (index * 12 - 28 * 24) * hour;
      const onSale = Math.round(60_000 + random() ** 2 * 9 * 24 * hour);
      return { drawsIn, closesIn: drawsIn - 30_000, opensIn: drawsIn - onSale };
    });
    const draws = await createDraws(database.owner, spans, null, now);
    expect(draws).toHaveLength(drawCount);
    await changeHistory(
      database.owner,
      `update draw set status = (case when id = any ($3) then 'void' else 'settled' end)::draw_status,
         closed_at = closes_at, sealed_at = closes_at, drawn_at = draws_at, finished_at = draws_at, result = case when id = any ($3) then null else $1::integer end
       where id = any ($2) and draws_at < now()`,
      [encodeNumbers([1, 2, 3, 4, 5, 6, 7, 8, 9]), draws, draws.filter((_, index) => index % 7 === 3)],
    );
    const made = draws.flatMap((drawId, index) => {
      const { opensIn, closesIn } = spans[index]!;
      return Array.from({ length: Math.floor(random() * 9) }, () => ({
        drawId,
        id: uuidv7(
          Math.round(now + Math.min(0, opensIn - 24 * hour + random() * (closesIn - opensIn + 24 * hour))),
          randomBytes(10),
        ),
        selection: 1 + Math.floor(random() * 3),
        stake: 100 + 100 * Math.floor(random() * 9),
      }));
    });
    await database.owner.query(
      `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
       select $1, * from unnest($2::uuid[], $3::uuid[], array_fill(2, array[cardinality($2)]), $4::integer[], $5::integer[],
         array_fill(0, array[cardinality($2)]), array_fill(now(), array[cardinality($2)]))`,
      [
        clientId,
        made.map(({ id }) => id),
        made.map(({ drawId }) => drawId),
        made.map(({ selection }) => selection),
        made.map(({ stake }) => stake),
      ],
    );
    await database.owner.query(
      `insert into due (draw_id, client_id, ticket_id, to_dep, to_win)
       select t.draw_id, t.client_id, t.id, 0, t.stake * 6 from ticket t join draw d on d.id = t.draw_id
       where t.client_id = $1 and d.status = 'settled' and t.selection = 1`,
      [clientId],
    );
    tickets = (await listBets(database.db, clientId, { limit: 1_000 })).data;
    expect(tickets).toHaveLength(made.length);
  });

  const cases: readonly TicketStatus[][] = [
    ['pending'],
    ['win', 'lost', 'void'],
    ['win'],
    ['lost'],
    ['void'],
    ['win', 'void'],
  ];
  test.each(cases.map((status) => [status.join(), status] as const))(
    'is listed by draw, page by page, without gaps or repeats: %s',
    async (_, status) => {
      const direction = status.includes('pending') ? 1 : -1;
      const expected = tickets
        .filter((ticket) => status.includes(ticket.status))
        .toSorted((a, b) => direction * (compare(a.fullDate, b.fullDate) || compare(a.id, b.id)));
      for (const limit of [1, 3, 24, 100]) {
        const all = await pages(clientId, status, limit);
        expect(all.flatMap(({ data }) => data)).toEqual(expected);
        if (limit > 1) expect(all.slice(0, -1).every(({ data }) => data.length === limit)).toBe(true);
      }
    },
  );

  test('has the sums of each draw of a page, over all of the client’s tickets on it, listed or not', async () => {
    for (const status of [['win', 'lost', 'void'], ['win'], ['lost', 'void']] as const) {
      for (const { data, meta } of await pages(clientId, status, 7)) {
        const listed = [...new Set(data.map(({ drawId }) => drawId))];
        expect(meta.draws!.map(({ drawId }) => drawId)).toEqual(listed);
        for (const sums of meta.draws!) {
          const mine = tickets.filter(({ drawId }) => drawId === sums.drawId);
          expect(sums).toEqual({
            drawId: sums.drawId,
            tickets: mine.length,
            staked: sum(mine.map(({ betAmount }) => betAmount)),
            paid: sum(mine.map(({ payout }) => payout ?? 0)),
          });
        }
      }
    }
  });

  test('has the sums of all pending tickets on every page', async () => {
    const waiting = tickets.filter(({ status }) => status === 'pending');
    expect(waiting.length).toBeGreaterThan(0);
    for (const { meta } of await pages(clientId, ['pending'], 2)) {
      expect(meta.waiting).toEqual({
        tickets: waiting.length,
        staked: sum(waiting.map(({ betAmount }) => betAmount)),
      });
    }
  });

  test('reads a range of the primary key, not the whole table', async () => {
    // The client bought twenty times as many long before, and others many more.
    await database.owner.query(
      `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
       select client_id + greatest(0, n - 20), (lpad(to_hex(n), 12, '0') || substr(id::text, 15))::uuid, draw_id,
         bet_type, selection, stake, 0, accepted_at
       from ticket, generate_series(1, 200) n where client_id = $1`,
      [clientId],
    );
    await database.owner.query('analyze ticket');
    for (const status of [['pending'], ['win', 'lost', 'void']] as const) {
      const read = await database.db.transact(async (tx) => {
        const before = await rowsRead(tx);
        await listBetsByDraw(tx, clientId, { status, limit: 24 });
        return (await rowsRead(tx)) - before;
      });
      expect(read).toBeLessThan(4 * tickets.length);
    }
  });
});

/** How many rows of tickets this session has read. */
async function rowsRead(tx: Queryable): Promise<number> {
  const [read] = await tx.query<{ rows: number }>(
    `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint as rows
     from pg_stat_xact_user_tables where relid in (select relid from pg_partition_tree('ticket'))`,
  );
  return read!.rows;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
