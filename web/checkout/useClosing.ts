import { useUpcomingDraws } from '#web/api/upcoming.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { useFoundDraws } from '#web/basket/find-draws.ts';
import { serverNow, useNow } from '#web/clock/clock.ts';
import { hasClosed, stopOfItem, type OpenDraw } from '#web/basket/closing.ts';

/**
 * How far away a draw is, in milliseconds, that is surely open and in the list of the next draws. Hardly any timetable closes its sales
 * longer than `least` before a draw. None has two draws in a minute, so the list reaches as far as `most`.
 */
const surelyListed = { least: 120_000, most: 600_000 };

/**
 * The effect of the clock on these tickets: whose sales have closed, and whose close next.
 *
 * @param isSent whether they are on their way to the server: only its answer says then whether they are too late
 */
export function useClosing(items: readonly BasketItem[], isSent: boolean) {
  const now = useNow();
  const upcoming = useUpcomingDraws();
  const found = useFoundDraws();
  const [next = null] = upcoming.draws;
  const ids = new Set(items.map(({ drawId }) => drawId));
  const first = items.toSorted((one, other) => Date.parse(one.fullDate) - Date.parse(other.fullDate))[0];
  const soonest = upcoming.draws.find(({ id }) => ids.has(id)) ?? null;
  return {
    now,
    /** The draws that are open for sale, soonest first. */
    open: upcoming.draws,
    closed: isSent ? [] : items.filter((item) => hasClosed(item, next, now)),
    /** The operator's sentence for each item whose sales are stopped. */
    stopped: stoppedItems(items, upcoming.draws),
    /** The draw among theirs whose sales close next; null where that is too far away to be known. */
    soonest,
    /** The id of that draw, also before the server has answered. */
    soonestId: upcoming.isPending || isSent ? first?.drawId : soonest?.id,
    /** The draws of tickets that were stored without one. */
    found,
    /**
     * Whether only the server can say if sales for a ticket have closed, or if its draw is named above the tickets, and has not
     * answered yet. A line that appears or goes late would cause a layout shift.
     */
    isUnclear: found.isPending || (upcoming.isPending && !isListed(first)),
  };
}

/** @param first the item whose draw is the soonest */
function isListed(first: BasketItem | undefined): boolean {
  if (!first?.drawId) return false;
  const left = Date.parse(first.fullDate) - serverNow();
  return left >= surelyListed.least && left <= surelyListed.most;
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
