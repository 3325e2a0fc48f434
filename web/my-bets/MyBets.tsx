import { useEffect, useState, type ReactNode } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { listBets } from '#contract/calls/bets.ts';
import { formatFrancs } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { refresh } from '#web/api/queries.ts';
import { serverNow, useAtServerTime } from '#web/clock/clock.ts';
import { ShareButton, ShareTicket } from '#web/fairness/ShareTicket.tsx';
import { Page } from '#web/layout/Page.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { nextLookIn } from '#web/tickets/pending.ts';
import { seriesOf } from '#web/tickets/series.ts';
import { TicketCard, WaitingTicket } from '#web/tickets/TicketCard.tsx';
import { formatDate, formatDateTime, formatTime, useTimeZone } from '#web/values/format.ts';
import { PaidAndStaked } from '#web/values/PaidAndStaked.tsx';
import { words } from '#web/words/en/my-bets.ts';
import styles from './MyBets.module.css';
import { groupByDraw, type DrawGroup } from './groups.ts';
import { LastSeen, useKeepLastSeen } from './LastSeen.tsx';
import { NextOfYours, NextOfYoursCurve } from './NextOfYours.tsx';

type Filter = keyof typeof words.filters;
const filters = Object.entries(words.filters).map(([value, label]) => ({ value: value as Filter, label }));

const settledStatuses = 'win,lost,void';
const pageSize = '24';
const receiptOf = ({ id }: Ticket) => `/my-bets/${id}`;

type TicketsList = ReturnType<typeof useTickets>;
/** The button on a ticket's stub. */
type Action = (ticket: Ticket) => ReactNode;

/** First the pending tickets, next draw first; then the settled ones, latest draw first. */
export default function MyBets() {
  const [filter, setFilter] = useState<Filter>('all');
  // Shown also where only other tickets are listed: the hero counts down to the next of them.
  const pending = useTickets('pending');
  useLookAfterDraws(pending.items);
  const waiting = pending.items;
  const [shared, setShared] = useState<Ticket | null>(null);
  const shareOf: Action = (ticket) => <ShareButton ticket={ticket} onShare={setShared} />;
  return (
    <Page
      title={words.title}
      hero={<NextOfYours waiting={waiting} />}
      curve={waiting?.length ? <NextOfYoursCurve waiting={waiting} /> : undefined}
    >
      <Tabs label={words.filter} value={filter} onChange={setFilter} tabs={filters}>
        {filter === 'all' ? (
          <AllTickets pending={pending} action={shareOf} />
        ) : filter === 'pending' ? (
          <PendingTickets pending={pending} action={shareOf} />
        ) : (
          <SettledTickets key={filter} filter={filter} action={shareOf} />
        )}
      </Tabs>
      <ShareTicket ticket={shared} onClose={() => setShared(null)} />
    </Page>
  );
}

function AllTickets({ pending, action }: { pending: TicketsList; action: Action }) {
  const settled = useTickets(settledStatuses);
  useKeepLastSeen(pending.items, settled.items);
  const error = pending.error ?? settled.error;
  if (error && !(pending.items && settled.items)) {
    return (
      <div className={styles.groups}>
        <Failure error={error} onRetry={() => Promise.all([pending.refetch(), settled.refetch()])} />
        <LastSeen />
      </div>
    );
  }
  if (!pending.items || !settled.items) return <LoadingList />;
  if (pending.items.length + settled.items.length === 0) return <NoTickets filter="all" />;
  return (
    <div className={styles.groups}>
      {pending.items.length > 0 && <Waiting list={pending} action={action} />}
      {settled.items.length > 0 && <Settled list={settled} action={action} />}
    </div>
  );
}

function PendingTickets({ pending, action }: { pending: TicketsList; action: Action }) {
  if (!pending.items) {
    return pending.error ? <Failure error={pending.error} onRetry={pending.refetch} /> : <LoadingList />;
  }
  if (pending.items.length === 0) return <NoTickets filter="pending" />;
  return <Waiting list={pending} action={action} />;
}

function SettledTickets({ filter, action }: { filter: 'win' | 'lost' | 'void'; action: Action }) {
  const list = useTickets(filter);
  if (!list.items) return list.error ? <Failure error={list.error} onRetry={list.refetch} /> : <LoadingList />;
  if (list.items.length === 0) return <NoTickets filter={filter} />;
  return (
    <div className={styles.groups}>
      <Settled list={list} action={action} />
    </div>
  );
}

function useTickets(status: string) {
  return useApiList(listBets, { query: { order: 'draw', status, limit: pageSize } });
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

/** The sums are of all pending tickets, as the server counts them, not of the loaded ones. */
function Waiting({ list, action }: { list: TicketsList; action: Action }) {
  const sums = list.pages?.at(-1)?.meta.waiting;
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h2>{words.waiting}</h2>
        {sums && <p className={styles.sums}>{words.sum(sums.tickets, formatFrancs(sums.staked))}</p>}
      </div>
      <ul className={styles.papers}>
        {seriesOf(list.items ?? []).map((series) => (
          <li key={series[0]!.id}>
            <WaitingTicket series={series} to={receiptOf} action={action(series[0]!)} />
          </li>
        ))}
      </ul>
      <More list={list} />
    </section>
  );
}

function Settled({ list, action }: { list: TicketsList; action: Action }) {
  const groups = groupByDraw(list.items ?? [], list.pages?.flatMap(({ meta }) => meta.draws ?? []) ?? []);
  return (
    <>
      {groups.map((group) => (
        <Drawn key={group.tickets[0]!.drawId} group={group} action={action} />
      ))}
      <More list={list} />
    </>
  );
}

function Drawn({ group: { sums, tickets }, action }: { group: DrawGroup; action: Action }) {
  const { fullDate, drawId, status } = tickets[0]!;
  const time = useShortTime(fullDate);
  const isVoid = status === 'void';
  const won = tickets.filter((ticket) => ticket.status === 'win');
  const others = tickets.filter((ticket) => ticket.status !== 'win');
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h2>{isVoid ? words.calledOff(time) : words.drawn(time)}</h2>
        {sums && (
          <p className={styles.sums}>
            {isVoid ? words.returned(formatFrancs(sums.paid)) : <PaidAndStaked paid={sums.paid} staked={sums.staked} />}
          </p>
        )}
      </div>
      {won.length > 0 && (
        <ul className={styles.papers}>
          {won.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} to={receiptOf(ticket)} action={action(ticket)} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.lines}>
          {others.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} to={receiptOf(ticket)} />
            </li>
          ))}
        </ul>
      )}
      {!isVoid && (
        <p>
          <Link to={`/results/${drawId}`} className={styles.verify}>
            {words.verify(time)}
          </Link>
        </p>
      )}
    </section>
  );
}

/** The time of a draw; with its date where that is not today. */
function useShortTime(at: string): string {
  const timeZone = useTimeZone();
  const today = useAtServerTime((now) => formatDate(now ?? at, timeZone));
  return (formatDate(at, timeZone) === today ? formatTime : formatDateTime)(at, timeZone);
}

function More({ list }: { list: TicketsList }) {
  return (
    <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
  );
}

function LoadingList() {
  return (
    <div className={styles.papers}>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} shape="block" />
      ))}
    </div>
  );
}

function NoTickets({ filter }: { filter: Filter }) {
  const { title, text } = words.empty[filter];
  return (
    <EmptyState icon={moreIcons.ticket} title={title} action={<ButtonLink to="/">{words.play}</ButtonLink>}>
      {text}
    </EmptyState>
  );
}
