import { formatAmount, formatFrancs } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { Table } from '#ui/Table.tsx';
import { serverNow } from '#web/clock/clock.ts';
import { formatDayOfMonth } from '#web/values/day.ts';
import { formatDate, formatDateTime, formatTime, useTimeZone, zoned } from '#web/values/format.ts';
import { words } from '#web/words/en/history.ts';
import { beginningOf, pathOf, ticksOf, topOf, y, type Span } from './over-time.ts';
import styles from './OverTime.module.css';
import type { PeriodSums } from './ResultOfPlay.tsx';

interface OverTimeProps {
  /** The period as instants; without a bound, from the first line and to now. */
  between: { readonly from?: string; readonly to?: string };
  /** Undefined while they are on their way: the chart has its height already. */
  sums: PeriodSums | undefined;
}

/** Both wallets together over the whole period, as a chart with its table. */
export function OverTime({ between, sums }: OverTimeProps) {
  const now = Math.floor(serverNow() / minute) * minute;
  const asked = between.to === undefined ? now : Date.parse(between.to);
  const to = Math.min(asked, Math.max(now, Date.parse(sums?.series.at(-1)?.at ?? '0')));
  const aside = sums && words.overTime.closing(formatFrancs(sums.closing), asked >= now ? null : formatDate(asked - 1));
  return (
    <Card title={words.overTime.title} aside={aside}>
      <div className={styles.place}>{sums && <Chart between={between} to={to} sums={sums} />}</div>
    </Card>
  );
}

const minute = 60_000;

function Chart({ between, to, sums }: { between: OverTimeProps['between']; to: number; sums: PeriodSums }) {
  const timeZone = useTimeZone();
  const { series, opening, closing, unit } = sums;
  const steps = series.map((part) => ({ at: Date.parse(part.at), balance: part.closing }));
  const asked = between.from === undefined ? (steps[0]?.at ?? to) : Date.parse(between.from);
  const from = beginningOf(asked, opening, steps);
  const balances = [opening, ...series.map((part) => part.closing)];
  const highest = Math.max(...balances);
  const span: Span = { from, to: Math.max(to, from), top: topOf(highest) };
  const path = pathOf(opening, steps, span);
  const ticks = ticksOf(span).map((at) => nameTicks(span)(at, timeZone));
  const said = (at: number, amount: number) => ({ at: formatDateTime(at, timeZone), amount: formatFrancs(amount) });
  return (
    <>
      <div className={styles.axes}>
        <div className={styles.amounts} aria-hidden="true">
          {[span.top, span.top / 2, 0].map((amount) => (
            <span key={amount}>{formatAmount(amount)}</span>
          ))}
        </div>
        <div className={styles.chart}>
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={words.overTime.said(said(from, opening), said(to, closing), formatFrancs(highest))}
          >
            <path className={styles.grid} d="M0 0H100M0 50H100M0 100H100" />
            <path className={styles.area} d={`${path}V100H0Z`} />
            <path className={styles.line} d={path} />
          </svg>
          <span className={styles.end} style={{ top: `${y(closing, span)}%` }} />
        </div>
        <div className={styles.times} aria-hidden="true">
          {ticks.map((name, tick) => (
            // In a span of minutes or days two instants may have one name.
            <span key={tick}>{name !== ticks[tick - 1] && name}</span>
          ))}
        </div>
      </div>
      {series.length > 0 && (
        <details className={styles.table}>
          <summary>{words.overTime.asTable}</summary>
          <Table
            caption={words.overTime.caption}
            head={[
              { label: words.overTime.units[unit] },
              ...columns.map((name) => ({ label: labels[name], end: true })),
            ]}
          >
            {series.toReversed().map((part) => (
              <tr key={part.from}>
                <th scope="row">{nameUnit[unit](Date.parse(part.from), timeZone)}</th>
                {columns.map((name) => (
                  <td key={name} data-end>
                    {formatFrancs(part[name])}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </details>
      )}
    </>
  );
}

type Name = (at: number, timeZone: string) => string;

const dayOfMonth: Name = (at, timeZone) => formatDayOfMonth(zoned(at, timeZone).date);
const month: Name = (at, timeZone) => formatDate(at, timeZone).slice(3);
const year: Name = (at, timeZone) => formatDate(at, timeZone).slice(6);

const day = 24 * 60 * minute;

/** Names the instants below a chart: by the hour in a short span, by the month in a long one. */
function nameTicks({ from, to }: Span): Name {
  if (to - from <= 2 * day) return formatTime;
  return to - from <= 366 * day ? dayOfMonth : month;
}

const nameUnit: Record<PeriodSums['unit'], Name> = {
  hour: formatDateTime,
  day: formatDate,
  week: formatDate,
  month,
  year,
};

const columns = ['deposited', 'staked', 'won', 'withdrawn', 'closing'] as const;
const labels = { ...words.result.sums, closing: words.overTime.balance };
