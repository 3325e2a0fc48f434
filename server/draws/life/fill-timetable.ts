import { setImmediate as nextTurn } from 'node:timers/promises';
import { readClock } from '#database/clock.ts';
import type { Database, Queryable } from '#database/connect.ts';
import { currentRules } from '#domain/draw.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { drawTimesBy, type DrawTimes, type Timetable, type TimetableVersion } from '#domain/timetable.ts';
import { holdTimetable, openTimetable } from '#server/draws/timetable.ts';
import { commitDraw, type CommittedDraw } from '#server/fair-draw/commit-draw.ts';
import type { DrawKeys } from '#server/fair-draw/draw-keys.ts';
import { findNewestSigner } from '#server/fair-draw/operator-keys.ts';

export interface TimetablePlan {
  /** The settings for the first version of the timetable. Later versions are the operators'. */
  readonly timetable: Timetable;
  readonly daysAhead: number;
  readonly keys: DrawKeys;
  /** The beacon of new draws; null for none. */
  readonly chain: BeaconChain | null;
  readonly patienceHours: number;
  /** How long the first of the new draws is on sale at least, in milliseconds. */
  readonly onSaleFor?: number;
}

const day = 24 * 60 * 60 * 1_000;

/** Signing this many takes some milliseconds, so a process that also answers calls is not blocked for long. */
const drawsAtOnce = 60;

/**
 * How long a new draw is public before its sales open. Its row and its commitment become visible in one commit, so no
 * ticket is sold before the commitment is public, even where the commit takes longer.
 */
const publicBeforeSalesMs = 250;

/**
 * Makes the missing draws of the days ahead, soonest first, by the versions of the timetable in the database. Two processes
 * may do it at the same time: a moment has only one draw, and the second insert does nothing. Where a new version comes
 * meanwhile, it stops: the next call goes by the new one.
 *
 * @param signal ends the work between two statements
 * @returns how many draws it made
 */
export async function fillTimetable(db: Database, plan: TimetablePlan, signal?: AbortSignal): Promise<number> {
  const { keys, chain, patienceHours } = plan;
  const versions = await openTimetable(db, plan.timetable);
  const missing = await findMissing(db, versions, plan);
  const signer = await findNewestSigner(db, keys);
  let made = 0;
  for (let start = 0; start < missing.length; start += drawsAtOnce) {
    if (signal?.aborted) break;
    const opensAt = (await readClock(db)).getTime() + publicBeforeSalesMs;
    const draws = missing
      .slice(start, start + drawsAtOnce)
      .filter((times) => times.closesAt > opensAt)
      .map((times) => commitDraw({ ...times, opensAt, rules: currentRules, patienceHours }, keys, chain, signer));
    const inserted = await db.transact(async (tx) =>
      (await holdTimetable(tx)) === versions.at(-1)!.number ? insertDraws(tx, draws, chain) : null,
    );
    if (inserted === null) break;
    made += inserted.length;
  }
  return made;
}

/**
 * Searches all days ahead again, because the timetable may have become denser since it was filled. Leaves out draws that
 * could not be sold any more.
 */
async function findMissing(
  db: Queryable,
  versions: readonly TimetableVersion[],
  { daysAhead, onSaleFor = 0 }: TimetablePlan,
): Promise<DrawTimes[]> {
  const now = (await readClock(db)).getTime();
  const there = await db.query<{ draws_at: Date }>('select draws_at from draw where draws_at > $1', [new Date(now)]);
  const moments = new Set(there.map((draw) => draw.draws_at.getTime()));
  const end = now + daysAhead * day;
  const missing: DrawTimes[] = [];
  for (let start = now; start < end; start += day) {
    const times = drawTimesBy(versions, start, Math.min(start + day, end));
    missing.push(...times.filter(({ drawsAt, closesAt }) => closesAt > now + onSaleFor && !moments.has(drawsAt)));
    // Computing a day of draws takes some milliseconds, so other work gets a turn in between.
    await nextTurn();
  }
  return missing;
}

/** @returns the ids of those whose moment had no draw yet */
export async function insertDraws(
  db: Queryable,
  draws: readonly CommittedDraw[],
  chain: BeaconChain | null,
): Promise<string[]> {
  const made = await db.query<{ draw_id: string }>(
    `with line as materialized (
       select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[],
                            $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bigint[],
                            $12::integer[], $13::bytea[], $14::bytea[])
         as l (id, draws_at, opens_at, closes_at, rules, record, commitment, signature, secrets, beacon_round,
               patience_hours, operator_key, salt_key)
     ), made as (
       insert into draw (id, draws_at, opens_at, closes_at, rules)
       select id, to_timestamp(draws_at / 1000.0), to_timestamp(opens_at / 1000.0), to_timestamp(closes_at / 1000.0), rules
       from line
       on conflict (draws_at) do nothing returning id
     ), salted as (
       insert into draw_salt (draw_id, salt_key) select l.id, l.salt_key from line l join made m on m.id = l.id
     )
     insert into commitment
       (draw_id, record, commitment, signature, secrets, beacon_chain, beacon_round, patience_hours, operator_key)
     select l.id, l.record, l.commitment, l.signature, l.secrets,
       case when l.beacon_round is not null then $11::bytea end, l.beacon_round, l.patience_hours,
       l.operator_key
     from line l join made m on m.id = l.id
     returning draw_id`,
    [
      draws.map((draw) => draw.drawId),
      draws.map((draw) => draw.drawsAt),
      draws.map((draw) => draw.opensAt),
      draws.map((draw) => draw.closesAt),
      draws.map((draw) => draw.rules),
      draws.map((draw) => draw.record),
      draws.map((draw) => draw.commitment),
      draws.map((draw) => draw.signature),
      draws.map((draw) => draw.secrets),
      draws.map((draw) => draw.beaconRound),
      chain?.hash ?? null,
      draws.map((draw) => draw.patienceHours),
      draws.map((draw) => draw.operatorKey),
      draws.map((draw) => draw.saltKey),
    ],
  );
  return made.map((row) => row.draw_id);
}
