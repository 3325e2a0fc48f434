import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/connect.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { selectDraws, drawPresenter, type DrawRow } from '#server/draws/draw.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { write } from '#server/words/languages.ts';
import { createIntake } from '#server/tickets/intake.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { TestOperator } from '#tests/support/operator/operators.ts';
import { makeDemoOperator } from '#tests/support/operator/requests.ts';
import {
  createDraw,
  createPlayer,
  moveDraw,
  newTicket,
  openDesk,
  intakeLimits,
  ticketIdAt,
} from '#tests/support/players/play.ts';
import { computeExposure } from './draw-exposure.ts';
import { capFigures } from './cap-figures.ts';
import { openMeasuring, type Measuring } from './measuring.ts';
import { createCapWatch } from './watch-caps.ts';

let database: TestDatabase;
let desk: TicketDesk;
let risk: TestOperator;
/** Two processes that look. */
let looks: readonly [Measuring, Measuring];
const failures: unknown[] = [];
const log = { warn: () => {}, error: (error: unknown) => void failures.push(error) };
const going = new AbortController().signal;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  risk = await makeDemoOperator(database, ['risk']);
  looks = [openMeasuring(database.worker), openMeasuring(database.worker)];
});
afterEach(() => expectBooksBalance(database.owner));
afterAll(async () => {
  await Promise.all(looks.map((each) => each.close()));
  desk.clock.stop();
  await database.drop();
});

/** Looks at all draws that have a cap, although none may be due yet. */
async function lookNow(process: 0 | 1 = 0, db: Database = database.worker): Promise<void> {
  await database.owner.query(`update exposure_look set due_at = '-infinity'`);
  while (await createCapWatch({ db, log, measuring: looks[process] }).step(going));
}

async function setCap(drawId: string, name: BetName | null, amount: number, measure = 'worst'): Promise<void> {
  const [row] = await database.console.query<{ outcome: string }>(
    `select outcome from console.lower_cap($1, $2, $3, $4, $5, 'A test')`,
    [risk.token, drawId, name && betTypes[name].code, measure, amount],
  );
  expect(row).toEqual({ outcome: 'lowered' });
}

interface StopRow {
  readonly bet_type: number | null;
  readonly stopped_at: Date;
  readonly ended_at: Date | null;
}

const pausesOf = (drawId: string) =>
  database.owner.query<StopRow>(
    'select bet_type, stopped_at, ended_at from sales_stop where draw_id = $1 and cap_id is not null order by stopped_at',
    [drawId],
  );
const openPausesOf = async (drawId: string) =>
  (await pausesOf(drawId)).filter(({ ended_at }) => ended_at === null).map(({ bet_type }) => bet_type);

/** How a checkout is refused; null where it is placed. */
const refusal = (player: SignedIn, tickets: ReturnType<typeof newTicket>[], at = desk) =>
  placeBets(at, player, tickets).then(
    () => null,
    (error: Refusal) => error,
  );

const { IziTwo, IziOne, IziOrder } = betTypes;

/** The largest payout of a draw, for a bet type or for all; computed from nothing. */
async function mostOf(drawId: string, name?: BetName): Promise<number> {
  const { exposure } = await computeExposure(database.worker, drawId);
  return (name ? exposure.byType[name] : exposure).worst.payout;
}

test('each look adds new tickets, and a ticket that is committed long after it was accepted is not missed', async () => {
  const draw = await createDraw(database.owner, { closesIn: 250_000 });
  const player = await createPlayer(database.owner, { dep: 1_000_000 });
  const look = async (process: 0 | 1, isKept: boolean) =>
    capFigures((await looks[process].measureDraw(draw, { isUrgent: true, isKept })).exposure);
  const expectExact = async () => {
    const figures = await look(0, true);
    const { exposure } = await computeExposure(database.worker, draw);
    expect(figures).toMatchObject({ worst: exposure.worst.payout, p9999: exposure.quantiles['0.9999'] });
    for (const [name, { tickets, worst, without }] of Object.entries(exposure.byType)) {
      const figure = figures.byType[betTypes[name as BetName].code];
      if (tickets === 0) expect(figure).toBeUndefined();
      else expect(figure).toMatchObject({ worst: worst.payout, without: { worst: without.worst.payout } });
    }
    return figures.worst;
  };
  expect(await look(0, true)).toEqual({ worst: 0, p9999: 0, byType: {} });
  await placeBets(desk, player, [newTicket(draw), newTicket(draw, { name: 'IziOrder' })]);
  const [other] = [await createPlayer(database.owner, { dep: 1_000 })];
  const late = newTicket(draw, { name: 'IziTwo' });
  await database.worker.transact(async (tx) => {
    await tx.query(`select answer from place_checkouts($1, $2, $3, $4, $5, $6, '{21}', '{100}')`, [
      [other.clientId],
      [draw],
      [other.clientId],
      [late.id],
      [draw],
      [IziTwo.code],
    ]);
    // Looks continue while it is not committed, with other bets before and after them.
    for (let round = 0; round < 3; round++) {
      await look(0, true);
      await placeBets(desk, player, [newTicket(draw, { name: 'Izi3x' })]);
    }
  });
  await expectExact();
  // From nothing, and not kept.
  expect((await look(1, false)).worst).toBe(await mostOf(draw));
});

