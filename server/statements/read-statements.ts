import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { pieceBytes } from '#contract/calls/operator/statements.ts';
import type { Database, Transaction } from '#database/connect.ts';
import type { Work } from '#server/background/background.ts';
import type { DocumentKeys } from '#server/identity/documents/document-keys.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { readHead, readLine, WrongLine, type Layout, type StatementLine } from './read-line.ts';
import { openPiece, openStatementKey } from './statement-keys.ts';

interface StatementReading {
  readonly db: Database;
  readonly documents: Pick<DocumentKeys, 'keys'>;
}

interface Claimed {
  readonly id: number;
  readonly state: 'reading' | 'comparing';
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly pieces: number;
  readonly read_bytes: number;
  readonly read_lines: number;
  readonly lines: number;
  readonly layout: Layout;
  /** The period of the file, from the first moment to the first one after it. */
  readonly from_at: Date;
  readonly until_at: Date;
  readonly key_sealed: Buffer;
}

const mostLines = 1_000_000;
/** In bytes; no provider's line is near it. */
const longestLine = 16_384;
const comparedAtOnce = 5_000;

/**
 * Reads the statements that were uploaded, and compares them. A step is one piece of a file, or some thousand lines, in one
 * transaction: a process that ends between two of them loses nothing, and another one goes on.
 */
export function createStatementReading({ db, documents }: StatementReading): Work {
  return {
    name: 'reading statements of providers',
    everyMs: 2_000,
    step: () =>
      db.transact(async (tx) => {
        const [claimed] = await tx.query<Claimed>('select * from console.claim_statement()');
        if (!claimed) return false;
        if (claimed.state === 'reading') await readPart(tx, claimed, openStatementKey(documents, claimed.key_sealed));
        else await tx.query('select console.compare_statement($1, $2)', [claimed.id, comparedAtOnce]);
        return true;
      }),
  };
}

const countEveryMs = 60_000;

/** Counts the differences that are open, for the alarm. */
export function createDifferenceCount({ db }: Pick<StatementReading, 'db'>): Work {
  return {
    name: 'counting differences of statements',
    everyMs: countEveryMs,
    async step() {
      await db.query('select console.count_statement_differences()');
      return false;
    },
  };
}

/** Reads the lines that begin in the next piece. A wrong one refuses the whole file. */
async function readPart(tx: Transaction, statement: Claimed, key: KeyRing): Promise<void> {
  const { id, read_bytes: from, read_lines: linesBefore } = statement;
  const open = async (number: number): Promise<Buffer> => {
    const [row] = await tx.query<{ sealed: Buffer }>('select console.read_statement_piece($1, $2) as sealed', [
      id,
      number,
    ]);
    return openPiece(key, row!.sealed, id, number);
  };
  try {
    if (from === 0) await requireWhole(statement, open);
    const { to, lines, fileLines } = await readLines(statement, open);
    if (to === statement.bytes && statement.lines + lines.length === 0) throw new WrongLine('no_lines', 0);
    await tx.query('select console.store_statement_lines($1, $2, $3, $4, $5)', [
      id,
      from,
      to,
      linesBefore + fileLines,
      JSON.stringify(lines),
    ]);
  } catch (error) {
    if (!(error instanceof WrongLine)) throw error;
    await tx.query('select console.refuse_statement($1, $2, $3)', [id, error.line, error.code]);
  }
}

type Open = (number: number) => Promise<Buffer>;

/** Whether all pieces together are the file that the browser has hashed. */
async function requireWhole({ sha256, pieces }: Claimed, open: Open): Promise<void> {
  const hash = createHash('sha256');
  for (let number = 0; number < pieces; number++) hash.update(await open(number));
  if (!hash.digest().equals(sha256)) throw new WrongLine('altered', 0);
}

interface Part {
  /** Where the part ends in the file, in bytes. */
  readonly to: number;
  readonly lines: readonly StatementLine[];
  /** How many lines of the file it has, with its head and empty ones. */
  readonly fileLines: number;
}

async function readLines(statement: Claimed, open: Open): Promise<Part> {
  const { bytes, pieces, read_bytes: from, read_lines: linesBefore, layout } = statement;
  const number = Math.floor(from / pieceBytes);
  const piece = (await open(number)).subarray(from - number * pieceBytes);
  // The last line of a piece ends in the next one.
  const next = number + 1 < pieces ? (await open(number + 1)).subarray(0, longestLine + 1) : Buffer.alloc(0);
  const text = Buffer.concat([piece, next]);
  const isLast = from + text.length === bytes;
  const breakAt = text.indexOf(lineFeed, piece.length - 1);
  const end = breakAt >= 0 ? breakAt + 1 : text.length;
  if (breakAt < 0 && !isLast) throw new WrongLine('too_long', linesBefore + countBreaks(text) + 1);
  const rows = splitLines(text.subarray(0, end), linesBefore);
  const first = from === 0 ? rows[0]! : splitLines(firstLineOf(await open(0)), 0)[0]!;
  const head = readHead(first.replace(/^\ufeff/, ''), layout);
  const period = { from: statement.from_at, until: statement.until_at };
  const lines: StatementLine[] = [];
  for (const [index, row] of rows.entries()) {
    const line = linesBefore + index + 1;
    if (line === 1 || row.trim() === '') continue;
    lines.push(readLine(row, line, head, layout, period));
    if (statement.lines + lines.length > mostLines) throw new WrongLine('too_many_lines', line);
  }
  return { to: from + end, lines, fileLines: rows.length };
}

const lineFeed = 0x0a;

/** @throws WrongLine where a line is too long, or no UTF-8 */
function splitLines(text: Buffer, linesBefore: number): string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length;) {
    const found = text.indexOf(lineFeed, from);
    const end = found < 0 ? text.length : found;
    const bytes = text.subarray(from, end);
    const number = linesBefore + lines.length + 1;
    if (bytes.length > longestLine) throw new WrongLine('too_long', number);
    if (!isUtf8(bytes)) throw new WrongLine('not_utf8', number);
    lines.push(bytes.toString().replace(/\r$/, ''));
    from = end + 1;
  }
  return lines;
}

function firstLineOf(piece: Buffer): Buffer {
  const end = piece.indexOf(lineFeed);
  return end < 0 ? piece : piece.subarray(0, end);
}

function countBreaks(text: Buffer): number {
  return text.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0);
}
