import { useState } from 'react';
import { explainBalance, wallets } from '#contract/calls/explanation.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import type { Balance } from '#web/api/signed-in.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { Money } from '#web/values/Money.tsx';
import { words } from '#web/words/en/explanation.ts';
import { classNames } from '#ui/classNames.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { Segments } from '#ui/Segments.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import surfaces from '#ui/surfaces.module.css';
import { moreIcons } from '#ui/more-icons.ts';
import styles from './Explanation.module.css';
import { usePaymentMethods } from './methods.ts';

type Wallet = (typeof wallets)[number];
type Part = CallAnswer<typeof explainBalance>['data'][number];

const pageSize = '20';

/** Where each franc of a wallet came from. It begins with the wallet that has something, winnings first. */
export function Explanation({ balance }: { balance: Balance | undefined }) {
  const [chosen, setChosen] = useState<Wallet | null>(null);
  const wallet = chosen ?? (balance && balance.win > 0 ? 'win' : 'dep');
  return (
    <div className={styles.explanation}>
      <Segments
        label={words.wallet}
        value={wallet}
        onChange={setChosen}
        options={wallets.map((value) => ({ value, label: words.wallets[value] }))}
      />
      <Parts key={wallet} wallet={wallet} />
    </div>
  );
}

function Parts({ wallet }: { wallet: Wallet }) {
  const list = useApiList(explainBalance, { query: { wallet, limit: pageSize } });
  const { items, pages } = list;
  if (list.error && !items) return <Failure error={list.error} onRetry={list.refetch} retrying={list.isFetching} />;
  if (!items || !pages) return <Skeleton lines={6} />;
  const { balance, unexplained } = pages.at(-1)!.meta;
  if (balance === 0) {
    return (
      <EmptyState icon={moreIcons.wallet} title={words.empty[wallet].title}>
        {words.empty[wallet].text}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.rule}>{words.rule}</p>
      {items.length === 0 && list.hasMore && <p className={styles.rule}>{words.stillSearching}</p>}
      <ol className={classNames(surfaces.board, styles.parts)}>
        {items.map((part) => (
          <li key={part.id} className={styles.part}>
            <What part={part} />
            <span className={styles.amount}>
              <Money amount={part.left} />
              {part.left < part.credited && (
                <span className={styles.detail}>{words.of(formatFrancs(part.credited))}</span>
              )}
            </span>
            <Ways part={part} />
          </li>
        ))}
        {unexplained > 0 && <Sum title={words.unexplained} amount={unexplained} />}
        {!list.hasMore && <Sum title={words.together} amount={balance} />}
      </ol>
      <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
    </>
  );
}

function Sum({ title, amount }: { title: string; amount: number }) {
  return (
    <li className={classNames(styles.part, styles.sum)}>
      <span>{title}</span>
      <Money amount={amount} />
    </li>
  );
}

/** The kind of a part, and its date. */
function What({ part }: { part: Part }) {
  const methods = usePaymentMethods();
  return (
    <span className={styles.what}>
      <span>{titleOf(part, (method) => methods.data?.find((one) => one.method === method)?.label ?? method)}</span>
      <span className={styles.detail}>
        <DateTime at={part.at} />
        {part.note !== null && ` · ${part.note}`}
      </span>
    </span>
  );
}

/** The way to its ticket and draw, or to its payment. */
function Ways({ part: { ticket, payment, reference } }: { part: Part }) {
  if (ticket) {
    return (
      <span className={styles.ways}>
        <Link to={`/my-bets/${reference}`}>{words.ticket(ticket.serial)}</Link>
        <Link to={`/results/${ticket.drawId}`}>{words.draw}</Link>
      </span>
    );
  }
  if (!payment) return null;
  return (
    <span className={styles.ways}>
      <Link to={`/my-wallet?payment=${reference}`}>{words.payment}</Link>
    </span>
  );
}

function titleOf({ kind, ticket, payment, credited }: Part, labelOf: (method: string) => string): string {
  const bet = ticket ? `${ticket.name} ${ticket.selectedNumbers.join(' ')}` : '';
  switch (kind) {
    case 'deposit':
      return words.kinds.deposit(payment ? labelOf(payment.method) : '');
    case 'payout':
      return words.kinds.payout(
        ticket ? `${bet}, ${formatAmount(ticket.betAmount)} × ${credited / ticket.betAmount}` : bet,
      );
    case 'refund':
      return words.kinds.refund(bet);
    default:
      return words.kinds[kind];
  }
}
