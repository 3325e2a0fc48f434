import type { Transaction, TransactionKind } from '#contract/wallet.ts';
import { formatAmount } from '#domain/money.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { Link } from '#ui/Link.tsx';
import { Table } from '#ui/Table.tsx';
import { words } from '#web/words/en/history.ts';
import styles from './History.module.css';

const head = [
  { label: words.table.at },
  { label: words.table.kind },
  { label: words.table.amount, end: true },
  { label: words.table.dep, end: true },
  { label: words.table.win, end: true },
];

/** The kinds whose reference is a ticket. */
const aboutTickets: readonly TransactionKind[] = ['bet', 'payout', 'refund'];

/** A table; on phones each row becomes a block of its own, with the balances named. */
export function Statement({ lines }: { lines: readonly Transaction[] }) {
  return (
    <div className={styles.lines}>
      <Table blocks caption={words.table.caption} head={head}>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className={styles.at}>
              <DateTime at={line.at} />
            </td>
            <td className={styles.kind}>
              <Kind line={line} />
            </td>
            <td data-end data-direction={line.amount > 0 ? 'in' : 'out'} className={styles.amount}>
              {line.amount > 0 && '+'}
              {formatAmount(line.amount)}
            </td>
            <td data-end data-label={words.after.dep} className={styles.after}>
              {formatAmount(line.dep)}
            </td>
            <td data-end data-label={words.after.win} className={styles.after}>
              {formatAmount(line.win)}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function Kind({ line: { kind, reference } }: { line: Transaction }) {
  const label = words.kinds[kind];
  return aboutTickets.includes(kind) ? <Link to={`/my-bets/${reference}`}>{label}</Link> : label;
}
