import { Link } from 'wouter';
import { getBusiness, getOverview } from '#contract/calls/operator/overview.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { useWaiting } from '#console/frame/SellingLight.tsx';
import { Screen } from '#console/frame/Screen.tsx';
import { Balls } from '#console/kit/Balls.tsx';
import { LinkButton } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Countdown, Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { LineChart, type Point } from '#console/kit/LineChart.tsx';
import { Meter } from '#console/kit/Meter.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { useNarrow } from '#console/kit/useNarrow.ts';
import { StaleBar } from '#console/kit/StaleBar.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { amount, growth } from '#console/values/amounts.ts';
import { stopReason } from '#console/values/stop-reason.ts';
import { formatClock, formatLeft, formatSpan, formatTime, formatWeekday, formatWhen } from '#console/values/time.ts';
import { words } from '#console/words/en/overview.ts';
import { Business } from './Business.tsx';
import { Lights } from './Lights.tsx';
import type { OverviewData } from './overview-data.ts';
import { meanOfFive, minutesOf, soldBetween } from './minutes.ts';
import styles from './Overview.module.css';

const everyMs = 5_000;
/** A day's business is added up anew once a minute. */
const businessEveryMs = 60_000;
const minute = 60_000;
const week = 7 * 24 * 60 * minute;

const order = ['lights', 'banner', 'business', 'sales', 'next', 'attention', 'results'] as const;
type Part = (typeof order)[number];
/** On a phone what needs somebody comes first. Keys and screen readers take the parts in this order too, because the page has it. */
const phoneOrder: readonly Part[] = ['lights', 'banner', 'attention', 'next', 'business', 'sales', 'results'];

/** The list of waiting items needs the words of all kinds, so it is loaded after the rest. */
const Attention = lazySheet(async () => (await import('./Attention.tsx')).Attention);
const SalesCurve = lazySheet(async () => (await import('#console/charts/SalesCurve.tsx')).SalesCurve);
const AgainstUsual = lazySheet(async () => (await import('#console/charts/SalesCurve.tsx')).AgainstUsual);
const HouseChart = lazySheet(async () => (await import('#console/charts/HouseChart.tsx')).HouseChart);
const StopSheet = lazySheet(async () => (await import('#console/stops/StopSheet.tsx')).StopSheet);

/** Whether we are selling and whether anything is broken, then the business of today. Refreshed every five seconds. */
export default function Overview() {
  const { data, error, refetch, isRefetchError, dataUpdatedAt } = useApi(getOverview, {}, { refetchInterval: everyMs });
  const { data: business } = useApi(getBusiness, {}, { refetchInterval: businessEveryMs });
  const now = useNow();
  const heardAt = dataUpdatedAt || null;
  const shown = { isStale: isRefetchError, now };
  const isPhone = useNarrow('phone');
  const part = (name: Part) => {
    const { stops, sales, nextDraw, results } = data!.data;
    if (name === 'lights') return <Lights of={data!.data} {...shown} />;
    if (name === 'banner') return <Banner stops={stops} now={now} />;
    if (name === 'attention') return <Attention isStale={isRefetchError} />;
    if (name === 'business') return <Business of={business?.data} now={now} />;
    if (name === 'sales') return <Sales sales={sales} stops={stops} />;
    if (name === 'next') return <NextDraw draw={nextDraw} stops={stops} {...shown} />;
    return <Results results={results} {...shown} />;
  };
  return (
    <Screen
      title={words.title}
      heard={{ heardAt, isStale: isRefetchError }}
      {...(isRefetchError && { rows: 'auto minmax(0, 1fr)' })}
    >
      {!data && error && <Problem error={error} what={words.failed} again={() => void refetch()} />}
      {isRefetchError && <StaleBar heardAt={heardAt} again={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && (
        <div className={`panels scrolls ${styles.parts}`}>
          {(isPhone ? phoneOrder : order).map((name) => (
            <div key={name} className={styles.part} data-part={name}>
              {part(name)}
            </div>
          ))}
        </div>
      )}
    </Screen>
  );
}

/** The panels at their places, before there is any answer. */
function Skeleton() {
  const panels = [words.sales.title, words.next.soon, words.attention.title, words.results.title];
  return [panels.slice(0, 2), panels.slice(2)].map((row) => (
    <div key={row[0]} className="withSide">
      {row.map((title) => (
        <Panel key={title} title={title}>
          <div className={styles.soon} />
        </Panel>
      ))}
    </div>
  ));
}

interface Shown {
  readonly isStale: boolean;
  readonly now: number;
}

const isWhole = ({ name, draw }: OverviewData['stops'][number]) => name === null && draw === null;

/** A stop, or a late draw: what, since when, by whom, why, what players read, and the one next step. */
function Banner({ stops, now }: Pick<OverviewData, 'stops'> & Pick<Shown, 'now'>) {
  const seesStops = useMay('listStops');
  const sales = useWaiting().data?.data.sales;
  const [stop] = stops;
  if (stop) {
    const { name, draw, sentence, stoppedAt, stoppedBy, reason, cap } = stop;
    return (
      <div
        className={styles.banner}
        data-tone={isWhole(stop) ? 'bad' : 'wait'}
        role="group"
        aria-label={words.stops.title}
      >
        <div>
          <b>
            {words.stops.what(name, draw && formatWhen(draw.drawsAt, now))}{' '}
            {words.stops.since(formatWhen(stoppedAt, now), formatSpan(Math.max(0, now - Date.parse(stoppedAt))))}
          </b>
          <div className="small">
            {stoppedBy !== null && `${words.stops.by(stoppedBy)} · `}
            {reason !== null && `${words.stops.reason(stopReason({ reason, cap }))} · `}
            {words.stops.told(sentence)}
            {stops.length > 1 && ` · ${words.stops.more(stops.length - 1)}`}
          </div>
        </div>
        {seesStops && <LinkButton to="/stops?active=yes">{words.stops.open}</LinkButton>}
      </div>
    );
  }
  if (!sales?.lateAt) return null;
  return (
    <div className={styles.banner} data-tone="wait" role="group" aria-label={words.late.title}>
      <div>
        <b>{words.late.what(formatClock(sales.lateAt), formatSpan(Math.max(0, now - Date.parse(sales.lateAt))))}</b>
        {sales.late > 1 && <div className="small">{words.late.more(sales.late - 1)}</div>}
      </div>
      <LinkButton to="/inbox">{words.late.open}</LinkButton>
    </div>
  );
}

function Sales({ sales, stops }: Pick<OverviewData, 'sales' | 'stops'>) {
  const through = Date.parse(sales.through);
  const day = formatWeekday(through - week);
  const span = [through - 90 * minute, through + 60 * minute] as const;
  const bars: Point[] = minutesOf(sales.minutes, span[0], through);
  const { fiveMinutes, fiveMinutesLastWeek, ticketsOfFiveMinutes } = sales;
  const whole = stops.find(isWhole);
  const from = whole && Math.max(span[0], Date.parse(whole.stoppedAt));
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
      size={{ width: 768, height: 176 }}
      {...(from !== undefined && { shade: { from, says: words.sales.stopped(formatTime(whole!.stoppedAt)) } })}
      above={
        <Figures>
          <Figure label={words.sales.lastFive} value={amount(fiveMinutes)} to="/draws" />
          <Figure label={words.sales.sameDay(day)} value={amount(fiveMinutesLastWeek)} quiet />
          <Figure label={words.sales.against} value={growth(fiveMinutes, fiveMinutesLastWeek)} />
          {from === undefined ? (
            <Figure label={words.sales.ticketsAMinute} value={amount(Math.round(ticketsOfFiveMinutes / 5))} />
          ) : (
            <Figure
              label={words.sales.missed(formatClock(from))}
              value={amount(soldBetween(sales.lastWeek, from, through))}
            />
          )}
        </Figures>
      }
    />
  );
}

