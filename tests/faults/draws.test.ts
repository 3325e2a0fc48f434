import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#server/http/signed-in.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { startBeacon, type TestBeacon } from '#tests/support/beacon.ts';
import { expectBooksBalance } from '#tests/support/books.ts';
import { checkSealedDraws, findUnproved } from '#tests/support/check-draws.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { WorkerSettings } from '#tests/support/draw-worker-process.ts';
import { createDraws, createPlayer, newTicket, openDesk, readClock } from '#tests/support/play.ts';

const draws = 1_000;
const ticketsPerDraw = 2;
const ticketsPerBasket = 50;
const firstClosesIn = 8_000;
const everyMs = 10;
/** Long enough that a slow machine seals most of them between two kills. */
const drawsAfterMs = 25_000;
const workers = 2;
const longestLifeMs = 3_000;

let database: TestDatabase;
let beacon: TestBeacon;
beforeAll(async () => {
  [database, beacon] = await Promise.all([createTestDatabase(), startBeacon()]);
});
afterAll(async () => {
  await beacon.goAway();
  await database.drop();
});

test(
  'a thousand draws, whose workers race, are killed and cut off, all end settled or void, and every proof is valid',
  { timeout: 240_000 },
  async () => {
    const players = await Promise.all(
      Array.from({ length: (draws * ticketsPerDraw) / ticketsPerBasket }, () =>
        createPlayer(database.owner, { dep: 100_000 }),
      ),
    );
    const startsAt = performance.now();
    const drawIds = await makeDraws();
    const tickets = await sellTickets(players, drawIds);
    const lastMoment = startsAt + firstClosesIn + draws * everyMs + drawsAfterMs;

    // It is never killed, so that there is always a worker to cut off and to race with.
    const survivor = await startWorker();
    const [cut, ...killed] = await Promise.all([
      cutConnectionsUntil(lastMoment),
      ...Array.from({ length: workers }, () => killWorkersUntil(lastMoment)),
    ]);
    await expect
      .poll(() => database.owner.query('select from draw where finished_at is null').then((rows) => rows.length), {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(0);
    await kill(survivor);

    expect(Math.min(...killed)).toBeGreaterThan(1);
    expect(cut).toBeGreaterThan(20);
    const ended = await database.owner.query<{ id: string; status: string; sealed: boolean }>(
      'select id, status, sealed_at is not null as sealed from draw',
    );
    const settled = ended.filter(({ status }) => status === 'settled').map(({ id }) => id);
    expect(ended.filter(({ status }) => !['settled', 'void'].includes(status))).toEqual([]);
    expect(ended.filter(({ status, sealed }) => status === 'void' && sealed)).toEqual([]);
    expect(settled.length).toBeGreaterThan(draws / 20);

    const { proved, seals, lies } = await checkSealedDraws(database.db, [beacon.chain]);
    expect(lies).toEqual([]);
    expect([...proved].toSorted()).toEqual(settled.toSorted());
    expect([...seals.values()].filter(({ size }) => size !== ticketsPerDraw)).toEqual([]);
    expect(await findUnproved(database.db, seals, tickets)).toEqual([]);
    await expectBooksBalance(database.owner);
  },
);

/** Every second one waits for the beacon. */
async function makeDraws(): Promise<string[]> {
  const timings = Array.from({ length: draws }, (_, index) => {
    const closesIn = firstClosesIn + index * everyMs;
    return { closesIn, drawsIn: closesIn + drawsAfterMs };
  });
  // Counted from the same time, so that no two draws have the same time: the second of them would be left out.
  const from = await readClock(database.owner);
  const odd = await createDraws(
    database.owner,
    timings.filter((_, index) => index % 2 === 1),
    beacon.chain,
    from,
  );
  const even = await createDraws(
    database.owner,
    timings.filter((_, index) => index % 2 === 0),
    null,
    from,
  );
  return [...odd, ...even];
}

async function sellTickets(
  players: readonly SignedIn[],
  drawIds: readonly string[],
): Promise<{ clientId: number; ticketId: string }[]> {
  const desk = await openDesk(database);
  const tickets = drawIds.flatMap((draw) => Array.from({ length: ticketsPerDraw }, () => newTicket(draw)));
  const baskets = players.map((player, index) => ({
    player,
    basket: tickets.slice(index * ticketsPerBasket, (index + 1) * ticketsPerBasket),
  }));
  // A statement places several of them.
  for (let start = 0; start < baskets.length; start += 20) {
    await Promise.all(baskets.slice(start, start + 20).map(({ player, basket }) => placeBets(desk, player, basket)));
  }
  desk.clock.stop();
  return baskets.flatMap(({ player, basket }) => basket.map(({ id }) => ({ clientId: player.clientId, ticketId: id })));
}

/** @returns the number of workers it killed */
async function killWorkersUntil(end: number): Promise<number> {
  let killed = 0;
  while (performance.now() < end) {
    const worker = await startWorker();
    await sleep(Math.random() * longestLifeMs);
    await kill(worker);
    killed += 1;
  }
  return killed;
}

/**
 * A busy machine starts few processes to kill. For the database a worker is also dead when its connection is cut in the
 * middle of a step, which takes no time.
 *
 * @returns the number of steps it cut off
 */
async function cutConnectionsUntil(end: number): Promise<number> {
  let cut = 0;
  while (performance.now() < end) {
    await sleep(Math.random() * 600);
    const ended = await database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'izi test worker' and state <> 'idle'
       order by random() limit 1`,
    );
    cut += ended.length;
  }
  return cut;
}

async function startWorker(): Promise<ChildProcess> {
  const settings: WorkerSettings = { config: { ...database.config, user: 'izi_app' }, beaconUrls: [beacon.url] };
  const worker = fork(join(import.meta.dirname, '../support/draw-worker-process.ts'), [JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  await once(worker.stdout!, 'data');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}
