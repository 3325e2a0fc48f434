import type { Registry } from 'prom-client';
import { alarmKinds } from '#contract/operator/overview.ts';
import type { Queryable } from '#database/connect.ts';
import { addReadings } from '#server/http/metrics.ts';

/** How many alarms of the operators are open, by kind; each kind is there, at 0 where none is. */
export function addAlarmGauges(registry: Registry, db: Queryable): void {
  addReadings(registry, { 'operator_alarms{kind}': 'Open alarms of the operators’ console, by kind.' }, async () => {
    const open = await db.query<{ kind: string; alarms: number }>('select kind, alarms from console.open_alarms()');
    return {
      'operator_alarms{kind}': Object.fromEntries([
        ...alarmKinds.map((kind) => [kind, 0]),
        ...open.map(({ kind, alarms }) => [kind, alarms]),
      ]) as Record<string, number>,
    };
  });
}
