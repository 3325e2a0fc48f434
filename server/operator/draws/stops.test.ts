import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { betTypes } from '#domain/bet-types.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { TestOperator } from '#tests/support/operator/operators.ts';
import { approveAs, askAs, makeDemoOperator } from '#tests/support/operator/requests.ts';
import { createDraw, createPlayer, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';

let database: TestDatabase;
let desk: TicketDesk;
let draws: TestOperator;
let risk: TestOperator;
let compliance: TestOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  draws = await makeDemoOperator(database, ['draws']);
  risk = await makeDemoOperator(database, ['risk']);
  compliance = await makeDemoOperator(database, ['compliance']);
});
afterEach(async () => {
  await database.owner.query('update sales_stop set ended_at = clock_timestamp() where ended_at is null');
  await expectBooksBalance(database.owner);
});
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

const sentence = 'We are looking into something. Back at noon.';

async function stop(
  { drawId = null, betType = null }: { drawId?: string | null; betType?: number | null } = {},
  operator = draws,
): Promise<string | null> {
  const [row] = await database.console.query<{ id: string | null }>(
    'select console.stop_sales($1, $2, $3, $4, $5) as id',
    [operator.token, drawId, betType, sentence, 'A price looks wrong'],
  );
  return row!.id;
}

const start = (request: string) => database.worker.query('select console.execute_start_sales($1)', [request]);

const refusal = (bet: Promise<unknown>) =>
  bet.then(
    () => null,
    (error: Refusal) => error,
  );

const startOf = (id: string) => ({ kind: 'start_sales', subject: `stop ${id}` });

test('a stop refuses its bets with the operator’s sentence, takes no money, and stops nothing else', async () => {
  const [one, other] = [await createDraw(database.owner), await createDraw(database.owner)];
  const player = await createPlayer(database.owner, { dep: 10_000 });
  const isRefused = async (drawId: string, name: 'IziOne' | 'IziTwo') => {
    const error = await refusal(placeBets(desk, player, [newTicket(drawId, { name })]));
    if (error === null) return false;
    expect(error.code).toBe('sales_stopped');
    expect(error.errors).toEqual([
      expect.objectContaining({ code: 'sales_stopped', path: 'tickets.0.drawId', message: sentence }),
    ]);
    return true;
  };
  const refused = async () => [
    await isRefused(one, 'IziOne'),
    await isRefused(one, 'IziTwo'),
    await isRefused(other, 'IziOne'),
    await isRefused(other, 'IziTwo'),
  ];
  expect(await refused()).toEqual([false, false, false, false]);
  for (const [scope, expected] of [
    [{ drawId: one, betType: betTypes.IziOne.code }, [true, false, false, false]],
    [{ betType: betTypes.IziTwo.code }, [true, true, false, true]],
    [{ drawId: other }, [true, true, true, true]],
  ] as const) {
    expect(await stop(scope)).not.toBeNull();
    const before = await readWallet(database.db, player.clientId);
    const got = await refused();
    expect(got).toEqual(expected);
    const { dep } = await readWallet(database.db, player.clientId);
    // Every ticket of this test costs the least.
    expect(before.dep - dep).toBe(100 * got.filter((isRefused) => !isRefused).length);
  }
  await database.owner.query('update sales_stop set ended_at = clock_timestamp() where ended_at is null');
  expect(await refused()).toEqual([false, false, false, false]);
  expect(await stop()).not.toBeNull();
  expect(await refused()).toEqual([true, true, true, true]);
});

test('a basket with one stopped ticket is refused as a whole, and a placed ticket is still confirmed', async () => {
  const draw = await createDraw(database.owner);
  const player = await createPlayer(database.owner, { dep: 10_000 });
  const placed = newTicket(draw);
  await placeBets(desk, player, [placed]);
  await stop({ drawId: draw, betType: betTypes.IziOne.code });
  const { tickets } = await placeBets(desk, player, [placed]);
  expect(tickets.map(({ id }) => id)).toEqual([placed.id]);
  const before = await readWallet(database.db, player.clientId);
  const basket = [newTicket(draw, { name: 'IziTwo' }), newTicket(draw)];
  const error = await refusal(placeBets(desk, player, basket));
  expect(error).toMatchObject({ code: 'sales_stopped', errors: [{ id: basket[1]!.id }] });
  expect(await readWallet(database.db, player.clientId)).toEqual(before);
});

test('bets under way finish before the stop, and all later bets are refused', async () => {
  for (let round = 0; round < 5; round++) {
    const draw = await createDraw(database.owner);
    const players = await Promise.all(Array.from({ length: 8 }, () => createPlayer(database.owner, { dep: 100_000 })));
    let isOver = false;
    const playing = players.map(async (player) => {
      while (!isOver) {
        const error = await refusal(placeBets(desk, player, [newTicket(draw)]));
        if (error !== null) {
          expect(error.code).toBe('sales_stopped');
          isOver = true;
        }
      }
    });
    const sold = () => database.owner.query('select from ticket where draw_id = $1 limit 1', [draw]);
    await expect.poll(sold, { interval: 5 }).toHaveLength(1);
    const id = await stop(round % 2 === 0 ? { drawId: draw } : {});
    await Promise.all(playing);
    expect(isOver).toBe(true);
    const [row] = await database.owner.query<{ before: number; after: number }>(
      `select count(*) filter (where accepted_at <= stopped_at) as before, count(*) filter (where accepted_at > stopped_at) as after
       from ticket, sales_stop s where ticket.draw_id = $1 and s.id = $2`,
      [draw, id],
    );
    expect(row!.before).toBeGreaterThan(0);
    expect(row!.after).toBe(0);
    await database.owner.query('update sales_stop set ended_at = clock_timestamp() where id = $1', [id]);
  }
});

