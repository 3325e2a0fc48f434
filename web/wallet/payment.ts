import type { Payment, PaymentStatus } from '#contract/payments.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { words } from '#web/words/en/wallet.ts';

type PaymentPhase = 'waiting' | 'done' | 'failed';

const phases: Readonly<Record<PaymentStatus, PaymentPhase>> = {
  review: 'waiting',
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

/** A payment as the wallet lists it. */
interface DescribedPayment {
  readonly title: string;
  /**
   * With a sign only what has changed the wallet for good: what came in and has stayed, or what has gone out. Otherwise the
   * amount that was asked for, without a sign.
   */
  readonly amount: Francs;
  readonly isSigned: boolean;
  readonly phase: PaymentPhase;
  /** How it stands, in a few words. */
  readonly label: string;
  /** How it stands and what that means, in sentences. */
  readonly sentence: string;
}

export function describePayment({
  direction,
  status,
  amount,
  refunded,
  refusedBecause,
  redirectUrl,
}: Payment): DescribedPayment {
  const title = words.payments.direction[direction];
  if (refunded > 0 && direction === 'deposit') {
    const stayed = Math.max(0, amount - refunded);
    return {
      title,
      amount: stayed || amount,
      isSigned: stayed > 0,
      phase: 'failed',
      label: stayed > 0 ? words.takenBack.part(formatFrancs(refunded)) : words.takenBack.label,
      sentence: words.takenBack.sentence(formatFrancs(refunded)),
    };
  }
  const phase = phaseOf({ status, refunded });
  if (phase === 'failed' && refusedBecause !== null) {
    const { label, sentence } = words.refused;
    return { title, amount, isSigned: false, phase, label, sentence: sentence(refusedBecause) };
  }
  const isSigned = phase === 'done';
  const isOnPhone = direction === 'deposit' && status === 'pending' && redirectUrl === null;
  return {
    title,
    amount: isSigned && direction === 'withdrawal' ? -amount : amount,
    isSigned,
    phase,
    // A withdrawal that was paid and came back reads as one that could not be paid out.
    ...words.status[direction][refunded > 0 ? 'failed' : status],
    ...(isOnPhone && { sentence: words.approveOnPhone }),
  };
}

/** The poll interval for the status of payments, in milliseconds; false once all have ended. */
export function askAgainAfter(payments: readonly Pick<Payment, 'status' | 'refunded'>[]): number | false {
  const waiting = payments.filter((payment) => phaseOf(payment) === 'waiting');
  // Somebody has to look at it, which takes hours.
  if (waiting.every(({ status }) => status === 'review')) return waiting.length > 0 && 60_000;
  return 3_000;
}
