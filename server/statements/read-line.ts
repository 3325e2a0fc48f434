import type { statementColumns, statementFailures } from '#contract/calls/operator/statements.ts';
import { fromMerchantId } from '#server/payments/cinetpay/merchant-id.ts';

type Column = (typeof statementColumns)[number];
type Failure = (typeof statementFailures)[number];

/** How the columns of a file are read, as the operator has said when it was uploaded. */
export interface Layout {
  readonly columns: Readonly<Partial<Record<Column, string>>>;
  /** The offset of times that say none: `+00:00`. */
  readonly offset: string;
}

type Kind = 'deposit' | 'payout' | 'refund' | 'reversal' | 'fee' | 'funding' | 'other';
type Status = 'succeeded' | 'pending' | 'failed' | 'other';

/** A line, as the database keeps it. Amounts are whole francs. */
export interface StatementLine {
  /** In the file, whose head is line 1. */
  readonly number: number;
  readonly at: string;
  readonly kind: Kind;
  /** Without its sign. */
  readonly amount: number;
  /** The change of the balance, without its fee. */
  readonly moved: number;
  readonly fee: number | null;
  readonly currency: string;
  readonly status: Status;
  readonly balance: number | null;
  readonly our_ref: string | null;
  readonly their_ref: string | null;
  /** The last two digits. */
  readonly phone_end: string | null;
}

/** A line, or a file, that cannot be read. Line 0 is the file as a whole. */
export class WrongLine extends Error {
  override readonly name = 'WrongLine';
  readonly code: Failure;
  readonly line: number;
  constructor(code: Failure, line: number) {
    super(`line ${line}: ${code}`);
    this.code = code;
    this.line = line;
  }
}

/** The head of a file: which character separates its cells, and where each column is that means something. */
interface Head {
  readonly separator: string;
  readonly width: number;
  readonly places: Readonly<Partial<Record<Column, number>>>;
}

/** Reads the first line. @throws WrongLine where a column is not there, or is there twice */
export function readHead(text: string, { columns }: Pick<Layout, 'columns'>): Head {
  const readings = [',', ';', '\t'].map((separator) => ({ separator, cells: splitCells(text, separator) ?? [] }));
  const { separator, cells } = readings.reduce((best, one) => (one.cells.length > best.cells.length ? one : best));
  if (cells.length < 2) throw new WrongLine('no_head', 1);
  const names = cells.map((cell) => cell.trim());
  const places: Partial<Record<Column, number>> = {};
  for (const [column, name] of Object.entries(columns) as [Column, string][]) {
    const place = names.indexOf(name);
    if (place < 0 || names.lastIndexOf(name) !== place) throw new WrongLine('no_column', 1);
    places[column] = place;
  }
  return { separator, width: cells.length, places };
}

/** The cells of a line (RFC 4180, without line breaks in cells); null where its quotes are wrong. */
export function splitCells(text: string, separator: string): string[] | null {
  if (!text.includes('"')) return text.split(separator);
  const cells: string[] = [];
  for (let at = 0; ;) {
    let cell: string;
    if (text[at] === '"') {
      let end = at + 1;
      while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1;
      if (end >= text.length) return null;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const end = text.indexOf(separator, at);
      cell = text.slice(at, end < 0 ? text.length : end);
      if (cell.includes('"')) return null;
      at += cell.length;
    }
    cells.push(cell);
    if (at === text.length) return cells;
    if (text[at] !== separator) return null;
    at += 1;
  }
}

interface Period {
  readonly from: Date;
  /** The first moment after it. */
  readonly until: Date;
}

/** Reads a line after the head. @throws WrongLine */
export function readLine(
  text: string,
  number: number,
  { separator, width, places }: Head,
  { offset }: Pick<Layout, 'offset'>,
  { from, until }: Period,
): StatementLine {
  const wrong = (code: Failure) => new WrongLine(code, number);
  const cells = splitCells(text, separator);
  if (cells === null) throw wrong('quotes');
  if (cells.length !== width) throw wrong('cells');
  const cell = (column: Column) => (places[column] === undefined ? '' : cells[places[column]]!.trim());

  const at = readTime(cell('at'), offset);
  if (at === null) throw wrong('time');
  if (at < from || at >= until) throw wrong('other_day');
  const signed = readFrancs(cell('amount'));
  if (signed === null) throw wrong('amount');
  const kind = places.kind === undefined ? (signed < 0 ? 'payout' : 'deposit') : readWord(kindWords, cell('kind'));
  const status = places.status === undefined ? 'succeeded' : readWord(statusWords, cell('status'));
  const currency = places.currency === undefined ? 'XOF' : cell('currency').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw wrong('currency');
  const theirRef = cell('theirRef');
  const ourRef = cell('ourRef');
  if (theirRef === '' && ourRef === '' && kind !== 'fee' && kind !== 'funding') throw wrong('no_reference');
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (theirRef.length > 100 || ourRef.length > 100 || /[\u0000-\u001f\u007f]/.test(theirRef)) throw wrong('reference');
  const optional = (column: 'fee' | 'balance') => {
    const said = cell(column);
    if (said === '') return null;
    const francs = readFrancs(said);
    if (francs === null) throw wrong(column);
    return francs;
  };
  const fee = optional('fee');
  const leaves = kind === 'payout' || kind === 'refund' || kind === 'fee';
  return {
    number,
    at: at.toISOString(),
    kind,
    amount: Math.abs(signed),
    moved: status === 'succeeded' ? (leaves ? -Math.abs(signed) : signed) : 0,
    fee: fee === null ? null : Math.abs(fee),
    currency,
    status,
    balance: optional('balance'),
    our_ref: readOurRef(ourRef),
    their_ref: theirRef === '' ? null : theirRef,
    phone_end: /(\d)\D*(\d)\D*$/.exec(cell('phone'))?.slice(1).join('') ?? null,
  };
}

