import { Icon } from '#ui/Icon.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { formatTime } from '#web/values/format.ts';
import { words } from '#web/words/en/basket.ts';
import type { BasketItem } from './basket.ts';
import styles from './Moved.module.css';

/**
 * Says that tickets of a bet have moved on to another draw, where they have.
 *
 * @param bare as a clock alone, where the draw is named above
 */
export function Moved({ bet, bare = false }: { bet: readonly BasketItem[]; bare?: boolean }) {
  const moved = bet.filter(({ movedFrom }) => movedFrom);
  if (moved.length === 0) return null;
  const said = words.movedTo(timesOf(moved), moved.length);
  return (
    <span className={bare ? styles.bare : styles.moved}>
      <Icon path={moreIcons.clock} size={16} />
      {bare ? <VisuallyHidden>{said}</VisuallyHidden> : said}
    </span>
  );
}

/** The times of draws, each once, soonest first. */
export function timesOf(draws: Iterable<{ readonly fullDate: string }>): string[] {
  const instants = new Set(Array.from(draws, ({ fullDate }) => Date.parse(fullDate)));
  return [...instants].toSorted((a, b) => a - b).map((instant) => formatTime(instant));
}
