import { formatAmount as groupDigits, formatDecimal, type Francs } from '#domain/money.ts';
import { decimalMark } from '#domain/words/en/units.ts';

/** In tables a whole space tells groups apart better than the narrow one that is in sentences. */
function formatAmount(value: Francs): string {
  return groupDigits(value).replaceAll('\u202F', '\u00A0');
}

/** Not applicable. A zero is `0`. */
export const none = '–';

/** `2 104 200` with no-break spaces: francs or a count. `XOF` is in the head of a column, never in each row. */
export function amount(value: Francs | null | undefined): string {
  return value == null ? none : formatAmount(value);
}

/** `+726 800`, `−434 500`, `0`: a difference. */
export function difference(value: Francs | null | undefined): string {
  if (value == null) return none;
  return value > 0 ? `+${formatAmount(value)}` : formatAmount(value);
}

/** `0.655` → `65.5 %`, `17.5` → `1 750.0 %` */
export function percent(share: number | null | undefined, digits = 1): string {
  return share == null || !Number.isFinite(share)
    ? none
    : `${formatDecimal(share * 100, digits)
        .replace('-', '−')
        .replace(/\d+/, (whole) => formatAmount(Number(whole)))}\u00A0%`;
}

/** `75 %`, `3.4 %`, `< 0.1 %`: a share of a limit, where the tenths tell something only while it is small. */
export function roughShare(share: number): string {
  if (share > 0 && share < 0.0005) return `<\u00A0${percent(0.001)}`;
  return percent(share, share > 0 && share < 0.0995 ? 1 : 0);
}

/** `+3.4 %`: by how much a figure is above the one before; `–` where there was nothing before. */
export function growth(value: number, before: number): string {
  const change = before > 0 ? value / before - 1 : null;
  return (change !== null && change > 0 ? '+' : '') + percent(change);
}

/** `45 M`, `900 k`: for an axis. */
export function shortAmount(value: number): string {
  if (Math.abs(value) >= 1_000_000) return `${trim(value / 1_000_000)}\u00A0M`;
  if (Math.abs(value) >= 10_000) return `${trim(value / 1_000)}\u00A0k`;
  return formatAmount(Math.round(value));
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10)
    .replace('.', decimalMark)
    .replace('-', '−');
}

/** `−1 500` → -1500; NaN for any text that is no whole number. */
export function readAmount(text: string): number {
  const bare = text.replace(/\s/g, '').replace('−', '-');
  return /^[+-]?\d{1,15}$/.test(bare) ? Number(bare) : Number.NaN;
}
