import type { Database, Queryable } from '#database/connect.ts';
import { currentRules, type DrawStatus } from '#domain/draw.ts';
import type { DrawExposure } from '#domain/exposure/exposure.ts';
import { inThread } from '#server/fair-draw/in-thread.ts';
import { packedSum } from './packed-sums.ts';

export interface ExposedDraw {
  readonly id: string;
  readonly drawsAt: Date;
  readonly closesAt: Date;
  readonly status: DrawStatus;
}

/** The exposure of a draw to the tickets that were committed at `computedAt`, by the database's clock. */
export interface ComputedExposure {
  readonly draw: ExposedDraw;
  readonly exposure: DrawExposure;
  readonly computedAt: Date;
  /** How long reading and computing took, in milliseconds. */
  readonly ms: number;
}

/** Why a draw has no exposure: `unknown`, `void` (its stakes go back), or `rules` that this version does not know. */
export class NoExposure extends Error {
  override readonly name = 'NoExposure';
  readonly reason: 'unknown' | 'void' | 'rules';

  constructor(reason: NoExposure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Computes what a draw may have to pay, in each of its 362,880 results. Draw and sums are read in one snapshot; the
 * computation runs in a worker thread.
 *
 * @throws NoExposure
 */
export async function computeExposure(db: Database, drawId: string): Promise<ComputedExposure> {
  const startedAt = performance.now();
  const { draw, computedAt, pieces } = await db.transact(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    // For the groups of a draw in which every order was played; with less, they are sorted on the disk.
    await tx.query(`set local work_mem = '64MB'`);
    return { ...(await readDraw(tx, drawId)), pieces: await readSums(tx, drawId) };
  });
  const exposure = await inThread<DrawExposure>(new URL('measure-thread.ts', import.meta.url), pieces);
  return { draw, exposure, computedAt, ms: Math.round(performance.now() - startedAt) };
}

async function readDraw(tx: Queryable, id: string): Promise<{ draw: ExposedDraw; computedAt: Date }> {
  const [row] = await tx.query<{
    draws_at: Date;
    closes_at: Date;
    status: DrawStatus;
    rules: string;
    now: Date;
  }>('select draws_at, closes_at, status, rules, statement_timestamp() as now from draw where id = $1', [id]);
  if (!row) throw new NoExposure('unknown', `There is no draw ${id}.`);
  if (row.status === 'void') throw new NoExposure('void', `Draw ${id} was called off: its stakes go back.`);
  if (row.rules !== currentRules) {
    throw new NoExposure(
      'rules',
      `Draw ${id} has the rules ${row.rules}, and this version knows ${currentRules} alone.`,
    );
  }
  const draw = { id, drawsAt: row.draws_at, closesAt: row.closes_at, status: row.status };
  return { draw, computedAt: row.now };
}

/** In up to 64 pieces, so that no value becomes large. */
async function readSums(tx: Queryable, drawId: string): Promise<Buffer[]> {
  const rows = await tx.query<{ sums: Buffer }>(
    `select string_agg(${packedSum}, '') as sums
     from (
       select bet_type, selection, sum(stake) as stake, count(*) as tickets from ticket
       where draw_id = $1 group by bet_type, selection
     ) s
     group by selection % 64`,
    [drawId],
  );
  return rows.map(({ sums }) => sums);
}
