import { Segments } from '#ui/Segments.tsx';
import surfaces from '#ui/surfaces.module.css';
import { DateField } from '#web/values/DateField.tsx';
import { words } from '#web/words/en/history.ts';
import styles from './History.module.css';
import { endingOn, periodChoices, periodOf, startingOn, type Period, type PeriodChoice } from './period.ts';

export interface ChosenPeriod {
  readonly choice: PeriodChoice;
  /** The days of a custom period. The other periods follow from today. */
  readonly custom: Period;
}

interface PeriodsProps {
  chosen: ChosenPeriod;
  onChange: (chosen: ChosenPeriod) => void;
  /** `YYYY-MM-DD` */
  today: string;
}

/** Chips for the usual periods, and two fields for any other. */
export function Periods({ chosen: { choice, custom }, onChange, today }: PeriodsProps) {
  function choose(next: PeriodChoice) {
    // A custom period begins as the one that was shown before.
    const before = choice === 'custom' ? custom : periodOf(choice, today);
    onChange({ choice: next, custom: next === 'custom' ? before : custom });
  }
  return (
    <div className={styles.periods}>
      <Segments
        label={words.period}
        value={choice}
        onChange={choose}
        options={periodChoices.map((value) => ({ value, label: words.periods[value] }))}
      />
      {choice === 'custom' && (
        <div className={`${surfaces.well} ${styles.custom}`}>
          <DateField
            label={words.from}
            value={custom.from}
            max={today}
            onChange={(from) => onChange({ choice, custom: startingOn(from, custom) })}
          />
          <DateField
            label={words.to}
            value={custom.to}
            max={today}
            onChange={(to) => onChange({ choice, custom: endingOn(to, custom) })}
          />
        </div>
      )}
    </div>
  );
}
