import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { Refusal } from '#server/http/refusal.ts';
import { startDrawWorker } from '#server/settlement/draw-worker.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { expectBooksBalance } from '#tests/support/books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { checkSealedDraws, findUnproved } from '#tests/support/check-draws.ts';
import { testKeys } from '#tests/support/keys.ts';
import { createDraws, createPlayer, emptyTimetable, newTicket, openDesk } from '#tests/support/play.ts';

const draws = 1_000;
const clients = 12;
/** At half this interval a busy machine sends too few bets a second for enough of them to be late. */
const everyMs = 24;
const firstClosesIn = 4_000;
/** Long enough to seal each earlier draw; when the machine is too slow for that, the draw is void. */
const drawsAfterMs = 15_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test(
  'bets racing a thousand closings: none is accepted after its close, none is missing from settlement',
  { timeout: 240_000 },
  async () => {
    const players = await Promise.all(
      Array.from({ length: clients }, () => createPlayer(database.owner, { dep: 50_000_000 })),
    );
    const timings = Array.from({ length: draws }, (_, index) => firstClosesIn + (index + 1) * everyMs);
    const startsAt = performance.now();
    const drawIds = await createDraws(
      database.owner,
      timings.map((closesIn) => ({ closesIn, drawsIn: closesIn + drawsAfterMs })),
    );
    const ids = drawIds.map((id, index) => ({ id, closesAt: startsAt + timings[index]! }));
    const desks = await Promise.all([openDesk(database), openDesk(database)]);
    const workers = [1, 2].map(() =>
      startDrawWorker({
        db: database.db,
        plan: { ...emptyTimetable, keys: testKeys, chain: null },
        beacon: null,
        patienceHours: 24,
        log: pino({ level: 'silent' }),
      }),
    );

    const acknowledged: { clientId: number; ticketId: string }[] = [];
    let refusedAsClosed = 0;
    await Promise.all(players.map((player, index) => bet(player, desks[index % desks.length]!)));

    /** Bets on one draw after the other, each time so that the bet arrives at about the close of sales. */
    async function bet(player: (typeof players)[number], desk: (typeof desks)[number]): Promise<void> {
      let takes = 0;
      for (const draw of ids) {
        const ahead = draw.closesAt - performance.now() - takes * 2 * Math.random();
        // Long before the close, or long after it, a bet proves nothing.
        if (ahead < -everyMs) continue;
        await sleep(Math.max(ahead, 0));
        const ticket = newTicket(draw.id);
        const sentAt = performance.now();
        try {
          await placeBets(desk, player, [ticket]);
          acknowledged.push({ clientId: player.clientId, ticketId: ticket.id });
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'draw_closed') throw error;
          refusedAsClosed++;
        }
        takes = performance.now() - sentAt;
      }
    }

    await expect
      .poll(
        () =>
          database.owner.query(
            `select count(*) as unfinished from draw where finished_at is null and closes_at < now()`,
          ),
        {
          timeout: 90_000,
          interval: 200,
        },
      )
      .toEqual([{ unfinished: 0 }]);
    await Promise.all(workers.map((worker) => worker.stop()));
    for (const { clock } of desks) clock.stop();

    expect(refusedAsClosed).toBeGreaterThan(draws / 10);
    expect(acknowledged.length).toBeGreaterThan(draws / 10);
    const late = await database.owner.query(
      `select t.id from ticket t join draw d on d.id = t.draw_id where t.accepted_at >= d.closes_at or t.accepted_at > d.closed_at`,
    );
    expect(late).toEqual([]);
    const stored = await database.owner.query<{ client_id: number; id: string }>('select client_id, id from ticket');
    expect(new Set(stored.map((row) => `${row.client_id}/${row.id}`))).toEqual(
      new Set(acknowledged.map((row) => `${row.clientId}/${row.ticketId}`)),
    );
    // The stakes banked for a draw are the sum of all of its tickets: a ticket that came after the settlement would be
    // missing.
    const wrong = await database.owner.query(
      `select d.id from draw d
       join (select draw_id, sum(stake) as staked from ticket group by draw_id) t on t.draw_id = d.id
       left join posting p on p.draw_id = d.id and p.kind = 'stakes_banked'
       where d.status = 'settled' and p.amount is distinct from t.staked`,
    );
    expect(wrong).toEqual([]);
    await expectBooksBalance(database.owner);

    // Every draw is proved from its public data, and contains every acknowledged ticket, and no other.
    const { proved, seals, lies } = await checkSealedDraws(database.db);
    expect(lies).toEqual([]);
    expect(proved.size).toBeGreaterThan(draws / 20);
    const ended = await database.owner.query<{ id: string; status: string; tickets: number }>(
      `select d.id, d.status, count(t.id) as tickets from draw d left join ticket t on t.draw_id = d.id group by d.id`,
    );
    for (const { id, status, tickets } of ended) {
      expect({ status, proved: proved.has(id) }).toEqual({ status, proved: status === 'settled' });
      expect(seals.get(id)?.size ?? tickets).toBe(tickets);
    }
    expect(await findUnproved(database.db, seals, acknowledged)).toEqual([]);
  },
);
