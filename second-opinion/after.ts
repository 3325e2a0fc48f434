import { createHash } from 'node:crypto';
import {
  CannotJudge,
  compareWithSeal,
  Differences,
  readRecords,
  TicketCount,
  type Progress,
  type Records,
} from './before.ts';
import { resultOf, type Drawn } from './drawn.ts';
import { BadRecord } from './records.ts';
import { betTypes, payTable } from './rules.ts';
import { packedDue, packedTicket, type KeptDraw, type OpinionAfter, type Rows, type Source } from './source.ts';

/** The sums of one bet type in a draw. What a void draw gives back counts as paid. */
export interface Figure {
  tickets: number;
  stakes: number;
  won: number;
  payouts: number;
}

export interface JudgedAfter extends OpinionAfter {
  /** By the code of the bet type. */
  readonly figures: ReadonlyMap<number, Figure>;
}

export interface After extends Drawn {
  /** How many tickets of a kind of difference are named. */
  readonly most: number;
  readonly progress: Progress;
}

/**
 * Works out a finished draw: its result, what each ticket is due, and compares them with what the site kept, listed and paid.
 *
 * @throws CannotJudge
 */
export async function judgeAfter(
  source: Source,
  kept: KeptDraw,
  { chains, most, progress, ownRootOf }: After,
): Promise<JudgedAfter> {
  if (kept.finishedAt === null) throw new CannotJudge('it is not finished');
  const differs = new Differences(most);
  let records: Records;
  try {
    records = readRecords(kept);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    const none = { tickets: 0, stakes: 0, root: null, result: null, won: 0, due: 0, figures: new Map() };
    return { ...none, digest: createHash('sha256').digest(), differs: [error.message] };
  }
  const result = resultOf(kept, records, chains, differs);
  const seen = [(await source.firstRoot(kept.id))?.toString('hex'), ownRootOf(kept.id)];
  return source.atOneMoment(async () => {
    const count = new TicketCount(kept, records, differs, progress);
    try {
      const dues = await compareDues(source, kept, count, result, differs);
      const root = await compareWithSeal(source, kept, records, count, differs);
      if (root !== null && seen.some((before) => before && before !== root.toString('hex'))) {
        differs.add('the tickets are not those that were seen before the draw');
      }
      compareFigures(await source.figures(kept.id), dues.figures, result !== null || kept.status === 'void', differs);
      return {
        tickets: count.tickets,
        stakes: count.stakes,
        root,
        result: result && Number(result.join('')),
        ...dues,
        differs: differs.list(),
      };
    } finally {
      count.leaves.close();
    }
  });
}

interface OwnDues {
  readonly won: number;
  readonly due: number;
  readonly digest: Buffer;
  readonly figures: ReadonlyMap<number, Figure>;
}

/** The dues of a ticket: francs to the wallet of deposits and to that of winnings. */
type Owed = readonly [toDeposits: number, toWinnings: number];
const nothing: Owed = [0, 0];

