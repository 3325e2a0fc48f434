import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { startBackground, type Background } from '#server/background/background.ts';
import type { Scope } from './check.ts';
import { closeMonth } from './close-month.ts';
import { PassUnderWay, reconcile, UnfinishedPass, type Pass, type TimedWindow } from './reconcile.ts';
import { readBooksState, type BooksState } from './state.ts';

/** Half of the longest the books may go unchecked, so that one pass may fail or be slow. */
const pauseMs = 30_000;
const everySeconds = pauseMs / 1_000;
const fullEverySeconds = 24 * 60 * 60;
/** How long until an unfinished full pass is tried again. Recent passes continue meanwhile. */
const fullAgainSeconds = 60 * 60;

/** A month can be closed a day after its end, or when its last draw is finished. */
const closingEveryMs = 60 * 60 * 1_000;

/** A full pass over ten million tickets takes some minutes. */
const limitsMs = { recent: 20_000, longestRecent: 10 * 60_000, full: 60 * 60_000 } as const;

/**
 * A recent pass normally takes a second. After hours without a pass its window is hours long, so it may take a quarter of that
 * time. With a fixed limit it might never catch up.
 */
export function passLimitMs({ scope, lengthMs }: TimedWindow): number {
  return scope === 'full' ? limitsMs.full : Math.min(Math.max(limitsMs.recent, lengthMs! / 4), limitsMs.longestRecent);
}

/**
 * Runs a recent pass twice a minute, and a full pass once a day and when an operator asks for one; closes months that are over. A pass of another process counts
 * too. Recent passes continue while a full one takes its minutes, and processes make only one full pass at a time. Stopping cancels what
 * is running.
 */
export function startReconciliation(db: Database, log: Logger, limitMs = passLimitMs): Background {
  async function make(scope: Scope, signal: AbortSignal): Promise<boolean> {
    try {
      report(log, await reconcile(db, scope, { signal, limitMs, besidePlayers: true }));
    } catch (error) {
      if (signal.aborted || error instanceof PassUnderWay) return false;
      if (!(error instanceof UnfinishedPass)) throw error;
      await db.query('select record_unfinished_pass($1, $2)', [error.scope, error.check]);
      log.error({ scope: error.scope, check: error.check }, error.message);
    }
    return false;
  }

  async function close(signal: AbortSignal): Promise<boolean> {
    try {
      const { month, refusal, mismatches } = await closeMonth(db, { signal, limitMs, besidePlayers: true });
      if (refusal === null) log.info({ month }, 'a month was closed');
      if (refusal === 'mismatches' || refusal === 'changed') {
        log.error({ month, mismatches }, 'a month was not closed: its books do not agree');
      }
      // After a long pause of the worker, several months may be over.
      return refusal === null;
    } catch (error) {
      if (signal.aborted || error instanceof PassUnderWay) return false;
      throw error;
    }
  }

  const makeIfDue = (scope: Scope, isDue: (state: BooksState) => boolean) => ({
    name: `reconciliation, ${scope}`,
    step: async (signal: AbortSignal) => isDue(await readBooksState(db)) && make(scope, signal),
    everyMs: pauseMs,
  });
  const closing = { name: 'closing a month', step: close, everyMs: closingEveryMs };
  return startBackground([makeIfDue('recent', recentIsDue), makeIfDue('full', fullIsDue), closing], log);
}

/** The first pass of all is a full one. */
const recentIsDue = ({ lastPassAgeSeconds }: BooksState) =>
  lastPassAgeSeconds !== null && lastPassAgeSeconds >= everySeconds / 2;

const fullIsDue = ({ fullIsWanted, lastFullPassAgeSeconds, unfinishedFullPassAgeSeconds }: BooksState) =>
  fullIsWanted ||
  ((lastFullPassAgeSeconds ?? Infinity) > fullEverySeconds &&
    (unfinishedFullPassAgeSeconds ?? Infinity) > fullAgainSeconds);

/** Logs each mismatch once, when it is found. Health and metrics show that it is still open. */
function report(log: Logger, { scope, fresh, mismatches, tookMs }: Pass): void {
  for (const mismatch of fresh) {
    log.error({ mismatch }, `the books do not agree: ${mismatch.check} of ${mismatch.subject} ${mismatch.id}`);
  }
  log.info({ scope, mismatches: mismatches.length, tookMs: Math.round(tookMs) }, 'the books were checked');
}
