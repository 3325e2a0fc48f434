import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BetSums, NewTicket } from '#contract/bets.ts';
import { mostDrawsSummed } from '#contract/calls/bets.ts';
import { uuidv7 } from '#domain/uuid.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { countRows } from '#tests/support/database/plan.ts';
import {
  createDraw,
  createPlayer,
  drawWithResult,
  moveDraw,
  newTicket,
  openDesk,
} from '#tests/support/players/play.ts';
import { placeBets, type TicketDesk } from './place-bets.ts';
import { sumBets } from './sum-bets.ts';

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

const result = Array.from('491728536', Number);
const settleAll = async () => {
  while (await settleDueDraw(database.worker));
};

async function placeAll(player: SignedIn, tickets: readonly NewTicket[]): Promise<void> {
  for (let start = 0; start < tickets.length; start += 50)
    await placeBets(desk, player, tickets.slice(start, start + 50));
}

/** The places as digits of the result, for easy reading: `4-1------`. */
function read({ places, ...sums }: BetSums) {
  return { ...sums, places: places && result.map((number, place) => (places[place] ? number : '-')).join('') };
}

test('nine tickets that paid 600 of 900 are one line: stakes, payout, and the places that made them pay', async () => {
  const player = await createPlayer(database.owner, { dep: 10_000 });
  const other = await createPlayer(database.owner, { dep: 10_000 });
  const draw = await createDraw(database.owner);
  const nine = Array.from('123456789', (number) => newTicket(draw, { betAmount: 100, selectedNumbers: [number] }));
  await placeAll(player, nine);
  await placeAll(other, [newTicket(draw, { name: 'IziABC', betAmount: 200, selectedNumbers: ['1'] })]);
  const sums = () => sumBets(database.db, player.clientId, [draw]);
  expect(await sums()).toEqual([{ drawId: draw, tickets: 9, staked: 900, paid: null, places: null }]);

  await drawWithResult(database.owner, draw, result);
  expect((await sums()).map(read)).toEqual([
    { drawId: draw, tickets: 9, staked: 900, paid: null, places: '4--------' },
  ]);
  await settleAll();
  expect((await sums()).map(read)).toEqual([{ drawId: draw, tickets: 9, staked: 900, paid: 600, places: '4--------' }]);
  expect((await sumBets(database.db, other.clientId, [draw])).map(read)).toEqual([
    { drawId: draw, tickets: 1, staked: 200, paid: 400, places: '--1------' },
  ]);
});

test.each([
  ['IziOrder', '419728563', '47285'],
  ['IziOrder', '419827365', ''],
  ['IziOne', '4', '4'],
  ['IziOne', '9', ''],
  ['IziTwo', '91', ''],
  ['IziTwo', '94', '49'],
  ['IziABC', '1', '1'],
  ['Izi2x', '146', '41'],
  ['Izi3x', '194', '491'],
] as const)('%s %s pays because of the places of %s', async (name, numbers, hit) => {
  const player = await createPlayer(database.owner, { dep: 1_000 });
  const draw = await createDraw(database.owner);
  await placeAll(player, [newTicket(draw, { name, selectedNumbers: Array.from(numbers) })]);
  await drawWithResult(database.owner, draw, result);
  const [sums] = await sumBets(database.db, player.clientId, [draw]);
  expect(read(sums!).places!.replaceAll('-', '')).toBe(hit);
});

test('the sums of many draws cover all tickets, more than one page of them', async () => {
  const player = await createPlayer(database.owner, { dep: 200_000 });
  const draws: string[] = [];
  for (let index = 0; index < 6; index++) {
    const draw = await createDraw(database.owner);
    draws.push(draw);
    const tickets = Array.from({ length: 40 }, (_, number) =>
      newTicket(draw, { betAmount: 100, selectedNumbers: [String((number % 9) + 1)] }),
    );
    await placeAll(player, tickets);
  }
  // Settled, drawn, called off, and still on sale.
  for (const draw of draws.slice(0, 3)) await drawWithResult(database.owner, draw, result);
  await settleAll();
  await drawWithResult(database.owner, draws[3]!, result);
  await moveDraw(database.owner, draws[4]!, { closesIn: -20_000, drawsIn: -10_000 });
  while ((await closeDueDraw(database.worker)) || (await voidLostDraw(database.worker)));

  const unplayed = await createDraw(database.owner);
  const sums = await sumBets(database.db, player.clientId, [...draws, unplayed, randomUUID()]);
  expect(sums.map(({ drawId }) => drawId).toSorted()).toEqual(draws.toSorted());
  for (const [index, draw] of draws.entries()) {
    const { tickets, staked, paid } = sums.find(({ drawId }) => drawId === draw)!;
    // Four is tried five times by forty tickets, and pays six times the stake.
    const expected = index < 3 ? 5 * 600 : index === 4 ? 4_000 : null;
    expect({ tickets, staked, paid }).toEqual({ tickets: 40, staked: 4_000, paid: expected });
  }
});

test('a ticket made long before it was placed is found, and tickets of other weeks are not read', async () => {
  const player = await createPlayer(database.owner, { dep: 100_000 });
  const draw = await createDraw(database.owner, { opensIn: -1_000, closesIn: 60_000 });
  const minute = 60_000;
  // The oldest and the newest that the desk takes.
  const made = [Date.now() - 24 * 60 * minute + minute, Date.now() + 4 * minute];
  await placeAll(
    player,
    made.map((at) => newTicket(draw, { id: uuidv7(at, randomBytes(10)) })),
  );
  expect(await sumBets(database.db, player.clientId, [draw])).toMatchObject([{ tickets: 2, staked: 200 }]);

  const older = Array.from({ length: 2_000 }, (_, n) =>
    uuidv7(Date.now() - (3 + (n % 300)) * 24 * 60 * minute, randomBytes(10)),
  );
  await database.owner.query(
    `insert into ticket select $1, id, gen_random_uuid(), 2, 5, 100, 0, now() from unnest($2::uuid[]) id`,
    [player.clientId, older],
  );
  await database.owner.query('analyze ticket');
  let rows = 0;
  await sumBets(
    countRows(database.db, (counted) => (rows += counted)),
    player.clientId,
    [draw],
  );
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(50);
});

test('the largest number of draws in one call is answered', async () => {
  const player = await createPlayer(database.owner);
  const many = Array.from({ length: mostDrawsSummed }, () => randomUUID());
  expect(await sumBets(database.db, player.clientId, many)).toEqual([]);
});
