import { Link } from 'wouter';
import { countWaiting } from '#contract/calls/operator/overview.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { classNames } from '#ui/classNames.ts';
import { formatClock, formatLeft, formatSpan, formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/frame.ts';
import styles from './SellingLight.module.css';

/** How often what every screen shows is fetched, in milliseconds. After an act it is fetched at once. */
const everyMs = 5_000;

/** The number of items that wait for this operator, and whether sales go on: every screen shows both. */
export function useWaiting() {
  return useApi(countWaiting, {}, { refetchInterval: everyMs });
}

type Sales = OperatorAnswer<typeof countWaiting>['data']['sales'];

/** The state of the sales: its colour, two lines, and the screen that says more. */
function readLight(sales: Sales, now: number) {
  const { light } = words;
  const { next, stoppedAt, isPartly, late, lateAt } = sales;
  const closes = next && light.closes(formatClock(next.drawsAt), formatLeft(Date.parse(next.closesAt) - now));
  if (stoppedAt !== null) {
    const span = formatSpan(Math.max(0, now - Date.parse(stoppedAt)));
    return { tone: 'bad', says: light.stopped, more: light.since(span), to: '/stops?active=yes' } as const;
  }
  if (late > 0) {
    return { tone: 'wait', says: light.late(late), more: light.lateDraw(formatClock(lateAt!)), to: '/inbox' } as const;
  }
  if (next === null) return { tone: 'wait', says: light.none, more: light.noDraw, to: '/draws' } as const;
  if (isPartly) return { tone: 'wait', says: light.partly, more: closes, to: '/stops?active=yes' } as const;
  return { tone: 'ok', says: light.open, more: closes, to: `/draws/${next.id}` } as const;
}

/** Whether we are selling, above the rail of every screen; a pill in the head of a phone. */
export function SellingLight({ isPill = false }: { readonly isPill?: boolean }) {
  const { data, isRefetchError, dataUpdatedAt } = useWaiting();
  const now = useNow();
  const seesDraws = useMay('listDraws');
  const seesStops = useMay('listStops');
  const className = classNames(styles.light, isPill && styles.pill);
  if (!data) return <div className={className} data-tone="idle" aria-hidden />;
  const { tone, says, more, to } = readLight(data.data.sales, now);
  const content = (
    <>
      <b>{says}</b> <small>{isRefetchError ? words.light.heard(formatTime(dataUpdatedAt)) : more}</small>
    </>
  );
  const isOpen = to.startsWith('/stops') ? seesStops : to === '/inbox' || seesDraws;
  const props = { className, 'data-tone': tone, 'data-stale': isRefetchError || undefined };
  return isOpen ? (
    <Link to={to} {...props}>
      {content}
    </Link>
  ) : (
    <div {...props}>{content}</div>
  );
}
