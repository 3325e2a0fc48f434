import { useState } from 'react';
import { maxTicketsPerCheckout } from '#domain/ticket.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useBalance, type useMe } from '#web/api/signed-in.ts';
import { explain } from '#web/api/explain.ts';
import { isAboutDraw } from '#web/attempts/bets.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { timesOf } from '#web/basket/Moved.tsx';
import { Card } from '#ui/Card.tsx';
import { classNames } from '#ui/classNames.ts';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { formatTime } from '#web/values/format.ts';
import { words as basketWords } from '#web/words/en/basket.ts';
import { words } from '#web/words/en/checkout.ts';
import { splitPayment } from './split-payment.ts';
import { BetLine } from './BetLine.tsx';
import lineStyles from './BetLine.module.css';
import { betKey, betsOf, identicalTickets } from '#web/basket/identical.ts';
import styles from './Order.module.css';
import { PayBar } from './PayBar.tsx';
import { Series, type Opened } from './Series.tsx';
import { Sums } from './Sums.tsx';
import type { Closing } from './useClosing.ts';
import type { Moves } from './useMoves.ts';
import type { Refused, usePay } from './usePay.ts';

interface OrderProps {
  items: readonly BasketItem[];
  closing: Closing;
  moves: Moves;
  me: ReturnType<typeof useMe>;
  payment: ReturnType<typeof usePay>;
}

/** The tickets of the basket, their price compared with the balance, and the way to pay. */
export function Order({ items, closing, moves, me, payment }: OrderProps) {
  const balance = useBalance();
  const { refused } = payment;
  const { found } = closing;
  if (found.error) return <Failure error={found.error} onRetry={found.retry} retrying={found.isFetching} />;
  if (closing.isUnclear) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  const { now, later } = splitPayment(items);
  const failed = [balance, me].filter((query) => query.error && !query.data);
  const shared = { items, closing, moves, refused, disabled: payment.isSending };
  return (
    <div className={classNames(styles.order, styles.beside)}>
      <div className={styles.list}>
        <MovedNotice items={items} />
        {refused && !haveMoved(refused, items) && <RefusedNotice refused={refused} />}
        <Bets {...shared} shown={now} />
        {later.length > 0 && (
          <>
            <p>{words.later(later.length, maxTicketsPerCheckout)}</p>
            <Bets {...shared} shown={later} />
          </>
        )}
      </div>
      <div className={styles.side}>
        {failed.length > 0 ? (
          <Failure
            error={failed[0]!.error}
            onRetry={() => failed.forEach((query) => void query.refetch())}
            retrying={failed.some((query) => query.isFetching)}
          />
        ) : (
          <Sums items={now} balance={balance.data} />
        )}
        <PayBar
          items={now}
          all={items.length}
          closing={closing}
          balance={balance.data}
          me={me.data}
          payment={payment}
        />
      </div>
    </div>
  );
}

interface BetsProps {
  /** The whole basket. */
  items: readonly BasketItem[];
  shown: readonly BasketItem[];
  closing: Closing;
  moves: Moves;
  refused: Refused | null;
  disabled: boolean;
}

function Bets({ items, shown, closing, moves, refused, disabled }: BetsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const twice = new Set(identicalTickets(items).flat());
  const lines = betsOf(shown).map((bet) => {
    const key = betKey(bet[0]!);
    const isOpen = opened?.key === key;
    const closed = bet.filter((item) => closing.closed.includes(item));
    const refusals = bet.map((item) => refused?.errorOf(item));
    const stops = bet.flatMap(({ id }) => closing.stopped.get(id) ?? []);
    const leaving = bet.filter(
      (item, index) => closed.includes(item) || closing.stopped.has(item.id) || isAboutDraw(refusals[index]?.code),
    );
    return (
      <BetLine
        key={bet[0]!.id}
        bet={bet}
        closed={closed}
        moves={moves.of(leaving)}
        refusal={stops[0] ?? refusals.find(Boolean)?.message}
        isTwice={bet.some((item) => twice.has(item))}
        namedDraw={closing.closed.length > 0 ? undefined : closing.soonestId}
        disabled={disabled}
        onOpen={() => setOpened(isOpen ? null : { key, all: bet, before: items })}
        opened={isOpen ? <Series opened={opened} disabled={disabled} /> : undefined}
      />
    );
  });
  return <ul className={lineStyles.bets}>{lines}</ul>;
}

/** Whether all that the server has refused has moved to other draws since: then only the moves are said. */
function haveMoved({ error, errorOf }: Refused, items: readonly BasketItem[]): boolean {
  return error.code === 'draw_closed' && !items.some(errorOf);
}

/**
 * Says when tickets last moved to a later draw, and announces it. Where tickets can move, its place is reserved from the start, so that
 * the lines below do not jump.
 */
function MovedNotice({ items }: { items: readonly BasketItem[] }) {
  const from = Math.max(...items.map(({ movedFrom }) => (movedFrom ? Date.parse(movedFrom) : 0)));
  const moved = items.filter(({ movedFrom }) => movedFrom && Date.parse(movedFrom) === from);
  const hasMoved = moved.length > 0;
  const following = items.filter(({ follows }) => follows).length;
  if (!hasMoved && following === 0) return null;
  return (
    <p role="status" className={styles.moves} data-moved={hasMoved}>
      <Icon path={moreIcons.clock} size={20} />
      {hasMoved ? (
        <span>
          {words.hasClosed(formatTime(from), words.count(moved.length))}
          <b>{basketWords.movedTo(timesOf(moved), moved.length)}</b>.
        </span>
      ) : (
        words.willMove(following)
      )}
    </p>
  );
}

function RefusedNotice({ refused }: { refused: Refused }) {
  const { title, text } = explain(refused.error);
  return (
    <div ref={comeIntoSight}>
      <Notice tone="error" title={title}>
        <p>
          {text} {words.nothingTaken}
        </p>
        {refused.error.code === 'identity_needed' && <Link to="/profile#identity">{words.showDocument}</Link>}
      </Notice>
    </div>
  );
}

/** The button to pay is at the lower edge, and the tickets may be many. */
function comeIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}
