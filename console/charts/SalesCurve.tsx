import { getDrawCurve } from '#contract/calls/operator/draws.ts';
import { useApi } from '#console/api/queries.ts';
import { LineChart } from '#console/kit/LineChart.tsx';
import type { ChartSize } from '#console/kit/Picture.tsx';
import { growth } from '#console/values/amounts.ts';
import { formatWeekday, type Instant } from '#console/values/time.ts';
import { words } from '#console/words/en/sales-curve.ts';
import { usualAt } from './usual.ts';

/** A minute is added about as often. */
const every = 30_000;

interface SalesCurveProps {
  readonly id: string;
  /** The stakes now, in francs, and the server's time. */
  readonly stakes: number;
  readonly now: number;
  /** A narrow one leaves out the range. */
  readonly size?: ChartSize;
  /** Shown as a panel of its own, and not as a section of one. */
  readonly isPanel?: boolean;
}

/** The stakes of a draw in its last minutes before the close, beside the usual ones; nothing before these minutes begin. */
export function SalesCurve({ id, stakes, now, size, isPanel = false }: SalesCurveProps) {
  const { data } = useCurve(id);
  if (!data) return null;
  const { from, closesAt, sold, usual } = data.data;
  const span = [Date.parse(from), Date.parse(closesAt)] as const;
  if (now < span[0] || now > span[1]) return null;
  const at = <Row extends { readonly at: string }>(row: Row) => ({ ...row, at: Date.parse(row.at) });
  const counted = sold.map(at).filter((one) => one.at < now);
  const before = usual.map(at);
  return (
    <LineChart
      inside={!isPanel}
      title={now < span[1] ? words.title : words.titleOver}
      names={{
        line: words.line,
        ...(before.length > 0 && {
          last: words.usual(weekdayOf(span[1])),
          ...(!(size && size.width < 500) && { band: words.range }),
        }),
      }}
      span={span}
      line={[...counted.map((one) => ({ at: one.at, value: one.stakes })), { at: now, value: stakes }]}
      last={before.map((one) => ({ at: one.at, value: one.mean }))}
      band={before}
      now={now}
      {...(size && { size })}
    />
  );
}

/** The stakes of a draw against the usual ones of the same moment before the close; nothing where there are none. */
export function AgainstUsual({ id, stakes, now }: Pick<SalesCurveProps, 'id' | 'stakes' | 'now'>) {
  const { data } = useCurve(id);
  const usual = data && usualAt(data.data.usual, now);
  return usual ? words.against(growth(stakes, usual), weekdayOf(data.data.closesAt)) : null;
}

const useCurve = (id: string) => useApi(getDrawCurve, { params: { id } }, { refetchInterval: every });

const weekdayOf = (at: Instant) => formatWeekday(at).split(' ')[0]!;
