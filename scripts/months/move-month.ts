import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, type Database } from '#database/connect.ts';
import { nameOfMonth } from '#server/reconciliation/digest-month.ts';

type Place = 'part' | 'leaving' | 'loose' | 'apart';
const tables = ['ticket', 'posting'] as const;
type Table = (typeof tables)[number];

const pauseMs = 200;

/**
 * Takes the tables of a frozen month out of `ticket` and `posting`, into the schema `years`. Nobody who bets or reads has to wait, and the views
 * `every_ticket` and `every_posting` have its rows at each moment once. Each step looks where the month is, so that it is done again
 * after a process that died, at whatever step.
 *
 * @param month its first day
 */
export async function detachMonth(db: Database, month: string): Promise<void> {
  await untilFree(() => db.query('select note_month_apart($1, true)', [month]));
  for (const table of tables) {
    const name = await nameOf(db, table, month);
    const place = await placeOf(db, table, month);
    // Neither runs in a transaction. The first waits for those who read the table, and lets everybody else go on.
    if (place === 'part') await db.query(`alter table ${table} detach partition ${name} concurrently`);
    if (place === 'leaving') await db.query(`alter table ${table} detach partition ${name} finalize`);
    if (place !== 'apart') await untilFree(() => alone(db, `alter table ${name} set schema years`));
  }
}

/** Makes the tables of a month part of `ticket` and `posting` again. Repeatable as `detachMonth` is. */
export async function attachMonth(db: Database, month: string): Promise<void> {
  for (const table of tables) {
    const place = await placeOf(db, table, month);
    if (place === 'leaving') {
      await db.query(`alter table ${table} detach partition ${await nameOf(db, table, month)} finalize`);
    }
    if (place !== 'part') await untilFree(() => db.query('select attach_month($1, $2)', [table, month]));
  }
  await untilFree(() => db.query('select note_month_apart($1, false)', [month]));
}

/**
 * Puts the tables of a month that is apart into another tablespace, while players read it. Each table is there or here, so that after a
 * process that died it is done again.
 *
 * @param month its first day
 */
export async function moveMonth(db: Database, month: string, tablespace: string): Promise<void> {
  for (const table of tables) {
    await db.query('select move_month($1, $2, $3)', [table, month, tablespace]);
    await db.query(`vacuum (freeze, analyze) years.${await nameOf(db, table, month)}`);
  }
}

async function alone(db: Database, sql: string): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query(`set local lock_timeout = '1s'`);
    await tx.query(sql);
  });
}

/**
 * Lets nobody write to a closed month, and has PostgreSQL freeze its rows. Repeatable.
 *
 * @param month its first day
 */
export async function freezeMonth(db: Database, month: string, print: (line: string) => void): Promise<void> {
  await untilFree(() => db.query('select seal_month($1)', [month]));
  // It runs in no function.
  for (const table of tables) await db.query(`vacuum (freeze, analyze) ${await nameOf(db, table, month)}`);
  await db.query('update month set frozen_at = clock_timestamp() where begins_on = $1 and frozen_at is null', [month]);
  print(`✓ ${nameOfMonth(month)} is frozen.`);
}

/** Does `work` again until its locks are free. Each try waits for a second at most, because others queue up behind a waiting lock. */
async function untilFree(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

async function nameOf(db: Database, table: Table, month: string): Promise<string> {
  const [row] = await db.query<{ name: string }>('select table_of_month($1, $2) as name', [table, month]);
  return row!.name;
}

async function placeOf(db: Database, table: Table, month: string): Promise<Place> {
  const [row] = await db.query<{ place: Place }>('select place_of_month($1, $2) as place', [table, month]);
  return row!.place;
}
