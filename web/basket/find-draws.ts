import { useQuery } from '@tanstack/react-query';
import { listDraws } from '#contract/calls/draws.ts';
import { call } from '#web/api/call.ts';
import { basket, useBasket, type BasketItem } from './basket.ts';

/** The draws that were found for basket items which were stored without their draw. */
interface FoundDraws {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Finds the draws of the basket's items that were stored without one, by their time, and adds them to the items. An item
 * keeps an empty `drawId` where no draw takes place at its time.
 */
export function useFoundDraws(): FoundDraws {
  const { items } = useBasket();
  const times = timesWithoutDraw(items);
  const { isPending, isFetching, error, refetch } = useQuery({
    queryKey: ['draws', 'of-basket', times],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(times.map((time) => drawAt(time, signal)));
      const draws = new Map(found.flatMap((draw) => (draw ? [[Date.parse(draw.fullDate), draw.id] as const] : [])));
      for (const { id, drawId } of withFoundDraws(basket.items(), draws)) basket.update(id, { drawId });
      return draws.size;
    },
    enabled: times.length > 0,
  });
  return { isPending: times.length > 0 && isPending, isFetching, error, retry: () => void refetch() };
}

/** The instants of items without a draw, each once. */
export function timesWithoutDraw(items: readonly BasketItem[]): number[] {
  const times = items.filter(({ drawId }) => drawId === '').map(({ fullDate }) => Date.parse(fullDate));
  return [...new Set(times)].toSorted((a, b) => a - b);
}

/** The items that gain a draw. @param draws the ids of draws, by their instants */
export function withFoundDraws(
  items: readonly BasketItem[],
  draws: ReadonlyMap<number, string>,
): Pick<BasketItem, 'id' | 'drawId'>[] {
  return items.flatMap(({ id, drawId, fullDate }) => {
    const found = draws.get(Date.parse(fullDate));
    return drawId === '' && found ? [{ id, drawId: found }] : [];
  });
}

async function drawAt(time: number, signal: AbortSignal) {
  const [from, to] = [time, time + 1].map((at) => new Date(at).toISOString());
  const { data } = await call(listDraws, { query: { from, to, limit: '1' } }, { signal });
  return data[0];
}
