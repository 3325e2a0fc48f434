import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createDatabaseAndBeacon, type TestBeacon } from '#tests/support/draws/beacon.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { checkSealedDraws, findUnproved } from '#tests/support/draws/check-draws.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { patience } from '#tests/support/patience.ts';
import { playDrawBatches, waitUntilFinished } from '#tests/support/draws/draw-batches.ts';
import type { WorkerSettings } from '#tests/support/draws/draw-worker-process.ts';
import { createDraws, createPlayer, newTicket, openDesk, readClock } from '#tests/support/players/play.ts';

/** A machine that is too slow for all of them takes as many as it can in this time. */
const beginWithinMs = patience(50_000);
const ticketsPerDraw = 2;
const ticketsPerBasket = 50;
const leastSaleMs = 1_000;
const everyMs = 10;
const workers = 2;
const longestLifeMs = 3_000;
const stepsBetweenCuts = 10;

let database: TestDatabase;
let beacon: TestBeacon;
beforeAll(async () => {
  const made = await createDatabaseAndBeacon();
  ({ database, beacon } = made);
  return made.end;
});

interface Amounts {
  readonly mostDraws: number;
  readonly drawsAtOnce: number;
  /** More steps than this have to be cut off. */
  readonly cutMoreThan: number;
}

export function drawWithFaults({ mostDraws, drawsAtOnce, cutMoreThan }: Amounts): void {
  test(`${mostDraws} draws, whose workers race, are killed and cut off, end settled or void, and every proof is valid`, async () => {
    const players = await Promise.all(
      Array.from({ length: (drawsAtOnce * ticketsPerDraw) / ticketsPerBasket }, () =>
        createPlayer(database.owner, { dep: 100_000 }),
      ),
    );
    const desk = await openDesk(database);
    const tickets: { clientId: number; ticketId: string }[] = [];
    const leastTickets = (mostDraws * ticketsPerDraw) / 4;
    let saleMs = leastSaleMs;

    // It is never killed, so that there is always a worker to cut off and to race with.
    const survivor = await startWorker();
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const trouble = Promise.all([
      cutConnections(over.signal),
      ...Array.from({ length: workers }, () => killWorkers(over.signal)),
    ]);
    const drawIds = await playDrawBatches({
      owner: database.owner,
      mostDraws,
      beginWithinMs,
      // The sales of a first batch may take so long on a busy machine that all of its draws close before.
      isEnough: () => tickets.length > leastTickets,
      async play(drawsAfterMs) {
        const from = await readClock(database.owner);
        const ids = await makeDraws(drawsAtOnce, from, saleMs, drawsAfterMs);
        tickets.push(...(await sellTickets(desk, players, ids)));
        const soldIn = (await readClock(database.owner)) - from;
        await sleep(Math.max(0, saleMs + drawsAtOnce * everyMs - soldIn));
        // A slow machine sold little before the first draw closed.
        saleMs = Math.max(saleMs, 3 * soldIn);
        return ids;
      },
    });
    // Most of them are still to be drawn, during the same faults; the rest is then done without faults.
    const [last] = await database.owner.query<{ waitMs: number }>(
      `select extract(epoch from max(draws_at) - clock_timestamp())::float8 * 1000 as "waitMs" from draw`,
    );
    await sleep(Math.max(0, last!.waitMs));
    over.abort();
    const [cut, ...killed] = await trouble;
    await waitUntilFinished(database.owner, drawIds);
    desk.clock.stop();
    await kill(survivor);

    const ended = await database.owner.query<{ id: string; status: string; sealed: boolean; sold: number }>(
      `select d.id, d.status, d.sealed_at is not null as sealed, count(t.id) as sold
         from draw d left join ticket t on t.draw_id = d.id group by d.id`,
    );
    const settled = ended.filter(({ status }) => status === 'settled').map(({ id }) => id);
    expect(ended.filter(({ status }) => !['settled', 'void'].includes(status))).toEqual([]);
    expect(ended.filter(({ status, sealed }) => status === 'void' && sealed)).toEqual([]);
    expect(settled.length).toBeGreaterThan(ended.length * 0.9);

    const { proved, seals, lies } = await checkSealedDraws(database.db, [beacon.chain]);
    expect(lies).toEqual([]);
    expect([...proved].toSorted()).toEqual(settled.toSorted());
    expect(ended.filter(({ id, sold }) => (seals.get(id)?.size ?? sold) !== sold)).toEqual([]);
    expect(ended.reduce((sum, { sold }) => sum + sold, 0)).toBe(tickets.length);
    expect(await findUnproved(database.db, seals, tickets)).toEqual([]);
    await expectBooksBalance(database.owner);

    // Each of these cases occurred.
    console.log(
      `${drawIds.length} draws, ${settled.length} of them settled; ${cut} steps cut off, ${killed.join(' and ')} workers killed`,
    );
    expect(ended).toHaveLength(drawIds.length);
    expect(drawIds.length).toBeGreaterThanOrEqual(mostDraws / 2);
    expect(tickets.length).toBeGreaterThan(leastTickets);
    expect(Math.min(...killed)).toBeGreaterThan(1);
    expect(cut).toBeGreaterThan(cutMoreThan);
  });
}

