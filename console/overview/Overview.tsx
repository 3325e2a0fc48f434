import { useLocation } from 'wouter';
import { navigate } from '#console/kit/navigate.ts';
import { countWaiting, getOverview } from '#contract/calls/operator/overview.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button, LinkButton } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Countdown, Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import { LineChart, type Point } from '#console/kit/LineChart.tsx';
import { Meter, Shares } from '#console/kit/Meter.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { StaleBar } from '#console/kit/StaleBar.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { Subject } from '#console/kit/Subject.tsx';
import { Table } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { amount, percent } from '#console/values/amounts.ts';
import { formatLeft, formatSpan, formatTime, formatWeekday, formatWhen } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { codeName } from '#console/values/names.ts';
import { words } from '#console/words/en/overview.ts';
import { words as requestWords } from '#console/words/en/requests.ts';
import { AlarmCard } from './AlarmCard.tsx';
import type { OverviewData } from './overview-data.ts';
import { meanOfFive, minutesOf } from './minutes.ts';
import styles from './Overview.module.css';

const everyMs = 5_000;
const minute = 60_000;
const week = 7 * 24 * 60 * minute;

/** The most important facts, refreshed every five seconds. `?wall=1` shows no names. */
export default function Overview() {
  const {
    data,
    error,
    refetch,
    isRefetchError: isStale,
    dataUpdatedAt,
  } = useApi(getOverview, {}, { refetchInterval: everyMs });
  const now = useNow();
  const { filters } = useAddress();
  const [path] = useLocation();
  const isWall = filters['wall'] === '1';
  const heardAt = dataUpdatedAt || null;
  return (
    <Screen
      title={words.title}
      beside={
        <Button size="head" keys="w" onPress={() => navigate(isWall ? path : `${path}?wall=1`)}>
          {isWall ? words.leaveWall : words.wall}
        </Button>
      }
      heard={{ heardAt, isStale }}
      rows="auto minmax(0, 1fr)"
      flows
    >
      {!data && error && <Problem error={error} what={words.failed} again={() => void refetch()} />}
      {isStale && <StaleBar heardAt={heardAt} again={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && <Whole data={data.data} isWall={isWall} isStale={isStale} now={now} />}
    </Screen>
  );
}

/** The panels at their places, before there is any answer. */
function Skeleton() {
  return (
    <>
      <div className={styles.rows}>
        <Panel title={words.sales.title}>
          <div className={styles.soon} />
        </Panel>
        <Panel title={words.next.soon}>
          <div className={styles.soon} />
        </Panel>
      </div>
      <div className={styles.rows}>
        <Panel title={words.draws.title}>
          <div className={styles.soon} />
        </Panel>
        <Panel title={words.alarms.title}>
          <div className={styles.soon} />
        </Panel>
      </div>
    </>
  );
}

interface WholeProps {
  readonly data: OverviewData;
  readonly isWall: boolean;
  readonly isStale: boolean;
  readonly now: number;
}

function Whole({ data, isWall, isStale, now }: WholeProps) {
  return (
    <>
      <div className={styles.top}>
        {data.stops.length > 0 && <Stops stops={data.stops} isWall={isWall} now={now} />}
        <div className={styles.rows}>
          <Sales sales={data.sales} />
          <NextDraw draw={data.nextDraw} stops={data.stops} now={now} isStale={isStale} />
        </div>
      </div>
      <div className={styles.rows}>
        <div className={styles.column} data-fills>
          <Draws draws={data.draws} isStale={isStale} />
          <Payments queues={data.payments} now={now} isStale={isStale} />
          {!isWall && <Requests requests={data.requests} now={now} isStale={isStale} />}
        </div>
        <div className={styles.column} data-fills>
          <Alarms alarms={data.alarms} isWall={isWall} isStale={isStale} />
          <Books books={data.books} isStale={isStale} />
        </div>
      </div>
    </>
  );
}

/** The banner shows the first ones; their screen has them all. */
const mostStops = 2;

/** Lists the stops of sales. It stands above the rest of the overview. */
function Stops({ stops, isWall, now }: Pick<WholeProps, 'isWall' | 'now'> & Pick<OverviewData, 'stops'>) {
  const seesStops = useMay('listStops');
  const isAll = stops.some(({ name, draw }) => name === null && draw === null);
  return (
    <Note tone={isAll ? 'bad' : 'wait'}>
      <div className={styles.stops} role="group" aria-label={words.stops.title}>
        <ul>
          {stops.slice(0, mostStops).map(({ id, name, draw, sentence, stoppedAt, stoppedBy, reason }) => (
            <li key={id}>
              <b>{words.stops.what(name, draw && formatWhen(draw.drawsAt, now))}</b>{' '}
              {words.stops.since(formatWhen(stoppedAt, now), formatSpan(Math.max(0, now - Date.parse(stoppedAt))))}
              <div className="small">
                {stoppedBy !== null && !isWall && `${words.stops.by(stoppedBy)} · `}
                {reason !== null && `${words.stops.reason(reason)} · `}
                {words.stops.told(sentence)}
              </div>
            </li>
          ))}
          {stops.length > mostStops && <li>{words.stops.more(stops.length - mostStops)}</li>}
        </ul>
        {seesStops && <LinkButton to="/stops?active=yes">{words.stops.open}</LinkButton>}
      </div>
    </Note>
  );
}

function Sales({ sales }: { readonly sales: OverviewData['sales'] }) {
  const through = Date.parse(sales.through);
  const day = formatWeekday(through - week);
  const span = [through - 90 * minute, through + 60 * minute] as const;
  const bars: Point[] = minutesOf(sales.minutes, span[0], through);
  const { fiveMinutes, fiveMinutesLastWeek, today, todayLastWeek, ticketsOfFiveMinutes } = sales;
  return (
    <LineChart
      title={words.sales.title}
      names={{ line: words.sales.today, last: words.sales.lastWeek(day), bars: words.sales.minutes }}
      unit={words.xof}
      span={span}
      line={meanOfFive(bars)}
      last={meanOfFive(minutesOf(sales.lastWeek, span[0], span[1]))}
      bars={bars}
      now={through}
      above={
        <Figures>
          <Figure label={words.sales.lastFive} value={amount(fiveMinutes)} to="/draws" />
          <Figure label={words.sales.sameDay(day)} value={amount(fiveMinutesLastWeek)} quiet />
          <Figure label={words.sales.soFar} value={amount(today)} to="/draws?day=today" />
          <Figure label={words.sales.against} value={growth(today, todayLastWeek)} />
          <Figure label={words.sales.ticketsAMinute} value={amount(Math.round(ticketsOfFiveMinutes / 5))} />
        </Figures>
      }
    />
  );
}

function growth(today: number, lastWeek: number): string {
  if (lastWeek === 0) return percent(null);
  const change = today / lastWeek - 1;
  return (change > 0 ? '+' : '') + percent(change);
}

function NextDraw({
  draw,
  stops,
  now,
  isStale,
}: Pick<WholeProps, 'now' | 'isStale'> & Pick<OverviewData, 'stops'> & { readonly draw: OverviewData['nextDraw'] }) {
  const seesStops = useMay('listStops');
  if (draw === null) {
    return (
      <Panel title={words.next.none} isStale={isStale}>
        <Empty says={words.next.none} />
      </Panel>
    );
  }
  const { id, drawsAt, closesAt, stakes, tickets, byType, worst, cap } = draw;
  const [leader] = byType;
  return (
    <Panel
      title={words.next.title(formatWhen(drawsAt, now))}
      end={<OnSale stops={stops.filter((stop) => stop.draw === null || stop.draw.id === id)} />}
      isStale={isStale}
    >
      <Section>
        <div className={styles.split}>
          <div>
            <div className="small quiet">{words.next.closesIn(formatTime(closesAt))}</div>
            <Countdown>{formatLeft(Date.parse(closesAt) - now)}</Countdown>
          </div>
          <div className={styles.right}>
            <Figure label={words.next.staked(amount(tickets))} value={amount(stakes)} to={`/draws/${id}`} />
            {worst && <Figure label={words.next.worst} value={amount(worst.payout)} to={`/exposure?open=${id}`} />}
          </div>
        </div>
      </Section>
      {cap && (
        <Section title={words.next.cap(cap.name, cap.measure)} end={amount(cap.amount)}>
          {cap.figure === null ? (
            <span className="quiet">{words.next.notComputed}</span>
          ) : (
            <Meter label={words.next.cap(cap.name, cap.measure)} value={cap.figure / cap.amount} />
          )}
        </Section>
      )}
      {!leader && (
        <Section>
          <span className="quiet">{words.next.nothing}</span>
        </Section>
      )}
      {leader && (
        <Section title={words.next.byType} end={words.next.leads(leader.name, percent(leader.stakes / stakes, 0))}>
          <Shares label={words.next.byType} of={byType.map(({ name, stakes: value }) => ({ name, value }))} />
        </Section>
      )}
      <Section>
        <div className={styles.nextActs}>
          <LinkButton to={`/draws/${id}`}>{words.next.draw}</LinkButton>
          <span className="grow" />
          {seesStops && <LinkButton to="/stops">{words.next.stops}</LinkButton>}
        </div>
      </Section>
    </Panel>
  );
}

/** Whether a draw is on sale with these stops. */
function OnSale({ stops }: Pick<OverviewData, 'stops'>) {
  if (stops.length === 0) return <Status is="run">{words.next.open}</Status>;
  if (stops.some(({ name }) => name === null)) return <Status is="bad">{words.next.stopped}</Status>;
  return <Status is="wait">{words.next.without(stops.map(({ name }) => name).join(', '))}</Status>;
}

/** The overview lists no more of them. */
const mostDraws = 8;

function Draws({ draws, isStale }: Pick<WholeProps, 'isStale'> & Pick<OverviewData, 'draws'>) {
  return (
    <Panel
      title={words.draws.title}
      end={
        <Opens to="/draws?needs=somebody">
          {draws.length < mostDraws ? draws.length : words.draws.orMore(draws.length)}
        </Opens>
      }
      isStale={isStale}
    >
      {draws.length === 0 ? (
        <Section>
          <Status is="ok">{words.draws.none}</Status>
        </Section>
      ) : (
        <Table
          label={words.draws.title}
          density={27}
          rows={draws}
          rowId={({ id }) => id}
          columns={[
            {
              key: 'draw',
              cell: ({ id, drawsAt }) => (
                <Opens to={`/draws/${id}`}>
                  <Time at={drawsAt} show="full" />
                </Opens>
              ),
            },
            {
              key: 'step',
              head: words.draws.step,
              cell: ({ step }) => <Status is="wait">{codeName('step', step)}</Status>,
            },
            { key: 'late', head: words.draws.lateBy, cell: ({ lateBy }) => <b>{formatSpan(lateBy * 1_000)}</b> },
          ]}
        />
      )}
    </Panel>
  );
}

const tones = { waiting: 'run', unknown: 'bad', mismatched: 'bad', held: 'wait' } as const;

function Payments({
  queues,
  now,
  isStale,
}: Pick<WholeProps, 'now' | 'isStale'> & { readonly queues: OverviewData['payments'] }) {
  const open = queues.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel title={words.payments.title} end={words.payments.open(amount(open))} isStale={isStale}>
      <Table
        label={words.payments.title}
        density={27}
        rows={queues}
        rowId={({ queue }) => queue}
        columns={[
          {
            key: 'queue',
            head: '',
            width: 140,
            cell: ({ queue, count }) => (
              <Status is={count === 0 ? 'ok' : tones[queue]}>{words.payments.queues[queue]}</Status>
            ),
          },
          {
            key: 'count',
            head: words.payments.count,
            align: 'right',
            cell: ({ queue, count }) =>
              count === 0 ? '0' : <Opens to={`/payments?view=${queue}`}>{amount(count)}</Opens>,
          },
          { key: 'amount', align: 'right', cell: (row) => amount(row.amount) },
          {
            key: 'oldest',
            head: words.payments.oldest,
            align: 'right',
            cell: ({ oldestAt }) => (oldestAt ? formatSpan(Math.max(0, now - Date.parse(oldestAt))) : '–'),
          },
          {
            key: 'since',
            cell: ({ oldestAt }) => (oldestAt ? <Time at={oldestAt} /> : '–'),
          },
        ]}
      />
    </Panel>
  );
}

