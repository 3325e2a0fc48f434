import { useId, useState } from 'react';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { formatDay, formatTime, zoned } from '#web/values/format.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#web/words/en/play.ts';
import { type ActiveBet, type ChangeBet, followsNextDraw } from './active-bet.ts';
import styles from './DrawPicker.module.css';
import type { DrawChoice } from './useDrawChoice.ts';

// The next draw is what most tickets are for.
const OtherDraw = lazyPart(() => import('./OtherDraw.tsx'));
// Seldom needed, and its words for every failure are bytes of the first visit.
const Failure = lazyPart(() => import('#web/api/Failure.tsx'));

interface DrawPickerProps {
  bet: ActiveBet;
  change: ChangeBet;
  choice: DrawChoice;
  /** The number of draws in a row on which the ticket is played; null if it can be for one draw only. */
  count: number | null;
  onCount: (count: number) => void;
}

/** The ticket's draw in a line: the next one, unless another, or more of them, are chosen behind it. */
export function DrawPicker({ bet, change, choice, count, onCount }: DrawPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { draw, error } = choice;

  if (error) return <Failure error={error} onRetry={choice.retry} retrying={choice.isFetching} />;
  return (
    <div className={styles.draw}>
      <span id={id + 'said'}>
        {draw ? words.drawLine(timeOf(draw, followsNextDraw(bet)), count ?? 1) : words.nextDraw}
      </span>
      <Button
        variant="ghost"
        size="s"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={id + 'said'}
        onClick={() => setOpen(!isOpen)}
      >
        {words.change}
      </Button>
      <div className={styles.panel} id={id} hidden={!isOpen}>
        {isOpen && (
          <OtherDraw bet={bet} change={change} draw={draw} count={count} onCount={onCount} nextDraw={words.nextDraw} />
        )}
      </div>
    </div>
  );
}

/** `18:35`, and for a chosen draw the day: `20/11 18:35` */
function timeOf({ fullDate }: { fullDate: string }, isNext: boolean): string {
  const time = formatTime(fullDate);
  return isNext ? time : `${formatDay(zoned(fullDate).date).slice(0, 5)} ${time}`;
}
