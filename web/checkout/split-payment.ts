import type { BasketItem } from '#web/basket/basket.ts';
import { maxTicketsPerCheckout } from '#domain/ticket.ts';

interface Split {
  /** The tickets of the next payment, in the order of the basket. */
  readonly now: readonly BasketItem[];
  /** The tickets that wait in the basket until then. */
  readonly later: readonly BasketItem[];
}

/**
 * The tickets that one payment can hold. Of a larger basket these are the tickets with the soonest draws, so that those
 * that close first are not left behind.
 */
export function splitPayment(items: readonly BasketItem[], most = maxTicketsPerCheckout): Split {
  const soonest = new Set(items.toSorted((a, b) => Date.parse(a.fullDate) - Date.parse(b.fullDate)).slice(0, most));
  return { now: items.filter((item) => soonest.has(item)), later: items.filter((item) => !soonest.has(item)) };
}
