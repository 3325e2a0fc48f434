import type { ComponentType, ReactNode } from 'react';
import { listNetworks } from '#contract/calls/operator/payments.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { BarChart, halfSize } from './BarChart.tsx';
import chart from '#console/kit/Chart.module.css';
import { ChartPanel } from '#console/kit/ChartPanel.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Grid, Picture } from '#console/kit/Picture.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { linear } from '#console/kit/scales.ts';
import { Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount, none, percent } from '#console/values/amounts.ts';
import { methodName, providerName } from '#console/values/names.ts';
import { formatClock, formatSpan, formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/networks.ts';
import { isSlow, lastHours, shareOf, slowSince, type Hour, type Network } from './network.ts';
import styles from './Charts.module.css';

const every = 30_000;
const id = ({ network, provider }: Network) => `${network} ${provider}`;
/** `Moov Money through CinetPay`: two accounts may carry the same network. */
const nameOf = ({ network, provider }: Network) => `${methodName(network)} ${throughOf(provider)}`;
const throughOf = (provider: string) => words.through(providerName(provider));
const span = (seconds: number | null) => (seconds === null ? none : formatSpan(seconds * 1_000));
const boldAndQuiet = (bold: string, quiet: string) => (
  <>
    <b>{bold}</b> <span className="quiet">{quiet}</span>
  </>
);

const success = (ended: 'deposits' | 'withdrawals', done: 'deposited' | 'withdrawn'): Column<Network> => ({
  key: done,
  head: words.succeed,
  align: 'right',
  width: 100,
  cell: ({ day, month }) =>
    boldAndQuiet(percent(shareOf(day[ended], day[done])), percent(shareOf(month[ended], month[done]))),
});

const columns: readonly Column<Network, typeof words>[] = [
  {
    key: 'network',
    width: 200,
    whole: true,
    cell: (one) => (
      <>
        <Opens to={`/payments?view=all&network=${one.network}&provider=${one.provider}`}>
          {methodName(one.network)}
        </Opens>{' '}
        <span className="quiet">{throughOf(one.provider)}</span>
      </>
    ),
  },
  {
    key: 'status',
    width: 88,
    whole: true,
    cell: (one) => <Status is={isSlow(one) ? 'wait' : 'ok'}>{isSlow(one) ? words.slow : words.healthy}</Status>,
  },
  { key: 'deposits', width: 72, amount: ({ day }) => day.deposits },
  success('deposits', 'deposited'),
  { key: 'withdrawals', width: 84, amount: ({ day }) => day.withdrawals },
  success('withdrawals', 'withdrawn'),
  {
    key: 'median',
    align: 'right',
    width: 130,
    cell: ({ day, month }) => boldAndQuiet(span(day.median), span(month.median)),
  },
  {
    key: 'most',
    align: 'right',
    width: 150,
    cell: ({ day, month }) => (
      <>
        {span(day.most)} <span className="quiet">{span(month.most)}</span>
      </>
    ),
  },
  { key: 'waiting', width: 72, amount: ({ waiting }) => waiting },
  {
    key: 'unknown',
    align: 'right',
    width: 100,
    cell: ({ unknown }) => (unknown === 0 ? '0' : <Status is="bad">{amount(unknown)}</Status>),
  },
];

interface NetworksProps {
  /** The frame of a note about a slow network, with the act that hides it: the screen of payments has that one. */
  readonly note: ComponentType<{
    readonly of: Network;
    readonly children: ReactNode;
    readonly hide: (country: string | null) => string;
  }>;
}

/** How each network does, against its own last 28 days, in figures and in charts. */
export function Networks({ note: SlowNote }: NetworksProps) {
  const { data, error, refetch } = useApi(listNetworks, {}, { refetchInterval: every });
  if (!data) return error ? <Problem error={error} again={() => void refetch()} /> : null;
  const networks = data.data;
  return (
    <>
      {networks.filter(isSlow).map((one) => (
        <Slow key={id(one)} of={one} note={SlowNote} />
      ))}
      <Panel title={words.title} end={<span className="small quiet">{words.note}</span>}>
        {networks.length === 0 ? (
          <Empty says={words.nothing} />
        ) : (
          <Table label={words.title} heads={words} columns={columns} rows={networks} rowId={id} />
        )}
      </Panel>
      {networks.length > 0 && (
        <>
          <Success of={networks} />
          <PerHour of={networks} />
        </>
      )}
    </>
  );
}

/** A slow network: since when, and how slow. */
function Slow({ of: one, note: SlowNote }: NetworksProps & { readonly of: Network }) {
  const { network, day, month } = one;
  const since = slowSince(one);
  return (
    <SlowNote of={one} hide={(country) => words.hide(methodName(network), country)}>
      <b>{words.isSlow(nameOf(one), since === null ? null : formatClock(since))}</b>
      <div className="small">
        {words.howSlow(
          percent(shareOf(day.deposits, day.deposited)),
          percent(shareOf(month.deposits, month.deposited)),
          span(day.median),
          span(month.median),
        )}
      </div>
    </SlowNote>
  );
}

/** Four small lines on one scale, from 80 to 100 %: what succeeded in each hour. The last point of a slow network is amber. */
function Success({ of: networks }: { readonly of: readonly Network[] }) {
  const now = useNow();
  const hours = lastHours(now);
  const x = linear([0, 23], [42, 240]);
  const y = linear([0.8, 1], [66, 12]);
  const shares = (one: Network) =>
    hours.map((at) => hourOf(one, at)).map((hour) => (hour ? shareOf(hour.ended, hour.done) : null));
  return (
    <ChartPanel
      title={words.byHour}
      keys={words.scale}
      picture={
        <div className={styles.lines}>
          {networks.map((one) => {
            const points = shares(one).flatMap((share, place) => (share === null ? [] : [{ place, share }]));
            const last = points.at(-1);
            const path = points.map(
              ({ place, share }, index) => `${index ? 'L' : 'M'}${x(place)} ${y(Math.max(0.8, share))}`,
            );
            const says = words.lineOf(
              nameOf(one),
              percent(last?.share),
              percent(Math.min(...points.map(({ share }) => share))),
            );
            return (
              <figure key={id(one)}>
                <figcaption>
                  {boldAndQuiet(methodName(one.network), throughOf(one.provider))}{' '}
                  {percent(shareOf(one.day.deposits + one.day.withdrawals, one.day.deposited + one.day.withdrawn))}
                </figcaption>
                <Picture width={250} height={92} says={says} fills>
                  <Grid ticks={[0.8, 0.9, 1]} y={y} left={42} right={240} label={(tick) => percent(tick, 0)} gap={4} />
                  <text x={42} y={86}>
                    {formatTime(hours[0]!).slice(0, 5)}
                  </text>
                  <text x={240} y={86} textAnchor="end">
                    {formatTime(hours[23]!).slice(0, 5)}
                  </text>
                  <path d={path.join('')} className={chart.line} />
                  {last && (
                    <circle
                      cx={x(last.place)}
                      cy={y(Math.max(0.8, last.share))}
                      r={4}
                      className={isSlow(one) ? chart.stripWait : chart.point}
                    />
                  )}
                </Picture>
              </figure>
            );
          })}
        </div>
      }
      rows={hours.toReversed()}
      rowId={String}
      columns={[
        { key: 'at', cell: (at) => formatTime(at).slice(0, 5) },
        ...networks.map((one) => ({
          key: id(one),
          head: nameOf(one),
          align: 'right' as const,
          cell: (at: number) => percent(shares(one)[hours.indexOf(at)]),
        })),
      ]}
    />
  );
}

/** The payments in and out in each hour, in the same unit both ways. */
export function PerHour({ of: networks, half = false }: { readonly of: readonly Network[]; readonly half?: boolean }) {
  const hours = lastHours(useNow());
  const sum = (at: number, way: 'in' | 'out') =>
    networks.reduce((total, one) => total + (hourOf(one, at)?.[way] ?? 0), 0);
  const bars = hours.map((at) => {
    const [paidIn, out] = [sum(at, 'in'), sum(at, 'out')];
    return { key: String(at), label: formatTime(at).slice(0, 5), values: [paidIn, -out], said: [paidIn, out] };
  });
  const total = (place: number) => amount(bars.reduce((all, { said }) => all + said[place]!, 0));
  return (
    <BarChart
      title={words.perHour}
      says={words.perHourSays(total(0), total(1))}
      head={words.hour}
      series={[
        { name: words.deposits, tone: 'dark' },
        { name: words.withdrawals, tone: 'pale' },
      ]}
      bars={bars}
      {...(half && { size: halfSize })}
    />
  );
}

function hourOf({ hours }: Network, at: number): Hour | undefined {
  return hours.find((hour) => Date.parse(hour.at) === at);
}

/** The two charts above the list of payments. */
export function PaymentCharts() {
  const { data } = useApi(listNetworks, {}, { refetchInterval: every });
  return data ? (
    <div className={`${styles.charts} ${styles.above}`}>
      <PerHour half of={data.data} />
      <Success of={data.data} />
    </div>
  ) : null;
}
