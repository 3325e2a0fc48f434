import { createHash } from 'node:crypto';
import { shortHex, uuidOf } from './bytes.ts';
import { BadRecord, readDrawRecord, readSealRecord, type DrawRecord, type SealRecord } from './records.ts';
import { isPlayable, isStakeAllowed, numbersOf, rulesHash } from './rules.ts';
import { packedTicket, type KeptDraw, type Opinion, type Source } from './source.ts';
import { leafMaker, Leaves, saltMaker } from './tree.ts';

/** Thrown with the reason when this program cannot judge a draw. It is not a disagreement. */
export class CannotJudge extends Error {
  override name = 'CannotJudge';
}

export interface Records {
  readonly draw: DrawRecord;
  /** Null for a draw that was never sealed. */
  readonly seal: SealRecord | null;
}

/**
 * Reads a draw's records.
 *
 * @throws CannotJudge when it is played by other rules, or the key of its salts is missing
 * @throws BadRecord when the bytes are none
 */
export function readRecords(kept: KeptDraw): Records {
  const draw = readDrawRecord(kept.record);
  if (!draw.rulesHash.equals(rulesHash)) throw new CannotJudge('it is played by rules that this program does not know');
  if (kept.seal !== null && kept.saltKey === null) throw new CannotJudge('the key of its salts is not there');
  return { draw, seal: kept.seal && readSealRecord(kept.seal) };
}

/** Tells how many tickets were read. */
export type Progress = (tickets: number) => void;

/** Visits a draw's tickets piece by piece. */
export class TicketCount {
  readonly #leafOf: ReturnType<typeof leafMaker> | null;
  readonly leaves: Leaves;
  readonly differs: Differences;
  readonly #progress: Progress;
  tickets = 0;
  stakes = 0;

  constructor(kept: KeptDraw, { seal }: Records, differs: Differences, progress: Progress) {
    this.#leafOf = kept.saltKey && seal ? leafMaker(kept.id, saltMaker(kept.saltKey)) : null;
    this.leaves = new Leaves();
    this.differs = differs;
    this.#progress = progress;
  }

  add(row: Buffer): void {
    const [type, stake] = [packedTicket.type(row), packedTicket.stake(row)];
    const numbers = numbersOf(packedTicket.selection(row));
    this.tickets++;
    this.stakes += stake;
    if (!isPlayable(type, numbers))
      this.differs.addForTicket('unplayable', packedTicket.id(row), 'the rules know no such ticket');
    else if (!isStakeAllowed(type, stake))
      this.differs.addForTicket('stake', packedTicket.id(row), `a stake of ${stake} is not allowed`);
    if (this.#leafOf) {
      this.leaves.add(
        this.#leafOf({ id: packedTicket.id(row), acceptedAt: packedTicket.acceptedAt(row), type, numbers, stake }),
      );
    }
    if (this.tickets % 100_000 === 0) this.#progress(this.tickets);
  }
}

/** Sentences about what differs: all that is about the draw, and the first of each kind that are about tickets. */
export class Differences {
  readonly #aboutDraw: string[] = [];
  readonly #aboutTickets = new Map<string, { first: string[]; count: number }>();
  readonly #most: number;

  /** @param most of a kind, of tickets, to be told one by one */
  constructor(most: number) {
    this.#most = most;
  }

  add(sentence: string): void {
    this.#aboutDraw.push(sentence);
  }

  addForTicket(kind: string, id: Uint8Array, says: string): void {
    let noted = this.#aboutTickets.get(kind);
    if (!noted) this.#aboutTickets.set(kind, (noted = { first: [], count: 0 }));
    if (noted.count++ < this.#most) noted.first.push(`ticket ${uuidOf(id)}: ${says}`);
  }

  list(): string[] {
    const aboutTickets = [...this.#aboutTickets.values()].flatMap(({ first, count }) =>
      count > first.length ? [...first, `tickets like that, besides: ${count - first.length}`] : first,
    );
    return [...this.#aboutDraw, ...aboutTickets];
  }
}

/** Compares seal and published leaves with what the tickets themselves give. */
export async function compareWithSeal(
  source: Source,
  kept: KeptDraw,
  { draw, seal }: Records,
  { tickets, stakes, leaves }: TicketCount,
  differs: Differences,
): Promise<Buffer | null> {
  if (draw.drawId !== kept.id) differs.add('the record is of another draw');
  if (seal === null) return null;
  const own = leaves.finish();
  if (!seal.drawHash.equals(draw.hash)) differs.add('the seal names another record of the draw');
  if (!seal.commitment.equals(kept.commitment)) differs.add('the seal names another commitment');
  if (!isTimeRight(draw, seal)) differs.add('the seal names a time that it may not have');
  if (seal.tickets !== tickets) differs.add(`${tickets} tickets, the seal says ${seal.tickets}`);
  if (seal.stakes !== stakes) differs.add(`${stakes} francs staked, the seal says ${seal.stakes}`);
  if (own.twice) differs.add('a leaf is there twice');
  if (!seal.root.equals(own.root))
    differs.add(`the tickets have the root ${shortHex(own.root)}…, the seal says ${shortHex(seal.root)}…`);
  const published = createHash('sha256');
  const rows = await source.leaves(kept.id);
  for (await rows.fill(); rows.head; await rows.fill()) {
    for (; rows.head; rows.next()) published.update(rows.head);
  }
  if (!published.digest().equals(own.digest))
    differs.add('the published leaves are not those of the tickets, or not in their order');
  return own.root;
}

/** From then on a seal without a beacon names the close of sales, so that nobody chooses its time. */
const choiceEnds = Date.UTC(2027, 0, 1);

function isTimeRight({ closesAt, moment, beacon }: DrawRecord, { sealedAt }: SealRecord): boolean {
  if (beacon === 0 && moment >= choiceEnds) return sealedAt === closesAt;
  return sealedAt >= closesAt && sealedAt < moment;
}

/** The figures of the sealed tickets, before anybody knows the result. */
export async function judgeBefore(source: Source, kept: KeptDraw, most: number, progress: Progress): Promise<Opinion> {
  if (kept.seal === null) throw new CannotJudge('it is not sealed');
  const differs = new Differences(most);
  return judging(differs, async () => {
    const records = readRecords(kept);
    return source.atOneMoment(async () => {
      const count = new TicketCount(kept, records, differs, progress);
      try {
        const rows = await source.tickets(kept.id);
        for (await rows.fill(); rows.head; await rows.fill()) {
          for (; rows.head; rows.next()) count.add(rows.head);
        }
        const root = await compareWithSeal(source, kept, records, count, differs);
        return { tickets: count.tickets, stakes: count.stakes, root, differs: differs.list() };
      } finally {
        count.leaves.close();
      }
    });
  });
}

/** A record that cannot be read is a disagreement about all of the draw. */
async function judging(differs: Differences, judge: () => Promise<Opinion>): Promise<Opinion> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    differs.add(error.message);
    return { tickets: 0, stakes: 0, root: null, differs: differs.list() };
  }
}
