import { useEffect, useEffectEvent, useState } from 'react';
import { firstDay, isDay } from '#console/values/time.ts';
import { words } from '#console/words/en/reports.ts';
import styles from './Reports.module.css';

/** While somebody types a day, its parts are days too. One that has stood for as long is meant. */
const settledMs = 700;

interface DayFieldProps {
  readonly day: string;
  /** None after it. */
  readonly last: string;
  readonly onChange: (day: string) => void;
}

/** The day of a report. Each report that is asked for is a line of the audit, so none is asked for on the way to a day. */
export function DayField({ day, last, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState({ from: day, text: day });
  // Another day was chosen elsewhere, such as by the buttons beside.
  if (typed.from !== day) setTyped({ from: day, text: day });
  const { text } = typed;
  const isMeant = text !== day && isDay(text) && text <= last;
  const change = useEffectEvent(() => onChange(text));
  useEffect(() => {
    if (!isMeant) return;
    const timer = setTimeout(() => change(), settledMs);
    return () => clearTimeout(timer);
  }, [isMeant, text]);
  return (
    <label className={styles.day}>
      <span className="quiet small">{words.day}</span>
      <input
        type="date"
        value={text}
        min={firstDay}
        max={last}
        onChange={({ target }) => setTyped({ from: day, text: target.value })}
        onKeyDown={({ key }) => key === 'Enter' && isMeant && onChange(text)}
      />
    </label>
  );
}
