import { useState } from 'react';
import { getStatistics } from '#contract/calls/draws.ts';
import { formatAmount, formatDecimal } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { Card } from '#ui/Card.tsx';
import { Segments } from '#ui/Segments.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words as game } from '#web/words/en/game.ts';
import { words } from '#web/words/en/results.ts';
import { readScale } from './scale.ts';
import styles from './Statistics.module.css';

const ranges = [100, 1_000] as const;

/** How often each number was drawn in each place, with a note that it means nothing for the next draw. */
export function Statistics() {
  const [draws, setDraws] = useState(String(ranges[0]));
  const statistics = useApi(getStatistics, { query: { draws } }, { placeholderData: (before) => before });
  const { data, error } = statistics;
  return (
    <Card title={words.statistics.title}>
      <p className={styles.caveat}>{words.statistics.caveat}</p>
      <Segments
        label={words.statistics.which}
        value={draws}
        onChange={setDraws}
        options={ranges.map((range, index) => ({
          value: String(range),
          label: words.statistics.draws(formatAmount(range), index === 0),
        }))}
      />
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
  const { least, most, average, shareOf } = readScale(
    rows.flatMap(({ places }) => places),
    draws,
  );
  return (
    <>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{words.statistics.caption(draws)}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              <VisuallyHidden>{words.statistics.number}</VisuallyHidden>
            </th>
            <th scope="colgroup" colSpan={9}>
              {words.statistics.place}
            </th>
          </tr>
          <tr>
            {rows.map((_, place) => (
              <th key={place} scope="col" aria-label={game.ordinal(place)}>
                {place === 0 ? words.statistics.first : place + 1}
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
                <td key={place} style={{ background: tint(shareOf(count)) }}>
                  {count}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.scale}>
        <span>{least}</span>
        <span className={styles.tint}>
          <span className={styles.mark} style={{ insetInlineStart: `${shareOf(average) * 100}%` }} />
        </span>
        <span>{words.statistics.times(most)}</span>
      </p>
      <p className={styles.expected}>{words.statistics.expected(formatDecimal(average), formatAmount(draws))}</p>
    </>
  );
}

function tint(share: number): string {
  return `color-mix(in srgb, var(--sun) calc(${share} * var(--heat)), var(--well))`;
}
