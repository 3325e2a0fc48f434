import { listPayments } from '#contract/calls/payments.ts';
import { listTransactions } from '#contract/calls/wallet.ts';
import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/wallet.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList, useWholeApiList } from '#web/api/lists.ts';
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

/** Deposits and withdrawals with their status, and adjustments, newest first; payments are polled until all have ended. */
export function Payments() {
  const list = usePayments();
  const adjustments = useWholeApiList(listTransactions, { query: { kind: 'adjustment', limit: pageSize } });
  const methods = usePaymentMethods();
  const failed = [list, adjustments].find(({ error, items }) => error && !items);
  const items = list.items && adjustments.items && inOrder(list.items, adjustments.items, list.hasMore);
  return (
    <Card title={words.payments.title} aside={<Statement />}>
      {!failed && !items && <Skeleton lines={4} />}
      {failed && <Failure error={failed.error} onRetry={failed.refetch} retrying={failed.isFetching} />}
      {items?.length === 0 && (
        <EmptyState icon={moreIcons.wallet} title={words.payments.empty.title}>
          {words.payments.empty.text}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={classNames(surfaces.board, styles.list)}>
          {items.map((item) =>
            'wallet' in item ? (
              <AdjustmentLine key={item.id} adjustment={item} />
            ) : (
              <PaymentLine key={item.id} payment={item} method={methodLabel(methods.data ?? [], item)} />
            ),
          )}
        </ul>
      )}
      <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
    </Card>
  );
}

export function usePayments() {
  return useApiList(listPayments, { query: { limit: pageSize } }, { askAgain: askAgainAfter });
}

/** Adjustments older than the last payment that is loaded come with the payments around them. */
function inOrder(payments: readonly Payment[], adjustments: readonly Transaction[], hasMore: boolean) {
  const timeOf = (item: Payment | Transaction) => Date.parse('wallet' in item ? item.at : item.createdAt);
  const oldest = hasMore ? timeOf(payments.at(-1)!) : -Infinity;
  return [...payments, ...adjustments.filter((one) => timeOf(one) >= oldest)].toSorted((a, b) => timeOf(b) - timeOf(a));
}

function Statement() {
  return (
    <Link to="/history" className={styles.statement}>
      {words.payments.history}
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

/** An adjustment by an operator, with the sentence that says why. */
function AdjustmentLine({ adjustment: { at, amount, wallet, note } }: { adjustment: Transaction }) {
  return (
    <li className={classNames(styles.line, styles.adjustment)}>
      <span>{words.payments.adjustment}</span>
      <span className={styles.amount}>
        <Money amount={amount} signed />
      </span>
      <span className={styles.note}>{note ?? words[wallet === 'dep' ? 'deposit' : 'win'].title}</span>
      <span className={styles.status} data-phase="done">
        <Icon path={marks.done} size={16} />
        {words.payments.booked}
      </span>
      <span className={styles.note}>
        <DateTime at={at} />
      </span>
    </li>
  );
}
