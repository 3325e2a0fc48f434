import { useState } from 'react';
import { getStatistics } from '#contract/calls/draws.ts';
import { formatAmount } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { Card } from '#ui/Card.tsx';
import { Chip, Chips } from '#ui/Chip.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words as game } from '#web/words/en/game.ts';
import { words } from '#web/words/en/results.ts';
import styles from './Statistics.module.css';

const ranges = [100, 1_000] as const;

/** How often each number was drawn in each place, with a note that it means nothing for the next draw. */
export function Statistics() {
  const [draws, setDraws] = useState<number>(ranges[0]);
  const statistics = useApi(
    getStatistics,
    { query: { draws: String(draws) } },
    {
      placeholderData: (before) => before,
    },
  );
  const { data, error } = statistics;
  return (
    <Card title={words.statistics.title}>
      <p className={styles.caveat}>{words.statistics.caveat}</p>
      <Chips label={words.statistics.which}>
        {ranges.map((range) => (
          <Chip key={range} pressed={range === draws} onClick={() => setDraws(range)}>
            {words.statistics.draws(formatAmount(range))}
          </Chip>
        ))}
      </Chips>
      <div className={styles.place}>
        {data &&
          (data.meta.draws > 0 ? <Frequencies rows={data.data} draws={data.meta.draws} /> : words.statistics.none)}
        {error && !data && <Failure error={error} onRetry={statistics.refetch} retrying={statistics.isFetching} />}
        {!data && !error && <Skeleton lines={10} />}
      </div>
    </Card>
  );
}

interface FrequenciesProps {
  rows: readonly { readonly number: string; readonly places: readonly number[] }[];
  draws: number;
}

function Frequencies({ rows, draws }: FrequenciesProps) {
  const most = Math.max(...rows.flatMap(({ places }) => places));
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{words.statistics.caption(draws)}</caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{words.statistics.number}</VisuallyHidden>
          </th>
          {rows.map((_, place) => (
            <th key={place} scope="col" aria-label={game.ordinal(place)}>
              {place + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, places }) => (
          <tr key={number}>
            <th scope="row">
              <span className={styles.number}>{number}</span>
            </th>
            {places.map((count, place) => (
              <td key={place}>
                <span className={styles.bar} style={{ height: `${(count / most) * 100}%` }} />
                <span className={styles.count}>{count}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
