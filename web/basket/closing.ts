import type { Draw, SalesStop } from '#contract/draws.ts';
import { stopOf } from '#web/api/upcoming.ts';
import type { BasketItem } from './basket.ts';
import { hasDrawClosed } from './closed.ts';
import { ticketKey } from './identical.ts';

/** A draw that is open for sale. */
export interface OpenDraw {
  readonly id: string;
  readonly fullDate: string;
  readonly stops?: Draw['stops'];
}

/** The stop of sales that prevents an item, if its draw is known. @param open the open draws that are known */
export function stopOfItem(item: BasketItem, open: readonly OpenDraw[]): SalesStop | undefined {
  return stopOf(
    open.find(({ id }) => id === item.drawId),
    item.name,
  );
}

/** Whether sales for an item have closed. Where no draw takes place at its time, nothing is on sale either. */
export function hasClosed(item: BasketItem, next: OpenDraw | null, now: number | null): boolean {
  return item.drawId === '' || hasDrawClosed(item, next, now);
}

/** The change that moves an item to another draw. */
export function moveTo(draw: OpenDraw): Pick<BasketItem, 'drawId' | 'fullDate'> {
  return { drawId: draw.id, fullDate: draw.fullDate };
}

/**
 * The draw that each of `leaving` moves to, by the item's id: the soonest one that it can be bought for and that no ticket like
 * it is for. So a series
 * stays a series, on draws in a row, and moving never makes two tickets the same. Only those that were the same before
 * move together. An item for which no draw is left is not in the map.
 *
 * @param leaving the items to move, out of `items`
 * @param open the open draws, soonest first
 */
export function planMoves(
  leaving: readonly BasketItem[],
  items: readonly BasketItem[],
  open: readonly OpenDraw[],
): ReadonlyMap<string, OpenDraw> {
  const moves = new Map<string, OpenDraw>();
  if (leaving.length === 0) return moves;
  const taken = new Set(items.map((item) => ticketKey(item)));
  const together = new Map<string, OpenDraw | undefined>();
  for (const item of leaving.toSorted((a, b) => Date.parse(a.fullDate) - Date.parse(b.fullDate))) {
    const from = ticketKey(item);
    if (!together.has(from)) {
      const draw = open.find((one) => !taken.has(ticketKey({ ...item, drawId: one.id })) && !stopOf(one, item.name));
      if (draw) taken.add(ticketKey({ ...item, drawId: draw.id }));
      together.set(from, draw);
    }
    const draw = together.get(from);
    if (draw) moves.set(item.id, draw);
  }
  return moves;
}
