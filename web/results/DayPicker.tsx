import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { DateField } from '#web/values/DateField.tsx';
import { daysAfter, useToday } from '#web/values/day.ts';
import { words } from '#web/words/en/results.ts';
import styles from './DayPicker.module.css';

interface DayPickerProps {
  /** `YYYY-MM-DD`; null while the latest draws are shown, whatever their day. */
  date: string | null;
  onDate: (date: string | null) => void;
}

export function DayPicker({ date, onDate }: DayPickerProps) {
  const today = useToday();
  const shown = date ?? today;
  return (
    <div className={styles.picker}>
      <IconButton
        className={styles.previous}
        icon={moreIcons.chevronNext}
        label={words.previousDay}
        disabled={!shown}
        onClick={() => shown && onDate(daysAfter(shown, -1))}
      />
      <DateField
        label={words.day}
        labelHidden
        value={shown}
        max={today ?? undefined}
        onChange={(day) => day && onDate(day)}
      />
      <IconButton
        className={styles.next}
        icon={moreIcons.chevronNext}
        label={words.nextDay}
        disabled={!shown || !today || shown >= today}
        onClick={() => shown && onDate(daysAfter(shown, 1))}
      />
      {date && (
        <Button variant="ghost" onClick={() => onDate(null)}>
          {words.showLatest}
        </Button>
      )}
    </div>
  );
}
