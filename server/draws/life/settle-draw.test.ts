import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { arrangements, payoutOf } from '#domain/outcome.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import type { Database } from '#database/connect.ts';
import {
  createDraw,
  createPlayer,
  drawWithResult,
  moveDraw,
  newTicket,
  openDesk,
  ticketIdAt,
} from '#tests/support/players/play.ts';
import { closeDueDraw } from './close-draw.ts';
import { drawDueDraw } from './draw-numbers.ts';
import { voidLostDraw } from './void-draw.ts';
import { findDraw } from '#server/draws/draw.ts';
import { sealDueDraw } from './seal-draw.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { getBet } from '#server/tickets/read-bets.ts';
import { settleDueDraw } from './settle-draw.ts';

let database: TestDatabase;
let desk: TicketDesk;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
});
afterEach(() => expectBooksBalance(database.owner));
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

const settleAll = async () => {
  while (await settleDueDraw(database.worker));
};

test('every bet type is paid to the franc, from every possible selection', async () => {
  const result = [4, 9, 1, 7, 2, 8, 5, 3, 6];
  const draw = await createDraw(database.owner);
  const player = await createPlayer(database.owner, { dep: 1_000_000 });
  const selections = betNames.flatMap((name) => {
    const all = name === 'IziOrder' ? ordersAround(result) : [...arrangements(betTypes[name].slots)];
    return all.map((numbers) => ({ name, numbers }));
  });
  const tickets = selections.map(({ name, numbers }) =>
    newTicket(draw, { name, selectedNumbers: numbers.map(String) }),
  );
  for (let start = 0; start < tickets.length; start += 50)
    await placeBets(desk, player, tickets.slice(start, start + 50));
  const before = await readWallet(database.worker, player.clientId);
  await drawWithResult(database.owner, draw, result);
  await settleAll();

  let total = 0;
  for (const [index, { name, numbers }] of selections.entries()) {
    const ticket = await getBet(database.worker, player.clientId, tickets[index]!.id);
    const payout = payoutOf(betTypes[name], numbers, ticket.betAmount, result);
    expect({ payout: ticket.payout, status: ticket.status }).toEqual({ payout, status: payout > 0 ? 'win' : 'lost' });
    total += payout;
  }
  const after = await readWallet(database.worker, player.clientId);
  expect(after).toEqual({ ...before, win: before.win + total });
});

/** Orders with each possible number of exact places. */
function ordersAround(result: readonly number[]): number[][] {
  return [0, 1, 2, 3, 4, 5, 6, 7, 9].map((exact) => {
    const moved = result.slice(exact);
    return [...result.slice(0, exact), ...moved.slice(1), ...moved.slice(0, 1)];
  });
}

test('winnings arrive once, however often and from however many processes the draw is settled', async () => {
  const draw = await createDraw(database.owner);
  const players = await Promise.all(Array.from({ length: 700 }, () => createPlayer(database.owner, { dep: 300 })));
  await Promise.all(
    players.map((player, index) =>
      placeBets(desk, player, [
        newTicket(draw, { selectedNumbers: [index % 2 ? '5' : '6'] }),
        newTicket(draw, { selectedNumbers: ['5'] }),
      ]),
    ),
  );
  await drawWithResult(database.owner, draw, [5, 1, 2, 3, 4, 6, 7, 8, 9]);
  await Promise.all(Array.from({ length: 6 }, settleAll));
  await settleAll();
  for (const [index, player] of players.entries()) {
    expect(await readWallet(database.worker, player.clientId)).toEqual({
      dep: 100,
      win: index % 2 ? 1_200 : 600,
      held: 0,
    });
  }
  expect((await findDraw(database.worker, draw))?.status).toBe('settled');
});

test('settlement continues after PostgreSQL has ended one of two payments that waited for each other', async () => {
  const draw = await createDraw(database.owner);
  const player = await createPlayer(database.owner, { dep: 300 });
  await placeBets(desk, player, [newTicket(draw, { selectedNumbers: ['5'] })]);
  await drawWithResult(database.owner, draw, [5, 1, 2, 3, 4, 6, 7, 8, 9]);
  await database.owner.query('create sequence ended');
  const deadlock = `do $$ begin if nextval('ended') <= 2 then raise 'ended' using errcode = 'deadlock_detected'; end if; end $$`;
  const worker: Database = {
    ...database.worker,
    async query(sql, params) {
      if (typeof sql === 'string' && sql.includes('pay_dues')) await database.owner.query(deadlock);
      return database.worker.query(sql, params);
    },
  };
  while (await settleDueDraw(worker));
  expect((await readWallet(database.worker, player.clientId)).win).toBe(600);
  expect((await findDraw(database.worker, draw))?.status).toBe('settled');
});

