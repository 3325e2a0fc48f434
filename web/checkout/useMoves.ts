import { listDraws } from '#contract/calls/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { useOpenDraws } from '#web/api/upcoming.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { planMoves, type OpenDraw } from '#web/basket/closing.ts';
import type { Closing } from './useClosing.ts';

/** The longest list that one call gives. */
const mostDraws = '100';

/** The draws to which tickets can move whose own draw no longer takes them. */
export function useMoves(items: readonly BasketItem[], { closed, stopped, open }: Closing) {
  const leaving = items.filter((item) => closed.includes(item) || stopped.has(item.id));
  // A long series needs more draws than the next few.
  const needsMore = open.length > 0 && planMoves(leaving, items, open).size < leaving.length;
  const { data } = useApi(listDraws, { query: { status: 'open', limit: mostDraws } }, { enabled: needsMore });
  const more = useOpenDraws(data?.data);
  const draws: readonly OpenDraw[] = more.length > open.length ? more : open;
  return {
    /** The open draws as far as they are needed, soonest first. */
    draws,
    /** The moves of all tickets whose sales have closed or are stopped. */
    all: planMoves(leaving, items, draws),
    /** The moves of some of the tickets, without the others. */
    of: (some: readonly BasketItem[]) => planMoves(some, items, draws),
  };
}

export type Moves = ReturnType<typeof useMoves>;
