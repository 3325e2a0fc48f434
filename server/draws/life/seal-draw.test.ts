import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { patience } from '#tests/support/patience.ts';
import { betNames } from '#domain/bet-types.ts';
import { checkSealedDraws, findUnproved } from '#tests/support/draws/check-draws.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, createPlayer, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { closeDueDraw } from './close-draw.ts';
import { drawDueDraw } from './draw-numbers.ts';
import { voidLostDraw } from './void-draw.ts';
import { findDraw } from '#server/draws/draw.ts';
import { sealDueDraw } from './seal-draw.ts';

let database: TestDatabase;
let desk: TicketDesk;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
});
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

const seal = () => sealDueDraw(database.worker, testKeys);

async function createClosedDraw(): Promise<string> {
  const draw = await createDraw(database.owner, { closesIn: -1, drawsIn: 60_000 });
  expect(await closeDueDraw(database.worker)).toBe(true);
  return draw;
}

/** A closed draw whose moment has passed. */
async function createLateDraw(): Promise<string> {
  const draw = await createClosedDraw();
  await moveDraw(database.owner, draw, { closesIn: -2, drawsIn: -1 });
  return draw;
}

/** A draw with tickets of every bet type, sold as players buy them, that has just closed. */
async function createSoldDraw(
  count: number,
): Promise<{ draw: string; tickets: { clientId: number; ticketId: string }[] }> {
  const draw = await createDraw(database.owner);
  const player = await createPlayer(database.owner, { dep: count * 300 });
  const tickets = Array.from({ length: count }, (_, index) =>
    newTicket(draw, { name: betNames[index % betNames.length]! }),
  );
  for (let start = 0; start < count; start += 50) await placeBets(desk, player, tickets.slice(start, start + 50));
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  expect(await closeDueDraw(database.worker)).toBe(true);
  return { draw, tickets: tickets.map(({ id }) => ({ clientId: player.clientId, ticketId: id })) };
}

// From 251 on the tickets are hashed in a thread of their own, and from 257 on the tree has a second tier.
test.each([0, 1, 2, 250, 251, 600])('a draw of %i tickets is sealed once, and its tickets are in it', async (count) => {
  const { draw, tickets } = await createSoldDraw(count);
  const sealed = await Promise.all([seal(), seal(), seal(), seal()]);
  expect(sealed.filter(Boolean)).toHaveLength(1);
  const { seals, lies } = await checkSealedDraws(database.worker);
  // Its times were moved after they were committed to, and nothing else is wrong.
  expect(lies.filter((lie) => !/shown_differs|sealed_before_close/.test(lie))).toEqual([]);
  const [staked] = await database.owner.query<{ total: number }>(
    'select coalesce(sum(stake), 0)::bigint as total from ticket where draw_id = $1',
    [draw],
  );
  expect(seals.get(draw)).toMatchObject({ size: count, totalStake: staked!.total });
  expect(await findUnproved(database.worker, seals, tickets.slice(0, 40))).toEqual([]);
});

test('seals made at once form one chain', async () => {
  for (let index = 0; index < 12; index++) await createClosedDraw();
  const sealAll = async () => {
    let sealed = 0;
    while (await seal()) sealed += 1;
    return sealed;
  };
  const counts = await Promise.all([sealAll(), sealAll(), sealAll()]);
  // A row that another one holds is skipped, so the last of them may be left for the next round.
  expect(counts.reduce((sum, count) => sum + count, 0) + (await sealAll())).toBe(12);
  const numbers = await database.owner.query<{ number: number }>('select number from seal order by number');
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  const { lies } = await checkSealedDraws(database.worker);
  expect(lies.filter((lie) => lie.includes('chain'))).toEqual([]);
});

test('a transaction may be idle for longer only where it has claimed a draw', async () => {
  while (await seal());
  const worker = connect({ config: { ...database.config, user: 'izi_worker' }, applicationName: 'izi test', max: 1 });
  onTestFinished(() => worker.end());
  const claim = () =>
    worker.transact(async (tx) => {
      const [claimed] = await tx.query<{ id: string | null }>('select claim_draw_to_seal() as id');
      const [limit] = await tx.query<{ idle: string }>(
        `select current_setting('idle_in_transaction_session_timeout') as idle`,
      );
      return { ...claimed, ...limit };
    });
  expect(await claim()).toEqual({ id: null, idle: '5s' });
  const draw = await createClosedDraw();
  expect(await claim()).toEqual({ id: draw, idle: '1min' });
  expect(await seal()).toBe(true);
});