test('settlement continues from any step at which the process died', async () => {
  const draw = await createDraw(database.owner);
  const players = await Promise.all(Array.from({ length: 5 }, () => createPlayer(database.owner, { dep: 100 })));
  for (const player of players) await placeBets(desk, player, [newTicket(draw, { selectedNumbers: ['8'] })]);
  await drawWithResult(database.owner, draw, [8, 1, 2, 3, 4, 5, 6, 7, 9]);
  const statusOfFirst = async () =>
    (await getBet(database.worker, players[0]!.clientId, await ticketOf(players[0]!.clientId))).status;

  // Step 1 alone, then one client at a time, each as if it were the last thing a process did.
  await database.worker.query('select list_wins($1, $2, $3, $4)', [draw, [2], [8], [6]]);
  await expectBooksBalance(database.owner);
  await database.worker.query('select pay_dues($1, 1)', [draw]);
  await expectBooksBalance(database.owner);
  expect(await statusOfFirst()).toBe('pending');
  await database.worker.query('select pay_dues($1, 2)', [draw]);
  await settleAll();

  for (const player of players)
    expect(await readWallet(database.worker, player.clientId)).toEqual({ dep: 0, win: 600, held: 0 });
  expect(await statusOfFirst()).toBe('win');
});

describe('lanes', () => {
  const most = 3_000;

  /** A drawn draw with so many winning tickets of each client. */
  async function winOn(ticketsOf: readonly number[]): Promise<{ draw: string; clients: number[] }> {
    const draw = await createDraw(database.owner);
    const clients: number[] = [];
    for (const tickets of ticketsOf) {
      const player = await createPlayer(database.owner, { dep: tickets * 100 });
      clients.push(player.clientId);
      await database.owner.query(
        `with sold as (
           insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
           select $1, ${ticketIdAt()}, $2, 2, 5, 100, 0, clock_timestamp() from generate_series(1, $3::integer)
           returning id
         ), paid as (update wallet set dep = 0 where client_id = $1)
         insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
         select $1, 'client_dep', 'draw_stakes', 100, 'bet', id, $2, clock_timestamp(), 0, 0 from sold`,
        [player.clientId, draw, tickets],
      );
    }
    await drawWithResult(database.owner, draw, [5, 1, 2, 3, 4, 6, 7, 8, 9]);
    await database.worker.query('select list_wins($1, $2, $3, $4)', [draw, [2], [5], [6]]);
    return { draw, clients };
  }

  const lanesOf = (draw: string) =>
    database.owner.query<{ after_client: number; last_client: number; paid_through: number }>(
      'select after_client, last_client, paid_through from due_lane where draw_id = $1 order by lane',
      [draw],
    );
  const pay = (draw: string) => database.worker.query('select pay_dues($1, 1)', [draw]);

  test.each([
    ['one client', [3], 1],
    ['few dues', Array<number>(50).fill(1), 1],
    ['thousands of dues', Array<number>(60).fill(most / 60), 4],
    ['thousands of dues, most of them of one client', [5, most, 5, 5], 2],
    ['thousands of dues, all of them of one client', [most], 1],
  ])('%s: each client is in one lane, and is paid', async (_, ticketsOf, count) => {
    const { draw, clients } = await winOn(ticketsOf);
    const lanes = await lanesOf(draw);
    expect(lanes).toHaveLength(count);
    expect(lanes.map((lane) => lane.after_client)).toEqual([0, ...lanes.slice(0, -1).map((lane) => lane.last_client)]);
    expect(lanes.map((lane) => lane.paid_through)).toEqual(lanes.map((lane) => lane.after_client));
    expect(lanes.at(-1)!.last_client).toBe(clients.at(-1));
    await settleAll();
    for (const [index, clientId] of clients.entries()) {
      expect(await readWallet(database.worker, clientId)).toEqual({ dep: 0, win: ticketsOf[index]! * 600, held: 0 });
    }
    expect((await lanesOf(draw)).map((lane) => lane.paid_through)).toEqual(lanes.map((lane) => lane.last_client));
  });

  test('a lane that another process pays from is left to it, and the draw waits for that', async () => {
    const { draw } = await winOn(Array<number>(8).fill(most / 8));
    const [first] = await lanesOf(draw);
    let finishing: Promise<unknown> = Promise.resolve();
    await database.owner.transact(async (tx) => {
      await tx.query('select from due_lane where draw_id = $1 and lane = 1 for update', [draw]);
      for (let paid = 0; paid < 6; paid++) await pay(draw);
      const lanes = await lanesOf(draw);
      expect(lanes[0]).toEqual(first);
      expect(lanes.slice(1).every((lane) => lane.paid_through === lane.last_client)).toBe(true);
      finishing = settleAll();
      await sleep(100);
      expect((await findDraw(database.worker, draw))!.status).toBe('drawn');
    });
    await finishing;
    expect((await findDraw(database.worker, draw))!.status).toBe('settled');
  });

  test('a draw cannot be paid twice, by any login', async () => {
    const { draw } = await winOn([1, 1]);
    await pay(draw);
    for (const change of ['paid_through = after_client', 'last_client = last_client + 1', 'lane = 2']) {
      await expect(database.owner.query(`update due_lane set ${change} where draw_id = $1`, [draw])).rejects.toThrow(
        'is paid once',
      );
    }
    await expect(database.owner.query('delete from due_lane where draw_id = $1', [draw])).rejects.toThrow(
      'is paid once',
    );
    await settleAll();
  });
});

