import type { Payment, PaymentStatus } from '#contract/payments.ts';

type PaymentPhase = 'waiting' | 'done' | 'failed';

const phases: Readonly<Record<PaymentStatus, PaymentPhase>> = {
  created: 'waiting',
  pending: 'waiting',
  processing: 'waiting',
  unknown: 'waiting',
  succeeded: 'done',
  paid: 'done',
  failed: 'failed',
  expired: 'failed',
};

export function phaseOf(status: PaymentStatus): PaymentPhase {
  return phases[status];
}

/** How long to wait before asking again how payments stand, in milliseconds; false once all have ended. */
export function askAgainAfter(payments: readonly Pick<Payment, 'status'>[]): number | false {
  return payments.some(({ status }) => phaseOf(status) === 'waiting') && 3_000;
}
