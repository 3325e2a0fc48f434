import { getFiguresFile } from '#contract/calls/figures.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { Table } from '#ui/Table.tsx';
import { formatDayOfMonth } from '#web/values/day.ts';
import { formatDay } from '#web/values/format.ts';
import { words } from '#web/words/en/figures.ts';
import type { FiguresAnswer } from './answer.ts';
import styles from './Figures.module.css';
import { formatShare, sharesOf } from './shares.ts';

const { draws, staked, returned, band, voids, withdrawals } = words.days;
const columns = [draws, staked, returned, band, voids, withdrawals];

/** The days as a chart, and as a table of the same data. */
export function Days({ figures: { data, meta } }: { figures: FiguresAnswer }) {
  return (
    <Card title={words.days.title}>
      <Chart days={data.toReversed()} total={meta.total} />
      <Table
        caption={words.days.caption}
        blocks
        head={[{ label: words.days.day }, ...columns.map((label) => ({ label, end: true }))]}
      >
        {data.map((day) => {
          const shares = sharesOf(day.fair);
          const { medianMinutes } = day.withdrawals;
          return (
            <tr key={day.day}>
              <th scope="row">
                {formatDay(day.day)}
                {!day.over && <span className={styles.small}>{words.days.today}</span>}
              </th>
              {[
                formatAmount(day.draws),
                formatFrancs(day.stakes),
                formatShare(day.payouts / day.stakes),
                shares ? `${formatShare(shares.low)} – ${formatShare(shares.high)}` : '–',
                day.voids.draws,
                medianMinutes === null ? '–' : words.days.minutes(medianMinutes),
              ].map((value, column) => (
                <td key={column} className={styles.cell} data-label={columns[column]} data-end>
                  {value}
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
      <p className={styles.save}>
        <a href={`/api${getFiguresFile.path}?from=${meta.from}&to=${meta.to}`} download>
          {words.days.download}
        </a>
      </p>
    </Card>
  );
}

interface ChartProps {
  /** The oldest first. */
  days: FiguresAnswer['data'];
  total: FiguresAnswer['meta']['total'];
}

const height = 100;

function Chart({ days, total }: ChartProps) {
  const top = roundUp(Math.max(1, ...days.flatMap(({ stakes, payouts }) => [stakes, payouts])));
  const bar = (amount: number, index: number) => {
    const high = (amount / top) * height;
    return `M${index + 0.15} ${height}V${height - high}H${index + 0.85}V${height}Z`;
  };
  const ends = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return (
    <>
      <div className={styles.axes}>
        <div className={styles.amounts} aria-hidden="true">
          {[top, top / 2, 0].map((amount) => (
            <span key={amount}>{formatAmount(amount)}</span>
          ))}
        </div>
        <svg
          className={styles.chart}
          viewBox={`0 0 ${Math.max(days.length, 1)} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words.days.said(days.length, formatFrancs(total.stakes), formatFrancs(total.payouts))}
        >
          <path className={styles.grid} d={`M0 0H${days.length}M0 50H${days.length}M0 100H${days.length}`} />
          <path className={styles.staked} d={days.map(({ stakes }, index) => bar(stakes, index)).join('')} />
          <path className={styles.paid} d={days.map(({ payouts }, index) => bar(payouts, index)).join('')} />
        </svg>
        <div className={styles.times} aria-hidden="true">
          {ends.map((day, index) => (
            <span key={index}>{day && formatDayOfMonth(day.day)}</span>
          ))}
        </div>
      </div>
      <p className={styles.legend}>
        <span data-of="staked">{words.days.staked}</span>
        <span data-of="paid">{words.days.paid}</span>
      </p>
    </>
  );
}

/** To an even number with one or two digits before its zeros, so that its half is round as well. */
function roundUp(amount: number): number {
  const unit = 2 * 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.ceil(amount / unit) * unit;
}
