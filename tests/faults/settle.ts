import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { patience, testMs } from '#tests/support/patience.ts';
import { connect, type Database } from '#database/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { followClock } from '#database/clock.ts';
import { rememberDrawTimes } from '#server/draws/read/draw-times.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { createIntake } from '#server/tickets/intake.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { killPostgres, postmasterPid } from '#tests/support/database/kill-postgres.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createDraw, createPlayer, drawWithResult, newTicket, intakeLimits } from '#tests/support/players/play.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import { makeFolder } from '#tests/support/temporary.ts';

// Payments of winnings do not wait for the disk, so a crash may take them back: docs/decisions/0091. Here a crash is the death of all
// processes of a database that waits for the disk as in production, and whose log is otherwise written as late as can be.

const stake = 100;
const prize = 6 * stake;

let folder: string;
let dataDir: string;
let embedded: EmbeddedDatabase;
let owner: Database;
let db: Database;
let desk: TicketDesk;

beforeAll(async () => {
  folder = await makeFolder('izi-settle-');
  dataDir = join(folder, 'data');
  embedded = await startEmbedded({ dataDir, log: () => {}, parameters: { wal_writer_delay: '10s' } });
  await migrate(embedded.config);
  owner = connect({ config: embedded.config, applicationName: 'izi test owner', max: 5 });
  db = connect({ config: embedded.workerConfig, applicationName: 'izi test', max: 20 });
  const clock = await followClock(db);
  desk = {
    db,
    clock,
    intake: createIntake(db, intakeLimits),
    drawTimes: rememberDrawTimes(db),
    timeZone: 'Africa/Abidjan',
  };
});
afterEach(async () => {
  // A test that fails must not leave all others waiting.
  await waitForStandby('');
  await expectBooksBalance(owner);
});
afterAll(async () => {
  desk.clock.stop();
  await Promise.all([owner.end(), db.end()]);
  await embedded.stop();
  await rm(folder, { recursive: true });
});

/** A drawn draw whose dues are listed, and the players who have won on it. */
async function winOn(players: number): Promise<{ draw: string; winners: SignedIn[] }> {
  const draw = await createDraw(owner);
  const winners = await Promise.all(Array.from({ length: players }, () => createPlayer(owner, { dep: stake })));
  await Promise.all(winners.map((player) => placeBets(desk, player, [newTicket(draw, { selectedNumbers: ['5'] })])));
  await drawWithResult(owner, draw, [5, 1, 2, 3, 4, 6, 7, 8, 9]);
  await db.query('select list_wins($1, $2, $3, $4)', [draw, [2], [5], [6]]);
  return { draw, winners };
}

async function pay(draw: string, clients: number): Promise<number> {
  const [row] = await db.query<{ paid: number }>('select pay_dues($1, $2) as paid', [draw, clients]);
  return row!.paid;
}

async function settleAll(): Promise<void> {
  while (await settleDueDraw(db));
}

const winOf = async ({ clientId }: SignedIn) => (await readWallet(db, clientId)).win;

/** Kills the database, and returns when it is there again: it is started by itself. */
async function crash(): Promise<void> {
  await killPostgres(await postmasterPid(dataDir));
  await waitFor(() => isThere(owner), 'the database');
  await waitFor(() => isThere(db), 'the database, for the application');
}

const isThere = (database: Database) =>
  database.query('select 1').then(
    () => true,
    () => false,
  );

