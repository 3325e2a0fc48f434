import type { PaymentStatus } from '#contract/payments.ts';
import type { Francs } from '#domain/money.ts';
import type { About, Accepted, Direction } from './provider.ts';

/** A fact about a payment, from the provider or from the passing of time. */
export type Fact =
  | ({ readonly kind: 'accepted' } & Accepted)
  /** `elsewhere`: for a reason of the provider, and not of the payer. */
  | { readonly kind: 'rejected'; readonly code: string; readonly elsewhere?: true }
  | { readonly kind: 'unanswered'; readonly cause: string }
  /** With the page on which the payer approves, where the provider names it only now. */
  | { readonly kind: 'under_way'; readonly redirectUrl?: string }
  | {
      readonly kind: 'confirmed';
      readonly amount: Francs | null;
      /** The provider can take it back for three days, and is asked again. */
      readonly isReversible?: boolean;
    }
  | { readonly kind: 'declined'; readonly code: string; readonly elsewhere?: true }
  /** The provider does not know it, and no call can still be on its way. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'expired' }
  /** The provider refunded all of it. */
  | { readonly kind: 'refunded' }
  /** The total refunded so far, out of the confirmed amount. */
  | { readonly kind: 'refunded_in_part'; readonly amount: Francs }
  /** The provider refunded a part of it and does not say how much. */
  | { readonly kind: 'refund_unclear' }
  /** The provider has the money of a payout again. */
  | { readonly kind: 'reversed' }
  /** The provider's answer is about another payment, or in another currency. */
  | { readonly kind: 'other_payment'; readonly said: About }
  /** An operator lets a held withdrawal go: it is sent to its provider now. */
  | { readonly kind: 'released' }
  /** An operator refuses a held withdrawal. */
  | { readonly kind: 'refused' };

/**
 * How money moves with a step. `retake` fails if the money is gone; `charge_back` and `give_back` do nothing if it was booked
 * before. The others must not fail.
 */
export type Movement = 'credit' | 'pay' | 'return' | 'retake' | 'charge_back' | 'give_back';

interface Step {
  readonly to: PaymentStatus;
  readonly movement?: Movement;
}

/**
 * Where a fact takes a payment; null when it changes nothing.
 *
 * A confirmed payment is final: it overrides an earlier failure or expiry, and nothing overrides it. A later refund or
 * reversal is booked, and the status stays. So facts may arrive twice and in any order, and the payment still ends in the state that
 * matches the provider's money.
 *
 * A withdrawal under review is known to nobody but us, so only an operator moves it.
 */
export function decideStep(direction: Direction, status: PaymentStatus, fact: Fact['kind']): Step | null {
  return (direction === 'deposit' ? deposit : withdrawal)[fact]?.[status] ?? null;
}

type Steps = { readonly [K in Fact['kind']]?: { readonly [S in PaymentStatus]?: Step } };

const credited: Step = { to: 'succeeded', movement: 'credit' };
const declined: Step = { to: 'failed' };
const chargedBack: Step = { to: 'succeeded', movement: 'charge_back' };

const deposit: Steps = {
  accepted: { created: { to: 'pending' } },
  under_way: { created: { to: 'pending' } },
  // It is unknown whether the provider was reached. The payment stays `created` until a look-up tells.
  unanswered: { created: { to: 'created' } },
  rejected: { created: declined },
  absent: { created: declined },
  declined: { created: declined, pending: declined, expired: declined },
  refunded: { created: declined, pending: declined, expired: declined, succeeded: chargedBack },
  refunded_in_part: { succeeded: chargedBack },
  expired: { created: { to: 'expired' }, pending: { to: 'expired' } },
  confirmed: { created: credited, pending: credited, failed: credited, expired: credited },
};

const returned: Step = { to: 'failed', movement: 'return' };
const paid: Step = { to: 'paid', movement: 'pay' };

const withdrawal: Steps = {
  released: { review: { to: 'created' } },
  refused: { review: returned },
  accepted: { created: { to: 'processing' }, unknown: { to: 'processing' } },
  under_way: { created: { to: 'processing' }, unknown: { to: 'processing' } },
  unanswered: { created: { to: 'unknown' } },
  rejected: { created: returned },
  absent: { created: returned, unknown: returned },
  declined: { created: returned, processing: returned, unknown: returned },
  reversed: {
    created: returned,
    processing: returned,
    unknown: returned,
    paid: { to: 'paid', movement: 'give_back' },
  },
  // The money was returned, but the provider paid it out after all, so it is taken from the wallet again.
  confirmed: { created: paid, processing: paid, unknown: paid, failed: { to: 'paid', movement: 'retake' } },
};
