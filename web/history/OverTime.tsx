import type { Transaction } from '#contract/wallet.ts';
import { formatFrancs } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { formatDateTime, formatDay, useTimeZone } from '#web/values/format.ts';
import { Table } from '#ui/Table.tsx';
import { words } from '#web/words/en/history.ts';
import { balancesOf, daysOf, stepsOf } from './over-time.ts';
import styles from './OverTime.module.css';

const width = 600;
const height = 140;
/** Fewer lines are easier to read than a chart of them. */
const fewest = 3;

/** The balance over time, as a chart with its table. */
export function OverTime({ lines }: { lines: readonly Transaction[] }) {
  const timeZone = useTimeZone();
  if (lines.length < fewest) return null;
  const balances = balancesOf(lines);
  const amounts = balances.map(({ amount }) => amount);
  const steps = stepsOf(balances, width, height);
  const [from, to] = [lines.at(-1)!.at, lines[0]!.at].map((at) => formatDateTime(at, timeZone)) as [string, string];
  return (
    <Card title={words.overTime.title} aside={formatFrancs(Math.max(...amounts))}>
      <svg
        className={styles.chart}
        viewBox={`0 -3 ${width} ${height + 6}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.overTime.said(
          { at: from, amount: formatFrancs(amounts[0]!) },
          { at: to, amount: formatFrancs(amounts.at(-1)!) },
          formatFrancs(Math.max(...amounts)),
        )}
      >
        <path className={styles.area} d={`${steps}V${height}H0Z`} />
        <path className={styles.line} d={steps} />
      </svg>
      <p className={styles.ends}>
        <span>{from}</span>
        <span>{to}</span>
      </p>
      <details className={styles.days}>
        <summary>{words.overTime.asTable}</summary>
        <Table
          caption={words.overTime.byDay}
          head={[{ label: words.overTime.day }, ...columns.map((column) => ({ label: labels[column], end: true }))]}
        >
          {daysOf(lines, timeZone).map((day) => (
            <tr key={day.date}>
              <th scope="row">{formatDay(day.date)}</th>
              {columns.map((column) => (
                <td key={column} data-end>
                  {formatFrancs(day[column])}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  );
}

const columns = ['moneyIn', 'staked', 'won', 'out', 'balance'] as const;
const labels = { ...words.summary, balance: words.overTime.balance };