test('10,000 bets compete for a cap, with two watching processes: accepted bets stand, and the cap is not reached', async () => {
  const draw = await createDraw(database.owner, { closesIn: 280_000 });
  // These act like three processes that take bets.
  const desks = [desk, ...[0, 1].map(() => ({ ...desk, intake: createIntake(database.worker, intakeLimits) }))];
  const [first] = [await createPlayer(database.owner, { dep: 1_000 })];
  await placeBets(desk, first, [newTicket(draw, { name: 'IziTwo' })]);
  const one = await mostOf(draw);
  // A tenth of it is left when it pauses: 400 bets.
  const cap = one * 4_000;
  await setCap(draw, 'IziTwo', cap);

  // Each player waits for a look before the next checkout, so that between two looks less is sold than that tenth: 200 bets. The
  // bets that a look lets go race with the next look, and with the pause that it makes.
  const [checkouts, tickets, players] = [1_000, 10, 20];
  const state = { sold: 1, refused: 0, isOver: false };
  const waiting: (() => void)[] = [];
  const playing = Array.from({ length: players }, async (_, index) => {
    const player = await createPlayer(database.owner, { dep: 10_000_000 });
    for (const _ of Array.from({ length: checkouts / players })) {
      if (!state.isOver) await new Promise<void>((go) => waiting.push(go));
      const basket = Array.from({ length: tickets }, () => newTicket(draw, { name: 'IziTwo' }));
      const error = await refusal(player, basket, desks[index % desks.length]!);
      if (error === null) {
        state.sold += tickets;
        continue;
      }
      expect(error.code).toBe('sales_stopped');
      expect(error.errors?.map(({ id }) => id)).toEqual(basket.map(({ id }) => id));
      expect(write(error.errors![0]!.message, 'fr')).toBe(
        'Ce tirage n’accepte plus de paris de ce type. Choisissez un autre tirage.',
      );
      state.refused += tickets;
      state.isOver = true;
    }
  });
  const played = Promise.all(playing).then(() => true);
  do {
    for (const go of waiting.splice(0)) go();
    await Promise.all([lookNow(0), lookNow(1)]);
  } while (!(await Promise.race([played, Promise.resolve(false)])));
  const { sold, refused } = state;

  expect(sold + refused).toBe(checkouts * tickets + 1);
  expect(refused).toBeGreaterThan(0);
  const pauses = await pausesOf(draw);
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toMatchObject({ bet_type: IziTwo.code, ended_at: null });
  const [stored] = await database.owner.query<{ tickets: number; late: number }>(
    'select count(*) as tickets, count(*) filter (where accepted_at > $2) as late from ticket where draw_id = $1',
    [draw, pauses[0]!.stopped_at],
  );
  expect(stored).toEqual({ tickets: sold, late: 0 });
  const exposure = await mostOf(draw, 'IziTwo');
  expect(exposure).toBe(sold * one);
  expect(exposure).toBeGreaterThanOrEqual(cap * 0.9);
  expect(exposure).toBeLessThan(cap);
  // Nothing else is paused: no other bet type, and no other draw.
  expect(await refusal(first, [newTicket(draw)])).toBeNull();
  expect(failures).toEqual([]);
  // At the close it is what it was.
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  while (await closeDueDraw(database.worker));
  expect(await mostOf(draw, 'IziTwo')).toBe(exposure);
  expect((await pausesOf(draw))[0]!.ended_at).not.toBeNull();
});

