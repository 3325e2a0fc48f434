import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import { migrate } from '#database/migrate.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { changeHistory, createDraw } from '#tests/support/players/play.ts';
import { withDatabase } from './database.ts';
import { openDraw } from './draws.ts';
import { sellTickets, withoutIndexes } from './fill.ts';
import { sendInOpenLoop, startClosedLoop } from './load/loads.ts';
import { createPlayers } from './players.ts';
import { finishDraw } from './reconciliation.ts';
import { processorTimeOf } from './processor-time.ts';
import { milliseconds, number, type Report } from './report.ts';
import { urlOf, type Rig } from './rig.ts';

const database = 'all_books';
const players = 100_000;
const ticketsOfDraw = 1_000_000;
const hourMs = 60 * 60_000;
/** Few, so that the two cores are not busy with bets alone and one may look over the books. */
const connections = 8;
const quietMs = 15_000;
/** Bets as players send them, who do not wait for one another: less than the machine can place beside a pass. */
const offered = { perSecond: 1_000, connections: 256 };

/** One pass over all books with so many tickets, in a database of its own whose books agree, while players bet and while nobody does. */
export async function measureFullPass(rig: Rig, report: Report, tickets: number): Promise<void> {
  await rig.owner.query(`create database ${database}`);
  const config = { ...rig.config, database };
  await migrate(config);
  try {
    await withDatabase(config, 4, (owner) =>
      withDatabase({ ...rig.workerConfig, database }, 4, async (db) => {
        await createPlayers(owner, players);
        await sellAndSettle(owner, db, tickets);
        await owner.query('vacuum (analyze)');
        await owner.query('checkpoint');
        const alone = await timePass(rig, db);
        report.add({
          what: `a full pass over the books with ${number(tickets)} tickets`,
          goal: '≤ 60 s',
          measured: `${milliseconds(alone.tookMs)}; ${milliseconds(alone.processorMs)} of processor time of the database; ${describeChecks(alone)}`,
          met: alone.tookMs <= 60_000,
        });
        await measureBets(rig, report, owner, db);
      }),
    );
  } finally {
    await rig.owner.query(`drop database ${database} with (force)`);
  }
}

async function measureBets(rig: Rig, report: Report, owner: Database, db: Database): Promise<void> {
  const server = await rig.startServer('all-books', {
    DATABASE_URL: urlOf({ ...rig.appConfig, database }),
    WORKER_DATABASE_URL: urlOf({ ...rig.workerConfig, database }),
    DATABASE_OWNER_URL: urlOf({ ...rig.config, database }),
    RATE_LIMIT_SCALE: '10000',
  });
  try {
    const load = { url: server.url, drawId: await openDraw(owner), connections, players, ticketsPerCheckout: 1 };
    const bets = async (during: () => Promise<unknown>) => {
      const running = await startClosedLoop(load);
      await during();
      const { statuses, seconds, p99 } = await running.stop();
      return { perSecond: (statuses[201] ?? 0) / seconds, p99 };
    };
    // The code of a server that has just started is not compiled yet.
    await bets(() => sleep(quietMs));
    const before = await bets(() => sleep(quietMs));
    let tookMs = 0;
    const meanwhile = await bets(async () => ({ tookMs } = await timePass(rig, db, true)));
    const after = await bets(() => sleep(quietMs));
    const share = (2 * meanwhile.perSecond) / (before.perSecond + after.perSecond);
    report.add({
      what: `bets/s over HTTP, ${connections} connections, during that pass, against before and after`,
      goal: '≥ 0.95',
      measured: `${share.toFixed(2)}; ${number(meanwhile.perSecond)}/s, p99 ${milliseconds(meanwhile.p99)}; before ${number(before.perSecond)}/s, p99 ${milliseconds(before.p99)}; the pass took ${milliseconds(tookMs)}`,
      met: share >= 0.95,
    });
    const offer = (seconds: number) => sendInOpenLoop({ ...load, ...offered, seconds });
    const quiet = await offer(quietMs / 1_000);
    const [{ sent, unsent, statuses, p99, longest }] = await Promise.all([
      offer(Math.floor(tookMs / 1_000)),
      timePass(rig, db, true),
    ]);
    const { 201: placed = 0, ...others } = statuses;
    const placedShare = placed / (sent + unsent);
    report.add({
      what: `the same of ${number(offered.perSecond)} bets/s that are sent, however long one waits: placed during that pass`,
      goal: '≥ 0.95',
      measured: `${placedShare.toFixed(3)}${describeLosses({ ...others, unsent })}; p99 ${milliseconds(p99)}, longest ${milliseconds(longest)}; before: p99 ${milliseconds(quiet.p99)}, longest ${milliseconds(quiet.longest)}`,
      met: placedShare >= 0.95,
    });
  } finally {
    await server.end('SIGINT');
  }
}

async function sellAndSettle(owner: Database, db: Database, tickets: number): Promise<void> {
  const draws: string[] = [];
  await withoutIndexes(owner, ['ticket', 'posting'], async () => {
    for (let sold = 0; sold < tickets; sold += ticketsOfDraw) {
      const drawId = await createDraw(owner, { closesIn: hourMs });
      const count = Math.min(ticketsOfDraw, tickets - sold);
      await sellTickets(owner, { drawId, tickets: count, winners: 0.1, players });
      draws.push(drawId);
    }
  });
  await changeHistory(owner, `update posting set at = at - interval '1 day' where kind = 'adjustment'`, []);
  for (const drawId of draws) await finishDraw(owner, db, drawId);
}

interface FullPass {
  readonly tookMs: number;
  readonly processorMs: number;
  /** The checks that took longest, with their milliseconds. */
  readonly checks: readonly (readonly [string, number])[];
}

async function timePass(rig: Rig, db: Database, besidePlayers = false): Promise<FullPass> {
  const checks: [string, number][] = [];
  const before = processorTimeOf(rig.databasePid);
  const { mismatches, tookMs } = await reconcile(db, 'full', {
    besidePlayers,
    onCheck: (name, _found, checkMs) => void checks.push([name, checkMs]),
  });
  if (mismatches.length > 0) throw new Error(`the books do not agree: ${JSON.stringify(mismatches[0])}`);
  const longest = checks.toSorted((a, b) => b[1] - a[1]).slice(0, 5);
  return { tookMs, processorMs: processorTimeOf(rig.databasePid) - before, checks: longest };
}

/** The bets that were not placed, counted by their status. */
function describeLosses(counts: Readonly<Record<string, number>>): string {
  const losses = Object.entries(counts).filter(([, count]) => count > 0);
  return losses.map(([status, count]) => `, ${number(count)} ${status}`).join('');
}

function describeChecks({ checks }: FullPass): string {
  return checks.map(([name, ms]) => `${name} ${milliseconds(ms)}`).join(', ');
}
