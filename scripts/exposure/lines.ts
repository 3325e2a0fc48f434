import { betNames } from '#domain/bet-types.ts';
import type { Histogram, ExactFraction } from '#domain/exposure/distribution.ts';
import type { Exposure } from '#domain/exposure/exposure.ts';
import { resultCount } from '#domain/exposure/orders.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import type { ComputedExposure } from '#server/exposure/exposed-draw.ts';

const columns = ['tickets', 'staked', 'mean', 'median', 'p99', 'p99.9', 'p99.99', 'worst', 'paid > staked'];

/** Everything about one draw. */
export function drawReport({ draw, exposure, computedAt, ms }: ComputedExposure, withHistogram: boolean): string[] {
  const { worst, byType } = exposure;
  const played = betNames.filter((name) => byType[name].tickets > 0);
  const rows: [string, Exposure][] = [
    ['all', exposure],
    ...played.map((name): [string, Exposure] => [name, byType[name]]),
    // Without the only type there is nothing.
    ...(played.length > 1 ? played : []).map((name): [string, Exposure] => [`without ${name}`, byType[name].without]),
  ];
  const results = `${formatAmount(worst.count)} of the ${formatAmount(resultCount)} results`;
  return [
    `Draw ${draw.id} of ${draw.drawsAt.toISOString()}, ${draw.status}; sales end at ${draw.closesAt.toISOString()}`,
    `What it may have to pay for the tickets of ${computedAt.toISOString()}, in francs (${ms} ms):`,
    '',
    ...table([['', ...columns], ...rows.map(([name, row]) => [name, ...cells(row)])]),
    '',
    `The worst case, ${formatFrancs(worst.payout)}, is paid in ${results}${worst.count > worst.results.length ? ', such as' : ''}:`,
    ...worst.results.map((result) => `  ${result.join(' ')}`),
    ...(withHistogram
      ? [
          '',
          'At least so many francs, less than in the next line, and in how many results:',
          ...bars(exposure.histogram),
        ]
      : []),
  ];
}

const momentWidth = 24;
const idWidth = 36;

export const drawLineHead = line('closes', 'draw', columns);

/** One line for a draw among others. */
export function drawLine({ draw, exposure }: ComputedExposure): string {
  const values = exposure.tickets === 0 ? ['0'] : cells(exposure);
  return line(draw.closesAt.toISOString(), draw.id, values);
}

function line(closesAt: string, id: string, values: readonly string[]): string {
  return [closesAt.padEnd(momentWidth), id.padEnd(idWidth), ...values.map((value) => value.padStart(13))].join('  ');
}

function cells({ tickets, stakes, mean, worst, quantiles, lossProbability }: Exposure): string[] {
  const paid = [
    rounded(mean),
    quantiles['0.5'],
    quantiles['0.99'],
    quantiles['0.999'],
    quantiles['0.9999'],
    worst.payout,
  ];
  return [...[tickets, stakes, ...paid].map(formatAmount), chance(lossProbability)];
}

function rounded({ num, den }: ExactFraction): number {
  return Math.round(num / den);
}

function chance(probability: number): string {
  return probability === 0 ? 'never' : `${(probability * 100).toFixed(4)} %`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
}

const longestBar = 50;

function bars({ nothing, bars: found }: Histogram): string[] {
  const all = nothing === 0 ? found : [{ from: 0, results: nothing }, ...found];
  const most = Math.max(...all.map(({ results }) => results));
  const rows = table(all.map(({ from, results }) => ['', formatAmount(from), formatAmount(results)]));
  return rows.map((row, bar) => `${row}  ${'█'.repeat(Math.ceil((all[bar]!.results / most) * longestBar))}`.trimEnd());
}
