import { currency, decimalMark } from '#domain/words/en/units.ts';

/** Whole francs (XOF). The franc has no minor unit, so every amount is an integer and nothing is ever rounded. */
export type Francs = number;

export { currency };

/** The space within an amount, and before a unit whose letters have another size. */
export const narrowNoBreakSpace = '\u202F';

/** `12500` → `12 500`, grouped with narrow no-break spaces so that an amount never wraps. */
export function formatAmount(francs: Francs): string {
  const sign = francs < 0 ? '−' : '';
  return sign + String(Math.abs(francs)).replace(/\B(?=(\d{3})+$)/g, narrowNoBreakSpace);
}

/** `12500` → `12 500 XOF`. @param unit what is behind the number, in the language of the text around it */
export function formatFrancs(francs: Francs, unit = currency): string {
  return `${formatAmount(francs)}${narrowNoBreakSpace}${unit}`;
}

/** A number with as many decimals as are asked for: `66.7`. */
export function formatDecimal(value: number, decimals = 1): string {
  return value.toFixed(decimals).replace('.', decimalMark);
}
