import { arrayLiteral, type Database } from '#database/connect.ts';
import { currentRules } from '#domain/draw.ts';
import type { Measuring } from '#server/exposure/measuring.ts';
import type { SpreadColumns } from '#server/exposure/spread-columns.ts';

interface DueDraw {
  readonly id: string;
  /** Whether there is a spread: a void draw pays back what it took, and other rules are not known here. */
  readonly has_spread: boolean;
}

const drawsAtOnce = 20;
const withdrawalsAtOnce = 5_000;

/**
 * Takes the next finished draws and paid withdrawals into the sums. Any number of processes may do it at once; each draw and
 * each withdrawal counts once. What was not reached before a crash waits in its queue.
 *
 * @returns whether there may be more
 */
export async function keepFigures(db: Database, measuring: Pick<Measuring, 'spreadDraw'>): Promise<boolean> {
  const [withdrawals] = await db.query<{ more: boolean }>('select keep_withdrawals($1) as more', [withdrawalsAtOnce]);
  const draws = await db.query<DueDraw>(
    `select d.id, d.status = 'settled' and d.rules = $2 as has_spread
     from figure_due q join draw d on d.id = q.draw_id order by d.finished_at desc limit $1`,
    [drawsAtOnce, currentRules],
  );
  for (const { id, has_spread } of draws) await keepDraw(db, id, has_spread ? await spreadOf(measuring, id) : null);
  return withdrawals!.more || draws.length === drawsAtOnce;
}

/** Null where more was staked than can be computed to the franc. */
async function spreadOf(measuring: Pick<Measuring, 'spreadDraw'>, id: string): Promise<SpreadColumns | null> {
  try {
    return await measuring.spreadDraw(id);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function keepDraw(db: Database, id: string, spread: SpreadColumns | null): Promise<void> {
  await db.query('select keep_figures($1, $2, $3, $4, $5)', [
    id,
    arrayLiteral(spread?.betTypes ?? []),
    arrayLiteral(spread?.expected ?? []),
    arrayLiteral(spread?.variance ?? []),
    arrayLiteral(spread?.most ?? []),
  ]);
}
