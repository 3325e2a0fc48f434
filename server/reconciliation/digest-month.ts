import { createHash } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';

/** The count, sums and hash of the rows of one kind in a month. */
interface Digest {
  readonly rows: number;
  /** The sum of their stakes or amounts, in francs. */
  readonly sum: number;
  /** SHA-256 of their lines, each ended by a line feed, in the order of their ids. */
  readonly hash: Buffer;
}

export const digestKinds = ['tickets', 'postings', 'notes', 'dues'] as const;
export type DigestKind = (typeof digestKinds)[number];
export type MonthDigest = Readonly<Record<DigestKind, Digest>>;

/** The ids of a month: from the first ones on, and below the others. */
export interface Borders {
  readonly firstTicket: string;
  readonly beyondTicket: string;
  readonly firstPosting: number;
  readonly beyondPosting: number;
}

/** SQL: a moment to the microsecond. */
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const commaed = (columns: readonly string[]) => `concat(${columns.join(`, ',', `)})`;

/** SQL: a row as a line of text, which is the same for ever. */
export const lineOf = {
  tickets: commaed([
    't.id',
    't.client_id',
    't.draw_id',
    't.bet_type',
    't.selection',
    't.stake',
    't.stake_win',
    instant('t.accepted_at'),
  ]),
  postings: commaed([
    'p.id',
    'p.client_id',
    'p.from_account',
    'p.to_account',
    'p.amount',
    'p.kind',
    'p.reference',
    'p.draw_id',
    instant('p.at'),
    'p.dep_after',
    'p.win_after',
  ]),
  notes: commaed([
    'o.posting_id',
    'o.client_id',
    'o.kind',
    'o.reference',
    'o.from_account',
    'o.to_account',
    'o.amount',
  ]),
  dues: commaed(['u.ticket_id', 'u.client_id', 'u.draw_id', 'u.to_dep', 'u.to_win']),
} as const satisfies Readonly<Record<DigestKind, string>>;

/** SQL: the rows of a month, in the order of their ids, as `line` and `amount`. */
const rowsOf: Readonly<Record<DigestKind, (borders: Borders) => string>> = {
  tickets: ({ firstTicket, beyondTicket }) =>
    `select ${lineOf.tickets} as line, t.stake as amount from every_ticket t
     where t.id >= '${firstTicket}' and t.id < '${beyondTicket}' order by t.id`,
  postings: ({ firstPosting, beyondPosting }) =>
    `select ${lineOf.postings} as line, p.amount from every_posting p
     where p.id >= ${firstPosting} and p.id < ${beyondPosting} order by p.id`,
  notes: ({ firstPosting, beyondPosting }) =>
    `select ${lineOf.notes} as line, o.amount from posted_once o
     where o.posting_id >= ${firstPosting} and o.posting_id < ${beyondPosting} order by o.posting_id`,
  dues: ({ firstTicket, beyondTicket }) =>
    `select ${lineOf.dues} as line, u.to_dep + u.to_win as amount
     from (select distinct draw_id from every_ticket as ticket where id >= '${firstTicket}' and id < '${beyondTicket}') d
     join due u on u.draw_id = d.draw_id order by u.ticket_id, u.client_id, u.draw_id`,
};

/** How many rows are in the memory of this process at once. */
const rowsAtOnce = 5_000;

export async function readBorders(db: Queryable, month: string): Promise<Borders | null> {
  const [borders] = await db.query<Borders>(
    `select first_ticket as "firstTicket", beyond_ticket as "beyondTicket", first_posting as "firstPosting",
       beyond_posting as "beyondPosting"
     from borders_of_month($1) where first_ticket is not null`,
    [month],
  );
  return borders ?? null;
}

/** Reads every row of a month, in a transaction whose snapshot stays the same. */
export async function digestMonth(tx: Queryable, borders: Borders, signal?: AbortSignal): Promise<MonthDigest> {
  const digests: Partial<Record<DigestKind, Digest>> = {};
  for (const kind of digestKinds) {
    const hash = createHash('sha256');
    let rows = 0;
    let sum = 0;
    for await (const some of readInPieces<{ line: string; amount: number }>(tx, rowsOf[kind](borders), signal)) {
      hash.update(some.map(({ line }) => `${line}\n`).join(''));
      rows += some.length;
      for (const { amount } of some) sum += amount;
    }
    digests[kind] = { rows, sum, hash: hash.digest() };
  }
  return digests as MonthDigest;
}

/** The rows of a statement, some thousand at a time. */
export async function* readInPieces<Row extends object>(
  tx: Queryable,
  sql: string,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  await tx.query(`declare rows_of_month no scroll cursor for ${sql}`);
  for (;;) {
    signal?.throwIfAborted();
    const rows = await tx.query<Row>(`fetch ${rowsAtOnce} from rows_of_month`);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.query('close rows_of_month');
}

/** How people name a month: `2026-10`, or `before` for all that came before the first one. */
export const nameOfMonth = (month: string) => (month === '-infinity' ? 'before' : month.slice(0, 7));
export const dayOfMonth = (name: string) => (name === 'before' ? '-infinity' : `${name}-01`);
