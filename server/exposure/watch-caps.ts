import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { startBackground, type Background, type OnDue, type Work } from '#server/background/background.ts';
import { refusals } from '#server/words/en/refusals.ts';
import { capFigures } from './cap-figures.ts';
import { NoExposure } from './exposed-draw.ts';
import type { Measuring } from './measuring.ts';

interface CapWatch {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly measuring: Pick<Measuring, 'measureDraw'>;
}

const everyMs = 500;
/** After a failed look: the draw is due again by then. */
const retryMs = 2_000;
/** A draw that closes within this time is looked at every two seconds: exposure_look_after. */
const lastMs = 5 * 60_000;
const drawsAtOnce = 8;

/** Looks at the exposure of all draws that have a cap, in a loop of its own. */
export function startCapWatch(watch: CapWatch, onDue?: OnDue): Background {
  return startBackground([createCapWatch(watch)], watch.log, onDue);
}

/**
 * Looks at the draws that are due, the next one to close first. What follows from a look is decided by the database, in the transaction
 * that keeps it. Any number of processes may do this: each draw is given to one of them at a time.
 */
export function createCapWatch({ db, log, measuring }: CapWatch): Work {
  async function step(stopping: AbortSignal): Promise<boolean> {
    const due = await db.query<{ draw_id: string; closes_in: number }>(
      `select draw_id, extract(epoch from closes_at - clock_timestamp())::float8 * 1000 as closes_in
       from claim_exposure_looks($1)`,
      [drawsAtOnce],
    );
    const errors: unknown[] = [];
    for (const { draw_id, closes_in } of due) {
      if (stopping.aborted) return false;
      // A draw that cannot be computed does not stop the others.
      await lookAt(draw_id, closes_in <= lastMs).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} exposures could not be read`);
    return due.length === drawsAtOnce;
  }

  async function lookAt(drawId: string, isKept: boolean): Promise<void> {
    const measured = await measuring.measureDraw(drawId, { isUrgent: true, isKept }).catch((error: unknown) => {
      // It was called off a moment ago, and sells nothing.
      if (error instanceof NoExposure && error.reason === 'void') return null;
      throw error;
    });
    if (measured === null) return;
    const [kept] = await db.query<{ began: number; ended: number }>(
      'select began, ended from keep_exposure_look($1, $2, $3, $4)',
      [drawId, measured.computedAt, JSON.stringify(capFigures(measured.exposure)), refusals.cappedDraw],
    );
    if (kept!.began + kept!.ended > 0) log.warn({ draw: drawId, ...kept }, 'a cap on exposure paused or resumed sales');
  }

  return { name: 'looking at exposures', everyMs, retryMs, step };
}
