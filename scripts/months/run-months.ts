import type { Database } from '#database/connect.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { withDatabase } from '#scripts/database/find-database.ts';
import { closeMonth, readClosedMonths, readMonthToClose, type Refusal } from '#server/reconciliation/close-month.ts';
import { dayOfMonth, nameOfMonth } from '#server/reconciliation/digest-month.ts';
import { version } from '#server/version.ts';
import { checkMonths } from './check-months.ts';
import { attachMonth, detachMonth, freezeMonth, moveMonth } from './move-month.ts';
import { verifyMonthFile } from './verify-file.ts';
import { writeMonthFile } from './write-file.ts';

type Print = (line: string) => void;

interface Run {
  readonly db: Database;
  readonly month: string | undefined;
  /** A folder, or the name of a tablespace. */
  readonly place: string | undefined;
  readonly print: Print;
}

interface Act {
  readonly needsMonth: boolean;
  readonly place?: 'may be named' | 'has to be named';
  readonly does: string;
  /** @returns the exit code */
  readonly run: (run: Run) => Promise<number>;
}

/** Each reads a month once, which blocks nobody. */
const statementTimeoutMs = 4 * 60 * 60 * 1_000;

const acts: Readonly<Record<string, Act>> = {
  list: { needsMonth: false, does: 'says of each month how it stands', run: list },
  close: { needsMonth: false, does: 'closes the months that are over; a worker does it by itself', run: closeAll },
  freeze: {
    needsMonth: true,
    does: 'lets nobody write to a closed month, and has PostgreSQL freeze its rows',
    run: freeze,
  },
  file: {
    needsMonth: true,
    place: 'may be named',
    does: 'writes a frozen month to a file, here or in that folder, and reads it back',
    run: writeFile,
  },
  detach: { needsMonth: true, does: 'takes a frozen month out of the tables that bets write to', run: detach },
  attach: { needsMonth: true, does: 'makes it part of them again', run: attach },
  move: {
    needsMonth: true,
    place: 'has to be named',
    does: 'puts a month that is out of them into that tablespace, as on a slower disk',
    run: move,
  },
  check: { needsMonth: false, does: 'reads closed months again, or the one that is named', run: check },
  keep: {
    needsMonth: false,
    does: 'freezes closed months, and reads some of them again: for a timer that runs each day',
    run: keep,
  },
};

const usage = [
  ...Object.entries(acts).map(
    ([name, { needsMonth, does, place }]) =>
      `npm run months -- ${`${name}${needsMonth ? ' 2026-10' : ''}${place === 'has to be named' ? ' <name>' : ''}`.padEnd(19)}  ${does}`,
  ),
  'A month is named as 2026-10; before is all that came before the first month.',
].join('\n');

/**
 * Works on the months of the database that the settings name: `DATABASE_OWNER_URL`, else `DATABASE_URL`, else the embedded one in `DATA_DIR`.
 *
 * @returns the exit code: 0 when it is done and all agrees, 1 when something does not agree or is not over, 2 when it could not be done
 */
export async function runMonths(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  const [name = 'list', month, place, ...rest] = args;
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  const isMonth = month === undefined || month === 'before' || /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  if (
    !act ||
    !isMonth ||
    rest.length > 0 ||
    (act.needsMonth && month === undefined) ||
    (place === undefined ? act.place === 'has to be named' : act.place === undefined)
  ) {
    printError(usage);
    return 2;
  }
  try {
    const settings = { applicationName: 'izi months', max: 3, statementTimeoutMs };
    return await withDatabase(env, print, settings, (db) => act.run({ db, month, place, print }));
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return 2;
  }
}

async function list({ db, print }: Run): Promise<number> {
  const months = await db.query<{ month: string; state: string }>(
    `select begins_on::text as month,
       case when apart_at is not null then 'apart, ' || tickets || ' tickets, ' || postings || ' postings'
         when frozen_at is not null then case when filed_at is null then 'frozen, ' else 'filed, ' end || tickets || ' tickets, ' || postings || ' postings'
         when closed_at is not null then 'closed, ' || tickets || ' tickets, ' || postings || ' postings'
         when begun_at is not null then 'open' else 'ahead' end as state
     from month order by begins_on`,
  );
  for (const { month, state } of months) print(`${nameOfMonth(month).padEnd(7)}  ${state}`);
  return 0;
}

const reasons: Readonly<Record<Refusal, string>> = {
  not_over: 'it is not over: it can be closed 25 hours after its end',
  transactions: 'a transaction is under way that began in it',
  draws: 'a draw with tickets of it is not finished',
  sums: 'the sums by hour do not have all of it yet',
  not_next: 'another one comes before it',
  changed: 'its rows changed meanwhile',
  mismatches: 'the books do not agree',
};

async function closeAll({ db, print }: Run): Promise<number> {
  for (let count = 0; ; count++) {
    const next = await readMonthToClose(db);
    if (next.refusal === 'not_over') {
      print(count > 0 ? '✓ All months that are over are closed.' : '✓ No month is over that is not closed.');
      return 0;
    }
    const { month, refusal, digest, mismatches = [] } = await closeMonth(db);
    if (refusal !== null) {
      print(`✗ ${nameOfMonth(month)} is not closed: ${reasons[refusal]}.`);
      for (const { check: name, subject, id, detail } of mismatches)
        print(`  ${name}: ${subject} ${id} ${JSON.stringify(detail)}`);
      return 1;
    }
    print(`✓ ${nameOfMonth(month)} is closed: ${digest!.tickets.rows} tickets, ${digest!.postings.rows} postings.`);
  }
}

