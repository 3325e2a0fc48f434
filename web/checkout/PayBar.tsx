import { useEffect, useState } from 'react';
import type { User } from '#contract/identity.ts';
import type { Balance } from '#web/api/signed-in.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { ActionBar } from '#ui/ActionBar.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { Money } from '#web/values/Money.tsx';
import { words } from '#web/words/en/checkout.ts';
import { identicalTickets } from '#web/basket/identical.ts';
import { barMessage } from './message.ts';
import { useAnswerMs } from './useAnswerMs.ts';
import styles from './Order.module.css';
import { shortOf, totalOf } from './Sums.tsx';
import type { Closing } from './useClosing.ts';
import type { usePay } from './usePay.ts';

// Most baskets hold no ticket twice.
const AskTwice = lazyPart(async () => ({ default: (await import('./AskTwice.tsx')).AskTwice }));

interface PayBarProps {
  /** The tickets to pay now. */
  items: readonly BasketItem[];
  /** How many tickets the basket holds. */
  all: number;
  closing: Closing;
  /** Undefined while it is being fetched. */
  balance: Balance | undefined;
  me: User | undefined;
  payment: ReturnType<typeof usePay>;
}

/** The total, and the one way to continue: to pay, or first to fix what is missing. */
export function PayBar({ items, all, closing, balance, me, payment }: PayBarProps) {
  const [asks, setAsks] = useState(false);
  const { pay, isSending, refused } = payment;
  const total = totalOf(items);
  const short = shortOf(total, balance);
  const closed = items.filter((item) => closing.closed.includes(item)).length;
  const stopped = items.filter(({ id }) => closing.stopped.has(id)).length;
  const twice = identicalTickets(items);
  const isAsked = twice.length > 0;
  const hasJustMoved = useJustMoved(items);
  if (asks && hasJustMoved) setAsks(false);
  useEffect(() => {
    if (isAsked) void AskTwice.preload();
  }, [isAsked]);
  const confirmed = me?.confirmed !== false;
  const { soonest, now } = closing;
  const answerMs = useAnswerMs();
  const after = balance ? Number(balance.total) - total : null;
  return (
    <>
      <ActionBar
        className={styles.bar}
        name={words.summary}
        label={words.totalOf(items.length, all)}
        sum={<Money amount={total} />}
        action={
          !confirmed ? (
            <ButtonLink to="/auth/confirm" state={wayBack}>
              {words.confirmPhone}
            </ButtonLink>
          ) : short > 0 ? (
            <ButtonLink to={`/my-wallet?add=${short}`} state={wayBack} icon={moreIcons.plus}>
              {words.addFunds}
            </ButtonLink>
          ) : (
            <Button
              pending={isSending}
              disabled={!balance || !me || closed + stopped > 0 || hasJustMoved}
              onClick={() => (isAsked ? setAsks(true) : pay(items))}
            >
              {words.pay}
            </Button>
          )
        }
        message={barMessage({
          confirmed,
          short,
          closed,
          stopped,
          isRefused: refused !== null,
          soonest,
          now,
          answerMs,
          after,
        })}
      />
      {asks && isAsked && (
        <AskTwice
          twice={twice}
          count={items.length}
          total={total}
          onPay={() => {
            setAsks(false);
            pay(items);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** In milliseconds: a tap that was meant for the draw before does not pay for this one. */
const restAfterMove = 1_000;

/** Whether a ticket has just moved to another draw, which nobody can have read yet. */
function useJustMoved(items: readonly BasketItem[]): boolean {
  const moved = items.flatMap(({ id, drawId, movedFrom }) => (movedFrom ? `${id} ${drawId}` : []));
  const all = moved.join();
  const [read, setRead] = useState(all);
  const isNew = moved.some((one) => !read.includes(one));
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => setRead(all), restAfterMove);
    return () => clearTimeout(timer);
  }, [isNew, all]);
  return isNew;
}

/** Where to return after confirming the phone or adding funds. */
const wayBack = { from: '/checkout' };
