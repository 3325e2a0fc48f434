import type { Francs } from '#domain/money.ts';
import { resultCount } from './orders.ts';

/** How payouts are spread over all 362,880 results, each as likely as any other; exact. */
export interface Spread {
  /** The mean, times 362,880: the sum of the payouts of all results. */
  readonly expected: bigint;
  /** Their variance, times 362,880². */
  readonly variance: bigint;
  /** The payout in the worst result. */
  readonly most: Francs;
}

const limb = 2 ** 18;
/** The number of products of two limbs, at most 2^36 each, that add up within 2^53. */
const atOnce = 2 ** 16;

/**
 * @param payouts francs by rank of the result, whole and not negative; fewer than there are results when those that follow
 * each other pay the same
 */
export function spreadOf(payouts: Float64Array): Spread {
  const alike = BigInt(resultCount / payouts.length);
  let [sum, squares, most] = [0n, 0n, 0];
  for (let start = 0; start < payouts.length; start += atOnce) {
    const part = payouts.subarray(start, start + atOnce);
    const added = addPart(part);
    sum += added.sum;
    squares += added.squares;
    for (const payout of part) if (payout > most) most = payout;
  }
  const expected = sum * alike;
  return { expected, variance: BigInt(resultCount) * squares * alike - expected * expected, most };
}

/** Payouts and their squares are cut into limbs of 18 bits, as a square may be larger than a double can hold. */
function addPart(payouts: Float64Array): { readonly sum: bigint; readonly squares: bigint } {
  let [low, middle, high] = [0, 0, 0];
  let [lowLow, lowMiddle, lowHigh, middleMiddle, middleHigh, highHigh] = [0, 0, 0, 0, 0, 0];
  for (const payout of payouts) {
    const above = Math.floor(payout / limb);
    const c = Math.floor(above / limb);
    const b = above - c * limb;
    const a = payout - above * limb;
    low += a;
    middle += b;
    high += c;
    lowLow += a * a;
    lowMiddle += a * b;
    lowHigh += a * c;
    middleMiddle += b * b;
    middleHigh += b * c;
    highHigh += c * c;
  }
  const by = (value: number, limbs: number) => BigInt(value) << BigInt(18 * limbs);
  return {
    sum: by(low, 0) + by(middle, 1) + by(high, 2),
    squares:
      by(lowLow, 0) +
      2n * by(lowMiddle, 1) +
      by(middleMiddle, 2) +
      2n * by(lowHigh, 2) +
      2n * by(middleHigh, 3) +
      by(highHigh, 4),
  };
}
