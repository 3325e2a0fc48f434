import { Counter, type Registry } from 'prom-client';
import type { Queryable } from '#database/connect.ts';
import { addReadings } from '#server/http/metrics.ts';
import { alarms as alarmTexts, type AlarmDeps } from './apply-fact.ts';

/** Counts this process's alarms; returns the function to call for each. */
export function addPaymentMetrics(registry: Registry): NonNullable<AlarmDeps['onAlarm']> {
  const alarms = new Counter({
    name: 'payment_alarms_total',
    help: 'Payments that an operator has to look into, and refunds that were booked, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  });
  // Each kind starts at 0: an increase can be seen only from an earlier value.
  for (const kind of Object.keys(alarmTexts)) alarms.inc({ kind }, 0);
  return (kind) => alarms.inc({ kind });
}

const gauges = {
  'payments_under_way{direction}': 'Payments whose outcome is not known yet.',
  'payments_oldest_seconds{direction}': 'How old the oldest of them is.',
  payments_overdue_seconds:
    'How long ago the provider should have been asked about the payment that has waited longest for it.',
  withdrawals_unknown: 'Withdrawals of which the provider did not say whether it took them.',
};

interface UnderWay {
  readonly direction: string;
  readonly count: number;
  readonly oldest: number;
  readonly unknown: number;
}

/** Reads the payments under way at each scrape, so that every process reports the same. */
export function addPaymentGauges(registry: Registry, db: Queryable): void {
  addReadings(registry, gauges, async () => {
    const underWay = await db.query<UnderWay>(
      `select d.direction, count(p.id) as count, count(*) filter (where p.status = 'unknown') as unknown,
         coalesce(extract(epoch from clock_timestamp() - min(p.created_at)), 0)::float8 as oldest
       from unnest(enum_range(null::payment_direction)) d (direction)
       left join payment p on p.direction = d.direction and p.status in ('created', 'pending', 'processing', 'unknown')
       group by d.direction`,
    );
    const [due] = await db.query<{ overdue: number }>(
      `select greatest(0, coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0))::float8 as overdue
       from payment where due_at is not null`,
    );
    const by = (key: 'count' | 'oldest') => Object.fromEntries(underWay.map((row) => [row.direction, row[key]]));
    return {
      'payments_under_way{direction}': by('count'),
      'payments_oldest_seconds{direction}': by('oldest'),
      payments_overdue_seconds: due!.overdue,
      withdrawals_unknown: underWay.reduce((sum, { unknown }) => sum + unknown, 0),
    };
  });
}
