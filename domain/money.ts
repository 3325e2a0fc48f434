/** Whole francs (XOF). The franc has no minor unit, so every amount is an integer and nothing is ever rounded. */
export type Francs = number;

export const currency = 'XOF';

const narrowNoBreakSpace = '\u202F';

/** `12500` → `12 500`, grouped with narrow no-break spaces so that an amount never wraps. */
export function formatAmount(francs: Francs): string {
  const sign = francs < 0 ? '−' : '';
  return sign + String(Math.abs(francs)).replace(/\B(?=(\d{3})+$)/g, narrowNoBreakSpace);
}

/** `12500` → `12 500 XOF`. */
export function formatFrancs(francs: Francs): string {
  return `${formatAmount(francs)}${narrowNoBreakSpace}${currency}`;
}
