import { listPayments } from '#contract/calls/payments.ts';
import type { Payment } from '#contract/payments.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { Card } from '#ui/Card.tsx';
import { classNames } from '#ui/classNames.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { Money } from '#web/values/Money.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import surfaces from '#ui/surfaces.module.css';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/wallet.ts';
import { methodLabel, usePaymentMethods } from './methods.ts';
import { askAgainAfter, describePayment } from './payment.ts';
import { ReviewUntil } from './ReviewUntil.tsx';
import styles from './Payments.module.css';

const pageSize = '10';

/** Deposits and withdrawals with their status, newest first; polled until all have ended. */
export function Payments() {
  const list = usePayments();
  const methods = usePaymentMethods();
  return (
    <Card title={words.payments.title} aside={<Statement />}>
      {list.isPending && <Skeleton lines={4} />}
      {list.error && !list.items && <Failure error={list.error} onRetry={list.refetch} retrying={list.isFetching} />}
      {list.items?.length === 0 && (
        <EmptyState icon={moreIcons.wallet} title={words.payments.empty.title}>
          {words.payments.empty.text}
        </EmptyState>
      )}
      {list.items && list.items.length > 0 && (
        <ul className={classNames(surfaces.board, styles.list)}>
          {list.items.map((payment) => (
            <PaymentLine key={payment.id} payment={payment} method={methodLabel(methods.data ?? [], payment)} />
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

function Statement() {
  return (
    <Link to="/history" className={styles.statement}>
      {words.payments.statement}
    </Link>
  );
}

const marks = { waiting: moreIcons.clock, done: icons.check, failed: moreIcons.cross } as const;

/** One payment. A tap anywhere on it opens what it means. */
function PaymentLine({ payment, method }: { payment: Payment; method: string }) {
  const { title, amount, isSigned, phase, label } = describePayment(payment);
  return (
    <li className={styles.line}>
      <Link to={`/my-wallet?payment=${payment.id}`} className={styles.link}>
        <span className={styles.title}>{title}</span>
        <span className={classNames(styles.amount, !isSigned && styles.unsigned)}>
          <Money amount={amount} signed={isSigned} />
        </span>
        <span className={styles.note}>{method}</span>
        <span className={styles.status} data-phase={phase}>
          <Icon path={marks[phase]} size={16} />
          {label}
        </span>
        <span className={styles.note}>
          {payment.reviewUntil === null ? (
            <DateTime at={payment.createdAt} />
          ) : (
            <ReviewUntil at={payment.reviewUntil} />
          )}
        </span>
      </Link>
    </li>
  );
}
