import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { betNames, betTypes, stakesOf } from '#domain/bet-types.ts';
import { arrangements, payoutOf } from '#domain/outcome.ts';
import { encodeNumbers } from '#domain/result.ts';
import type { TicketForm } from '#domain/ticket.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import {
  changeHistory,
  createDraw,
  createPlayer,
  moveDraw,
  newTicket,
  openDesk,
  ticketIdAt,
} from '#tests/support/players/play.ts';
import { keepNextExposure, placeNextPayout } from './keep-exposures.ts';
import { openMeasuring, type Measuring } from './measuring.ts';

let database: TestDatabase;
let desk: TicketDesk;
let measuring: Measuring;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  measuring = openMeasuring(database.worker);
});
afterAll(async () => {
  desk.clock.stop();
  await measuring.close();
  await database.drop();
});

async function sell(drawId: string, forms: readonly TicketForm[]): Promise<void> {
  const player = await createPlayer(database.owner, { dep: 1_000_000 });
  const tickets = forms.map((form) => newTicket(drawId, { ...form, selectedNumbers: [...form.selectedNumbers] }));
  for (let start = 0; start < tickets.length; start += 50)
    await placeBets(desk, player, tickets.slice(start, start + 50));
}

/** Its sales end when the test says so. */
const farAway = { closesIn: 3_600_000 };

/** Some tickets of each bet type. */
const forms = betNames.flatMap((name): TicketForm[] =>
  ['123456789', '942356781', '123456789'].map((numbers, index) => ({
    name,
    betAmount: stakesOf(betTypes[name])[index % 3]!,
    selectedNumbers: Array.from(numbers.slice(0, betTypes[name].slots)),
  })),
);
const results = [...arrangements(9)];

/** The payout of every result, computed ticket by ticket. */
function payoutsOf(sold: readonly TicketForm[]): number[] {
  const bets = sold.map(({ name, selectedNumbers, betAmount }) => ({
    betType: betTypes[name],
    numbers: selectedNumbers.map(Number),
    betAmount,
  }));
  return results.map((result) =>
    bets.reduce((sum, { betType, numbers, betAmount }) => sum + payoutOf(betType, numbers, betAmount, result), 0),
  );
}

const insertTicket = `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
  values (1, ${ticketIdAt()}, $1, $2, $3, $4, 0, date_trunc('milliseconds', clock_timestamp()))`;

