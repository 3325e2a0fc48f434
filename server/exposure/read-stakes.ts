import type { Queryable } from '#database/connect.ts';
import { currentRules, type DrawStatus } from '#domain/draw.ts';
import { ticketIdsOf } from '#server/draws/read/ticket-ids.ts';
import { NoExposure, type ExposedDraw } from './exposed-draw.ts';
import { packedSum } from './packed-sums.ts';

/** @throws NoExposure */
export async function readDraw(tx: Queryable, id: string): Promise<ExposedDraw> {
  const draw = await readAnyDraw(tx, id);
  if (draw.status === 'void') throw new NoExposure('void', `Draw ${id} was called off: its stakes go back.`);
  return draw;
}

/** A draw whose exposure can be computed, also one that was voided. @throws NoExposure */
export async function readAnyDraw(tx: Queryable, id: string): Promise<ExposedDraw> {
  const [row] = await tx.query<{
    draws_at: Date;
    closes_at: Date;
    status: DrawStatus;
    rules: string;
  }>('select draws_at, closes_at, status, rules from draw where id = $1', [id]);
  if (!row) throw new NoExposure('unknown', `There is no draw ${id}.`);
  if (row.rules !== currentRules) {
    throw new NoExposure(
      'rules',
      `Draw ${id} has the rules ${row.rules}, and this version knows ${currentRules} alone.`,
    );
  }
  return { id, drawsAt: row.draws_at, closesAt: row.closes_at, status: row.status };
}

/** The sales of a settled draw, from its figures. */
export async function readSold(db: Queryable, drawId: string): Promise<{ tickets: number; stakes: number }> {
  const [row] = await db.query<{ tickets: number; stakes: number }>(
    `select coalesce(sum(tickets), 0)::bigint as tickets, coalesce(sum(stakes), 0)::bigint as stakes
     from draw_figure where draw_id = $1`,
    [drawId],
  );
  return row!;
}

/** The stakes on each selection of a draw: rows of `packedSum`, in up to 64 pieces, so that no value becomes large. */
export async function readSums(tx: Queryable, drawId: string): Promise<Buffer[]> {
  const rows = await tx.query<{ sums: Buffer }>(
    `select string_agg(${packedSum}, '') as sums
     from (
       select bet_type, selection, sum(stake) as stake, count(*) as tickets from ticket
       where draw_id = $1 and id >= $2 and id < $3 group by bet_type, selection
     ) s
     group by selection % 64`,
    [drawId, ...(await ticketIdsOf(tx, drawId))],
  );
  return rows.map(({ sums }) => sums);
}

/** A moment in the history of the database's transactions. */
export interface Snapshot {
  /** Every transaction with a lower number is over. */
  readonly over: bigint;
  /** No transaction with this number or a higher one had begun to write. */
  readonly next: bigint;
  /** The database's time at this moment or a little before: whatever was committed then is seen. */
  readonly at: Date;
}

export async function readSnapshot(tx: Queryable): Promise<Snapshot> {
  const [row] = await tx.query<{ over: string; next: string; at: Date }>(
    `select pg_snapshot_xmin(s)::text as over, pg_snapshot_xmax(s)::text as next, statement_timestamp() as at
     from pg_current_snapshot() s`,
  );
  return { over: BigInt(row!.over), next: BigInt(row!.next), at: row!.at };
}

/** The stakes of a draw: those of finished transactions, and those that others staked while an older transaction was still running. */
export interface SplitSums {
  readonly settled: readonly Buffer[];
  readonly recent: readonly Buffer[];
}

/**
 * The sums of a draw's tickets in the transaction's snapshot. With `since`, without those that were settled at an earlier moment.
 *
 * @param over of this transaction's snapshot
 * @param since `over` of the earlier moment, and a time before which no other ticket was accepted
 */
export async function readSplitSums(
  tx: Queryable,
  drawId: string,
  over: bigint,
  since: { readonly over: bigint; readonly acceptedFrom: Date } | null,
): Promise<SplitSums> {
  // age() counts back from one number for the whole transaction, so a higher age is an older transaction. It is negative for what
  // is so old that the numbers have come round.
  const rows = await tx.query<{ settled: boolean; sums: Buffer }>(
    `select settled, string_agg(${packedSum}, '') as sums
     from (
       select age(xmin) > age($4::text::xid) or age(xmin) < 0 as settled, bet_type, selection, sum(stake) as stake,
         count(*) as tickets
       from ticket
       where draw_id = $1 and id >= $2 and id < $3
         ${since ? 'and accepted_at >= $6 and age(xmin) between 0 and age($5::text::xid)' : ''}
       group by 1, bet_type, selection
     ) s
     group by settled, selection % 64`,
    [
      drawId,
      ...(await ticketIdsOf(tx, drawId)),
      toXid(over),
      ...(since ? [toXid(since.over), since.acceptedFrom] : []),
    ],
  );
  const pick = (isSettled: boolean) => rows.filter(({ settled }) => settled === isSettled).map(({ sums }) => sums);
  return { settled: pick(true), recent: pick(false) };
}

/** A ticket names the transaction that wrote it by the lower 32 bits of its number; 0 to 2 name none. */
function toXid(number: bigint): string {
  const low = number % 2n ** 32n;
  return String(low < 3n ? 3n : low);
}