/** `2026-11-20 18:35:00`, `2026-11-20T18:35:00.123Z`, `20/11/2026 18:35`. */
function readTime(text: string, offset: string): Date | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(?: ?(Z|[+-]\d\d:?\d\d))?$/.exec(text);
  const local = iso ? null : /^(\d\d)[/.-](\d\d)[/.-](\d{4}) (\d\d:\d\d)(:\d\d)?$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1, 4) : (local?.slice(1, 4).toReversed() ?? []);
  const [clock, seconds = ':00'] = (iso ?? local)?.slice(4, 6) ?? [];
  if (year === undefined) return null;
  const fraction = iso?.[6]?.slice(0, 4) ?? '';
  const zone = iso?.[7]?.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2') ?? offset;
  const date = `${year}-${month}-${day}`;
  const at = new Date(`${date}T${clock}${seconds}${fraction}${zone}`);
  if (Number.isNaN(at.getTime())) return null;
  // 31 November would be 1 December.
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date) ? at : null;
}

/** Whole francs with a sign: `1000`, `-1 000`, `1,000.00`; null for anything else, so also for a part of a franc. */
function readFrancs(text: string): number | null {
  const [, minus = '', digits] =
    /^([+−-]?)(\d{1,15}|\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,3}(?:,\d{3})+)(?:[.,]0{1,2})?$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const francs = Number(digits.replaceAll(/\D/g, ''));
  if (!Number.isSafeInteger(francs)) return null;
  return minus === '-' || minus === '−' ? 0 - francs : francs;
}

/** The id of a payment, as we send it to providers: whole, without hyphens, or as CinetPay has it. Null for a reference of others. */
function readOurRef(text: string): string | null {
  const [, ...parts] = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i.exec(text) ?? [];
  return parts.length > 0 ? parts.join('-').toLowerCase() : fromMerchantId(text);
}

/** The words of providers, without capitals, accents, spaces and signs. */
const kindWords: Readonly<Record<string, Exclude<Kind, 'other'>>> = {
  deposit: 'deposit',
  deposits: 'deposit',
  depot: 'deposit',
  collection: 'deposit',
  collect: 'deposit',
  payin: 'deposit',
  payment: 'deposit',
  paiement: 'deposit',
  encaissement: 'deposit',
  apicheckout: 'deposit',
  checkout: 'deposit',
  credit: 'deposit',
  transaction: 'deposit',
  payout: 'payout',
  payouts: 'payout',
  withdrawal: 'payout',
  retrait: 'payout',
  disbursement: 'payout',
  decaissement: 'payout',
  transfer: 'payout',
  transfert: 'payout',
  apipayout: 'payout',
  debit: 'payout',
  refund: 'refund',
  remboursement: 'refund',
  apicheckoutrefund: 'refund',
  chargeback: 'refund',
  reversal: 'reversal',
  annulation: 'reversal',
  apipayoutreversal: 'reversal',
  fee: 'fee',
  fees: 'fee',
  frais: 'fee',
  charge: 'fee',
  commission: 'fee',
  funding: 'funding',
  topup: 'funding',
  settlement: 'funding',
  reglement: 'funding',
  approvisionnement: 'funding',
};

const statusWords: Readonly<Record<string, Exclude<Status, 'other'>>> = {
  completed: 'succeeded',
  complete: 'succeeded',
  succeeded: 'succeeded',
  success: 'succeeded',
  successful: 'succeeded',
  approved: 'succeeded',
  transferred: 'succeeded',
  paid: 'succeeded',
  ok: 'succeeded',
  sent: 'succeeded',
  done: 'succeeded',
  reussi: 'succeeded',
  reussie: 'succeeded',
  succes: 'succeeded',
  effectue: 'succeeded',
  effectuee: 'succeeded',
  paye: 'succeeded',
  payee: 'succeeded',
  pending: 'pending',
  accepted: 'pending',
  submitted: 'pending',
  processing: 'pending',
  enqueued: 'pending',
  inreconciliation: 'pending',
  initiated: 'pending',
  encours: 'pending',
  enattente: 'pending',
  failed: 'failed',
  failure: 'failed',
  rejected: 'failed',
  declined: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  expired: 'failed',
  echoue: 'failed',
  echouee: 'failed',
  echec: 'failed',
  annule: 'failed',
  annulee: 'failed',
  refuse: 'failed',
  refusee: 'failed',
};

/** A word that nobody has listed is `other`, which agrees with nothing: a person looks at its line. */
function readWord<W extends string>(words: Readonly<Record<string, W>>, text: string): W | 'other' {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
  return Object.hasOwn(words, plain) ? words[plain]! : 'other';
}