function NextDraw({
  draw,
  stops,
  now,
  isStale,
}: Shown & Pick<OverviewData, 'stops'> & { readonly draw: OverviewData['nextDraw'] }) {
  const mayStop = useMay('stopSales');
  if (draw === null) {
    return (
      <Panel title={words.next.none} isStale={isStale}>
        <Empty says={words.next.none} />
      </Panel>
    );
  }
  const { id, drawsAt, closesAt, stakes, tickets, worst, cap } = draw;
  return (
    <Panel
      title={words.next.title(formatClock(drawsAt))}
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
            <Figure
              label={words.next.staked(amount(tickets))}
              value={amount(stakes)}
              to={`/draws/${id}`}
              note={<AgainstUsual id={id} stakes={stakes} now={now} />}
            />
          </div>
        </div>
      </Section>
      <SalesCurve size={{ width: 370, height: 84 }} id={id} stakes={stakes} now={now} />
      {(worst || cap) && (
        <Section
          title={
            worst && (
              <>
                {words.next.worst} <Opens to={`/exposure?open=${id}`}>{amount(worst.payout)}</Opens>
              </>
            )
          }
          end={cap && words.next.cap(cap.name, cap.measure, amount(cap.amount))}
        >
          {cap &&
            (cap.figure === null ? (
              <span className="quiet">{words.next.notComputed}</span>
            ) : (
              <Meter
                label={words.next.cap(cap.name, cap.measure, amount(cap.amount))}
                value={cap.figure / cap.amount}
              />
            ))}
        </Section>
      )}
      <Section>
        <div className="acts">
          <LinkButton to={`/draws/${id}`} keys="o">
            {words.next.draw}
          </LinkButton>
          <span className="grow" />
          {mayStop && (
            <SheetButton
              kind="opens danger"
              keys="s"
              sheet={(close) => <StopSheet onClose={close} draw={draw} first="all" />}
            >
              {words.next.stops}
            </SheetButton>
          )}
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

function Results({ results, isStale }: Shown & Pick<OverviewData, 'results'>) {
  const { title, none, all } = words.results;
  return (
    <Panel title={title} end={<Link to="/draws">{all}</Link>} isStale={isStale} fills>
      {results.length > 0 && <HouseChart inside />}
      {results.length === 0 ? (
        <Empty says={none} />
      ) : (
        <div className={styles.scroll}>
          <Table
            label={title}
            density={32}
            rows={results}
            heads={words.results}
            columns={[
              {
                key: 'draw',
                width: 70,
                whole: true,
                cell: ({ drawsAt }) => formatClock(drawsAt),
                to: ({ id }) => `/draws/${id}`,
              },
              { key: 'result', whole: true, cell: ({ result }) => <Balls of={result.map(Number)} /> },
              {
                key: 'published',
                width: 90,
                whole: true,
                cell: ({ publishedAt }) => publishedAt && <Status is="ok">{formatTime(publishedAt)}</Status>,
              },
              { key: 'staked', width: 90, amount: ({ staked }) => staked },
              { key: 'paid', width: 90, amount: ({ paid }) => paid },
              {
                key: 'house',
                width: 90,
                difference: ({ staked, paid }) => (staked === null || paid === null ? null : staked - paid),
              },
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
