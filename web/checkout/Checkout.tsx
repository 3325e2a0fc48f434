import { useEffect, useState, type ReactNode } from 'react';
import { Failure } from '#web/api/Failure.tsx';
import { useMe } from '#web/api/signed-in.ts';
import { useFollowNextDraw } from '#web/attempts/follow-next-draw.ts';
import { useBasket } from '#web/basket/basket.ts';
import { timesOf } from '#web/basket/Moved.tsx';
import { ClockCurve, Curve } from '#web/layout/Curve.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { icons } from '#ui/icons.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { formatTime } from '#web/values/format.ts';
import { words } from '#web/words/en/checkout.ts';
import { moveItems } from './BetLine.tsx';
import styles from './Checkout.module.css';
import { Order } from './Order.tsx';
import { Offers } from './LazyOffers.ts';
import { Unanswered } from './Unanswered.tsx';
import { useClosing, type Closing } from './useClosing.ts';
import { useMoves, type Moves } from './useMoves.ts';
import { usePay, type Placed } from './usePay.ts';
import { usePlacedTickets } from './usePlacedTickets.ts';

// A checkout that is opened has nothing placed. They are loaded while it is read.
const Receipts = lazyPart(() => import('./Receipts.tsx'), { waiting: <Waiting /> });

/** The checkout page: the basket's tickets, their price, and after payment their receipts. */
export default function Checkout() {
  const { items } = useBasket();
  const me = useMe();
  const payment = usePay(me.data?.id);
  const { placed } = payment;

  if (placed && !me.data) {
    return (
      <Page title={words.title} width="narrow">
        {me.error ? <Failure error={me.error} onRetry={me.refetch} retrying={me.isFetching} /> : <Waiting />}
      </Page>
    );
  }
  if (placed && placed.clientId === me.data?.id) {
    return <PlacedPage placed={placed} rest={items.length} onGoOn={payment.goOn} />;
  }
  if (payment.unanswered) {
    return (
      <Page
        title={words.title}
        aside={<p className={styles.when}>{words.count(payment.unanswered.entries.length)}</p>}
        width="narrow"
      >
        <Unanswered attempt={payment.unanswered} me={me} payment={payment} />
      </Page>
    );
  }
  if (items.length === 0) {
    return (
      <Page title={words.title} width="narrow">
        <EmptyState
          icon={icons.basket}
          title={words.empty.title}
          action={<ButtonLink to="/">{words.empty.action}</ButtonLink>}
        >
          {words.empty.text}
        </EmptyState>
      </Page>
    );
  }
  return <OrderPage me={me} payment={payment} />;
}

function PlacedPage({ placed, rest, onGoOn }: { placed: Placed; rest: number; onGoOn: () => void }) {
  const tickets = usePlacedTickets(placed.tickets);
  const waits = tickets.some(({ status }) => status === 'pending');
  const [hasWaited] = useState(waits);
  return (
    <Page
      title={words.placed.title(tickets.length)}
      lead={
        <span className={styles.told} data-before={hasWaited ? words.placed.text : undefined}>
          <span>
            {waits ? words.placed.text : words.placed.over(new Set(tickets.map(({ drawId }) => drawId)).size)}
          </span>
        </span>
      }
      width="column"
    >
      {rest > 0 && (
        <Button variant="secondary" size="l" block onClick={onGoOn}>
          {words.placed.payRest(rest)}
        </Button>
      )}
      <Receipts tickets={tickets} balance={placed.balance} rest={rest} />
    </Page>
  );
}

function Waiting() {
  return (
    <Card>
      <Skeleton lines={6} />
    </Card>
  );
}

function OrderPage({ me, payment }: { me: ReturnType<typeof useMe>; payment: ReturnType<typeof usePay> }) {
  const { items } = useBasket();
  const closing = useClosing(items, payment.isSending);
  const moves = useMoves(items, closing);
  useEffect(() => void Receipts.preload(), []);
  useFollowNextDraw(moves.draws, (item) => payment.refused?.errorOf(item)?.code === 'draw_closed');
  return (
    <Page
      title={words.title}
      aside={
        moves.all.size > 1 ? (
          <MoveAll moves={moves} disabled={payment.isSending} />
        ) : (
          <p className={styles.when}>
            <When count={items.length} closing={closing} />
          </p>
        )
      }
      curve={<TimeLeft closing={closing} />}
    >
      <Order items={items} closing={closing} moves={moves} me={me} payment={payment} />
      <Offers place="ahead" />
    </Page>
  );
}

/** How long the first of the tickets can still be paid, or how many are too late. */
function When({ count, closing: { closed, soonest } }: { count: number; closing: Closing }): ReactNode {
  if (closed.length > 0) return words.someTooLate(closed.length, count);
  return (
    soonest && (
      <>
        {words.payWithin(formatTime(soonest.fullDate))}
        {'\u00a0'}
        <Countdown to={soonest.closesAt} />
      </>
    )
  );
}

/** The line along the hero's edge is the time left for the next draw, where one of the tickets is for it. */
function TimeLeft({ closing: { closed, open, soonest } }: { closing: Closing }) {
  const [next, after] = open;
  if (closed.length > 0 || !next || !after || soonest !== next) return <Curve />;
  const to = Date.parse(next.closesAt);
  return <ClockCurve from={to - (Date.parse(after.closesAt) - to)} to={to} />;
}

/** One tap for all tickets that are too late. */
function MoveAll({ moves, disabled }: { moves: Moves; disabled: boolean }) {
  const { all } = moves;
  return (
    <Button
      size="s"
      variant="strong"
      className={styles.moveAll}
      aria-label={words.moveAllTo(all.size, timesOf(all.values()))}
      disabled={disabled}
      onClick={() => moveItems(all)}
    >
      {words.moveAll(all.size)}
    </Button>
  );
}
