import type { ReactNode } from 'react';
import { useMe } from '#web/api/signed-in.ts';
import { useBasket } from '#web/basket/basket.ts';
import { ClockCurve, Curve } from '#web/layout/Curve.tsx';
import { Page } from '#web/layout/Page.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { icons } from '#ui/icons.ts';
import { Countdown } from '#web/values/Countdown.tsx';
import { formatTime } from '#web/values/format.ts';
import { words } from '#web/words/en/checkout.ts';
import { moveItems, timesOf } from './BetCard.tsx';
import { CheckoutLead } from './CheckoutLead.tsx';
import styles from './CheckoutLead.module.css';
import { Order } from './Order.tsx';
import { Offers, Receipts } from './Receipts.tsx';
import { Unanswered } from './Unanswered.tsx';
import { useClosing, type Closing } from './useClosing.ts';
import { useMoves, type Moves } from './useMoves.ts';
import { usePay } from './usePay.ts';

/** The checkout page: the basket's tickets, their price, and after payment their receipts. */
export default function Checkout() {
  const { items } = useBasket();
  const me = useMe();
  const payment = usePay(me.data?.id);

  if (payment.placed) {
    return (
      <Page title={words.placed.title(payment.placed.tickets.length)} lead={words.placed.text} width="column">
        {items.length > 0 && (
          <Button variant="secondary" size="l" block onClick={payment.goOn}>
            {words.placed.payRest(items.length)}
          </Button>
        )}
        <Receipts placed={payment.placed} rest={items.length} />
      </Page>
    );
  }
  if (payment.unanswered) {
    return (
      <Page
        title={words.title}
        lead={<CheckoutLead>{words.count(payment.unanswered.entries.length)}</CheckoutLead>}
        width="narrow"
      >
        <Unanswered attempt={payment.unanswered} me={me} payment={payment} />
      </Page>
    );
  }
  if (items.length === 0) {
    return (
      <Page title={words.title} lead={<CheckoutLead>{null}</CheckoutLead>} width="narrow">
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

function OrderPage({ me, payment }: { me: ReturnType<typeof useMe>; payment: ReturnType<typeof usePay> }) {
  const { items } = useBasket();
  const closing = useClosing(items);
  const moves = useMoves(items, closing);
  return (
    <Page
      title={words.title}
      lead={
        <CheckoutLead>
          <Count count={items.length} closing={closing} />
        </CheckoutLead>
      }
      aside={<MoveAll moves={moves} disabled={payment.isSending} />}
      curve={<TimeLeft closing={closing} />}
      width="narrow"
    >
      <Order items={items} closing={closing} moves={moves} me={me} payment={payment} />
      <Offers place="ahead" />
    </Page>
  );
}

/** How many tickets, and how long the first of them can still be paid. */
function Count({ count, closing: { closed, soonest } }: { count: number; closing: Closing }): ReactNode {
  if (closed.length > 0) return words.someTooLate(closed.length, count);
  if (!soonest) return `${words.count(count)}.`;
  return (
    <>
      {words.count(count)}. {words.closing(formatTime(soonest.fullDate))} <Countdown to={soonest.closesAt} />.
    </>
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
  if (all.size < 2) return null;
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
