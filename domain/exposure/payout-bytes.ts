import { tag } from '#domain/fair-draw/bytes.ts';
import type { Francs } from '#domain/money.ts';
import { resultCount } from './orders.ts';

const begin = tag('izi.exposure.v1');
const payoutLength = 8;

/**
 * The payouts of all 362,880 results in bytes, so that one hash commits to all of them: the tag `izi.exposure.v1` and a zero byte, then the
 * payout of each result in whole francs as an unsigned integer of 8 bytes, the highest byte first, in the order of the results: 123456789,
 * 123456798, … 987654321. 2,903,056 bytes in all.
 *
 * @param payouts francs by rank of the result
 */
export function payoutBytes(payouts: Float64Array): Uint8Array {
  if (payouts.length !== resultCount) throw new RangeError(`${payouts.length} payouts are not those of all results`);
  const bytes = new Uint8Array(begin.length + resultCount * payoutLength);
  bytes.set(begin);
  const view = new DataView(bytes.buffer);
  for (const [rank, payout] of payouts.entries()) {
    const at = begin.length + rank * payoutLength;
    // Two halves: a payout may need more than 32 bits, and numbers of 64 are ten times as slow.
    view.setUint32(at, Math.floor(payout / 2 ** 32));
    view.setUint32(at + 4, payout >>> 0);
  }
  return bytes;
}

/** Where a payout stands among those of all results. */
export interface Place {
  /** How many results pay less. */
  readonly below: number;
  /** How many pay as much. */
  readonly equal: number;
}

export function placeOf(payouts: Float64Array, paid: Francs): Place {
  let below = 0;
  let equal = 0;
  for (const payout of payouts) {
    if (payout < paid) below++;
    else if (payout === paid) equal++;
  }
  return { below, equal };
}