/**
 * Creates draws, of which every second one waits for the beacon.
 *
 * @param from the time they count from, so that no two have the same moment: the second of them would be left out
 */
async function makeDraws(drawsAtOnce: number, from: number, saleMs: number, drawsAfterMs: number): Promise<string[]> {
  const timings = Array.from({ length: drawsAtOnce }, (_, index) => {
    const closesIn = saleMs + index * everyMs;
    return { closesIn, drawsIn: closesIn + drawsAfterMs };
  });
  const { even = [], odd = [] } = Object.groupBy(timings, (_, index) => (index % 2 === 0 ? 'even' : 'odd'));
  const bound = await createDraws(database.owner, odd, beacon.chain, from);
  return [...bound, ...(await createDraws(database.owner, even, null, from))];
}

/** @returns the tickets that were sold before sales closed */
async function sellTickets(
  desk: TicketDesk,
  players: readonly SignedIn[],
  drawIds: readonly string[],
): Promise<{ clientId: number; ticketId: string }[]> {
  const tickets = drawIds.flatMap((draw) => Array.from({ length: ticketsPerDraw }, () => newTicket(draw)));
  const baskets = players.map((player, index) => ({
    player,
    basket: tickets.slice(index * ticketsPerBasket, (index + 1) * ticketsPerBasket),
  }));
  const sold = await Promise.all(
    baskets.map(async ({ player, basket }) => {
      try {
        await placeBets(desk, player, basket);
        return basket.map(({ id }) => ({ clientId: player.clientId, ticketId: id }));
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'draw_closed') throw error;
        return [];
      }
    }),
  );
  return sold.flat();
}

/** @returns the number of workers it killed */
async function killWorkers(over: AbortSignal): Promise<number> {
  let killed = 0;
  while (!over.aborted) {
    const worker = await startWorker();
    await sleep(Math.random() * longestLifeMs);
    await kill(worker);
    killed += 1;
  }
  return killed;
}

/**
 * A busy machine starts few processes to kill. For the database a worker is also dead when its connection is cut in the
 * middle of a step, which takes no time. The next one is cut off only when some steps were done since; otherwise a slow
 * machine would never complete any.
 *
 * @returns the number of steps it cut off
 */
async function cutConnections(over: AbortSignal): Promise<number> {
  let cut = 0;
  let doneBefore = 0;
  while (!over.aborted) {
    await sleep(Math.random() * 600);
    const [steps] = await database.owner.query<{ done: number }>(
      'select count(closed_at) + count(sealed_at) + count(drawn_at) + count(finished_at) as done from draw',
    );
    if (steps!.done < doneBefore + stepsBetweenCuts) continue;
    const ended = await database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'izi test worker' and state <> 'idle'
       order by random() limit 1`,
    );
    cut += ended.length;
    if (ended.length > 0) doneBefore = steps!.done;
  }
  return cut;
}

async function startWorker(): Promise<ChildProcess> {
  const settings: WorkerSettings = { config: { ...database.config, user: 'izi_worker' }, beaconUrls: [beacon.url] };
  const worker = fork(
    join(import.meta.dirname, '../support/draws/draw-worker-process.ts'),
    [JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: [],
    },
  );
  await once(worker.stdout!, 'data');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}
