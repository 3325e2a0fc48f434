import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { Timetable } from '#domain/timetable.ts';
import { closeDueDraw, drawDueDraw, timeToNextStep } from '../draws/advance.ts';
import { fillTimetable } from '../draws/fill-timetable.ts';
import { settleDueDraw } from './settle.ts';

export interface DrawWorker {
  /** Resolves when the step under way is done. */
  stop(): Promise<void>;
}

/** The longest the worker sleeps, so that a draw another process left half-way waits no longer. */
const longestPauseMs = 500;
const fillEveryMs = 60_000;
const pauseAfterFailureMs = 1_000;

/**
 * Takes every draw through its life: closes, draws, settles, and keeps the timetable filled. Any number of processes may
 * run one; each step claims its draw's row, and a crash anywhere is taken up again by whoever comes next.
 */
export function startDrawWorker(db: Database, timetable: Timetable, daysAhead: number, log: Logger): DrawWorker {
  const stopping = new AbortController();
  const running = run();

  async function run(): Promise<void> {
    let filledAt = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted) {
      try {
        if (performance.now() - filledAt > fillEveryMs) {
          await fillTimetable(db, timetable, daysAhead);
          filledAt = performance.now();
        }
        await advanceAll();
        await pause(Math.min((await timeToNextStep(db)) ?? longestPauseMs, longestPauseMs));
      } catch (error) {
        log.error({ err: error }, 'a step of a draw failed; it is tried again');
        await pause(pauseAfterFailureMs);
      }
    }
  }

  async function advanceAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Closing comes first: it is the step that must not be late.
      if (!((await closeDueDraw(db)) || (await drawDueDraw(db)) || (await settleDueDraw(db)))) return;
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(Math.max(ms, 5), undefined, { signal: stopping.signal }).catch(() => {});
  }

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
