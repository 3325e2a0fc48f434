import { formatAmount } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { Table } from '#ui/Table.tsx';
import { formatDay } from '#web/values/format.ts';
import { words } from '#web/words/en/figures.ts';
import type { FiguresAnswer } from './answer.ts';

/** How long people waited for their money, on the days on which some was paid. */
export function Speed({ days }: { days: FiguresAnswer['data'] }) {
  const paid = days.filter(({ withdrawals }) => withdrawals.paid + withdrawals.held.paid > 0);
  const minutes = (count: number | null) => (count === null ? '–' : words.days.minutes(count));
  return (
    <Card title={words.speed.title}>
      {paid.length === 0 ? (
        <p>{words.speed.none}</p>
      ) : (
        <Table
          caption={words.speed.caption}
          head={[
            { label: words.days.day },
            ...[words.speed.paid, words.speed.half, words.speed.most, words.speed.held, words.speed.half].map(
              (label) => ({ label, end: true }),
            ),
          ]}
        >
          {paid.map(({ day, withdrawals: { held, ...plain } }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td data-end>{formatAmount(plain.paid)}</td>
              <td data-end>{minutes(plain.medianMinutes)}</td>
              <td data-end>{minutes(plain.p95Minutes)}</td>
              <td data-end>{formatAmount(held.paid)}</td>
              <td data-end>{minutes(held.medianMinutes)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
