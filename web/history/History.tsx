import { useState } from 'react';
import { listTransactions } from '#contract/calls/wallet.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { Page } from '#web/layout/Page.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useTimeZone } from '#web/values/format.ts';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/history.ts';
import { Download } from './Download.tsx';
import { Filters, noFilters } from './Filters.tsx';
import styles from './History.module.css';
import { InAndOut } from './InAndOut.tsx';
import { OverTime } from './OverTime.tsx';
import { instantsOf } from './period.ts';
import { Statement } from './Statement.tsx';

const pageSize = '50';

/** The statement: every transaction, with the balance of both wallets after it. */
export default function History() {
  const [filters, setFilters] = useState(noFilters);
  const query = { ...instantsOf(filters, useTimeZone()), ...(filters.kind && { kind: filters.kind }) };
  const list = useApiList(listTransactions, { query: { ...query, limit: pageSize } });
  return (
    <Page title={words.title}>
      <Card>
        <Filters filters={filters} onChange={setFilters} />
      </Card>
      {list.items && filters.kind === '' && (
        <>
          <InAndOut lines={list.items} hasMore={list.hasMore} />
          <OverTime lines={list.items} />
        </>
      )}
      {list.isPending && (
        <Card>
          <Skeleton lines={12} />
        </Card>
      )}
      {list.error && !list.items && (
        <Card>
          <Failure error={list.error} onRetry={list.refetch} retrying={list.isFetching} />
        </Card>
      )}
      {list.items && (
        <Card className={styles.statement}>
          {list.items.length === 0 && <NoLines filtered={filters !== noFilters} />}
          {list.items.length > 0 && (
            <>
              <Statement lines={list.items} />
              <ShowMore
                hasMore={list.hasMore}
                pending={list.isFetchingMore}
                onMore={list.more}
                failure={list.moreFailure}
              />
              <Download query={query} period={filters} />
            </>
          )}
        </Card>
      )}
    </Page>
  );
}

function NoLines({ filtered }: { filtered: boolean }) {
  const { title, text } = filtered ? words.empty.filtered : words.empty.none;
  return (
    <EmptyState icon="history" title={title}>
      {text}
    </EmptyState>
  );
}
