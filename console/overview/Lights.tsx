import { Link } from 'wouter';
import { useMay } from '#console/api/useMay.ts';
import { useWaiting } from '#console/frame/SellingLight.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Status, type Tone } from '#console/kit/Status.tsx';
import { amount, percent, shortAmount } from '#console/values/amounts.ts';
import { formatClock, formatTime } from '#console/values/time.ts';
import { words as all } from '#console/words/en/overview.ts';
import type { OverviewData } from './overview-data.ts';
import styles from './Overview.module.css';

const words = all.lights;

interface Light {
  readonly name: string;
  readonly tone: Tone;
  readonly says: string;
  readonly more: string;
  /** Where it is seen; left out for who may not go there. */
  readonly to: string | false;
}

/** The books are checked every 30 s: later than this is no longer usual. */
const passAfterMs = 3 * 60_000;

interface LightsProps {
  readonly of: OverviewData;
  readonly isStale: boolean;
  readonly now: number;
}

/** Six lights: whether sales, caps, results, withdrawals, networks and books are as they should be. */
export function Lights({ of: { stops, nextDraw, results, payments, books }, isStale, now }: LightsProps) {
  const late = useWaiting().data?.data.sales.late ?? 0;
  const seesStops = useMay('listStops');
  const seesCaps = useMay('readCaps');
  const seesPayments = useMay('listOperatorPayments');
  const seesMoney = useMay('getBooks');
  const queue = (name: (typeof payments)[number]['queue']) => payments.find((one) => one.queue === name)!;
  const [held, unknown, waiting] = [queue('held'), queue('unknown'), queue('waiting')];
  const isAll = stops.some(({ name, draw }) => name === null && draw === null);
  const cap = nextDraw?.cap ?? null;
  const share = cap && cap.figure !== null ? cap.figure / cap.amount : null;
  const [last] = results;
  const isChecked = books.lastPassAt !== null && now - Date.parse(books.lastPassAt) < passAfterMs;
  const lights: readonly Light[] = [
    {
      name: 'sales',
      tone: isAll ? 'bad' : stops.length > 0 || !nextDraw ? 'wait' : 'ok',
      says: isAll ? words.stopped : stops.length > 0 ? words.stops(stops.length) : nextDraw ? words.open : words.noDraw,
      more: isAll ? words.everything : stops.length > 0 ? words.theRest : words.noStop,
      to: seesStops && '/stops?active=yes',
    },
    ...(seesCaps
      ? [
          {
            name: 'caps',
            tone: share !== null && share >= 0.9 ? 'bad' : share !== null && share >= 0.7 ? 'wait' : 'ok',
            says: share !== null && share >= 0.7 ? words.capOver(share >= 0.9 ? 90 : 70) : words.caps,
            more: cap && share !== null ? words.capAt(percent(share, 0), shortAmount(cap.amount)) : words.noCap,
            to: '/caps',
          } as const,
        ]
      : []),
    {
      name: 'results',
      tone: late > 0 ? 'bad' : 'ok',
      says: late > 0 ? words.late(late) : words.results,
      more: last?.publishedAt
        ? words.lastResult(formatClock(last.drawsAt), formatTime(last.publishedAt))
        : words.noResult,
      to: late > 0 ? '/inbox?view=draw' : '/draws',
    },
    {
      name: 'withdrawals',
      tone: books.withdrawalsStoppedAt ? 'bad' : 'ok',
      says: books.withdrawalsStoppedAt ? words.withdrawalsStopped : words.withdrawals,
      more: words.held(held.count, amount(held.amount)),
      to: seesPayments && '/payments?view=held',
    },
    {
      name: 'networks',
      tone: unknown.count > 0 ? 'wait' : 'ok',
      says: unknown.count > 0 ? words.unknown(unknown.count) : words.networks,
      more: unknown.count > 0 ? words.unknownSum(amount(unknown.amount)) : words.waiting(amount(waiting.count)),
      to: seesPayments && '/payments?view=unknown',
    },
    {
      name: 'books',
      tone: books.mismatches > 0 ? 'bad' : isChecked ? 'ok' : 'wait',
      says: books.mismatches > 0 ? words.mismatches(books.mismatches) : isChecked ? words.books : words.notChecked,
      more: books.lastPassAt ? words.checked(formatTime(books.lastPassAt)) : words.neverChecked,
      to: seesMoney && (books.mismatches > 0 ? '/money?view=mismatches' : '/money'),
    },
  ];
  return (
    <Panel isStale={isStale}>
      <ul className={styles.lights} aria-label={words.title}>
        {lights.map(({ name, tone, says, more, to }) => {
          const content = (
            <>
              <Status is={tone}>{says}</Status>
              <small>{more}</small>
            </>
          );
          return <li key={name}>{to === false ? <span>{content}</span> : <Link to={to}>{content}</Link>}</li>;
        })}
      </ul>
    </Panel>
  );
}
