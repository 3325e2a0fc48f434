import type { BasketItem } from './basket.ts';

/**
 * Whether the draw at an item's time takes no tickets any more. Draws close in order, so every draw before the first open one is
 * closed. If no open draw is known, only a draw whose own time has passed counts as closed.
 *
 * @param next the first open draw
 * @param now the server's time, in milliseconds since 1970; null before it is known
 */
export function hasDrawClosed(
  { fullDate }: Pick<BasketItem, 'fullDate'>,
  next: { readonly fullDate: string } | null,
  now: number | null,
): boolean {
  const drawsAt = Date.parse(fullDate);
  if (next) return drawsAt < Date.parse(next.fullDate);
  return now !== null && drawsAt <= now;
}