test('what a crash takes back is paid again, once, and by then nothing of it is anywhere', async () => {
  for (let attempts = 1; ; attempts++) {
    const { draw, winners } = await winOn(5);
    expect(await pay(draw, 3)).toBe(3);
    expect(await winOf(winners[0]!)).toBe(prize);
    await crash();
    await expectBooksBalance(owner);
    const left = await Promise.all(winners.map(winOf));
    const [progress] = await owner.query<{ paid: number }>(
      'select paid_through as paid from due_lane where draw_id = $1',
      [draw],
    );
    const isTakenBack = left[0] === 0;
    // All of that payment, or nothing.
    expect(left).toEqual(isTakenBack ? [0, 0, 0, 0, 0] : [prize, prize, prize, 0, 0]);
    expect(progress!.paid).toBe(isTakenBack ? 0 : winners[2]!.clientId);

    await settleAll();
    expect(await Promise.all(winners.map(winOf))).toEqual(winners.map(() => prize));
    // PostgreSQL writes its log every ten seconds too, which may come in between.
    if (isTakenBack) return;
    expect(attempts, 'crashes that took nothing back').toBeLessThan(5);
  }
});

describe('what is bought with winnings puts them on the disk', () => {
  const spendings: [string, (player: SignedIn) => Promise<unknown>][] = [
    ['a bet', async (player) => placeBets(desk, player, [newTicket(await createDraw(owner), { betAmount: prize })])],
    ['money held for a withdrawal', holdWinnings],
  ];

  test.each(spendings)('%s', async (_, spend) => {
    const { draw, winners } = await winOn(3);
    const [spender, other] = winners;
    expect(await pay(draw, 2)).toBe(2);
    await spend(spender!);
    const [wallet, posted] = [await readWallet(db, spender!.clientId), await postingsOf(spender!)];
    await crash();
    expect([await readWallet(db, spender!.clientId), await postingsOf(spender!)]).toEqual([wallet, posted]);
    // The client paid in the same transaction has the money too.
    expect(await winOf(other!)).toBe(prize);
    await expectBooksBalance(owner);
    await settleAll();
    expect(await Promise.all(winners.map(winOf))).toEqual([0, prize, prize]);
  });
});

test('the commit that finishes a draw puts all its payments on the disk', async () => {
  const { draw, winners } = await winOn(5);
  while (await settleDueDraw(db, 1));
  await crash();
  expect(await owner.query('select status from draw where id = $1', [draw])).toEqual([{ status: 'settled' }]);
  expect(await Promise.all(winners.map(winOf))).toEqual(winners.map(() => prize));
});

test('with a synchronous standby, payments wait for nobody, and what is bought with them waits for the standby', async () => {
  const { draw, winners } = await winOn(3);
  const next = await createDraw(owner);
  // There is no such standby, so what is written waits from now on.
  await waitForStandby('nobody');
  const probe = await findWaiting();
  expect(await pay(draw, 1)).toBe(1);
  expect(await pay(draw, 500)).toBe(2);
  const bet = placeBets(desk, winners[0]!, [newTicket(next, { betAmount: prize })]);
  const finished = pay(draw, 500);
  await waitFor(async () => (await waiting()) === 3, 'the bet and the end of the draw, which wait for a standby');
  await waitForStandby('');
  await Promise.all([probe.done, bet]);
  expect(await finished).toBe(0);
  expect(await Promise.all(winners.map(winOf))).toEqual([0, prize, prize]);
});

export function crashWhilePaying(runs: number): void {
  test(
    `winners stake what they win while lanes pay and the database is killed, ${runs} times: nothing acknowledged is lost, everybody is paid once`,
    { timeout: testMs + patience(runs * 30_000) },
    async () => {
      let takenBack = 0;
      for (let run = 0; run < runs; run++) {
        const { draw, winners } = await winOn(40);
        const next = await createDraw(owner, { closesIn: 600_000 });
        await cutIntoLanes(draw, winners);
        const over = new AbortController();
        const acknowledged: string[] = [];
        // Every commit puts on the disk what was paid before it. So in every second run nobody stakes anything.
        const playing =
          run % 2 === 0 ? winners.map((player) => stakeWinnings(player, next, acknowledged, over.signal)) : [];
        const settling = settleDueDraw(slowed(db), 1).catch(() => {});
        const killedAt = 1 + Math.floor(Math.random() * 20);
        let paid = 0;
        while (paid < killedAt) paid = await countPayouts(draw);
        await crash();
        over.abort();
        await Promise.all([...playing, settling]);

        await expectBooksBalance(owner);
        const there = await owner.query<{ id: string }>('select id from ticket where draw_id = $1', [next]);
        const ids = new Set(there.map(({ id }) => id));
        expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
        if ((await countPayouts(draw)) < paid) takenBack += 1;

        await settleAll();
        expect(await countPayouts(draw)).toBe(winners.length);
        for (const winner of winners) {
          const [staked] = await owner.query<{ sum: number }>(
            'select coalesce(sum(stake), 0)::bigint as sum from ticket where draw_id = $1 and client_id = $2',
            [next, winner.clientId],
          );
          expect((await winOf(winner)) + staked!.sum).toBe(prize);
        }
      }
      console.log(`${runs} crashes, of which ${takenBack} took payments back that had been seen`);
      expect(takenBack).toBeGreaterThan(0);
    },
  );
}

