import type { Fraction } from '#domain/bet-types.ts';
import { formatAmount, formatDecimal } from '#domain/money.ts';

/** `×20 000`: the payout per franc staked. */
export function formatMult(mult: number): string {
  return `×${formatAmount(mult)}`;
}

/** One winner in how many tickets, to one decimal: 19/84 → `4.4`, 1/9 → `9`, 1/362 880 → `362 880`. */
export function formatOneIn([numerator, denominator]: Fraction): string {
  const oneIn = denominator / numerator;
  return Number.isInteger(oneIn) ? formatAmount(oneIn) : formatDecimal(oneIn);
}

/** A fraction as a percentage, to one decimal: 2/3 → `66.7 %`. */
export function formatPercent([numerator, denominator]: Fraction): string {
  return `${formatDecimal((numerator / denominator) * 100)}\u202F%`;
}
