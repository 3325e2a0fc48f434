import { listPayments } from '#contract/calls/payments.ts';
import type { Payment } from '#contract/payments.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { Card } from '#ui/Card.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { Money } from '#web/values/Money.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/wallet.ts';
import { methodLabel, usePaymentMethods } from './methods.ts';
import { askAgainAfter, describePayment, phaseOf } from './payment.ts';
import styles from './Payments.module.css';

const pageSize = '10';

/** Deposits and withdrawals with their status, newest first; polled until all have ended. */
export function Payments() {
  const list = usePayments();
  return (
    <Card title={words.payments.title} aside={<Link to="/history">{words.payments.statement}</Link>}>
      {list.isPending && <Skeleton lines={4} />}
      {list.error && !list.items && <Failure error={list.error} onRetry={list.refetch} retrying={list.isFetching} />}
      {list.items?.length === 0 && (
        <EmptyState icon="wallet" title={words.payments.empty.title}>
          {words.payments.empty.text}
        </EmptyState>
      )}
      {list.items && (
        <ul className={styles.list}>
          {list.items.map((payment) => (
            <PaymentLine key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
    </Card>
  );
}

export function usePayments() {
  return useApiList(listPayments, { query: { limit: pageSize } }, { askAgain: askAgainAfter });
}

function PaymentLine({ payment }: { payment: Payment }) {
  const methods = usePaymentMethods();
  const added = payment.direction === 'deposit';
  return (
    <li className={styles.line}>
      <span className={styles.direction} data-direction={payment.direction}>
        <Icon name={added ? 'arrowDown' : 'arrowUp'} size={18} />
      </span>
      <span className={styles.what}>
        <b>{words.payments.direction[payment.direction]}</b>
        <span>{methodLabel(methods.data ?? [], payment)}</span>
        <DateTime at={payment.createdAt} />
      </span>
      <span className={styles.end}>
        <b>
          <Money amount={added ? payment.amount : -payment.amount} signed />
        </b>
        <PaymentStatusBadge payment={payment} />
      </span>
    </li>
  );
}

const icons = { waiting: 'clock', done: 'check', failed: 'cross' } as const;

function PaymentStatusBadge({ payment }: { payment: Payment }) {
  const phase = phaseOf(payment);
  const badge = (
    <>
      <Icon name={icons[phase]} size={16} />
      {describePayment(payment).label}
    </>
  );
  if (phase !== 'waiting') {
    return (
      <span className={styles.status} data-phase={phase}>
        {badge}
      </span>
    );
  }
  return (
    <Link to={`/my-wallet?payment=${payment.id}`} className={styles.status} data-phase={phase}>
      {badge}
    </Link>
  );
}