test('a cap on a whole draw pauses the bet type that contributes most, and near the cap all bet types', async () => {
  const draw = await createDraw(database.owner, { closesIn: 200_000 });
  const player = await createPlayer(database.owner, { dep: 10_000_000 });
  const buy = (name: BetName, betAmount: number) => placeBets(desk, player, [newTicket(draw, { name, betAmount })]);
  await buy('IziOne', 10_000);
  await buy('IziTwo', 10_000);
  // 60,000 and 240,000 in the same results: 89 % of the cap.
  await setCap(draw, null, 337_000);
  await lookNow();
  expect(await openPausesOf(draw)).toEqual([]);
  await buy('IziOne', 600);
  // A worker that dies between computing and writing has written nothing; the next one writes.
  const dies = { ...database.worker, query: refuseToKeep(database.worker) } as Database;
  await expect(lookNow(0, dies)).rejects.toThrow('could not be read');
  expect(await openPausesOf(draw)).toEqual([]);
  await lookNow(1);
  expect(await openPausesOf(draw)).toEqual([IziTwo.code]);
  // A bet type that is paused is not paused again, and nothing else is.
  await lookNow(0);
  expect(await openPausesOf(draw)).toEqual([IziTwo.code]);
  // Then 95 %.
  await buy('IziOne', 2_800);
  await lookNow(1);
  expect(await openPausesOf(draw)).toEqual([IziTwo.code, null]);
  expect((await refusal(player, [newTicket(draw)]))?.code).toBe('sales_stopped');

  const present = drawPresenter('Africa/Abidjan');
  const [row] = await database.worker.query<DrawRow>(`${selectDraws} where d.id = $1`, [draw]);
  expect(present(row!, 'en').stops).toEqual([
    expect.objectContaining({ name: 'IziTwo', cause: 'cap', sentence: expect.stringContaining('no more bets') }),
    expect.objectContaining({ name: null, cause: 'cap' }),
  ]);
  expect(present(row!, 'fr').stops[0]!.sentence).toMatch(/^Ce tirage n’accepte plus/);
});

/** Acts like a process that dies between computing and writing. */
function refuseToKeep(db: Database): Database['query'] {
  return ((query: unknown, values?: unknown[]) =>
    String(query).includes('keep_exposure_look')
      ? Promise.reject(new Error('killed'))
      : db.query(query as string, values)) as Database['query'];
}

test('a draw that cannot be computed raises an alarm and does not stop the others; a pause raises one too', async () => {
  const watch = () => database.worker.query('select kind, subject from console.watch()');
  const alarms = async () => {
    const open = await database.owner.query<{ kind: string; subject: string }>(
      `select kind, subject from console.alarm where closed_at is null and kind like 'exposure%'`,
    );
    return open.map(({ kind, subject }) => `${kind} of ${subject}`);
  };
  // The one that fails closes first.
  const bad = await createDraw(database.owner, { closesIn: 250_000 });
  const good = await createDraw(database.owner, { closesIn: 270_000 });
  const player = await createPlayer(database.owner, { dep: 100_000 });
  await placeBets(desk, player, [newTicket(good, { name: 'IziOrder' })]);
  // More than can be computed to the franc.
  await database.owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select $1, ${ticketIdAt()}, $2, $3, 7, 2000000000, 0, now() - interval '1 min' from generate_series(1, 300)`,
    [player.clientId, bad, IziOne.code],
  );
  await setCap(bad, null, 1_000);
  await setCap(good, 'IziOrder', 1_000, 'worst');
  await expect(lookNow()).rejects.toThrow('1 exposures could not be read');
  expect(await openPausesOf(good)).toEqual([IziOrder.code]);
  expect(await openPausesOf(bad)).toEqual([]);
  await watch();
  expect(await alarms()).toContain(`exposure_over_cap of draw ${good}`);
  expect(await alarms()).not.toContain(`exposure_over_cap of draw ${bad}`);
  expect(await alarms()).not.toContain('exposure_unknown of draws');
  // The cap is two minutes old.
  await database.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update exposure_cap set set_at = set_at - interval '2 min' where draw_id = $1`, [bad]);
    // Its tickets have no postings.
    await tx.query('delete from ticket where draw_id = $1', [bad]);
  });
  await watch();
  expect(await alarms()).toContain('exposure_unknown of draws');
  await lookNow();
  await watch();
  expect(await alarms()).not.toContain('exposure_unknown of draws');
});
