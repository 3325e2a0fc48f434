import { Counter, type Registry } from 'prom-client';
import type { ResolveDeps } from './resolve.ts';

/** Counts this process's alarms; returns the function to call for each. */
export function addPaymentMetrics(registry: Registry): NonNullable<ResolveDeps['onAlarm']> {
  const alarms = new Counter({
    name: 'payment_alarms_total',
    help: 'Payments that an operator has to look into, and refunds that were booked, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return (kind) => alarms.inc({ kind });
}