async function ticketOf(clientId: number): Promise<string> {
  const [row] = await database.owner.query<{ id: string }>('select id from ticket where client_id = $1', [clientId]);
  return row!.id;
}

test('a draw that nobody closed in time is void, and every stake goes back to the wallets that paid it', async () => {
  const draw = await createDraw(database.owner);
  const player = await createPlayer(database.owner, { dep: 250, win: 500 });
  const tickets = [newTicket(draw, { betAmount: 200 }), newTicket(draw, { betAmount: 300 })];
  await placeBets(desk, player, tickets);
  await moveDraw(database.owner, draw, { closesIn: -20_000, drawsIn: -10_000 });
  expect(await closeDueDraw(database.worker)).toBe(true);
  expect(await sealDueDraw(database.worker, testKeys)).toBe(false);
  expect(await drawDueDraw(database.worker, testKeys)).toBe(false);
  await Promise.all([settleAll(), settleAll()]);
  expect(await readWallet(database.worker, player.clientId)).toEqual({ dep: 250, win: 500, held: 0 });
  expect(await getBet(database.worker, player.clientId, tickets[1]!.id)).toMatchObject({
    status: 'void',
    payout: 300,
    result: null,
  });
});

test('a machine that slept through ten draws voids the unsealed ones, draws the sealed ones, and pays all', async () => {
  const player = await createPlayer(database.owner, { dep: 1_000 });
  const draws = [];
  for (let index = 0; index < 10; index++) {
    const draw = await createDraw(database.owner);
    await placeBets(desk, player, [newTicket(draw)]);
    draws.push(draw);
  }
  for (const [index, draw] of draws.entries()) {
    if (index < 5) {
      // Closed before the machine slept, and all but two of them sealed.
      await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
      expect(await closeDueDraw(database.worker)).toBe(true);
      if (index < 3) expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
    }
    // Each is later than the one before, because no two draws have the same moment.
    await moveDraw(database.owner, draw, { closesIn: -20_000 + index, drawsIn: -10_000 + index });
  }
  const step = async () => {
    while (
      (await closeDueDraw(database.worker)) ||
      (await sealDueDraw(database.worker, testKeys)) ||
      (await voidLostDraw(database.worker)) ||
      (await drawDueDraw(database.worker, testKeys)) ||
      (await settleDueDraw(database.worker))
    );
  };
  await Promise.all([step(), step(), step()]);
  const statuses = await Promise.all(draws.map(async (draw) => (await findDraw(database.worker, draw))!.status));
  expect(statuses).toEqual([...Array(3).fill('settled'), ...Array(7).fill('void')]);
  const wallet = await readWallet(database.worker, player.clientId);
  expect(wallet.dep).toBe(700);
});

test('a drawn draw can be neither voided nor drawn again, by any login', async () => {
  const draw = await createDraw(database.owner);
  await drawWithResult(database.owner, draw, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const change of [`status = 'void', result = null`, `result = 987654321`, `status = 'open', result = null`]) {
    await expect(database.owner.query(`update draw set ${change} where id = $1`, [draw])).rejects.toThrow(/draw/);
  }
  await settleAll();
  await expect(database.owner.query(`update draw set drawn_at = now() where id = $1`, [draw])).rejects.toThrow(
    /finished/,
  );
});