function Requests({ requests, now, isStale }: Pick<WholeProps, 'now' | 'isStale'> & Pick<OverviewData, 'requests'>) {
  // The overview lists the first ones; the rail counts them all.
  const waiting = useApi(countWaiting, {}).data?.data;
  return (
    <Panel
      title={words.requests.title}
      end={<Opens to="/requests">{amount(waiting?.requests ?? requests.length)}</Opens>}
      isStale={isStale}
    >
      {requests.length === 0 ? (
        <Section>
          <Status is="ok">{words.requests.none}</Status>
        </Section>
      ) : (
        <Table
          label={words.requests.title}
          density={27}
          rows={requests}
          rowId={({ id }) => id}
          onOpen={(id) => navigate(`/requests/${id}`)}
          columns={[
            { key: 'kind', head: words.requests.kind, width: 240, cell: ({ kind }) => requestWords.kind(kind) },
            { key: 'subject', cell: ({ subject }) => <Subject of={subject} /> },
            { key: 'by', head: words.requests.askedBy, cell: ({ askedBy }) => askedBy },
            {
              key: 'ends',
              head: words.requests.endsIn,
              cell: ({ expiresAt }) => formatSpan(Math.max(0, Date.parse(expiresAt) - now)),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Alarms({ alarms, isWall, isStale }: Pick<WholeProps, 'isWall' | 'isStale'> & Pick<OverviewData, 'alarms'>) {
  const open = alarms.filter(({ closedAt }) => closedAt === null);
  const waiting = useApi(countWaiting, {}).data?.data;
  return (
    <Panel
      title={words.alarms.title}
      end={<Opens to="/alarms">{words.alarms.counts(amount(Math.max(open.length, waiting?.alarms ?? 0)))}</Opens>}
      isStale={isStale}
    >
      <Section>
        <div className={styles.alarms}>
          {open.length === 0 && <Status is="ok">{words.alarms.none}</Status>}
          {alarms.map((alarm, index) => (
            <AlarmCard key={alarm.id} alarm={alarm} isWall={isWall} isFirst={index === 0} />
          ))}
        </div>
      </Section>
    </Panel>
  );
}

function Books({ books, isStale }: Pick<WholeProps, 'isStale'> & Pick<OverviewData, 'books'>) {
  const { lastPassAt, lastFullPassAt, mismatches, withdrawalsStoppedAt } = books;
  const time = (at: string | null) => (at ? <Time at={at} /> : words.books.never);
  const seesMoney = useMay('getBooks');
  return (
    <Panel title={words.books.title} end={words.books.every} isStale={isStale}>
      <Section>
        <Facts
          of={[
            [words.books.lastPass, time(lastPassAt)],
            [words.books.lastFull, time(lastFullPassAt)],
            [
              words.books.mismatches,
              mismatches === 0 ? (
                <Status is="ok">{words.books.noMismatch}</Status>
              ) : (
                <Status is="bad">
                  <Opens to="/money?view=mismatches">{amount(mismatches)}</Opens>
                </Status>
              ),
            ],
            [
              words.books.withdrawals,
              withdrawalsStoppedAt ? (
                <Status is="bad">
                  {words.books.stopped} <Time at={withdrawalsStoppedAt} />
                </Status>
              ) : (
                <Status is="ok">{words.books.running}</Status>
              ),
            ],
          ]}
        />
      </Section>
      {seesMoney && (
        <Section>
          <LinkButton to="/money">{words.books.money}</LinkButton>
        </Section>
      )}
    </Panel>
  );
}
