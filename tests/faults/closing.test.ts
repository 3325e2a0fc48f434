import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { uuidv7 } from '#domain/uuid.ts';
import { Refusal } from '#server/http/refusal.ts';
import { startDrawWorker } from '#server/settlement/draw-worker.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { expectBooksBalance } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createPlayer, newTicket, openDesk } from '../support/play.ts';

const draws = 1_000;
const clients = 12;
const everyMs = 12;
const firstClosesIn = 1_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** All of them in one statement, so that however slow the machine is they close one after the other. */
async function createDraws(): Promise<{ id: string; closesAt: number }[]> {
  const ids = Array.from({ length: draws }, (_, index) => uuidv7(Date.now() + index, randomBytes(10)));
  const askedAt = performance.now();
  await database.owner.query(
    `insert into draw (id, opens_at, closes_at, draws_at, rules)
     select id, start - interval '1 day', start + number * $3 * interval '1 ms',
       start + number * $3 * interval '1 ms' + interval '3 s', 'izi-1'
     from (select date_trunc('milliseconds', clock_timestamp()) + $2 * interval '1 ms' as start) clock,
       unnest($1::uuid[]) with ordinality as d (id, number)`,
    [ids, firstClosesIn, everyMs],
  );
  return ids.map((id, index) => ({ id, closesAt: askedAt + firstClosesIn + (index + 1) * everyMs }));
}

test(
  'bets racing a thousand closings: none is accepted after its close, none is missing from settlement',
  { timeout: 90_000 },
  async () => {
    const players = await Promise.all(
      Array.from({ length: clients }, () => createPlayer(database.owner, { dep: 50_000_000 })),
    );
    const ids = await createDraws();
    const desks = await Promise.all([openDesk(database), openDesk(database)]);
    const workers = [1, 2].map(() =>
      startDrawWorker(
        database.db,
        { everyMinutes: 60, closeSecondsBefore: 30, timeZone: 'UTC' },
        1,
        pino({ level: 'silent' }),
      ),
    );

    const acknowledged: { clientId: number; ticketId: string }[] = [];
    let refusedAsClosed = 0;
    await Promise.all(players.map((player, index) => bet(player, desks[index % desks.length]!)));

    async function bet(player: (typeof players)[number], desk: (typeof desks)[number]): Promise<void> {
      for (let next = 0; next < ids.length;) {
        const draw = ids[next]!;
        // Each client bets on a draw until that draw refuses, which is when it closed; then on the one that closes next.
        const ticket = newTicket(draw.id);
        try {
          await placeBets(desk, player, [ticket]);
          acknowledged.push({ clientId: player.clientId, ticketId: ticket.id });
          // Far ahead of the close a bet proves nothing.
          const ahead = draw.closesAt - performance.now();
          if (ahead > everyMs * 2) await new Promise((resolve) => setTimeout(resolve, ahead - everyMs));
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'draw_closed') throw error;
          refusedAsClosed++;
          next++;
        }
      }
    }

    await expect
      .poll(
        () =>
          database.owner.query(
            `select count(*) as unfinished from draw where finished_at is null and closes_at < now()`,
          ),
        {
          timeout: 30_000,
          interval: 200,
        },
      )
      .toEqual([{ unfinished: 0 }]);
    await Promise.all(workers.map((worker) => worker.stop()));
    for (const { clock } of desks) clock.stop();

    expect(refusedAsClosed).toBe(draws * clients);
    expect(acknowledged.length).toBeGreaterThan(draws);
    const late = await database.owner.query(
      `select t.id from ticket t join draw d on d.id = t.draw_id where t.accepted_at >= d.closes_at or t.accepted_at > d.closed_at`,
    );
    expect(late).toEqual([]);
    const stored = await database.owner.query<{ client_id: number; id: string }>('select client_id, id from ticket');
    expect(new Set(stored.map((row) => `${row.client_id}/${row.id}`))).toEqual(
      new Set(acknowledged.map((row) => `${row.clientId}/${row.ticketId}`)),
    );
    // What was banked for a draw is the sum of all of its tickets: a ticket that came after the settlement would be missing.
    const wrong = await database.owner.query(
      `select d.id from draw d
       join (select draw_id, sum(stake) as staked from ticket group by draw_id) t on t.draw_id = d.id
       left join posting p on p.draw_id = d.id and p.kind = 'stakes_banked'
       where d.status = 'settled' and p.amount is distinct from t.staked`,
    );
    expect(wrong).toEqual([]);
    await expectBooksBalance(database.owner);
  },
);
