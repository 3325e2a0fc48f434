import type { Francs } from '#domain/money.ts';
import type { Balance } from '#web/api/signed-in.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Money } from '#web/values/Money.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/checkout.ts';
import styles from './Order.module.css';

interface SumsProps {
  /** The tickets to pay now. */
  items: readonly BasketItem[];
  /** Undefined while it is being fetched. */
  balance: Balance | undefined;
}

/** The effect of the payment on the wallet: the balance after it, or the missing amount. */
export function Sums({ items, balance }: SumsProps) {
  const total = totalOf(items);
  const after = balance && Number(balance.total) - total;
  return (
    <div>
      <Facts>
        <Fact name={words.wallet}>{balance ? <Money amount={Number(balance.total)} /> : <Skeleton />}</Fact>
        <Fact name={words.count(items.length)}>
          <Money amount={-total} />
        </Fact>
        {after !== undefined && after < 0 ? (
          <Fact name={words.missing}>
            <Money amount={-after} />
          </Fact>
        ) : (
          <Fact name={words.balanceAfter}>{after === undefined ? <Skeleton /> : <Money amount={after} />}</Fact>
        )}
      </Facts>
      <p className={styles.note}>
        {words.order} {words.final}
      </p>
    </div>
  );
}

export function totalOf(items: readonly BasketItem[]): Francs {
  return items.reduce((sum, item) => sum + item.betAmount, 0);
}

/** How much the wallet is short of a total; 0 where it is enough, or not known yet. */
export function shortOf(total: Francs, balance: Balance | undefined): Francs {
  return balance ? Math.max(0, total - Number(balance.total)) : 0;
}
