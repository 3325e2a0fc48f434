import { reportKinds, type ReportKind, type ReportName } from '#contract/operator/report-kinds.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';

/** A row of a report, by the names of its columns. */
export type Cells = Record<string, string | number | null>;

/** A row of a report in the order of its columns. */
export function presentRow(kind: ReportName, found: Cells): Cells {
  const { columns }: ReportKind = reportKinds[kind];
  const row = complete(kind, found);
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
}

/** The stakes of each bet type. */
export type StakesByType = Readonly<Partial<Record<BetName, number>>>;

/** The totals of a report, by the names of its columns. */
export function presentTotals(kind: ReportName, totals: Cells, stakes: StakesByType | undefined): Cells {
  if (stakes === undefined) return totals;
  const row = againstRules(totals, stakes);
  const { columns }: ReportKind = reportKinds[kind];
  return Object.fromEntries(columns.flatMap((name) => (name in row ? [[name, row[name]!]] : [])));
}

function complete(kind: ReportName, row: Cells): Cells {
  if (kind !== 'games' && kind !== 'returns') return row;
  return againstRules(row, { [row['betType'] as BetName]: row['stakes'] as number });
}

/** Adds what follows from the rules of the game, which the database does not know. */
function againstRules(row: Cells, byType: StakesByType): Cells {
  const stakes = row['stakes'] as number;
  const payouts = row['payouts'] as number;
  const sold = Object.entries(byType) as [BetName, number][];
  const exact = sold.reduce((sum, [name, staked]) => sum + (staked * betTypes[name].rtp[0]) / betTypes[name].rtp[1], 0);
  // Rounded to a franc: a half up.
  const expected = Math.floor(exact + 0.5);
  return {
    ...row,
    return: stakes === 0 ? null : millionths(payouts / stakes),
    theoretical: theoreticalOf(sold, exact, stakes),
    expected,
    difference: payouts - expected,
  };
}

/** One bet type has its share without stakes too. */
function theoreticalOf(sold: readonly [BetName, number][], exact: number, stakes: number): number | null {
  if (sold.length === 1) {
    const { rtp } = betTypes[sold[0]![0]];
    return millionths(rtp[0] / rtp[1]);
  }
  return stakes === 0 ? null : millionths(exact / stakes);
}

/** A share of six places, printed as it is stored. */
function millionths(share: number): number {
  return Math.round(share * 1_000_000) / 1_000_000;
}
