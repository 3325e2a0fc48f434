import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '#database/connect.ts';
import { readBooksState, type BooksState } from './state.ts';

/** Reads the state from the database at each scrape, so that every process reports the same. */
export function addReconciliationMetrics(registry: Registry, db: Queryable): void {
  const gauge = (name: string, help: string, valueOf: (state: BooksState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = valueOf(await readBooksState(db));
        if (value === null) this.reset();
        else this.set(value);
      },
    });
  gauge('books_open_mismatches', 'Mismatches that nobody has closed yet.', (state) => state.openMismatches);
  gauge('books_last_pass_age_seconds', 'How long ago the last pass was done.', (state) => state.lastPassAgeSeconds);
  gauge(
    'books_last_full_pass_age_seconds',
    'How long ago the last pass over everything was done.',
    (state) => state.lastFullPassAgeSeconds,
  );
  gauge(
    'books_unfinished_passes',
    'How many passes in a row did not end in their time; 0 when the last one did.',
    (state) => state.unfinishedPasses,
  );
  gauge('withdrawals_stopped', '1 while no withdrawal is taken.', (state) => Number(state.withdrawalsStopped));
}
