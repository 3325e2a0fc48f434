import { memo, useId, useState } from 'react';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { formatDay, formatTime, zoned } from '#web/values/format.ts';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/play.ts';
import { type ActiveBet, type ChangeBet, followsNextDraw } from './active-bet.ts';
import styles from './DrawPicker.module.css';
import type { DrawChoice } from './useDrawChoice.ts';

// The next draw is what most tickets are for.
const OtherDraw = lazyPart(() => import('./OtherDraw.tsx'));
// Seldom needed, and its words for every failure are bytes of the first visit.
const Failure = lazyPart(async () => ({ default: (await import('#web/api/Failure.tsx')).Failure }));

const drawCounts = [1, 2, 3, 5, 10, 20] as const;

interface DrawPickerProps {
  bet: ActiveBet;
  change: ChangeBet;
  choice: DrawChoice;
  /** On how many draws in a row the ticket is played; null if it can be for one draw only. */
  count: number | null;
  onCount: (count: number) => void;
}

/** The ticket's draw: the next one, unless another is chosen behind it. */
export function DrawPicker({ bet, change, choice, count, onCount }: DrawPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const { draw, error } = choice;
  const follows = followsNextDraw(bet);

  if (error) return <Failure error={error} onRetry={choice.retry} retrying={choice.isFetching} />;
  return (
    <div className={styles.draw}>
      <button
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          {draw && follows ? words.nextDrawAt(formatTime(draw.fullDate)) : draw ? timeOf(draw) : words.nextDraw}
        </span>
        <Icon path={icons.chevronDown} size={18} />
      </button>
      {count !== null && <DrawCount count={count} onCount={onCount} />}
      <div className={styles.panel} id={panelId} hidden={!isOpen}>
        {isOpen && <OtherDraw bet={bet} change={change} draw={draw} />}
      </div>
    </div>
  );
}

/** `Draw 20/11 18:35` */
function timeOf({ fullDate }: { fullDate: string }): string {
  return words.drawAt(`${formatDay(zoned(fullDate).date).slice(0, 5)} ${formatTime(fullDate)}`);
}

const DrawCount = memo(function DrawCount({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  return (
    <Select aria-label={words.count} value={count} onChange={(event) => onCount(Number(event.target.value))}>
      {drawCounts.map((draws) => (
        <option key={draws} value={draws}>
          {words.draws(draws)}
        </option>
      ))}
    </Select>
  );
});
