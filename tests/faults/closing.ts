import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { Refusal } from '#server/http/refusal.ts';
import { startDrawWorker } from '#server/draws/life/draw-worker.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { checkSealedDraws, findUnproved } from '#tests/support/draws/check-draws.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { patience } from '#tests/support/patience.ts';
import { playDrawBatches, waitUntilFinished } from '#tests/support/draws/draw-batches.ts';
import {
  createDraws,
  createPlayer,
  emptyTimetable,
  newTicket,
  openDesk,
  readClock,
} from '#tests/support/players/play.ts';

/** A machine that is too slow for all of them races as many as it can in this time. */
const racesForMs = patience(60_000);
const clients = 12;
const drawsAtOnce = 25;
const leastEveryMs = 12;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface RacedDraw {
  readonly id: string;
  /** On the database's clock, in milliseconds since 1970. */
  readonly closesAt: number;
}

export function raceClosings(mostDraws: number): void {
  test(`bets racing ${mostDraws} closings: none is accepted after its close, none is missing from settlement`, async () => {
    const players = await Promise.all(
      Array.from({ length: clients }, () => createPlayer(database.owner, { dep: 50_000_000 })),
    );
    const desks = await Promise.all([openDesk(database), openDesk(database)]);
    const workers = [1, 2].map(() =>
      startDrawWorker({
        db: database.worker,
        plan: { ...emptyTimetable, keys: testKeys, chain: null },
        beacons: [],
        log: pino({ level: 'silent' }),
      }),
    );

    const acknowledged: { clientId: number; ticketId: string }[] = [];
    let refusedAsClosed = 0;
    let underWayAtTheClose = 0;
    /** How long the last bet of each client took, in milliseconds. */
    const takes = players.map(() => leastEveryMs);

    const raced = await playDrawBatches({
      owner: database.owner,
      mostDraws,
      beginWithinMs: racesForMs,
      // On a busy machine the first bets come too late, or too early: each client learns how long its bets take.
      isEnough: () => Math.min(acknowledged.length, refusedAsClosed, underWayAtTheClose) > mostDraws / 10,
      async play(drawsAfterMs) {
        const batch = await openBatch(drawsAfterMs);
        await Promise.all(players.map((_, index) => bet(index, batch)));
        return batch.map(({ id }) => id);
      },
    });
    await waitUntilFinished(database.owner, raced);

    /** Creates draws that close one soon after the other, at a pace at which every client bets on some of them. */
    async function openBatch(drawsAfterMs: number): Promise<RacedDraw[]> {
      const meanTake = takes.reduce((sum, take) => sum + take, 0) / clients;
      const everyMs = Math.ceil(Math.max(leastEveryMs, meanTake / 6));
      const from = await readClock(database.owner);
      const timings = Array.from({ length: drawsAtOnce }, (_, index) => {
        const closesIn = Math.ceil(100 + 2 * meanTake) + index * everyMs;
        return { closesIn, drawsIn: closesIn + drawsAfterMs };
      });
      const ids = await createDraws(database.owner, timings, null, from);
      return ids.map((id, index) => ({ id, closesAt: from + timings[index]!.closesIn }));
    }

    /** Bets on one draw after the other, each time so that the bet arrives at about the close of sales. */
    async function bet(index: number, batch: readonly RacedDraw[]): Promise<void> {
      const [player, desk] = [players[index]!, desks[index % desks.length]!];
      for (const draw of batch) {
        const ahead = draw.closesAt - desk.clock.now() - takes[index]! * 2 * Math.random();
        // Long after the close a bet proves nothing.
        if (ahead < -leastEveryMs) continue;
        await sleep(Math.max(ahead, 0));
        const ticket = newTicket(draw.id);
        const sentAt = desk.clock.now();
        try {
          await placeBets(desk, player, [ticket]);
          acknowledged.push({ clientId: player.clientId, ticketId: ticket.id });
        } catch (error) {
          if (!(error instanceof Refusal) || !['draw_closed', 'overloaded'].includes(error.code)) throw error;
          // A machine that stands still for a second refuses what waited meanwhile, and takes nothing.
          if (error.code === 'draw_closed') refusedAsClosed++;
        }
        const answeredAt = desk.clock.now();
        takes[index] = answeredAt - sentAt;
        if (sentAt < draw.closesAt && draw.closesAt <= answeredAt) underWayAtTheClose++;
      }
    }

    await Promise.all(workers.map((worker) => worker.stop()));
    for (const { clock } of desks) clock.stop();

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

    // Every draw is proved from its public data, and contains every acknowledged ticket, and no other. Only one that
    // this machine had no time to seal is void, and that is a machine that stands still for seconds.
    const { proved, seals, lies } = await checkSealedDraws(database.db);
    expect(lies).toEqual([]);
    expect(proved.size).toBeGreaterThan(raced.length * 0.95);
    const ended = await database.owner.query<{ id: string; status: string; sealed: boolean; tickets: number }>(
      `select d.id, d.status, d.sealed_at is not null as sealed, count(t.id) as tickets
         from draw d left join ticket t on t.draw_id = d.id group by d.id`,
    );
    expect(ended).toHaveLength(raced.length);
    for (const { id, status, sealed, tickets } of ended) {
      expect({ status, proved: proved.has(id) }).toEqual({ status: sealed ? 'settled' : 'void', proved: sealed });
      expect(seals.get(id)?.size ?? tickets).toBe(tickets);
    }
    expect(await findUnproved(database.db, seals, acknowledged)).toEqual([]);

    // Each of these cases occurred.
    console.log(
      `${raced.length} closings: ${acknowledged.length} bets accepted, ${refusedAsClosed} refused, ${underWayAtTheClose} under way at the close`,
    );
    expect(raced.length).toBeGreaterThanOrEqual(mostDraws / 2);
    for (const bets of [acknowledged.length, refusedAsClosed, underWayAtTheClose]) {
      expect(bets).toBeGreaterThan(mostDraws / 10);
    }
  });
}
