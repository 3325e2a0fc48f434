import type { Registry } from 'prom-client';
import type { Queryable } from '#database/connect.ts';
import { addReadings } from '#server/http/metrics.ts';

const gauges = {
  messages_waiting: 'Text messages and e-mails that are not sent yet.',
  messages_overdue_seconds: 'How long ago the message should have been tried that has waited longest for it.',
};

/** Reads the queue of messages at each scrape, so that every process reports the same. */
export function addMessageMetrics(registry: Registry, db: Queryable): void {
  addReadings(registry, gauges, async () => {
    const [row] = await db.query<Record<keyof typeof gauges, number>>(
      `select count(*) as messages_waiting,
         greatest(0, coalesce(extract(epoch from clock_timestamp() - min(next_try_at)), 0))::float8 as messages_overdue_seconds
       from message where next_try_at is not null`,
    );
    return row!;
  });
}
