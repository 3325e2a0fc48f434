import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { startBackground, type Background } from '#server/background/background.ts';
import { reconcile, UnfinishedPass, type Pass, type TimedWindow } from './reconcile.ts';
import { readBooksState } from './state.ts';

/** Half of the longest the books may go unchecked, so that one pass may fail or be slow. */
const pauseMs = 30_000;
const everySeconds = pauseMs / 1_000;
const fullEverySeconds = 24 * 60 * 60;
/** How long until an unfinished full pass is tried again. Recent passes go on meanwhile. */
const fullAgainSeconds = 60 * 60;

const limitsMs = { recent: 20_000, full: 10 * 60_000 } as const;

/**
 * A recent pass normally takes a second. After hours without a pass its window is hours long, so it may take a quarter of that
 * time. With a fixed limit it might never catch up.
 */
export function passLimitMs({ scope, lengthMs }: TimedWindow): number {
  return scope === 'full' ? limitsMs.full : Math.min(Math.max(limitsMs.recent, lengthMs! / 4), limitsMs.full);
}

/**
 * Runs a recent pass twice a minute, and a full pass once a day and when an operator asks for one. A pass of another process counts too. Stopping cancels the
 * running pass.
 */
export function startReconciliation(db: Database, log: Logger, limitMs = passLimitMs): Background {
  const step = async (signal: AbortSignal) => {
    const state = await readBooksState(db);
    const fullIsDue =
      state.fullIsWanted ||
      ((state.lastFullPassAgeSeconds ?? Infinity) > fullEverySeconds &&
        (state.unfinishedFullPassAgeSeconds ?? Infinity) > fullAgainSeconds);
    if (!fullIsDue && state.lastPassAgeSeconds !== null && state.lastPassAgeSeconds < everySeconds / 2) return false;
    try {
      report(log, await reconcile(db, fullIsDue ? 'full' : 'recent', { signal, limitMs }));
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof UnfinishedPass)) throw error;
      await db.query('select record_unfinished_pass($1, $2)', [error.scope, error.check]);
      log.error({ scope: error.scope, check: error.check }, error.message);
    }
    return false;
  };
  return startBackground([{ name: 'reconciliation', step, everyMs: pauseMs }], log);
}

/** Logs each mismatch once, when it is found. Health and metrics show that it is still open. */
function report(log: Logger, { scope, fresh, mismatches, tookMs }: Pass): void {
  for (const mismatch of fresh) {
    log.error({ mismatch }, `the books do not agree: ${mismatch.check} of ${mismatch.subject} ${mismatch.id}`);
  }
  log.info({ scope, mismatches: mismatches.length, tookMs: Math.round(tookMs) }, 'the books were looked over');
}
