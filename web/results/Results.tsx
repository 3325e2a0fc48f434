import { useSearchParams } from 'wouter';
import { listResults } from '#contract/calls/draws.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { Page } from '#web/layout/Page.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { formatDay } from '#web/values/format.ts';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/results.ts';
import { DayPicker } from './DayPicker.tsx';
import { readDate } from './days.ts';
import { ResultRow } from './ResultRow.tsx';
import styles from './Results.module.css';
import { Statistics } from './Statistics.tsx';
import { useMyTickets } from './useMyTickets.ts';

/** Draws with results, newest first: the latest ones, or those of the day in the address. */
export default function Results() {
  const [params, setParams] = useSearchParams();
  const date = readDate(params.get('date'));
  return (
    <Page title={words.title} lead={words.lead}>
      <div className={styles.columns}>
        <Card title={date ? words.ofDay(formatDay(date)) : words.latest}>
          <DayPicker date={date} onDate={(day) => setParams(day ? { date: day } : {})} />
          <List date={date} />
        </Card>
        <Statistics />
      </div>
    </Page>
  );
}

const pageLength = 20;

function List({ date }: { date: string | null }) {
  const results = useApiList(listResults, { query: { date: date ?? undefined, limit: String(pageLength) } });
  const { items } = results;
  const mine = useMyTickets(items ?? []);
  if (results.error && !items) {
    return <Failure error={results.error} onRetry={results.refetch} retrying={results.isFetching} />;
  }
  if (!items) return <Waiting />;
  if (items.length === 0) {
    const { title, text } = date ? words.empty : words.none;
    return (
      <EmptyState icon="results" title={title}>
        {text}
      </EmptyState>
    );
  }
  return (
    <>
      <ol className={styles.list}>
        {items.map((draw) => (
          <ResultRow
            key={draw.id}
            draw={draw}
            withDate={!date}
            mine={mine.filter(({ drawId }) => drawId === draw.id)}
          />
        ))}
      </ol>
      <ShowMore
        hasMore={results.hasMore}
        pending={results.isFetchingMore}
        onMore={results.more}
        failure={results.moreFailure}
      />
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.list} aria-busy="true">
      {Array.from({ length: pageLength }, (_, row) => (
        <div key={row} className={styles.waiting}>
          <Skeleton shape="pill" />
        </div>
      ))}
    </div>
  );
}
