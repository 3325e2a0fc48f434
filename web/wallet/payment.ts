import type { Payment, PaymentStatus } from '#contract/payments.ts';
import { formatFrancs } from '#domain/money.ts';
import { words } from '#web/words/en/wallet.ts';

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

/** A payment that was taken back, even in part, counts as failed. */
export function phaseOf({ status, refunded }: Pick<Payment, 'status' | 'refunded'>): PaymentPhase {
  return refunded > 0 ? 'failed' : phases[status];
}

/** A payment's status: a label for a badge, and a sentence. */
export function describePayment({ direction, status, amount, refunded }: Payment): { label: string; sentence: string } {
  if (refunded === 0) return words.status[direction][status];
  const { label, partLabel, sentence } = words.takenBack;
  return { label: refunded < amount ? partLabel : label, sentence: sentence(formatFrancs(refunded)) };
}

/** The poll interval for the status of payments, in milliseconds; false once all have ended. */
export function askAgainAfter(payments: readonly Pick<Payment, 'status' | 'refunded'>[]): number | false {
  return payments.some((payment) => phaseOf(payment) === 'waiting') && 3_000;
}