/** Reads tickets, dues and payments side by side, in the order of the tickets' ids. */
async function compareDues(
  source: Source,
  kept: KeptDraw,
  count: TicketCount,
  result: readonly number[] | null,
  differs: Differences,
): Promise<OwnDues> {
  const isVoid = kept.status === 'void';
  const pays = result && payTable(result);
  const digest = createHash('sha256');
  const figures = new Map<number, Figure>();
  let [won, due] = [0, 0];

  function owe(row: Buffer): Owed | null {
    const [type, stake] = [packedTicket.type(row), packedTicket.stake(row)];
    const fromWinnings = packedTicket.stakeFromWinnings(row);
    const owed = isVoid
      ? ([stake - fromWinnings, fromWinnings] as const)
      : pays && ([0, stake * pays(type, packedTicket.selection(row))] as const);
    const francs = owed ? owed[0] + owed[1] : 0;
    let figure = figures.get(type);
    if (!figure) figures.set(type, (figure = { tickets: 0, stakes: 0, won: 0, payouts: 0 }));
    figure.tickets++;
    figure.stakes += stake;
    figure.payouts += francs;
    if (owed && francs > 0) {
      if (!isVoid) figure.won++;
      won++;
      due += francs;
      digest.update(packDue(packedTicket.id(row), owed));
    }
    return owed;
  }

  const [tickets, dues, payments] = [
    await source.tickets(kept.id, true),
    await source.dues(kept.id),
    await source.payments(kept),
  ];
  const all = [tickets, dues, payments];
  for (;;) {
    for (const rows of all) if (rows.needsMore) await rows.fill();
    if (all.every((rows) => rows.head === undefined)) break;
    while (!all.some((rows) => rows.needsMore)) {
      const id = firstOf(all);
      if (id === null) break;
      const [ticket, listed, paid] = [take(tickets, id), take(dues, id), take(payments, id)];
      if (ticket) count.add(ticket);
      else differs.addForTicket('unknown', id, 'something is due to it, and the draw has no such ticket');
      // Without a result of its own there is nothing to compare the dues with.
      const owed = ticket ? owe(ticket) : nothing;
      if (owed && !isSame(owed, listed))
        differs.addForTicket('due', id, `due ${francs(owed)}, the site listed ${francs(amountsOf(listed))}`);
      if (!isSame(amountsOf(listed), paid)) {
        differs.addForTicket(
          'payment',
          id,
          `the site listed ${francs(amountsOf(listed))}, and paid ${francs(amountsOf(paid))}`,
        );
      }
      if (listed && !packedDue.isRight(listed))
        differs.addForTicket('owner', id, 'something is due to a client who did not buy it');
      if (paid && !packedDue.isRight(paid))
        differs.addForTicket('payee', id, 'something was paid to another client, or from another account');
    }
  }
  return { won, due, digest: digest.digest(), figures };
}

/** The smallest id that is next; null at the end. */
function firstOf(all: readonly Rows[]): Buffer | null {
  let first: Buffer | null = null;
  for (const { head } of all) {
    if (head && (first === null || head.compare(first, 0, 16, 0, 16) < 0)) first = head;
  }
  return first && first.subarray(0, 16);
}

function take(rows: Rows, id: Buffer): Buffer | undefined {
  const { head } = rows;
  if (!head || head.compare(id, 0, 16, 0, 16) !== 0) return undefined;
  rows.next();
  return head;
}

function amountsOf(row: Buffer | undefined): Owed {
  return row ? [packedDue.toDeposits(row), packedDue.toWinnings(row)] : nothing;
}

function isSame([toDeposits, toWinnings]: Owed, row: Buffer | undefined): boolean {
  const [deposits, winnings] = amountsOf(row);
  return toDeposits === deposits && toWinnings === winnings;
}

function francs([toDeposits, toWinnings]: Owed): string {
  return toDeposits === 0 ? String(toWinnings) : `${toDeposits + toWinnings} (${toDeposits} of it to deposits)`;
}

function packDue(id: Buffer, [toDeposits, toWinnings]: Owed): Buffer {
  const bytes = Buffer.alloc(32);
  id.copy(bytes);
  bytes.writeBigUInt64BE(BigInt(toDeposits), 16);
  bytes.writeBigUInt64BE(BigInt(toWinnings), 24);
  return bytes;
}

function compareFigures(
  kept: ReadonlyMap<number, readonly number[]>,
  own: ReadonlyMap<number, Figure>,
  withPayouts: boolean,
  differs: Differences,
): void {
  for (const type of new Set([...own.keys(), ...kept.keys()])) {
    const { tickets, stakes, won, payouts } = own.get(type) ?? { tickets: 0, stakes: 0, won: 0, payouts: 0 };
    const figures = withPayouts ? [tickets, stakes, won, payouts] : [tickets, stakes];
    const theirs = kept.get(type) ?? [];
    if (figures.every((figure, index) => figure === theirs[index])) continue;
    differs.add(
      `${betTypes.get(type)?.name ?? `bet type ${type}`}: tickets, stakes, won and paid are ${figures.join(', ')}, the site says ${theirs.join(', ') || 'nothing'}`,
    );
  }
}
