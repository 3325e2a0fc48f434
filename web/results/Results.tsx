import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { mostDrawsSummed, sumBets } from '#contract/calls/bets.ts';
import { listResults, pastStatuses } from '#contract/calls/draws.ts';
import type { Draw } from '#contract/draws.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { useApi } from '#web/api/queries.ts';
import { Page } from '#web/layout/Page.tsx';
import { useSession } from '#web/session/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { existingDay, useToday } from '#web/values/day.ts';
import { formatDay } from '#web/values/format.ts';
import { words } from '#web/words/en/results.ts';
import { DayPicker } from './DayPicker.tsx';
import { ResultRow } from './ResultRow.tsx';
import styles from './Results.module.css';
import { Statistics } from './Statistics.tsx';
import { useShown } from './useShown.ts';

/** Past draws, newest first: the latest ones, or those of the day in the address. */
export default function Results() {
  const [params, setParams] = useSearchParams();
  const date = existingDay(params.get('date'));
  return (
    <Page title={words.title} lead={words.lead}>
      <div className={styles.columns}>
        <section>
          <h2>
            <VisuallyHidden>{date ? words.ofDay(formatDay(date)) : words.latest}</VisuallyHidden>
          </h2>
          <DayPicker date={date} onDate={(day) => setParams(day ? { date: day } : {})} />
          <List key={date} date={date} />
        </section>
        <Statistics />
      </div>
    </Page>
  );
}

const pageLength = 20;

function List({ date }: { date: string | null }) {
  const results = useApiList(listResults, {
    query: { date: date ?? undefined, status: pastStatuses.join(), limit: String(pageLength) },
  });
  const { items } = results;
  const today = useToday();
  const { shown, waiting, show } = useShown(items ?? []);
  if (results.error && !items) {
    return <Failure error={results.error} onRetry={results.refetch} retrying={results.isFetching} />;
  }
  if (!items) return <Waiting rows={pageLength} />;
  if (items.length === 0) {
    const { title, text } = date ? words.empty : words.none;
    return (
      <EmptyState icon={moreIcons.results} title={title}>
        {text}
      </EmptyState>
    );
  }
  return (
    <>
      {inParts(shown).map((draws, part) => (
        <Rows key={part} draws={draws} day={date ?? today} />
      ))}
      <ShowMore
        hasMore={results.hasMore}
        pending={results.isFetchingMore}
        onMore={results.more}
        failure={results.moreFailure}
      />
      <div className={styles.fresh} role="status">
        {waiting > 0 && (
          <button
            type="button"
            onClick={() => {
              show();
              scrollTo({ top: 0 });
            }}
          >
            {words.showNew(waiting)}
          </button>
        )}
      </div>
    </>
  );
}

/** The rows of as many draws as one call sums up. My tickets only add to the list: it shows without them as well. */
function Rows({ draws, day }: { draws: readonly Draw[]; day: string | null }) {
  const { signedIn } = useSession();
  const ids = draws.map(({ id }) => id).join();
  // A new draw asks for other sums. Until they are there, the list stays as it is, with the sums of before.
  const sums = useApi(sumBets, { query: { draws: ids } }, { placeholderData: (before) => before });
  const [complete, setComplete] = useState({ ids, draws });
  if (!sums.isPlaceholderData && complete.ids !== ids) setComplete({ ids, draws });
  const listed = sums.isPlaceholderData ? complete.draws : draws;
  // A row is higher with my tickets, so the first rows wait for them: later they would push down what is below.
  if (signedIn && sums.isPending) return <Waiting rows={draws.length} />;
  const mine = new Map(sums.data?.data.map((each) => [each.drawId, each]));
  return (
    // With a new draw at its top it is a new list: nothing that was read before moves.
    <ol key={listed[0]!.id} className={styles.list}>
      {listed.map((draw) => (
        <ResultRow key={draw.id} draw={draw} day={day} mine={mine.get(draw.id)} />
      ))}
    </ol>
  );
}

function inParts(draws: readonly Draw[]): Draw[][] {
  const starts = Array.from({ length: Math.ceil(draws.length / mostDrawsSummed) }, (_, part) => part * mostDrawsSummed);
  return starts.map((start) => draws.slice(start, start + mostDrawsSummed));
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div className={styles.list} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton shape="pill" />
        </div>
      ))}
    </div>
  );
}