/** Stakes what a player has won, in small tickets, until it is gone or the test says so. */
async function stakeWinnings(player: SignedIn, draw: string, acknowledged: string[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const ticket = newTicket(draw, { betAmount: stake });
    try {
      await placeBets(desk, player, [ticket]);
      acknowledged.push(ticket.id);
    } catch {
      await sleep(5);
    }
  }
}

/** Makes two lanes, which a draw with thousands of dues has. */
async function cutIntoLanes(draw: string, winners: readonly SignedIn[]): Promise<void> {
  const middle = winners.map(({ clientId }) => clientId).toSorted((one, other) => one - other)[winners.length / 2]!;
  await owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('update due_lane set after_client = $2, paid_through = $2 where draw_id = $1', [draw, middle]);
    await tx.query('insert into due_lane values ($1, 2, 0, $2, 0)', [draw, middle]);
  });
}

async function countPayouts(draw: string): Promise<number> {
  const [row] = await owner.query<{ count: number }>(
    `select count(*)::int as count from posting where draw_id = $1 and kind = 'payout'`,
    [draw],
  );
  return row!.count;
}

/** A database that is so slow that a crash comes in between. */
const slowed = (database: Database): Database => ({
  ...database,
  async query(...args) {
    await sleep(10);
    return database.query(...args);
  },
});

const postingsOf = ({ clientId }: SignedIn) =>
  owner.query('select * from posting where client_id = $1 order by id', [clientId]);

async function holdWinnings({ clientId }: SignedIn): Promise<void> {
  await db.transact(async (tx) => {
    const [payment] = await tx.query<{ id: string }>(
      `insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider,
         idempotency_key, request_hash)
       values ($1, 'withdrawal', $2, $2, 'CI', 'orange', '+225', 'A', 'B', 'sandbox', $3, $4) returning id`,
      [clientId, prize, randomUUID(), randomBytes(32)],
    );
    const moved = await tx.query(
      `select post_transfer($1, 'withdrawal', $2, 'client_win', 'client_held', $3) as outcome`,
      [clientId, payment!.id, prize],
    );
    expect(moved).toEqual([{ outcome: 'done' }]);
  });
}

async function waitForStandby(name: string): Promise<void> {
  await owner.query(`alter system set synchronous_standby_names = '${name}'`);
  await owner.query('select pg_reload_conf()');
  await waitFor(async () => {
    const [row] = await owner.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`);
    return row!.names === name;
  }, 'the setting of the server');
}

/** Commits until one waits: the process that looks at the setting may take it up later than a connection does. */
async function findWaiting(): Promise<{ readonly done: Promise<unknown> }> {
  for (;;) {
    const done = owner.query(`select pg_logical_emit_message(true, 'test', 'waits for a standby')`);
    done.catch(() => {});
    // A call that does not wait has ended by then.
    await Promise.race([done, sleep(500)]);
    if ((await waiting()) === 1) return { done };
    await done;
  }
}

/** How many commits wait for a standby. */
async function waiting(): Promise<number> {
  return (await owner.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).length;
}
