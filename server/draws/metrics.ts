import type { Registry } from 'prom-client';
import type { Queryable } from '#database/connect.ts';
import { addReadings } from '#server/http/metrics.ts';

/** How late each step of a draw's life is. While all is well they are 0 or a few seconds. */
const gauges = {
  draws_close_overdue_seconds: 'How long ago the sales should have ended of the draw that has waited longest for it.',
  draws_seal_overdue_seconds: 'How long the draw that has waited longest is closed and not sealed.',
  draws_result_overdue_seconds: 'How long ago the sealed draw that has waited longest should have been drawn.',
  draws_payout_overdue_seconds:
    'How long the draw that has waited longest is drawn, or should have been, and not all paid.',
  draws_called_off_last_hour: 'Draws of the last hour that were called off.',
  draws_timetable_ahead_seconds: 'How far ahead the last draw is that players can bet on.',
};

/** Reads the draws at each scrape, so that every process reports the same. All of it is found in indexes of unfinished draws. */
export function addDrawMetrics(registry: Registry, db: Queryable): void {
  addReadings(registry, gauges, async () => {
    const [row] = await db.query<Record<keyof typeof gauges, number>>(
      `with age as (
         select status, sealed_at, greatest(0, extract(epoch from now() - closes_at)) as since_close,
           greatest(0, extract(epoch from now() - closed_at)) as since_closed,
           greatest(0, extract(epoch from now() - draws_at)) as since_draw,
           greatest(0, extract(epoch from now() - coalesce(drawn_at, draws_at))) as since_drawn
         from draw where finished_at is null and closes_at <= now()
       )
       select coalesce(max(since_close) filter (where status = 'open'), 0)::float8 as draws_close_overdue_seconds,
         coalesce(max(since_closed) filter (where status = 'closed' and sealed_at is null), 0)::float8 as draws_seal_overdue_seconds,
         coalesce(max(since_draw) filter (where status = 'closed' and sealed_at is not null), 0)::float8
           as draws_result_overdue_seconds,
         coalesce(max(since_drawn) filter (where status in ('drawn', 'void')), 0)::float8 as draws_payout_overdue_seconds,
         (select count(*) from draw where status = 'void' and draws_at between now() - interval '1 hour' and now())
           as draws_called_off_last_hour,
         (select coalesce(extract(epoch from max(draws_at) - now()), 0)::float8 from draw
          where finished_at is null and status = 'open' and closes_at > now()) as draws_timetable_ahead_seconds
       from age`,
    );
    return row!;
  });
}
