import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type { sumTransactions, sumUnits, Sums, TransactionKind } from '#contract/wallet.ts';
import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { allLines } from './statement.ts';

/** The columns that all rows of an answer share, also the only row of an empty period. */
interface PeriodRow {
  readonly now: Date;
  readonly unit: (typeof sumUnits)[number];
  readonly opening: Francs;
}

/** The lines of one kind in one unit of time. */
interface MovedRow extends PeriodRow {
  readonly unit_from: Date;
  readonly last_at: Date;
  readonly kind: TransactionKind;
  /** Negative where money went out. */
  readonly amount: Francs;
  /** How many tickets, payments and so on the lines are about. */
  readonly things: number;
}

/**
 * One statement, so wallet and lines are of one snapshot. The balance before the period is the wallet less all that moved
 * since, so no older line is needed. The unit is the shortest of which about a hundred cover the period.
 */
const sumLines = `
  with line as materialized (
    select * from (${allLines} and id >= posting_from($2)) line where $2::timestamptz is null or at >= $2
  ), period as materialized (
    select clock_timestamp() as now,
      least($3::timestamptz, clock_timestamp()) - min(at) as length,
      coalesce((select dep + win from wallet where client_id = $1), 0) - coalesce(sum(amount), 0)::bigint as opening
    from line
  ), chosen as materialized (
    select now, opening,
      case
        when length > interval '3000 days' then 'year'
        when length > interval '700 days' then 'month'
        when length > interval '100 days' then 'week'
        when length > interval '4 days' then 'day'
        else 'hour'
      end as unit
    from period
  ), moved as (
    select date_trunc(unit, at, $4) as unit_from, max(at) as last_at,
      kind, sum(amount)::bigint as amount, count(distinct reference) as things
    from line cross join chosen
    where $3::timestamptz is null or at < $3
    group by unit_from, kind
  )
  select * from chosen left join moved on true order by unit_from`;

/** A client's statement from one instant and before another, as a whole and by units of the wall clock of a time zone. */
export async function sumStatement(
  db: Queryable,
  clientId: number,
  { from, to }: RequestOf<typeof sumTransactions>['query'],
  timeZone: string,
): Promise<AnswerOf<typeof sumTransactions>> {
  const rows = await db.query<MovedRow | (PeriodRow & { unit_from: null })>(sumLines, [
    clientId,
    from ?? null,
    to ?? null,
    timeZone,
  ]);
  const { now, unit, opening } = rows[0]!;
  const moved = rows.filter((row) => row.unit_from !== null);
  let closing = opening;
  const series = Array.from(Map.groupBy(moved, (row) => row.unit_from.getTime()).values(), (ofUnit) => {
    closing += ofUnit.reduce((sum, { amount }) => sum + amount, 0);
    const at = Math.max(...ofUnit.map((row) => row.last_at.getTime()));
    return { from: ofUnit[0]!.unit_from.toISOString(), at: new Date(at).toISOString(), ...sum(ofUnit), closing };
  });
  return { data: { ...sum(moved), opening, closing, unit, series }, meta: { now: now.toISOString(), timeZone } };
}

/** Which sum a line belongs to, and the sign with which it counts there. */
const places: Readonly<Record<TransactionKind, readonly [keyof Sums, 1 | -1]>> = {
  deposit: ['deposited', 1],
  chargeback: ['takenBack', -1],
  chargeback_repaid: ['takenBack', -1],
  bet: ['staked', -1],
  payout: ['won', 1],
  refund: ['refunded', 1],
  withdrawal: ['withdrawn', -1],
  withdrawal_returned: ['returned', 1],
  adjustment: ['adjusted', 1],
};

function sum(rows: readonly MovedRow[]): Sums {
  const sums = {
    deposited: 0,
    takenBack: 0,
    staked: 0,
    tickets: 0,
    won: 0,
    refunded: 0,
    withdrawn: 0,
    returned: 0,
    adjusted: 0,
    result: 0,
  };
  for (const { kind, amount, things } of rows) {
    const [name, sign] = places[kind];
    sums[name] += sign * amount;
    if (kind === 'bet') sums.tickets += things;
  }
  sums.result = sums.won + sums.refunded - sums.staked;
  return sums;
}