describe('too late', () => {
  test('a draw that is not sealed by its moment is void, never sealed and never drawn', async () => {
    const draw = await createClosedDraw();
    expect(await voidLostDraw(database.worker)).toBe(false);
    await moveDraw(database.owner, draw, { closesIn: -2, drawsIn: -1 });
    expect(await seal()).toBe(false);
    expect(await drawDueDraw(database.worker, testKeys)).toBe(false);
    expect(await voidLostDraw(database.worker)).toBe(true);
    expect((await findDraw(database.worker, draw))!.status).toBe('void');
  });

  test('a process that is delayed before it commits a seal loses the seal', async () => {
    const draw = await createClosedDraw();
    const drawsIn = patience(3_000);
    await moveDraw(database.owner, draw, { closesIn: -1, drawsIn });
    const late = database.owner.transact(async (tx) => {
      await tx.query('update draw set sealed_at = clock_timestamp() where id = $1', [draw]);
      await sleep(drawsIn + 200);
    });
    await expect(late).rejects.toThrow('sealed too late');
    expect(await voidLostDraw(database.worker)).toBe(true);
  });

  test('a draw cannot be drawn without its seal, sealed twice, or sealed before it closed, by any login', async () => {
    const { owner } = database;
    const draw = await createLateDraw();
    await expect(
      owner.query(`update draw set status = 'drawn', result = 123456789 where id = $1`, [draw]),
    ).rejects.toThrow('violates check constraint');
    const open = await createDraw(owner);
    const sealNow = 'update draw set sealed_at = clock_timestamp() where id = $1';
    await expect(owner.query(sealNow, [open])).rejects.toThrow('cannot be sealed');
    const closed = await createClosedDraw();
    expect(await seal()).toBe(true);
    await expect(owner.query(sealNow, [closed])).rejects.toThrow('cannot be sealed');
  });
});

test('bets do not wait for a draw that is being sealed, and a bet on that draw is refused at once', async () => {
  const sealing = await createClosedDraw();
  const open = await createDraw(database.owner);
  const player = await createPlayer(database.owner, { dep: 1_000 });
  const late = await createPlayer(database.owner, { dep: 1_000 });
  await database.owner.transact(async (tx) => {
    await tx.query('select from draw where id = $1 for update', [sealing]);
    const outcomes = await Promise.allSettled([
      placeBets(desk, player, [newTicket(open)]),
      placeBets(desk, late, [newTicket(sealing)]),
    ]);
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'draw_closed' } }]);
  });
  expect(await seal()).toBe(true);
});

test('nobody buys a ticket before sales open', async () => {
  const draw = await createDraw(database.owner);
  await database.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update draw set opens_at = clock_timestamp() + interval '10 s' where id = $1`, [draw]);
  });
  const player = await createPlayer(database.owner, { dep: 1_000 });
  await expect(placeBets(desk, player, [newTicket(draw)])).rejects.toMatchObject({ code: 'draw_not_open' });
});

test('a sealed draw cannot be changed', async () => {
  for (const table of ['commitment', 'seal', 'tree_chunk', 'reveal', 'beacon_round']) {
    await expect(database.worker.query(`delete from ${table}`)).rejects.toThrow('permission denied');
    await expect(database.owner.query(`truncate ${table} cascade`)).rejects.toThrow('history never changes');
  }
  await expect(database.owner.query('delete from tree_chunk')).rejects.toThrow('history never changes');
  await expect(database.owner.query('update seal set signature = signature')).rejects.toThrow('history never changes');
});

test('the database refuses a second seal that follows the same one', async () => {
  const [last] = await database.owner.query<{ number: number; record: Buffer; signature: Buffer }>(
    'select number, record, signature from seal order by number desc limit 1',
  );
  const draw = await createDraw(database.owner);
  const fork = Buffer.from(last!.record).fill(1, 80, 88);
  await expect(
    database.owner.query('insert into seal (number, draw_id, record, signature) values ($1, $2, $3, $4)', [
      last!.number + 1,
      draw,
      fork,
      last!.signature,
    ]),
  ).rejects.toThrow('seal_follows_once');
});
