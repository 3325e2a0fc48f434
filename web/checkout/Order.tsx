import { formatFrancs } from '#domain/money.ts';
import { maxTicketsPerCheckout } from '#domain/ticket.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useBalance, type useMe } from '#web/api/signed-in.ts';
import { explain } from '#web/api/errors.ts';
import { useUpcomingDraws } from '#web/api/upcoming.ts';
import { basket, type BasketItem } from '#web/basket/basket.ts';
import { serverNow, useNow } from '#web/clock/clock.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { formatTime } from '#web/values/format.ts';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/checkout.ts';
import { hasClosed, moveTo } from './closing.ts';
import { Item } from './Item.tsx';
import styles from './Order.module.css';
import type { Refused, usePay } from './usePay.ts';

interface OrderProps {
  items: readonly BasketItem[];
  me: ReturnType<typeof useMe>;
  payment: ReturnType<typeof usePay>;
}

/** In milliseconds: hardly any timetable closes sales longer than this before a draw. */
const longestClosing = 120_000;

/** The tickets of the basket, and their price compared with the balance. */
export function Order({ items, me, payment }: OrderProps) {
  const now = useNow();
  const upcoming = useUpcomingDraws();
  const next = upcoming.draws[0] ?? null;
  const closed = items.filter((item) => hasClosed(item, next, now));
  const { isSending, refused } = payment;

  // A mark on a closed ticket would cause a layout shift. So if the phone's clock says there may be one, the tickets
  // wait until the server has answered which draws are open.
  if (upcoming.isPending && items.some((item) => hasClosed(item, null, serverNow() + longestClosing))) {
    return items.map(({ id }) => (
      <Card key={id}>
        <Skeleton lines={10} />
      </Card>
    ));
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {refused && <RefusedNotice refused={refused} />}
        {next && closed.length > 1 && (
          <Button
            variant="secondary"
            disabled={isSending}
            onClick={() => closed.forEach((item) => basket.update(item.id, moveTo(next)))}
          >
            {words.moveAllTo(closed.length, formatTime(next.fullDate))}
          </Button>
        )}
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            closed={closed.includes(item)}
            next={next}
            refusal={refused?.byItem[item.id]}
            disabled={isSending}
          />
        ))}
      </div>
      <div className={styles.column}>
        {me.data?.confirmed === false ? (
          <Unconfirmed />
        ) : (
          <Summary items={items} closed={closed.length} me={me} isSending={isSending} onPay={payment.pay} />
        )}
      </div>
    </div>
  );
}

function RefusedNotice({ refused }: { refused: Refused }) {
  const { title, text } = explain(refused.error);
  return (
    <Notice tone="error" title={title}>
      <p>
        {text} {words.nothingTaken}
      </p>
    </Notice>
  );
}

function Unconfirmed() {
  return (
    <Notice tone="warning" title={words.unconfirmed.title}>
      <p>{words.unconfirmed.text}</p>
      <p>
        <ButtonLink to="/auth/confirm" state={wayBack} size="s">
          {words.unconfirmed.action}
        </ButtonLink>
      </p>
    </Notice>
  );
}

/** Where to return after confirming the phone or adding funds. */
const wayBack = { from: '/checkout' };

interface SummaryProps {
  items: readonly BasketItem[];
  /** How many tickets are for a draw whose sales have closed. */
  closed: number;
  me: ReturnType<typeof useMe>;
  isSending: boolean;
  onPay: () => void;
}

function Summary({ items, closed, me, isSending, onPay }: SummaryProps) {
  const balance = useBalance();
  const total = items.reduce((sum, item) => sum + item.betAmount, 0);
  const wallet = balance.data ? Number(balance.data.total) : null;
  const short = wallet === null ? 0 : Math.max(0, total - wallet);
  const tooMany = items.length > maxTicketsPerCheckout;

  const failed = [balance, me].filter((query) => query.error && !query.data);
  if (failed.length > 0) {
    return (
      <Card>
        <Failure
          error={failed[0]!.error}
          onRetry={() => failed.forEach((query) => void query.refetch())}
          retrying={failed.some((query) => query.isFetching)}
        />
      </Card>
    );
  }
  return (
    <Card title={words.summary} className={styles.summary}>
      <dl className={styles.sums}>
        <Sum name={words.wallet} amount={wallet} />
        <Sum name={words.total} amount={total} strong />
        <Sum name={words.balanceAfter} amount={wallet === null ? null : wallet - total} />
      </dl>
      <p className={styles.note}>{words.order}</p>
      {tooMany && <p className={styles.inTheWay}>{words.tooMany(maxTicketsPerCheckout)}</p>}
      {closed > 0 && <p className={styles.inTheWay}>{words.someClosed(closed)}</p>}
      {short > 0 && (
        <>
          <p className={styles.inTheWay}>{words.short(formatFrancs(short))}</p>
          <ButtonLink to={`/my-wallet?add=${short}`} state={wayBack} size="l" block icon="plus">
            {words.addFunds}
          </ButtonLink>
        </>
      )}
      <Button
        size="l"
        block
        variant={short > 0 ? 'secondary' : 'primary'}
        pending={isSending}
        disabled={wallet === null || !me.data || short > 0 || closed > 0 || tooMany}
        onClick={onPay}
      >
        {words.pay}
      </Button>
    </Card>
  );
}

function Sum({ name, amount, strong = false }: { name: string; amount: number | null; strong?: boolean }) {
  return (
    <div data-strong={strong}>
      <dt>{name}</dt>
      <dd data-negative={amount !== null && amount < 0}>{amount === null ? <Skeleton /> : formatFrancs(amount)}</dd>
    </div>
  );
}
