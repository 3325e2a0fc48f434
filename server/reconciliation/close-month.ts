import type { Database, Queryable } from '#database/connect.ts';
import type { Mismatch } from './check.ts';
import { digestKinds, digestMonth, readBorders, type DigestKind, type MonthDigest } from './digest-month.ts';
import { reconcile, type PassOptions } from './reconcile.ts';

/** The reasons why a month cannot be closed. */
export type Refusal = 'not_over' | 'transactions' | 'draws' | 'sums' | 'not_next' | 'changed' | 'mismatches';

export interface Closing {
  /** The month's first day, or `-infinity` for all that came before the first month. */
  readonly month: string;
  /** Null when it is closed. */
  readonly refusal: Refusal | null;
  readonly digest?: MonthDigest;
  /** The mismatches of the pass, where they keep the month open. */
  readonly mismatches?: readonly Mismatch[];
}

/**
 * Closes the first open month, when it is over: checks all books, and keeps what the month came to. Nothing is written before the end, so
 * where the process dies it is done again from the beginning. Any number of processes may do it.
 *
 * @throws UnfinishedPass, PassUnderWay as `reconcile` does
 */
export async function closeMonth(
  db: Database,
  options: Pick<PassOptions, 'signal' | 'limitMs' | 'besidePlayers'> = {},
): Promise<Closing> {
  const { month, refusal } = await readMonthToClose(db);
  if (refusal !== null && refusal !== 'sums') return { month, refusal };
  let digest: MonthDigest | undefined;
  const { mismatches } = await reconcile(db, 'full', {
    ...options,
    async ifAllAgrees(tx) {
      const borders = await readBorders(tx, month);
      if (borders) digest = await digestMonth(tx, borders, options.signal);
    },
  });
  if (!digest) return { month, refusal: 'mismatches', mismatches };
  // The pass that has just ended has seen all postings of the month, so its sums can be kept.
  while ((await db.query<{ more: boolean }>('select keep_account_hours() as more'))[0]!.more) {
    options.signal?.throwIfAborted();
  }
  return { month, refusal: await writeClosing(db, month, digest), digest };
}

export async function readMonthToClose(db: Queryable): Promise<{ month: string; refusal: Refusal | null }> {
  const [row] = await db.query<{ month: string; refusal: Refusal | null }>(
    'select begins_on::text as month, refusal from month_to_close()',
  );
  return row!;
}

async function writeClosing(db: Database, month: string, digest: MonthDigest): Promise<Refusal | null> {
  return db.transact(async (tx) => {
    // It adds up each posting of the month.
    await tx.query(`set local statement_timeout = '1h'`);
    const [row] = await tx.query<{ refusal: Refusal | null }>(
      'select close_month($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as refusal',
      [month, ...digestKinds.flatMap((kind) => [digest[kind].rows, digest[kind].sum, digest[kind].hash])],
    );
    return row!.refusal;
  });
}

/** The differences between a closed month and its stored sums. */
interface Difference {
  readonly what: DigestKind | 'balances' | 'sums' | 'stakes';
  readonly kept: string;
  readonly found: string;
}

export interface ClosedMonth {
  readonly month: string;
  readonly digest: MonthDigest;
}

/** All closed months, the oldest first. */
export async function readClosedMonths(db: Queryable): Promise<ClosedMonth[]> {
  const rows = await db.query<{ month: string } & Record<string, number | Buffer | string>>(
    `select begins_on::text as month, tickets, stakes, ticket_hash, postings, posted, posting_hash, notes, noted, note_hash, dues, owed, due_hash
     from month where closed_at is not null order by begins_on`,
  );
  const columns = {
    tickets: ['tickets', 'stakes', 'ticket_hash'],
    postings: ['postings', 'posted', 'posting_hash'],
    notes: ['notes', 'noted', 'note_hash'],
    dues: ['dues', 'owed', 'due_hash'],
  } as const;
  return rows.map((row) => {
    const digestOf = ([rowCount, sum, hash]: readonly [string, string, string]) => ({
      rows: row[rowCount] as number,
      sum: row[sum] as number,
      hash: row[hash] as Buffer,
    });
    return {
      month: row.month,
      digest: Object.fromEntries(digestKinds.map((kind) => [kind, digestOf(columns[kind])])) as unknown as MonthDigest,
    };
  });
}

/**
 * Reads a closed month again, in one snapshot, and compares it with what it was when it was closed. A pass over the books does not: it
 * takes closed months as they were.
 */
export async function checkMonth(db: Database, { month, digest }: ClosedMonth): Promise<Difference[]> {
  return db.transact(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query(`set local statement_timeout = '4h'`);
    const borders = await readBorders(tx, month);
    const found = await digestMonth(tx, borders!);
    const differing = digestKinds.filter((kind) => tell(digest[kind]) !== tell(found[kind]));
    const differences: Difference[] = differing.map((kind) => ({
      what: kind,
      kept: tell(digest[kind]),
      found: tell(found[kind]),
    }));
    for (const [what, sql] of keptAndFound) {
      const [row] = await tx.query<{ kept: string; found: string }>(sql, [month]);
      if (row!.kept !== row!.found) differences.push({ what, ...row! });
    }
    return differences;
  });
}

const tell = ({ rows, sum, hash }: MonthDigest[DigestKind]) => `${rows} rows, ${sum} XOF, ${hash.toString('hex')}`;

const digestOf = (rows: string, columns: string) =>
  `(select count(*) || ' rows, ' || encode(sha256(coalesce(string_agg(concat_ws(',', ${columns}), E'\\n' order by concat_ws(',', ${columns})), '')::bytea), 'hex')
    from ${rows})`;
const pair = (what: 'balances' | 'sums' | 'stakes', table: string, found: string, columns: string) =>
  [
    what,
    `select ${digestOf(`${table} where month = $1`, columns)} as kept, ${digestOf(`${found}($1)`, columns)} as found`,
  ] as const;

const keptAndFound = [
  pair('balances', 'month_balance', 'balances_of_month', 'client_id, dep, win, held, owed, last_id'),
  pair('sums', 'month_sum', 'sums_of_month', 'kind, from_account, to_account, postings, amount'),
  pair('stakes', 'month_stake', 'stakes_at_end_of_month', 'draw_id, amount'),
];
