import * as v from 'valibot';
import { BrokenZip } from './zip.ts';

/** The file of a month: its form, which verifiers of other people can be written from. docs/months.md describes it. */
export const format = 'izi month 1';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.integer());
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const digest = v.strictObject({ rows: count, sum: amount, sha256: hash });
const words = v.record(v.string(), v.string());

export const contentsSchema = v.strictObject({
  format: v.literal(format),
  about: v.string(),
  month: v.pipe(v.string(), v.regex(/^(before|\d{4}-\d\d)$/)),
  /** Ids of tickets and postings: the first ones, and those below which all others are. */
  borders: v.strictObject({
    firstTicket: v.string(),
    beyondTicket: v.string(),
    firstPosting: count,
    beyondPosting: count,
  }),
  closedAt: v.string(),
  software: v.string(),
  /** SHA-256 of the file of the month before; null for the first one. */
  previous: v.nullable(hash),
  /** The sums of the month when it was closed. Hashes are over the rows in the order of their ids, as the database computes them. */
  digest: v.strictObject({ tickets: digest, postings: digest, notes: digest, dues: digest }),
  /** All balances at the end of the month together, of the clients who moved in it. */
  closings: v.strictObject({ clients: count, dep: amount, win: amount, held: amount, owed: amount }),
  columns: v.strictObject({ clients: words, draws: words, balances: words }),
  files: v.record(v.string(), v.strictObject({ bytes: count, sha256: hash })),
});

export type Contents = v.InferOutput<typeof contentsSchema>;

export const contentsName = 'contents.json';
export const drawsName = 'draws.csv';
export const balancesName = 'balances.csv';
export const leavesName = (drawId: string) => `leaves/${drawId}.bin`;
export const clientsName = (bucket: number) => `clients/${bucket.toString(16).padStart(2, '0')}.csv`;
/** All lines of a client are in one file of so many. */
export const buckets = 256;

export const about =
  'Tickets and postings of a month, with the draws of its tickets. Times are UTC, amounts whole francs (XOF), CSV is UTF-8 with commas and without quotes. docs/months.md of Izi says how all of it is verified.';

const ticketColumns = 'id, client, draw, bet type, selection, stake, stake from winnings, accepted at';
const dueColumns = 'ticket, client, draw, to deposits, to winnings';
const postingColumns =
  'id, client, from, to, amount, kind, reference, draw, at, deposits after, winnings after. The reference of a bet, payout or refund is its ticket';

/** The kinds of lines in a file of clients, and what follows the kind. */
export const columns = {
  clients: {
    ticket: ticketColumns,
    due: `${dueColumns}. What the draw owes for a ticket here`,
    posting: postingColumns,
    'ticket-beside': `${ticketColumns}. It lies in a month beside this one, and postings here are about it`,
    'due-beside': `${dueColumns}. Of a ticket in a month beside this one`,
    'posting-beside': `${postingColumns}. It lies in a month beside this one, and is about a ticket here`,
  },
  draws: {
    columns:
      'draw, status, result, record D, commitment C, its signature, the operator’s key, seal Z, its signature, seed, signature of the beacon, salt key, tickets here, tickets beside. Bytes in hexadecimal. leaves/<draw>.bin has the leaves of its tree, 32 bytes each, ascending',
  },
  balances: {
    columns:
      'client, deposits, winnings, held and owed before the month, the same at its end, id of the last posting. Only clients with postings in it',
  },
} as const;

export const lineKinds = ['ticket', 'due', 'posting', 'ticket-beside', 'due-beside', 'posting-beside'] as const;
export type LineKind = (typeof lineKinds)[number];

export interface TicketLine {
  readonly id: string;
  readonly client: string;
  readonly draw: string;
  readonly betType: number;
  readonly selection: number;
  readonly stake: number;
  readonly stakeWin: number;
  readonly at: string;
}

export interface DueLine {
  readonly ticket: string;
  readonly client: string;
  readonly draw: string;
  readonly dep: number;
  readonly win: number;
}

export interface PostingLine {
  readonly id: number;
  readonly client: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly kind: string;
  readonly reference: string;
  readonly draw: string;
  readonly at: string;
  readonly depAfter: number | null;
  readonly winAfter: number | null;
}

/** The lines of a text, each with its fields. @throws BrokenZip where a line has another number of fields */
export function* linesOf(name: string, bytes: Buffer): Generator<string[]> {
  const text = bytes.toString('utf8');
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    if (end === -1) throw new BrokenZip(`${name} does not end with a line`);
    yield text.slice(start, end).split(',');
    start = end + 1;
  }
}

export function readWhole(field: string | undefined, name: string): number {
  if (field === undefined || !/^-?\d{1,16}$/.test(field))
    throw new BrokenZip(`${name} has “${field}” where a number is`);
  return Number(field);
}

export function readHash(field: string): Buffer | null {
  return field === '' ? null : Buffer.from(field, 'hex');
}

export function readTicket(fields: readonly string[], name: string): TicketLine {
  const [id, client, draw, betType, selection, stake, stakeWin, at] = requireFields(fields, 8, name);
  const whole = (field: string | undefined) => readWhole(field, name);
  return {
    id: id!,
    client: client!,
    draw: draw!,
    betType: whole(betType),
    selection: whole(selection),
    stake: whole(stake),
    stakeWin: whole(stakeWin),
    at: at!,
  };
}

export function readDue(fields: readonly string[], name: string): DueLine {
  const [ticket, client, draw, dep, win] = requireFields(fields, 5, name);
  return { ticket: ticket!, client: client!, draw: draw!, dep: readWhole(dep, name), win: readWhole(win, name) };
}

export function readPosting(fields: readonly string[], name: string): PostingLine {
  const [id, client, from, to, sum, kind, reference, draw, at, dep, win] = requireFields(fields, 11, name);
  const orNull = (field: string | undefined) => (field === '' ? null : readWhole(field, name));
  return {
    id: readWhole(id, name),
    client: client!,
    from: from!,
    to: to!,
    amount: readWhole(sum, name),
    kind: kind!,
    reference: reference!,
    draw: draw!,
    at: at!,
    depAfter: orNull(dep),
    winAfter: orNull(win),
  };
}

export function requireFields(fields: readonly string[], length: number, name: string): readonly string[] {
  if (fields.length !== length) throw new BrokenZip(`${name} has a line of ${fields.length} fields`);
  return fields;
}
