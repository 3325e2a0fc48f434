import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { startDrawWorker } from '#server/draws/life/draw-worker.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, emptyTimetable, moveDraw } from '#tests/support/players/play.ts';
import { withDatabase } from './database.ts';
import { sellTickets } from './fill.ts';
import type { Rig } from './rig.ts';

interface Moment {
  readonly winners: number;
  /** From the closed draw to the commit of its seal. */
  readonly sealSeconds: number;
  /** From the moment of the draw to the commit after which every winner has the money. */
  readonly paidSeconds: number;
}

/** Sells a draw, seals it, and has the worker draw and settle it when its moment comes. Its result is its own, and a ninth of its tickets win. */
export async function timeMoment(rig: Rig, tickets: number): Promise<Moment> {
  const drawId = await createDraw(rig.owner, { closesIn: 3_600_000 });
  await sellTickets(rig.owner, { drawId, tickets, winners: 'a ninth', players: rig.players });
  await rig.owner.query('vacuum (analyze) ticket, posting, wallet');
  await rig.owner.query('checkpoint');
  await moveDraw(rig.owner, drawId, { closesIn: -1, drawsIn: 600_000 });
  return withDatabase(rig.workerConfig, 8, async (db) => {
    if (!(await closeDueDraw(db))) throw new Error('the draw did not close');
    const startedAt = performance.now();
    if (!(await sealDueDraw(db, testKeys))) throw new Error('the draw was not sealed');
    const sealSeconds = (performance.now() - startedAt) / 1_000;

    await moveDraw(rig.owner, drawId, { closesIn: -1, drawsIn: 2_000 });
    const worker = startDrawWorker({
      db,
      plan: { ...emptyTimetable, keys: testKeys, chain: null },
      beacons: [],
      log: pino({ level: 'silent' }),
    });
    try {
      return { sealSeconds, ...(await waitForMoney(rig, drawId)) };
    } finally {
      await worker.stop();
    }
  });
}

const longestMs = 120_000;

async function waitForMoney({ owner }: Rig, drawId: string): Promise<Omit<Moment, 'sealSeconds'>> {
  for (const deadline = performance.now() + longestMs; performance.now() < deadline; await sleep(50)) {
    const [paid] = await owner.query<Omit<Moment, 'sealSeconds'>>(
      `select (select sum(won)::int from draw_figure f where f.draw_id = d.id) as winners,
         extract(epoch from finished_at - draws_at)::float8 as "paidSeconds"
       from draw d where id = $1 and status = 'settled'`,
      [drawId],
    );
    if (paid) return paid;
  }
  throw new Error('the draw was not settled');
}
