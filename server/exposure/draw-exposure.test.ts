import { afterAll, beforeAll, expect, test } from 'vitest';
import { betNames, betTypes, stakesOf } from '#domain/bet-types.ts';
import { arrangements, payoutOf } from '#domain/outcome.ts';
import type { TicketForm } from '#domain/ticket.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import {
  changeHistory,
  createDraw,
  createPlayer,
  newTicket,
  openDesk,
  ticketIdAt,
} from '#tests/support/players/play.ts';
import { computeExposure } from './draw-exposure.ts';
import { listDrawsOnSale } from './draws-on-sale.ts';
import { presentExposure } from './present-exposure.ts';

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

async function sell(drawId: string, forms: readonly TicketForm[]): Promise<void> {
  const player = await createPlayer(database.owner, { dep: 1_000_000 });
  const tickets = forms.map((form) => newTicket(drawId, { ...form, selectedNumbers: [...form.selectedNumbers] }));
  for (let start = 0; start < tickets.length; start += 50)
    await placeBets(desk, player, tickets.slice(start, start + 50));
}

/** Some tickets of each bet type, two of them on the same selection. */
const forms = betNames.flatMap((name): TicketForm[] => {
  const { slots } = betTypes[name];
  const selections = ['123456789', '132456789', '123456789'];
  return selections.map((numbers, index) => ({
    name,
    betAmount: stakesOf(betTypes[name])[index % 3]!,
    selectedNumbers: Array.from(numbers.slice(0, slots)),
  }));
});

test('the exposure covers what is sold on this draw alone, and equals what will be paid', async () => {
  const [draw, other] = [await createDraw(database.owner), await createDraw(database.owner)];
  await sell(draw, forms);
  await sell(other, forms.slice(0, 3));
  await sell(draw, forms.slice(3, 7));
  const sold = [...forms, ...forms.slice(3, 7)];
  const bets = sold.map(({ name, selectedNumbers, betAmount }) => ({
    betType: betTypes[name],
    numbers: selectedNumbers.map(Number),
    betAmount,
  }));

  const before = Date.now();
  const { exposure, computedAt, ms, draw: exposed } = await computeExposure(database.worker, draw);
  const payouts = Array.from(arrangements(9), (result) =>
    bets.reduce((sum, { betType, numbers, betAmount }) => sum + payoutOf(betType, numbers, betAmount, result), 0),
  );
  const stakes = sold.reduce((sum, { betAmount }) => sum + betAmount, 0);
  const sorted = payouts.toSorted((one, another) => one - another);
  expect(exposure).toMatchObject({
    stakes,
    tickets: sold.length,
    worst: { payout: sorted.at(-1), count: payouts.filter((payout) => payout === sorted.at(-1)).length },
    quantiles: { '0.5': sorted[181_439], '0.99': sorted[359_251], '0.999': sorted[362_517], '0.9999': sorted[362_843] },
    lossProbability: payouts.filter((payout) => payout > stakes).length / 362_880,
  });
  expect(payouts.reduce((sum, payout) => sum + payout, 0) * exposure.mean.den).toBe(exposure.mean.num * 362_880);
  expect(exposed).toMatchObject({ id: draw, status: 'open' });
  // The database's clock and this one are the same machine's.
  expect(Math.abs(computedAt.getTime() - before)).toBeLessThan(60_000);
  expect(ms).toBeGreaterThan(0);
});

test('the data has the fields that the API promises, and no others', async () => {
  const draw = await createDraw(database.owner);
  await sell(draw, forms);
  const data = presentExposure(await computeExposure(database.worker, draw), false);
  const figures = ['stakes', 'tickets', 'mean', 'worst', 'quantiles', 'lossProbability'];
  expect(Object.keys(data)).toEqual([...figures, 'byType', 'computedAt', 'ms']);
  expect(Object.keys(data.byType)).toEqual(betNames);
  for (const each of Object.values(data.byType)) {
    expect(Object.keys(each)).toEqual([...figures, 'without']);
    expect(Object.keys(each.without)).toEqual(figures);
  }
  expect(Object.keys(data.mean)).toEqual(['num', 'den']);
  expect(Object.keys(data.worst)).toEqual(['payout', 'results', 'count']);
  expect(Object.keys(data.quantiles)).toEqual(['0.5', '0.99', '0.999', '0.9999']);
  // It crosses HTTP as JSON, so no value may be one that JSON does not have.
  expect(JSON.parse(JSON.stringify(data))).toEqual(data);
});

test('sums larger than any ticket and than 32 bits are computed exactly', async () => {
  const draw = await createDraw(database.owner);
  const { clientId } = await createPlayer(database.owner);
  await database.owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select $1, ${ticketIdAt()}, $2, 2, 7, 2000000001, 0, now() from generate_series(1, 100)`,
    [clientId, draw],
  );
  const { exposure } = await computeExposure(database.worker, draw);
  expect(exposure).toMatchObject({
    stakes: 200_000_000_100,
    tickets: 100,
    worst: { payout: 1_200_000_000_600, count: 40_320 },
  });
});

test('a draw without tickets may have to pay nothing', async () => {
  const { exposure } = await computeExposure(database.worker, await createDraw(database.owner));
  expect(exposure).toMatchObject({ stakes: 0, tickets: 0, worst: { payout: 0 } });
});

test('an unknown draw, a draw that was called off, and unknown rules have no exposure', async () => {
  const nobodys = '01234567-89ab-7cde-8f01-23456789abcd';
  await expect(computeExposure(database.worker, nobodys)).rejects.toMatchObject({
    name: 'NoExposure',
    reason: 'unknown',
  });
  const draw = await createDraw(database.owner);
  await sell(draw, forms.slice(0, 2));
  await changeHistory(database.owner, `update draw set rules = 'izi-2' where id = $1`, [draw]);
  await expect(computeExposure(database.worker, draw)).rejects.toMatchObject({ reason: 'rules' });
  await changeHistory(database.owner, `update draw set rules = 'izi-1', status = 'void' where id = $1`, [draw]);
  await expect(computeExposure(database.worker, draw)).rejects.toMatchObject({ reason: 'void' });
});

test('draws on sale are ordered by their close; closed draws and draws not yet open are left out', async () => {
  const near = await createDraw(database.owner, { closesIn: 600_000 });
  const far = await createDraw(database.owner, { closesIn: 900_000 });
  const nearest = await createDraw(database.owner, { closesIn: 300_000 });
  const closed = await createDraw(database.owner, { closesIn: -5_000, drawsIn: 60_000 });
  const unopened = await createDraw(database.owner, { opensIn: 600_000, closesIn: 700_000 });
  // Draws of other tests may be on sale before these.
  const listed = await listDrawsOnSale(database.worker, 100);
  const mine = [near, far, nearest, closed, unopened];
  expect(listed.filter((id) => mine.includes(id))).toEqual([nearest, near, far]);
  expect(await listDrawsOnSale(database.worker, 1)).toHaveLength(1);
});
