import { useEffect, useState } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { listBets } from '#contract/calls/bets.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { refresh } from '#web/api/queries.ts';
import { serverNow } from '#web/clock/clock.ts';
import { Page } from '#web/layout/Page.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { TicketCard } from '#web/tickets/TicketCard.tsx';
import { words } from '#web/words/en/my-bets.ts';
import styles from './MyBets.module.css';
import { LastSeen, useKeepLastSeen } from './LastSeen.tsx';
import { nextLookIn, soonestFirst } from './pending.ts';

type Filter = keyof typeof words.filters;
const filters = Object.entries(words.filters).map(([value, label]) => ({ value: value as Filter, label }));

const settledStatuses = 'win,lost,void';
const pageSize = '24';

/** First the tickets that wait for their draw, soonest first; then the settled ones, newest first. */
export default function MyBets() {
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <Page title={words.title}>
      <Tabs label={words.filter} value={filter} onChange={setFilter} tabs={filters}>
        {filter === 'all' ? <AllTickets /> : <Tickets key={filter} filter={filter} />}
      </Tabs>
    </Page>
  );
}

function AllTickets() {
  const pending = useTickets('pending');
  const settled = useTickets(settledStatuses);
  useLookAfterDraws(pending.items);
  useKeepLastSeen(pending.items, settled.items);
  const error = pending.error ?? settled.error;
  if (error && !(pending.items && settled.items)) {
    return (
      <div className={styles.groups}>
        <FailedList error={error} onRetry={() => Promise.all([pending.refetch(), settled.refetch()])} />
        <LastSeen />
      </div>
    );
  }
  if (!pending.items || !settled.items) return <WaitingList />;
  if (pending.items.length + settled.items.length === 0) return <NoTickets filter="all" />;
  return (
    <div className={styles.groups}>
      {pending.items.length > 0 && (
        <section className={styles.group}>
          <h2 className={styles.heading}>{words.waiting}</h2>
          <TicketList tickets={soonestFirst(pending.items)} list={pending} />
        </section>
      )}
      {settled.items.length > 0 && (
        <section className={styles.group}>
          <h2 className={styles.heading}>{words.settled}</h2>
          <TicketList tickets={settled.items} list={settled} />
        </section>
      )}
    </div>
  );
}

function Tickets({ filter }: { filter: Exclude<Filter, 'all'> }) {
  const list = useTickets(filter);
  useLookAfterDraws(filter === 'pending' ? list.items : undefined);
  if (!list.items) return list.error ? <FailedList error={list.error} onRetry={list.refetch} /> : <WaitingList />;
  if (list.items.length === 0) return <NoTickets filter={filter} />;
  return <TicketList tickets={filter === 'pending' ? soonestFirst(list.items) : list.items} list={list} />;
}

function useTickets(status: string) {
  return useApiList(listBets, { query: { status, limit: pageSize } });
}

/** Refetches once the first waiting ticket should be settled. */
function useLookAfterDraws(pending: readonly Ticket[] | undefined) {
  useEffect(() => {
    if (!pending || pending.length === 0) return;
    let timer: ReturnType<typeof setTimeout>;
    const lookLater = () => {
      timer = setTimeout(look, nextLookIn(pending, serverNow()));
    };
    function look() {
      if (!document.hidden) refresh('bets', 'balance');
      lookLater();
    }
    lookLater();
    return () => clearTimeout(timer);
  }, [pending]);
}

function TicketList({ tickets, list }: { tickets: readonly Ticket[]; list: ReturnType<typeof useTickets> }) {
  return (
    <>
      <ul className={styles.list}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} to={`/my-bets/${ticket.id}`} />
          </li>
        ))}
      </ul>
      <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
    </>
  );
}

function WaitingList() {
  return (
    <div className={styles.list}>
      {Array.from({ length: 4 }, (_, index) => (
        <Card key={index}>
          <Skeleton shape="block" />
        </Card>
      ))}
    </div>
  );
}

function FailedList({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <Card>
      <Failure error={error} onRetry={onRetry} />
    </Card>
  );
}

function NoTickets({ filter }: { filter: Filter }) {
  const { title, text } = words.empty[filter];
  return (
    <Card>
      <EmptyState icon="ticket" title={title} action={<ButtonLink to="/">{words.play}</ButtonLink>}>
        {text}
      </EmptyState>
    </Card>
  );
}
