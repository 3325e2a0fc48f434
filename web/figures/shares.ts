import { formatAmount, formatDecimal } from '#domain/money.ts';
import type { FigureDay } from '#contract/figures.ts';

/** A band as shares of the stakes that it is about, for people: `66.6 %`. */
export interface Shares {
  readonly returned: number;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/** Null if nothing was staked on draws that the comparison counts. */
export function sharesOf(fair: FigureDay['fair']): Shares | null {
  if (!fair || fair.stakes === 0) return null;
  const { stakes, payouts, expected, low, high } = fair;
  return { returned: payouts / stakes, expected: expected / stakes, low: low / stakes, high: high / stakes };
}

export function isInside({ payouts, low, high }: NonNullable<FigureDay['fair']>): boolean {
  return payouts >= low && payouts <= high;
}

/** `66.1 %`; a dash where nothing was staked. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return '–';
  const percent = share * 100;
  return `${percent < 1_000 ? formatDecimal(percent) : formatAmount(Math.round(percent))}\u202F%`;
}
