import { betTypes } from '#domain/bet-types.ts';
import type { DrawSpread } from '#domain/exposure/exposure.ts';

/** Rows of `draw_spread`, by column: of the whole draw, as bet type 0, and of each bet type. Large numbers are texts. */
export interface SpreadColumns {
  readonly betTypes: readonly number[];
  readonly expected: readonly string[];
  readonly variance: readonly string[];
  readonly most: readonly number[];
}

export function spreadColumns({ whole, byType }: DrawSpread): SpreadColumns {
  // In one order, whichever bet type was sold first.
  const types = [...byType].map(([name, spread]) => [betTypes[name].code, spread] as const);
  const rows = [[0, whole] as const, ...types.toSorted(([one], [other]) => one - other)];
  return {
    betTypes: rows.map(([code]) => code),
    expected: rows.map(([, { expected }]) => String(expected)),
    variance: rows.map(([, { variance }]) => String(variance)),
    most: rows.map(([, { most }]) => most),
  };
}
