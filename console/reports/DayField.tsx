import { useEffect, useEffectEvent, useState } from 'react';
import { firstDay, isDay } from '#console/values/time.ts';
import { words } from '#console/words/en/reports.ts';
import styles from './Reports.module.css';

/** While somebody types a day, its parts are days too. A day that stays unchanged for this long is meant. */
const settledMs = 700;

/** Whether the typed text is another day that has a report. */
function isMeant(text: string, day: string, last: string): boolean {
  return text !== day && isDay(text) && text <= last;
}

interface DayFieldProps {
  readonly day: string;
  /** None after it. */
  readonly last: string;
  readonly onChange: (day: string) => void;
}

/** The day of a report. Each loaded report is a line of the audit, so none is loaded while a day is being typed. */
export function DayField({ day, last, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState({ from: day, text: day });
  // Another day was chosen elsewhere, such as by the buttons beside.
  if (typed.from !== day) setTyped({ from: day, text: day });
  const { text } = typed;
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (!isMeant(text, day, last)) return;
    const timer = setTimeout(() => change(text), settledMs);
    return () => clearTimeout(timer);
  }, [text, day, last]);
  return (
    <label className={styles.day}>
      <span className="quiet small">{words.day}</span>
      <input
        type="date"
        value={text}
        min={firstDay}
        max={last}
        onChange={({ target }) => setTyped({ from: day, text: target.value })}
        onKeyDown={({ key }) => key === 'Enter' && isMeant(text, day, last) && onChange(text)}
      />
    </label>
  );
}
