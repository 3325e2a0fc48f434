import { reportKinds, type ReportKind, type ReportName } from '#contract/operator/report-kinds.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';

/** A row of a report, by the names of its columns. */
export type Cells = Record<string, string | number | null>;

/** A row of a report in the order of its columns. */
export function presentRow(kind: ReportName, found: Cells): Cells {
  const { columns }: ReportKind = reportKinds[kind];
  const row = complete(kind, found);
  return Object.fromEntries(columns.map(([name]) => [name, row[name] ?? null]));
}

/** Adds to a row what follows from the rules of the game, which the database does not know. */
function complete(kind: ReportName, row: Cells): Cells {
  if (kind !== 'games' && kind !== 'returns') return row;
  const { rtp } = betTypes[row['betType'] as BetName];
  const stakes = row['stakes'] as number;
  const payouts = row['payouts'] as number;
  // Rounded to a franc: a half up.
  const expected = Math.floor((2 * stakes * rtp[0] + rtp[1]) / (2 * rtp[1]));
  return {
    ...row,
    return: stakes === 0 ? null : millionths(payouts / stakes),
    theoretical: millionths(rtp[0] / rtp[1]),
    expected,
    difference: payouts - expected,
  };
}

/** A share of six places, printed as it is stored. */
function millionths(share: number): number {
  return Math.round(share * 1_000_000) / 1_000_000;
}