test('a stop waits for a bet that has taken its lock, and a later bet waits for the stop', async () => {
  const draw = await createDraw(database.owner);
  const player = await createPlayer(database.owner, { dep: 1_000 });
  const order: string[] = [];
  let stopping: Promise<unknown> | undefined;
  await database.db.transact(async (tx) => {
    const place = (ticket: ReturnType<typeof newTicket>) =>
      tx.query(`select answer from place_checkouts($1, $2, $3, $4, $5, '{2}', '{1}', '{100}')`, [
        [player.clientId],
        [draw],
        [player.clientId],
        [ticket.id],
        [draw],
      ]);
    expect(await place(newTicket(draw))).toEqual([{ answer: 'placed' }]);
    stopping = stop({ drawId: draw }).then(() => order.push('stopped'));
    await sleep(150);
    order.push('bet committed');
  });
  await stopping;
  expect(order).toEqual(['bet committed', 'stopped']);
});

test('the same stop is made once, by any number of operators; a draw that is not on sale cannot be stopped', async () => {
  const draw = await createDraw(database.owner);
  const ids = await Promise.all([
    stop({ drawId: draw }),
    stop({ drawId: draw }, risk),
    stop({ drawId: draw }, compliance),
  ]);
  expect(ids.filter((id) => id !== null)).toHaveLength(1);
  const closed = await createDraw(database.owner);
  await moveDraw(database.owner, closed, { closesIn: -1, drawsIn: 60_000 });
  expect(await stop({ drawId: closed })).toBeNull();
  expect(await stop({ drawId: '01990000-0000-7000-8000-000000000000' })).toBeNull();
});

test('a stop needs the right role', async () => {
  for (const role of ['support', 'payments', 'auditor', 'admin'] as const) {
    await expect(stop({}, await makeDemoOperator(database, [role]))).rejects.toThrow(
      'no operator with one of the roles',
    );
  }
});

test('starting again takes two operators, neither of whom made the stop', async () => {
  const draw = await createDraw(database.owner);
  const id = (await stop({ drawId: draw }))!;
  const asked = startOf(id);
  await expect(askAs(database, draws, asked)).rejects.toThrow('not_their_stop');
  const request = await askAs(database, risk, asked);
  await expect(approveAs(database, risk, request)).rejects.toThrow('own');
  await expect(start(request)).rejects.toThrow('not_approved');
  await expect(database.console.query('select console.execute_start_sales($1)', [request])).rejects.toThrow(
    'permission denied',
  );
  await approveAs(database, compliance, request);
  // Two workers at once.
  const done = await Promise.allSettled([start(request), start(request)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const player = await createPlayer(database.owner, { dep: 100 });
  await placeBets(desk, player, [newTicket(draw)]);
  const [row] = await database.owner.query('select request_id from sales_stop where id = $1', [id]);
  expect(row).toEqual({ request_id: request });

  // The risk manager stops, and can approve nothing of that either.
  const other = (await stop({ drawId: draw }, risk))!;
  const again = await askAs(database, draws, startOf(other));
  await expect(approveAs(database, risk, again)).rejects.toThrow('not_their_stop');
});

test('a stop ends with the sales of its draw, and its request then fails', async () => {
  const draw = await createDraw(database.owner);
  const id = (await stop({ drawId: draw }))!;
  const request = await askAs(database, risk, startOf(id));
  await approveAs(database, compliance, request);
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  while (await closeDueDraw(database.worker));
  const [row] = await database.owner.query<{ ended: boolean }>(
    'select ended_at is not null as ended from sales_stop where id = $1',
    [id],
  );
  expect(row).toEqual({ ended: true });
  await expect(start(request)).rejects.toThrow('sales_stopped');
});

test('the audit has who stopped what, when and why, and no login changes a stop', async () => {
  const draw = await createDraw(database.owner);
  const id = await stop({ drawId: draw });
  const lines = await database.owner.query<{ record: Buffer }>(
    `select record from console.audit where act = 'sales_stopped' and subject = $1`,
    [`draw ${draw}`],
  );
  expect(lines.map(({ record }) => JSON.parse(record.toString()) as object)).toEqual([
    expect.objectContaining({
      who: draws.name,
      reason: 'A price looks wrong',
      after: { stopped: true, stop: id, draw, betType: null, sentence },
    }),
  ]);
  for (const login of [database.db, database.console]) {
    for (const sql of [
      `insert into sales_stop (sentence, reason, stopped_by, stopped_at) values ('a', 'b', 1, now())`,
      'update sales_stop set ended_at = now()',
      'delete from sales_stop',
      'truncate sales_stop',
      `select stop_sales(null, null, 'a', 'b', 1, null)`,
      `select end_sales_stop('${id}', null)`,
    ]) {
      await expect(login.query(sql), sql).rejects.toThrow('permission denied');
    }
  }
  await expect(database.db.query('select reason from sales_stop')).rejects.toThrow('permission denied');
  await expect(database.db.query(`select console.stop_sales($1, null, null, 'a', 'b')`, [draws.token])).rejects.toThrow(
    'permission denied',
  );
  await expect(database.owner.query(`update sales_stop set reason = 'x' where id = $1`, [id])).rejects.toThrow(
    'never changes',
  );
  await expect(database.owner.query('delete from sales_stop')).rejects.toThrow('history never changes');
});
