import { randomBytes, randomUUID } from 'node:crypto';
import type { NewTicket } from '#contract/bets.ts';
import { followClock } from '#database/clock.ts';
import type { Database, Queryable } from '#database/connect.ts';
import { currentRules } from '#domain/draw.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { commitDraw } from '#server/fair-draw/commit-draw.ts';
import { insertDraws } from '#server/draws/life/fill-timetable.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { encodeNumbers } from '#domain/result.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { rememberDrawTimes } from '#server/draws/read/draw-times.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { createIntake, defaultIntakeLimits, type IntakeLimits } from '#server/tickets/intake.ts';
import type { TicketDesk } from '#server/tickets/place-bets.ts';
import { countInFile } from '#tests/support/count-in-file.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { ampleLimit } from '#tests/support/patience.ts';

/** The product's limits, with more time. */
export const intakeLimits: IntakeLimits = {
  ...defaultIntakeLimits,
  maxWaitMs: ampleLimit(defaultIntakeLimits.maxWaitMs),
  maxBusyMs: ampleLimit(defaultIntakeLimits.maxBusyMs),
};

/** The desk that takes bets, on a test's own database. */
export async function openDesk({ db }: TestDatabase): Promise<TicketDesk> {
  const clock = await followClock(db);
  return {
    db,
    clock,
    intake: createIntake(db, intakeLimits),
    drawTimes: rememberDrawTimes(db),
    timeZone: 'Africa/Abidjan',
  };
}

const day = 24 * 60 * 60 * 1_000;
const nextClient = countInFile();

/** For a worker that creates no draws. */
export const emptyTimetable = {
  timetable: { everyMinutes: 60, closeSecondsBefore: 30, timeZone: 'UTC' },
  daysAhead: 0,
  patienceHours: 24,
} as const;

/** A client with a wallet and this much money in it; without the sign-in data, which bets do not need. */
export async function createPlayer(owner: Queryable, { dep = 0, win = 0 } = {}): Promise<SignedIn> {
  const clientId = nextClient();
  await owner.query('select open_wallet($1)', [clientId]);
  await credit(owner, clientId, 'client_dep', dep);
  await credit(owner, clientId, 'client_win', win);
  return { clientId, sessionId: randomUUID(), confirmed: true, phone: `+22507${String(clientId).padStart(8, '0')}` };
}

async function credit(owner: Queryable, clientId: number, to: string, amount: number): Promise<void> {
  if (amount === 0) return;
  await owner.query(`select post_adjustment($1, $2, 'adjustment', $3, $4)`, [clientId, randomUUID(), to, amount]);
}

interface DrawTiming {
  /** Relative to the database's clock, in milliseconds; negative for the past. */
  readonly closesIn?: number;
  readonly drawsIn?: number;
  /** By default a day ago. */
  readonly opensIn?: number;
}

/** How long a draw waits for its beacon, unless the test gives another time. */
const usualPatience = 24;

interface DrawPlan extends DrawTiming {
  readonly patienceHours?: number;
}

/** A draw that is open until its close. When another draw has the same moment, it is a millisecond later. */
export async function createDraw(
  owner: Queryable,
  { closesIn = 60_000, drawsIn = closesIn + 10_000, ...terms }: DrawPlan = {},
  chain: BeaconChain | null = null,
): Promise<string> {
  const [id] = await createDraws(owner, [{ ...terms, closesIn, drawsIn }], chain);
  return id ?? createDraw(owner, { ...terms, closesIn, drawsIn: drawsIn + 1 }, chain);
}

/**
 * Creates many draws at once, with commitments as the timetable's draws have; a moment that has a draw already is left out.
 *
 * @param from the time that the timings count from, in milliseconds since 1970; by default the database's clock
 */
export async function createDraws(
  owner: Queryable,
  timings: readonly (DrawPlan & Required<Pick<DrawTiming, 'closesIn' | 'drawsIn'>>)[],
  chain: BeaconChain | null = null,
  from?: number,
): Promise<string[]> {
  const now = from ?? (await readClock(owner));
  const draws = timings.map(({ closesIn, drawsIn, opensIn = -day, patienceHours = usualPatience }) =>
    commitDraw(
      { opensAt: now + opensIn, closesAt: now + closesIn, drawsAt: now + drawsIn, rules: currentRules, patienceHours },
      testKeys,
      chain,
    ),
  );
  // Ids begin with the moment of the draw.
  return (await insertDraws(owner, draws, chain)).toSorted();
}

/** The database's time, in milliseconds since 1970. */
export async function readClock(owner: Queryable): Promise<number> {
  const [clock] = await owner.query<{ now: Date }>('select clock_timestamp() as now');
  return clock!.now.getTime();
}

/** Moves a draw's times, which its trigger forbids, so that a test does not have to wait. */
export async function moveDraw(
  owner: Database,
  drawId: string,
  { closesIn = 0, drawsIn = 0 }: DrawTiming,
): Promise<void> {
  await changeHistory(
    owner,
    `update draw set closes_at = clock_timestamp() + $2 * interval '1 ms', draws_at = clock_timestamp() + $3 * interval '1 ms'
     where id = $1`,
    [drawId, closesIn, drawsIn],
  );
}

/** Puts a draw into the state drawn with this result, as if its time had come. */
export async function drawWithResult(owner: Database, drawId: string, result: readonly number[]): Promise<void> {
  await changeHistory(
    owner,
    `update draw set status = 'drawn', result = $2, closed_at = now(), sealed_at = now(), drawn_at = now(),
       closes_at = now() - interval '20 s', draws_at = now() - interval '10 s' where id = $1`,
    [drawId, encodeNumbers(result)],
  );
}

/** SQL: a new id of a ticket, as a client makes it at a moment. */
export const ticketIdAt = (moment = 'clock_timestamp()') =>
  `overlay(gen_random_uuid()::text placing left(first_id_at(${moment})::text, 13) from 1 for 13)::uuid`;

/**
 * Makes all tickets older, by their ids too, with what was posted for them and is due to them.
 *
 * @param tx a transaction in which triggers are off
 * @param hours may be a part of one
 */
export async function moveTickets(tx: Queryable, hours: number): Promise<void> {
  const older = (id: string) =>
    `(lpad(to_hex(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint - ${hours * 3_600_000}), 12, '0')
      || substr(${id}::text, 15))::uuid`;
  await tx.query(`update ticket set id = ${older('id')}, accepted_at = accepted_at - interval '1 hour' * ${hours}`);
  await tx.query(`update due set ticket_id = ${older('ticket_id')}`);
  for (const table of ['posting', 'posted_once']) {
    await tx.query(`update ${table} set reference = ${older('reference')} where kind in ('bet', 'payout', 'refund')`);
  }
}

/** Changes what triggers protect. They are disabled in this transaction only, because other sessions may be at work. */
export async function changeHistory(owner: Database, sql: string, params: readonly unknown[]): Promise<void> {
  await owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(sql, params);
  });
}

/** A valid ticket, except for what the test changes. */
export function newTicket(drawId: string, ticket: Partial<NewTicket> = {}): NewTicket {
  const name: BetName = ticket.name ?? 'IziOne';
  const { slots, minStake } = betTypes[name];
  return {
    id: uuidv7(Date.now(), randomBytes(10)),
    name,
    drawId,
    betAmount: minStake,
    selectedNumbers: ['1', '2', '3', '4', '5', '6', '7', '8', '9'].slice(0, slots),
    ...ticket,
  };
}
