import type { Francs } from '#domain/money.ts';
import type { Balance } from '#web/api/signed-in.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { betKey } from '#web/basket/identical.ts';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Money } from '#web/values/Money.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { formatTime } from '#web/values/format.ts';
import { words } from '#web/words/en/checkout.ts';
import styles from './Order.module.css';

interface SumsProps {
  /** The tickets to pay now. */
  items: readonly BasketItem[];
  /** Undefined while it is being fetched. */
  balance: Balance | undefined;
}

/** The cost of the tickets, and the effect of the payment on the wallet: the balance after it, or the missing amount. */
export function Sums({ items, balance }: SumsProps) {
  const total = totalOf(items);
  const after = balance && Number(balance.total) - total;
  return (
    <div className={styles.sums}>
      <h2 className={styles.count}>{words.count(items.length)}</h2>
      <Facts>
        {pricesOf(items).map(([name, price]) => (
          <Fact key={name} name={name}>
            <Money amount={price} />
          </Fact>
        ))}
        <Fact name={words.wallet}>{balance ? <Money amount={Number(balance.total)} /> : <Skeleton />}</Fact>
        {after !== undefined && after < 0 ? (
          <Fact name={words.missing}>
            <Money amount={-after} />
          </Fact>
        ) : (
          <Fact name={words.balanceAfter}>{after === undefined ? <Skeleton /> : <Money amount={after} />}</Fact>
        )}
      </Facts>
    </div>
  );
}

/** The price of the next draw's tickets and the price of later ones. A single series has a name of its own. */
function pricesOf(items: readonly BasketItem[]): readonly (readonly [string, Francs])[] {
  const { drawId, fullDate } = items.toSorted(
    (one, other) => Date.parse(one.fullDate) - Date.parse(other.fullDate),
  )[0]!;
  const now = items.filter((item) => item.drawId === drawId);
  const later = items.filter((item) => item.drawId !== drawId);
  const first = [words.drawOf(formatTime(fullDate), words.count(now.length)), totalOf(now)] as const;
  if (later.length === 0) return [first];
  const isOne = new Set(later.map(betKey)).size === 1;
  const { length } = later;
  return [
    first,
    [isOne ? words.moreDraws(length, later[0]!.name) : words.laterDraws(words.count(length)), totalOf(later)],
  ];
}

export function totalOf(items: readonly BasketItem[]): Francs {
  return items.reduce((sum, item) => sum + item.betAmount, 0);
}

/** How much the wallet is short of a total; 0 where it is enough, or not known yet. */
export function shortOf(total: Francs, balance: Balance | undefined): Francs {
  return balance ? Math.max(0, total - Number(balance.total)) : 0;
}
