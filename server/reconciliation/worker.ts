import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { repeat } from '#server/payments/repeat.ts';
import { reconcile, type Pass } from './reconcile.ts';
import { readBooksState } from './state.ts';

/** Half of the longest the books may go unchecked, so that one pass may fail or be slow. */
const pauseMs = 30_000;
const everySeconds = pauseMs / 1_000;
const fullEverySeconds = 24 * 60 * 60;

/**
 * Looks over what is recent twice a minute, and over everything once a day. Where several processes run one, a pass of
 * another counts. Returns what stops it.
 */
export function startReconciliation(db: Database, log: Logger): () => Promise<void> {
  return repeat('reconciliation', pauseMs, log, async () => {
    const { lastPassAgeSeconds, lastFullPassAgeSeconds } = await readBooksState(db);
    const fullIsDue = (lastFullPassAgeSeconds ?? Infinity) > fullEverySeconds;
    if (!fullIsDue && lastPassAgeSeconds !== null && lastPassAgeSeconds < everySeconds / 2) return 0;
    report(log, await reconcile(db, fullIsDue ? 'full' : 'recent'));
    return 0;
  });
}

/** Each mismatch is an error once, when it is found; that it is still there is told by health and metrics. */
function report(log: Logger, { scope, fresh, mismatches, tookMs }: Pass): void {
  for (const mismatch of fresh) {
    log.error({ mismatch }, `the books do not agree: ${mismatch.check} of ${mismatch.subject} ${mismatch.id}`);
  }
  log.info({ scope, mismatches: mismatches.length, tookMs: Math.round(tookMs) }, 'the books were looked over');
}
