import { useState } from 'react';
import { listTransactions, sumTransactions, transactionKinds } from '#contract/calls/wallet.ts';
import type { TransactionKind } from '#contract/wallet.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { useApi } from '#web/api/queries.ts';
import { serverNow } from '#web/clock/clock.ts';
import { Page } from '#web/layout/Page.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { useToday } from '#web/values/day.ts';
import { useTimeZone, zoned } from '#web/values/format.ts';
import { words } from '#web/words/en/history.ts';
import { Download } from './Download.tsx';
import styles from './History.module.css';
import { OverTime } from './OverTime.tsx';
import { instantsOf, periodOf, type Period } from './period.ts';
import { Periods, type ChosenPeriod } from './Periods.tsx';
import { ResultOfPlay } from './ResultOfPlay.tsx';
import { Statement } from './Statement.tsx';

/** Sums and chart are of the whole period that is chosen, by the server; the list below does not change them. */
export default function History() {
  const [chosen, setChosen] = useState<ChosenPeriod>({ choice: 'month', custom: { from: null, to: null } });
  const timeZone = useTimeZone();
  // Until the server has told its time, the device's is good enough to ask with.
  const today = useToday() ?? zoned(serverNow(), timeZone).date;
  const period = chosen.choice === 'custom' ? chosen.custom : periodOf(chosen.choice, today);
  const between = instantsOf(period, timeZone);
  const sums = useApi(sumTransactions, { query: between });
  return (
    <Page title={words.title} lead={words.lead}>
      <Periods chosen={chosen} onChange={setChosen} today={today} />
      {sums.error && !sums.data ? (
        <Failure error={sums.error} onRetry={sums.refetch} retrying={sums.isFetching} />
      ) : (
        <div className={styles.sums}>
          <ResultOfPlay period={period} sums={sums.data?.data} />
          <OverTime between={between} sums={sums.data?.data} />
        </div>
      )}
      <Lines period={period} between={between} />
    </Page>
  );
}

const pageSize = '50';

function Lines({ period, between }: { period: Period; between: { from?: string; to?: string } }) {
  const [kind, setKind] = useState<TransactionKind | ''>('');
  const query = { ...between, ...(kind && { kind }) };
  const list = useApiList(listTransactions, { query: { ...query, limit: pageSize } });
  return (
    <Card title={words.lines} aside={<Download query={query} period={period} />} className={styles.statement}>
      <Field label={<VisuallyHidden>{words.kind}</VisuallyHidden>}>
        <Select name="kind" value={kind} onChange={(event) => setKind(event.target.value as TransactionKind | '')}>
          <option value="">{words.allKinds}</option>
          {transactionKinds.map((each) => (
            <option key={each} value={each}>
              {words.kinds[each]}
            </option>
          ))}
        </Select>
      </Field>
      {list.isPending && <Skeleton lines={12} />}
      {list.error && !list.items && <Failure error={list.error} onRetry={list.refetch} retrying={list.isFetching} />}
      {list.items?.length === 0 && (
        <EmptyState icon={moreIcons.history} title={words.empty.title}>
          {words.empty.text}
        </EmptyState>
      )}
      {list.items && list.items.length > 0 && <Statement lines={list.items} />}
      <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
    </Card>
  );
}