async function freeze({ db, month, print }: Run): Promise<number> {
  const closed = await readClosedMonths(db);
  if (!closed.some((one) => nameOfMonth(one.month) === month)) {
    print(`✗ ${month} is not closed.`);
    return 1;
  }
  await freezeMonth(db, dayOfMonth(month!), print);
  return 0;
}

/** Each closed month is read again once in so many days. */
const checkedWithinDays = 28;

/** Does what closed months need without a person. Broken off, it goes on at the next run. */
async function keep({ db, print }: Run): Promise<number> {
  const loose = await db.query<{ day: string }>(
    'select begins_on::text as day from month where closed_at is not null and frozen_at is null order by begins_on',
  );
  for (const { day } of loose) await freezeMonth(db, day, print);
  const due = await db.query<{ day: string }>(
    `select begins_on::text as day from month
     where differs is not null or begins_on in (
       select begins_on from month
       where closed_at is not null and (checked_at is null or checked_at < clock_timestamp() - interval '1 day' * ($1::integer - 1))
       order by checked_at nulls first, begins_on
       limit (select ceil(count(*) / $1::numeric) from month where closed_at is not null))
     order by begins_on`,
    [checkedWithinDays],
  );
  if (due.length === 0) print('✓ No closed month is due to be read again.');
  const closed = await readClosedMonths(db);
  const isWhole = await checkMonths(
    db,
    due.map(({ day }) => closed.find(({ month }) => month === day)!),
    print,
  );
  return isWhole ? 0 : 1;
}

async function writeFile({ db, month, place = '.', print }: Run): Promise<number> {
  const closed = (await readClosedMonths(db)).filter((one) => nameOfMonth(one.month) === month);
  // A file of rows that were changed since would be wrong for ever.
  if (!(await checkMonths(db, closed, print))) return 1;
  const chains = await db.query<BeaconChain & { hash: Buffer }>(
    'select hash, public_key as "publicKey", genesis, period from beacon_chain',
  );
  const keys = await db.query<{ key: Buffer }>('select public_key as key from operator_key');
  const { path, hash, length } = await writeMonthFile(db, month!, place, version, async (written, digest, bytes) => {
    const { problems } = await verifyMonthFile(written, { chains, operatorKeys: keys.map(({ key }) => key) });
    for (const problem of problems) print(`  ${problem}`);
    if (problems.length > 0) throw new Error('the file that was written does not prove the month');
    const [row] = await db.query<{ noted: boolean }>('select console.note_month_file($1, $2, $3) as noted', [
      dayOfMonth(month!),
      digest,
      bytes,
    ]);
    if (!row!.noted)
      throw new Error(`${month} has a file with another SHA-256, which may be named by the next one: keep that`);
  });
  print(`✓ ${path}: ${length} bytes, SHA-256 ${hash.toString('hex')}`);
  return 0;
}

const keeps: Readonly<Record<string, string>> = {
  frozen: 'it is not frozen',
  next: 'the month after it is not closed, and a pass over the books still reads its last day',
  draws: 'a pass over the books still reads draws of it, which were finished lately',
};

async function detach({ db, month, print }: Run): Promise<number> {
  const [row] = await db.query<{ reason: string | null }>('select keeps_month($1) as reason', [dayOfMonth(month!)]);
  if (!row || row.reason !== null) {
    print(`✗ ${month} stays: ${keeps[row?.reason ?? ''] ?? 'there is no such month'}.`);
    return 1;
  }
  await detachMonth(db, dayOfMonth(month!));
  print(`✓ ${month} is apart, in the schema years.`);
  return 0;
}

async function attach({ db, month, print }: Run): Promise<number> {
  const months = await db.query('select from month where begins_on = $1 and frozen_at is not null', [
    dayOfMonth(month!),
  ]);
  if (months.length === 0) {
    print(`✗ ${month} is not frozen, so it was never apart.`);
    return 1;
  }
  await attachMonth(db, dayOfMonth(month!));
  print(`✓ ${month} is part of the tables.`);
  return 0;
}

async function move({ db, month, place, print }: Run): Promise<number> {
  const months = await db.query('select from month where begins_on = $1 and apart_at is not null', [
    dayOfMonth(month!),
  ]);
  if (months.length === 0) {
    print(`✗ ${month} is not apart. Everybody who bets would wait.`);
    return 1;
  }
  await moveMonth(db, dayOfMonth(month!), place!);
  print(`✓ ${month} is in the tablespace ${place}.`);
  return 0;
}

async function check({ db, month, print }: Run): Promise<number> {
  const closed = (await readClosedMonths(db)).filter((one) => month === undefined || nameOfMonth(one.month) === month);
  if (closed.length === 0) {
    print(month === undefined ? '✓ No month is closed.' : `✗ ${month} is not closed.`);
    return month === undefined ? 0 : 2;
  }
  return (await checkMonths(db, closed, print)) ? 0 : 1;
}
