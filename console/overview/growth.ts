import { percent } from '#console/values/amounts.ts';

/** `+3.4 %`: by how much a figure is above the one before; `–` where there was nothing before. */
export function growth(value: number, before: number): string {
  const change = before > 0 ? value / before - 1 : null;
  return (change !== null && change > 0 ? '+' : '') + percent(change);
}
