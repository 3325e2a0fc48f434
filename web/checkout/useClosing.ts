import { useUpcomingDraws } from '#web/api/upcoming.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { useFoundDraws } from '#web/basket/find-draws.ts';
import { serverNow, useNow } from '#web/clock/clock.ts';
import { hasClosed, stopOfItem, type OpenDraw } from '#web/basket/closing.ts';

/** In milliseconds: hardly any timetable closes sales longer than this before a draw. */
const longestClosing = 120_000;

/** The effect of the clock on these tickets: whose sales have closed, and whose close next. */
export function useClosing(items: readonly BasketItem[]) {
  const now = useNow();
  const upcoming = useUpcomingDraws();
  const found = useFoundDraws();
  const [next = null] = upcoming.draws;
  const ids = new Set(items.map(({ drawId }) => drawId));
  return {
    now,
    /** The draws that are open for sale, soonest first. */
    open: upcoming.draws,
    closed: items.filter((item) => hasClosed(item, next, now)),
    /** The operator's sentence for each item whose sales are stopped. */
    stopped: stoppedItems(items, upcoming.draws),
    /** The draw among theirs whose sales close next; null where that is too far away to be known. */
    soonest: upcoming.draws.find(({ id }) => ids.has(id)) ?? null,
    /** The draws of tickets that were stored without one. */
    found,
    /**
     * Until the server has answered which draws are open, the clock cannot tell whether a ticket's sales have closed. A mark
     * that appears late would cause a layout shift.
     */
    isUnclear:
      found.isPending ||
      (upcoming.isPending && items.some((item) => hasClosed(item, null, serverNow() + longestClosing))),
  };
}

function stoppedItems(items: readonly BasketItem[], open: readonly OpenDraw[]): ReadonlyMap<string, string> {
  return new Map(
    items.flatMap((item) => {
      const stop = stopOfItem(item, open);
      return stop ? [[item.id, stop.sentence] as const] : [];
    }),
  );
}

export type Closing = ReturnType<typeof useClosing>;
