import type { Latencies } from './load/loads.ts';

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Between which half of the values lie. */
export function quartilesOf(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  return [quantile(sorted, 0.25), quantile(sorted, 0.75)];
}

/** @param latencies in milliseconds, in any order */
export function latenciesOf(latencies: readonly number[]): Latencies {
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    p999: quantile(sorted, 0.999),
    longest: sorted.at(-1) ?? Number.NaN,
  };
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
