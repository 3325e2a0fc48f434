import { basket, useBasket, type BasketItem } from '#web/basket/basket.ts';
import { putBack } from '#web/basket/remove.tsx';
import { formatTime } from '#web/values/format.ts';
import { words } from '#web/words/en/checkout.ts';
import styles from './Series.module.css';

/** A series whose draws are shown. */
export interface Opened {
  readonly key: string;
  /** Its tickets, and the whole basket, when it was opened: what was taken out since can be put back in its place. */
  readonly all: readonly BasketItem[];
  readonly before: readonly BasketItem[];
}

/** The draws of a series. A tap takes one out or puts it back; the last one stays, as the whole line can be removed. */
export function Series({ opened: { all, before }, disabled }: { opened: Opened; disabled: boolean }) {
  const { items } = useBasket();
  const now = new Map(items.map((item) => [item.id, item]));
  const draws = all.map((item) => ({ item: now.get(item.id) ?? item, isIn: now.has(item.id) }));
  const out = draws.filter(({ isIn }) => !isIn);

  function toggle(item: BasketItem, isIn: boolean) {
    const kept = basket.items();
    basket.keep(isIn ? kept.filter(({ id }) => id !== item.id) : putBack([item], before, kept));
  }

  return (
    <div className={styles.series}>
      <p className={styles.dots} aria-hidden="true">
        {draws.map(({ item, isIn }) => (
          <i key={item.id} data-in={isIn} />
        ))}
      </p>
      <div className={styles.times} role="group" aria-label={words.series.draws}>
        {draws.map(({ item, isIn }) => (
          <button
            key={item.id}
            type="button"
            className={styles.time}
            aria-pressed={isIn}
            disabled={disabled || (isIn && out.length === draws.length - 1)}
            onClick={() => toggle(item, isIn)}
          >
            {formatTime(item.fullDate)}
          </button>
        ))}
      </div>
      <p className={styles.hint}>
        {out.length > 0 && words.series.leftOut(out.map(({ item }) => formatTime(item.fullDate)).join(', '))}{' '}
        {words.series.hint}
      </p>
    </div>
  );
}
