import type { BasketItem } from '#web/basket/basket.ts';

/** The next draw open for sale. */
export interface NextDraw {
  readonly id: string;
  readonly fullDate: string;
}

/**
 * Whether sales for an item's draw have closed. Draws close in order, so every draw before the first open one is closed.
 * If no open draw is known, only a draw whose own time has passed counts as closed.
 *
 * @param now the server's time, in milliseconds since 1970; null before it is known
 */
export function hasClosed(item: BasketItem, next: NextDraw | null, now: number | null): boolean {
  const drawsAt = Date.parse(item.fullDate);
  if (next) return drawsAt < Date.parse(next.fullDate);
  return now !== null && drawsAt <= now;
}

/** The change that moves an item to another draw. */
export function moveTo(draw: NextDraw): Pick<BasketItem, 'drawId' | 'fullDate'> {
  return { drawId: draw.id, fullDate: draw.fullDate };
}