test('a second read of a draw reads only its new tickets, and none is missed or counted twice', async () => {
  // A reading computes the payouts with and without each bet type that was sold, and here are some fifty: of both kinds, by order and not.
  const few = isLongRun ? forms : forms.filter(({ name }) => ['IziOrder', 'IziTwo', 'Izi2x'].includes(name));
  const draw = await createDraw(database.owner, farAway);
  // One continues from its book, one reads the draw as a whole beside each look, and one keeps no book.
  const anew = openMeasuring(database.worker, { anewMs: 0 });
  const once = openMeasuring(database.worker);
  onTestFinished(() => anew.close());
  onTestFinished(() => once.close());
  const whole = async () => (await once.measureDraw(draw, { isKept: false })).exposure;
  const measured = async () => {
    const { exposure } = await measuring.measureDraw(draw);
    expect((await anew.measureDraw(draw)).exposure).toEqual(exposure);
    return exposure;
  };
  expect(await measured()).toEqual(await whole());
  expect(await measured()).toEqual(await measured());
  await sell(draw, few);
  // Callers at the same time get the same answer.
  const [one, other] = await Promise.all([measuring.measureDraw(draw), measuring.measureDraw(draw)]);
  expect(other).toEqual(one);
  expect(one.exposure).toEqual(await whole());
  expect(await measured()).toEqual(one.exposure);
  // A cap's look waits for nobody's answer: it reads for itself, also where the draw is just begun with.
  const begun = openMeasuring(database.worker);
  onTestFinished(() => begun.close());
  for (const at of [measuring, begun]) {
    const slow = at.measureDraw(draw);
    await setImmediate();
    const [first, second] = await Promise.all([slow, at.measureDraw(draw, { isUrgent: true })]);
    expect(second).not.toBe(first);
    expect([first.exposure, second.exposure]).toEqual([one.exposure, one.exposure]);
  }

  // One writes and does not commit yet, while others write after it and commit.
  await database.owner.transact(async (late) => {
    await late.query(insertTicket, [draw, betTypes.IziOrder.code, 987654321, 1_000]);
    await sell(draw, few.slice(0, 5));
    expect(await measured()).toEqual(await whole());
    await sell(draw, few.slice(2, 9));
    const before = await measured();
    expect(before).toEqual(await whole());
    expect(before.tickets).toBe(few.length + 12);
  });
  const after = await measured();
  expect(after).toEqual(await whole());
  expect(after.tickets).toBe(few.length + 13);
  expect(await measured()).toEqual(after);

  // A thread that is gone takes nothing with it.
  await measuring.close();
  await sell(draw, few.slice(4, 6));
  expect(await measured()).toEqual(await whole());
  await sell(draw, few.slice(0, 1));
  expect(await measured()).toEqual(await whole());

  // A sum that would not be exact is refused, and the draw is computed again once it is gone.
  await changeHistory(database.owner, insertTicket, [draw, 2, 7, 2_000_000_000]);
  await database.owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select 1, ${ticketIdAt()}, $1, 2, 7, 2000000000, 0, now() from generate_series(1, 210)`,
    [draw],
  );
  await expect(measured()).rejects.toThrow(RangeError);
  await changeHistory(database.owner, 'delete from ticket where draw_id = $1 and stake = 2000000000', [draw]);
  expect(await measured()).toEqual(await whole());
});

describe('the exposure of a sealed draw is kept once,', () => {
  interface Kept {
    readonly seal_number: number;
    readonly tickets: number;
    readonly stakes: number;
    readonly digest: Buffer;
    readonly worst: number;
    readonly payout: number | null;
    readonly expected: number | null;
    readonly below: number | null;
    readonly equal: number | null;
    readonly place: number | null;
    readonly band: number | null;
  }

  const keep = () => keepNextExposure(database.worker, measuring);
  const place = () => placeNextPayout(database.worker, measuring);
  const read = async (draw: string): Promise<Kept | undefined> =>
    (await database.worker.query<Kept>('select * from kept_exposure where draw_id = $1', [draw]))[0];
  const alarms = async () =>
    (
      await database.owner.query<{ subject: string }>(
        `select subject from console.what_is_wrong() where kind = 'exposure_wrong'`,
      )
    ).map(({ subject }) => subject);

  async function sealSold(sold: readonly TicketForm[]): Promise<string> {
    const draw = await createDraw(database.owner, farAway);
    await sell(draw, sold);
    await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 600_000 });
    expect(await closeDueDraw(database.worker)).toBe(true);
    expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
    return draw;
  }

  async function settle(draw: string): Promise<number[]> {
    await moveDraw(database.owner, draw, { closesIn: -2, drawsIn: -1 });
    expect(await drawDueDraw(database.worker, testKeys)).toBe(true);
    while (await settleDueDraw(database.worker));
    const [drawn] = await database.worker.query<{ result: number }>('select result from draw where id = $1', [draw]);
    return Array.from(String(drawn!.result), Number);
  }

  test.each([
    ['with tickets of every bet type', forms],
    ['without IziOrder', forms.filter(({ name }) => name !== 'IziOrder')],
    ['without a ticket', []],
  ])('the payout of a sealed draw gets its place in the kept exposure: %s', async (_, sold) => {
    const draw = await sealSold(sold);
    // Processes at the same time; one died before it wrote anything.
    expect(await read(draw)).toBeUndefined();
    await Promise.all([keep(), keep(), keep()]);
    expect(await keep()).toBe(false);
    const payouts = payoutsOf(sold);
    const bytes = Buffer.alloc(16 + 8 * payouts.length);
    bytes.write('izi.exposure.v1', 'ascii');
    for (const [rank, payout] of payouts.entries()) bytes.writeBigUInt64BE(BigInt(payout), 16 + 8 * rank);
    const kept = (await read(draw))!;
    expect(kept).toMatchObject({
      tickets: sold.length,
      stakes: sold.reduce((sum, { betAmount }) => sum + betAmount, 0),
      worst: payouts.reduce((most, payout) => Math.max(most, payout)),
      digest: createHash('sha256').update(bytes).digest(),
      payout: null,
      place: null,
    });
    // There is no result before this.
    expect(await place()).toBe(false);

    const result = await settle(draw);
    const paid = payouts[results.findIndex((one) => encodeNumbers(one) === encodeNumbers(result))]!;
    const below = payouts.filter((payout) => payout < paid).length;
    const equal = payouts.filter((payout) => payout === paid).length;
    await Promise.all([place(), place(), place()]);
    expect(await place()).toBe(false);
    const placed = (await read(draw))!;
    expect(placed).toMatchObject({ payout: paid, expected: paid, below, equal });
    if (sold.length === 0) {
      expect([placed.place, placed.band]).toEqual([null, null]);
    } else {
      const [seal] = await database.owner.query<{ hash: Buffer }>('select hash from seal where draw_id = $1', [draw]);
      const chance = createHash('sha256')
        .update('izi.place.v1\0\0\0\0')
        .update(seal!.hash)
        .update(placed.digest)
        .digest();
      expect(placed.place).toBeCloseTo((below + (chance.readUIntBE(0, 6) / 2 ** 48) * equal) / 362_880, 12);
      expect(placed.band).toBe(Math.floor(placed.place! * 10) + 1);
    }
    expect(await alarms()).toEqual([]);
    // It is history now.
    await expect(
      database.owner.query('update kept_exposure set payout = payout + 1 where draw_id = $1', [draw]),
    ).rejects.toThrow('cannot change like that');
    await expect(
      database.worker.query('select place_exposure($1, $2, $2, $3, 0, 0)', [draw, paid, placed.digest]),
    ).resolves.toEqual([{ place_exposure: false }]);
  });

  test('an exposure is kept with a spread from the book that followed its sales, unless that book does not match what was sold', async () => {
    const follow = async (sold: readonly TicketForm[]) => {
      const draw = await createDraw(database.owner, farAway);
      await sell(draw, sold.slice(0, 3));
      await measuring.measureDraw(draw);
      await sell(draw, sold.slice(3));
      return draw;
    };
    // A measuring that follows no draw reads all tickets.
    const other = openMeasuring(database.worker);
    onTestFinished(() => other.close());
    const expectSpread = async (draw: string) => {
      await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 600_000 });
      expect(await closeDueDraw(database.worker)).toBe(true);
      expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
      await settle(draw);
      expect(await measuring.spreadDraw(draw)).toEqual(await other.spreadDraw(draw));
    };
    await expectSpread(await follow(forms));

    // Happens after a failover to a standby that did not have a ticket.
    const lost = await follow(forms.slice(5));
    await changeHistory(database.owner, insertTicket, [lost, 2, 7, 100]);
    await measuring.measureDraw(lost);
    await changeHistory(database.owner, 'delete from ticket where draw_id = $1 and client_id = 1', [lost]);
    await expectSpread(lost);

    // While an older transaction runs, later tickets are not in the book.
    await database.owner.transact(async (older) => {
      await older.query('select pg_current_xact_id()');
      await expectSpread(await follow(forms.slice(2)));
    });
    while (await keep());
    while (await place());
  });

  test('exposures are kept in the order of the seals, also after a process died in between, and also if the draw is voided later', async () => {
    const first = await sealSold(forms.slice(0, 2));
    const second = await sealSold(forms.slice(2, 4));
    // A thread that dies under way, and the process with it.
    const dying = openMeasuring(database.worker);
    const failed = keepNextExposure(database.worker, dying).catch((error: Error) => error.message);
    await dying.close();
    const outcome = await failed;
    await changeHistory(database.owner, `update draw set status = 'void' where id = $1`, [first]);
    expect([outcome, await keep(), await keep(), await keep()].slice(typeof outcome === 'string' ? 1 : 0)).toContain(
      true,
    );
    const [one, other] = [await read(first), await read(second)];
    expect(other!.seal_number).toBe(one!.seal_number + 1);
    await changeHistory(database.owner, `update draw set status = 'closed' where id = $1`, [first]);
    await settle(first);
    await settle(second);
    while (await place());
  });

  test('a forged payout, a ticket after the seal and a seal of other tickets are detected', async () => {
    const [forged, added, missing] = [await sealSold(forms), await sealSold(forms), await sealSold(forms)];
    // The draw is sealed before its exposure is kept, so that the seal alone knows.
    await changeHistory(database.owner, insertTicket, [missing, 2, 7, 100]);
    while (await keep());
    expect(await alarms()).toEqual([`draw ${missing}`]);
    for (const draw of [forged, added, missing]) await settle(draw);
    await changeHistory(database.owner, insertTicket, [added, betTypes.IziOrder.code, 987654321, 1_000]);
    await changeHistory(
      database.owner,
      'update draw_figure set payouts = payouts + 100 where draw_id = $1 and bet_type = 1',
      [forged],
    );
    while (await place());
    expect((await alarms()).toSorted()).toEqual([forged, added, missing].map((draw) => `draw ${draw}`).toSorted());
    const { payout, expected } = (await read(forged))!;
    expect(payout).toBe(expected! + 100);
    // An impossible payout cannot be given a place either.
    const [other] = await database.owner.query<{ id: string }>(
      `select draw_id as id from kept_exposure where placed_at is null limit 1`,
    );
    expect(other).toBeUndefined();
  });
});

describe('places over many draws', () => {
  interface Uniformity {
    readonly draws: number;
    readonly bands: number[];
    readonly statistic: number | null;
    readonly p_value: number | null;
    readonly verdict: string;
  }

  /** Draws of a day of their own, of which each has this place. */
  async function test10(day: string, places: readonly number[]): Promise<Uniformity> {
    await changeHistory(
      database.owner,
      `insert into kept_exposure (draw_id, seal_number, draws_at, tickets, stakes, sealed_tickets, sealed_stakes, digest, worst,
         placed_at, payout, expected, placed_digest, below, equal, place, band)
       select gen_random_uuid(), (select max(seal_number) from kept_exposure) + n, $1::timestamptz + n * interval '1 s', 1, 100, 1, 100,
         sha256(''), 1, now(), 1, 1, sha256(''), 0, 1, p, least(10, floor(p * 10)::integer + 1)
       from unnest($2::float8[]) with ordinality u (p, n)`,
      [day, places],
    );
    const [row] = await database.worker.query<Uniformity>(
      `select * from exposure_uniformity($1, $1::timestamptz + interval '1 day')`,
      [day],
    );
    return { ...row!, bands: row!.bands.map(Number) };
  }

  test('are evenly spread, or the test reports how unlikely they are', async () => {
    // Numbers that fill the unit evenly.
    const spread = (count: number) => Array.from({ length: count }, (_, n) => (n * 0.6180339887498949) % 1);
    expect(await test10('2031-01-01Z', [])).toMatchObject({
      draws: 0,
      statistic: null,
      p_value: null,
      verdict: 'too_few',
    });
    expect(await test10('2031-01-02Z', spread(49))).toMatchObject({ draws: 49, verdict: 'too_few' });
    expect(await test10('2031-01-03Z', spread(500))).toMatchObject({ draws: 500, verdict: 'even' });
    // An operator who has cheap results drawn more often than others.
    const cheaper = spread(500).map((place) => place ** 1.5);
    const found = await test10('2031-01-04Z', cheaper);
    expect(found.verdict).toBe('uneven');
    const expected = 50;
    const bands = Array.from(
      { length: 10 },
      (_, band) => cheaper.filter((place) => Math.floor(place * 10) === band).length,
    );
    expect(found.bands).toEqual(bands);
    expect(found.statistic).toBeCloseTo(
      bands.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0),
      9,
    );
  });

  test.each([
    [0, 1],
    [4.168, 0.9],
    [8.343, 0.5],
    [16.919, 0.05],
    [21.666, 0.01],
    [27.877, 0.001],
    [5_000, 0],
  ])('a statistic of %d with nine degrees of freedom is reached with probability %d', async (statistic, p) => {
    const [row] = await database.owner.query<{ p: number }>('select chi_square_9($1) as p', [statistic]);
    expect(row!.p).toBeCloseTo(p, 4);
  });
});
