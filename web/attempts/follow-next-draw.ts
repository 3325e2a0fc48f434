import { useLayoutEffect } from 'react';
import { basket, useBasket, type BasketItem } from '#web/basket/basket.ts';
import { hasDrawClosed } from '#web/basket/closed.ts';
import { moveTo, planMoves, type OpenDraw } from '#web/basket/closing.ts';
import { betsAttempts } from './bets.ts';

/**
 * Moves the tickets that were made for the next draw on to the one after, once sales have closed. Tickets that were sent stay as they are
 * until the server has answered: they may be placed, and are sent again unchanged.
 *
 * @param open the open draws, soonest first
 * @param isLate whether a ticket is too late, though this page's clock does not say so
 */
export function followNextDraw(open: readonly OpenDraw[], isLate: (item: BasketItem) => boolean = () => false): void {
  const items = basket.items();
  const late = items.filter(
    (item) => item.follows && !isUnanswered(item) && (isLate(item) || hasDrawClosed(item, open[0] ?? null, null)),
  );
  const instantOf = ({ fullDate }: { readonly fullDate: string }) => Date.parse(fullDate);
  const lastClosed = Math.max(...late.map(instantOf));
  const moves = planMoves(
    late,
    items,
    open.filter((draw) => instantOf(draw) > lastClosed),
  );
  if (moves.size === 0) return;
  basket.keep(
    items.map((item) => {
      const draw = moves.get(item.id);
      return draw ? { ...item, ...moveTo(draw), movedFrom: item.fullDate } : item;
    }),
  );
}

/** Follows the next draw before what is shown of the basket is painted. */
export function useFollowNextDraw(...[open, isLate]: Parameters<typeof followNextDraw>): void {
  useBasket();
  betsAttempts.useLast();
  // This runs after each render: one in which nothing is late changes nothing.
  useLayoutEffect(() => followNextDraw(open, isLate));
}

function isUnanswered({ id }: BasketItem): boolean {
  const last = betsAttempts.last();
  return last !== null && !last.answered && last.entries.some(({ item }) => item.id === id);
}
