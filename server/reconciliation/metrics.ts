import type { Registry } from 'prom-client';
import type { Queryable } from '#database/connect.ts';
import { addReadings } from '#server/http/metrics.ts';
import { readBooksState } from './state.ts';

const gauges = {
  books_open_mismatches: 'Mismatches that nobody has closed yet.',
  books_changed_months: 'Closed months that were not as they were when they were last read again.',
  books_last_pass_age_seconds: 'How long ago the last pass was done.',
  books_last_full_pass_age_seconds: 'How long ago the last pass over everything was done.',
  books_unfinished_passes: 'How many passes in a row did not end in their time; 0 when the last one did.',
  withdrawals_stopped: '1 while no withdrawal is taken.',
};

/** Reads the state from the database at each scrape, so that every process reports the same. */
export function addReconciliationMetrics(registry: Registry, db: Queryable): void {
  addReadings(registry, gauges, async () => {
    const state = await readBooksState(db);
    return {
      books_open_mismatches: state.openMismatches,
      books_changed_months: state.changedMonths,
      books_last_pass_age_seconds: state.lastPassAgeSeconds,
      books_last_full_pass_age_seconds: state.lastFullPassAgeSeconds,
      books_unfinished_passes: state.unfinishedPasses,
      withdrawals_stopped: Number(state.withdrawalsStopped),
    };
  });
}
