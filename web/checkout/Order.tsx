import { formatFrancs } from '#domain/money.ts';
import { maxTicketsPerCheckout } from '#domain/ticket.ts';
import { Failure } from '../api/Failure.tsx';
import { useBalance } from '../api/client.ts';
import { explain } from '../api/errors.ts';
import { useUpcomingDraws } from '../api/upcoming.ts';
import { basket, type BasketItem } from '../basket/basket.ts';
import { useNow } from '../clock/clock.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { formatTime } from '../ui/format.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { words } from '../words/en/checkout.ts';
import { hasClosed, moveTo } from './closing.ts';
import { Item } from './Item.tsx';
import styles from './Order.module.css';
import type { Refused, usePay } from './usePay.ts';

interface OrderProps {
  items: readonly BasketItem[];
  /** Whether the client's phone is confirmed. */
  confirmed: boolean;
  payment: ReturnType<typeof usePay>;
}

/** The tickets of the basket, and what they cost against what the wallet holds. */
export function Order({ items, confirmed, payment }: OrderProps) {
  const now = useNow();
  const next = useUpcomingDraws().draws[0] ?? null;
  const closed = items.filter((item) => hasClosed(item, next, now));
  const { isSending, refused } = payment;

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
        {confirmed ? (
          <Summary items={items} closed={closed.length} isSending={isSending} onPay={payment.pay} />
        ) : (
          <Unconfirmed />
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

/** Whoever leaves to confirm a phone or to add funds comes back here. */
const wayBack = { from: '/checkout' };

interface SummaryProps {
  items: readonly BasketItem[];
  /** How many tickets are for a draw whose sales have closed. */
  closed: number;
  isSending: boolean;
  onPay: () => void;
}

function Summary({ items, closed, isSending, onPay }: SummaryProps) {
  const balance = useBalance();
  const total = items.reduce((sum, item) => sum + item.betAmount, 0);
  const wallet = balance.data ? Number(balance.data.total) : null;
  const short = wallet === null ? 0 : Math.max(0, total - wallet);
  const tooMany = items.length > maxTicketsPerCheckout;

  if (balance.error && !balance.data) {
    return (
      <Card>
        <Failure error={balance.error} onRetry={balance.refetch} retrying={balance.isFetching} />
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
        disabled={wallet === null || short > 0 || closed > 0 || tooMany}
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
