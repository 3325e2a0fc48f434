import type { Francs } from '#domain/money.ts';

/** The stakes and payouts of a ticket, of a draw, of a month. */
export interface Play {
  readonly staked: Francs;
  /** Winnings, stakes included, and stakes that were refunded. */
  readonly paid: Francs;
}

/**
 * Whether more came back than went in. Only then is an amount of play green and has a plus: 600 paid for 900 staked is a
 * loss, however it is written. Every screen asks this function.
 */
export function isGain({ staked, paid }: Play): boolean {
  return paid > staked;
}

/** The net result of play: payouts less stakes. */
export function netOf({ staked, paid }: Play): Francs {
  return paid - staked;
}
