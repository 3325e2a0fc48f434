import { betTypeOfCode } from '#domain/bet-types.ts';
import type { ReportKind, ReportName } from '#contract/operator/report-kinds.ts';
import { reportKinds } from '#contract/operator/report-kinds.ts';

export type Cell = string | number | null;
export type Cells = Record<string, Cell>;

/** The rows of a report in the order of its columns, from what the database says of each. */
export function presentRow(kind: ReportName, found: Cells): Cells {
  const { columns }: ReportKind = reportKinds[kind];
  const row = complete(kind, found);
  return Object.fromEntries(
    columns.map(([name, type]) => {
      const value = row[name] ?? null;
      return [name, type === 'betType' && typeof value === 'number' ? betTypeOfCode(value).name : value];
    }),
  );
}

/** What follows from the rules of the game, which the database does not know. */
function complete(kind: ReportName, row: Cells): Cells {
  if (kind !== 'games' && kind !== 'returns') return row;
  const { rtp } = betTypeOfCode(row['betType'] as number);
  const stakes = row['stakes'] as number;
  const payouts = row['payouts'] as number;
  // Rounded to a franc: a half up.
  const expected = Math.floor((2 * stakes * rtp[0] + rtp[1]) / (2 * rtp[1]));
  return {
    ...row,
    ggr: stakes - payouts,
    return: stakes === 0 ? null : millionths(payouts / stakes),
    theoretical: millionths(rtp[0] / rtp[1]),
    expected,
    difference: payouts - expected,
  };
}

/** A share of six places: what is printed is what is stored. */
function millionths(share: number): number {
  return Math.round(share * 1_000_000) / 1_000_000;
}

/** The totals, under the columns that add up. */
export function presentTotals(kind: ReportName, found: Cells): Cells {
  const { columns }: ReportKind = reportKinds[kind];
  return Object.fromEntries(columns.filter(([name]) => name in found).map(([name]) => [name, found[name]!]));
}
