import { getDrawCurve } from '#contract/calls/operator/draws.ts';
import { useApi } from '#console/api/queries.ts';
import { LineChart } from '#console/kit/LineChart.tsx';
import { formatWeekday } from '#console/values/time.ts';
import { words } from '#console/words/en/sales-curve.ts';

/** A minute is added about as often. */
const every = 30_000;

interface SalesCurveProps {
  readonly id: string;
  /** The stakes now, in francs, and the server's time. */
  readonly stakes: number;
  readonly now: number;
  /** In a narrow panel. */
  readonly small?: boolean;
}

/** The stakes of a draw in its last minutes before the close, beside the usual ones; nothing before these minutes begin. */
export function SalesCurve({ id, stakes, now, small = false }: SalesCurveProps) {
  const { data } = useApi(getDrawCurve, { params: { id } }, { refetchInterval: every });
  if (!data) return null;
  const { from, closesAt, sold, usual } = data.data;
  const span = [Date.parse(from), Date.parse(closesAt)] as const;
  if (now < span[0] || now > span[1]) return null;
  const at = <Row extends { readonly at: string }>(row: Row) => ({ ...row, at: Date.parse(row.at) });
  const counted = sold.map(at).filter((one) => one.at < now);
  const before = usual.map(at);
  return (
    <LineChart
      inside
      title={words.title}
      names={{
        line: words.line,
        ...(before.length > 0 && {
          last: words.usual(formatWeekday(span[1]).split(' ')[0]!),
          ...(!small && { band: words.range }),
        }),
      }}
      span={span}
      line={[...counted.map((one) => ({ at: one.at, value: one.stakes })), { at: now, value: stakes }]}
      last={before.map((one) => ({ at: one.at, value: one.mean }))}
      band={before}
      now={now}
      {...(small && { size: { width: 370, height: 124 } })}
    />
  );
}
