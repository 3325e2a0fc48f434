import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import { migrate } from '#database/migrate.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import type { Scope } from '#server/reconciliation/check.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { changeHistory, createDraw, moveDraw } from '#tests/support/players/play.ts';
import { withDatabase } from './database.ts';
import { sellTickets } from './fill.ts';
import { createPlayers } from './players.ts';
import { processorTimeOf } from './processor-time.ts';
import type { Rig } from './rig.ts';

interface PassTimes {
  /** Milliseconds of processor time of the database and of this process; NaN without /proc. */
  readonly processorMs: number;
  readonly tookMs: number;
}

const database = 'books';
const players = 100_000;
/** The interval of the worker. */
export const passEveryMs = 30_000;
const hourMs = 60 * 60_000;

/**
 * The cost of a recent pass over the books, on average over the passes that follow the settlement of a draw with this many tickets, all
 * sold within the hour before. It runs in a separate database, whose books agree.
 */
export async function timePasses(rig: Rig, tickets: number, passes: number): Promise<PassTimes> {
  await rig.owner.query(`create database ${database}`);
  const config = { ...rig.config, database };
  await migrate(config);
  try {
    return await withDatabase(config, 4, (owner) =>
      withDatabase({ ...rig.workerConfig, database }, 4, async (db) => {
        await createPlayers(owner, players);
        await changeHistory(owner, `update posting set at = at - interval '1 day'`, []);
        await timePass(rig, db, 'full');
        await settleDraw(owner, db, tickets);
        const times: PassTimes[] = [];
        for (let pass = 0; pass < passes; pass++) {
          if (pass > 0) await sleep(passEveryMs);
          times.push(await timePass(rig, db, 'recent'));
        }
        const mean = (of: keyof PassTimes) => times.reduce((sum, each) => sum + each[of], 0) / passes;
        return { processorMs: mean('processorMs'), tookMs: mean('tookMs') };
      }),
    );
  } finally {
    await rig.owner.query(`drop database ${database}`);
  }
}

async function settleDraw(owner: Database, db: Database, tickets: number): Promise<void> {
  const drawId = await createDraw(owner, { closesIn: hourMs });
  await sellTickets(owner, { drawId, tickets, winners: 0.1, players });
  await finishDraw(owner, db, drawId);
}

/** Closes, seals, draws and settles a draw now. */
export async function finishDraw(owner: Database, db: Database, drawId: string): Promise<void> {
  await moveDraw(owner, drawId, { closesIn: -1, drawsIn: hourMs });
  while (await closeDueDraw(db));
  while (await sealDueDraw(db, testKeys));
  await moveDraw(owner, drawId, { closesIn: -2, drawsIn: -1 });
  while (await drawDueDraw(db, testKeys));
  while (await settleDueDraw(db));
}

async function timePass(rig: Rig, db: Database, scope: Scope): Promise<PassTimes> {
  const before = processorTime(rig);
  const { mismatches, tookMs } = await reconcile(db, scope);
  if (mismatches.length > 0) throw new Error(`the books do not agree: ${JSON.stringify(mismatches[0])}`);
  return { processorMs: processorTime(rig) - before, tookMs };
}

function processorTime({ databasePid }: Rig): number {
  const { user, system } = process.cpuUsage();
  return processorTimeOf(databasePid) + (user + system) / 1_000;
}
