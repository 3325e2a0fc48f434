import { useNow } from '#web/clock/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { zoned } from '#web/values/format.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/results.ts';
import styles from './DayPicker.module.css';
import { daysAfter, readDate } from './days.ts';

interface DayPickerProps {
  /** `YYYY-MM-DD`; null while the latest draws are shown, whatever their day. */
  date: string | null;
  onDate: (date: string | null) => void;
}

export function DayPicker({ date, onDate }: DayPickerProps) {
  const now = useNow(60_000);
  const today = now === null ? null : zoned(now).date;
  const shown = date ?? today;
  return (
    <div className={styles.picker}>
      <IconButton
        className={styles.previous}
        icon="chevronNext"
        label={words.previousDay}
        disabled={!shown}
        onClick={() => shown && onDate(daysAfter(shown, -1))}
      />
      <Field label={words.day}>
        <TextInput
          type="date"
          value={shown ?? ''}
          max={today ?? undefined}
          onChange={(event) => onDate(readDate(event.target.value))}
        />
      </Field>
      <IconButton
        className={styles.next}
        icon="chevronNext"
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
