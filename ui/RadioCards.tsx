import { useId, type ReactNode } from 'react';
import styles from './RadioCards.module.css';

interface RadioOption<T extends string> {
  value: T;
  /** The accessible name, exactly. */
  label: string;
  note?: ReactNode;
  /** A small picture before the label. */
  mark?: ReactNode;
}

interface RadioCardsProps<T extends string> {
  label: string;
  value: T | null;
  onChange: (value: T) => void;
  options: readonly RadioOption<T>[];
}

/** Native radio buttons, each invisible over its whole card: keyboard support comes from the platform. */
export function RadioCards<T extends string>({ label, value, onChange, options }: RadioCardsProps<T>) {
  const id = useId();
  return (
    <div className={styles.cards} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <div key={option.value} className={styles.card} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            aria-describedby={option.note ? id + option.value : undefined}
          />
          <span className={styles.label} aria-hidden="true">
            {option.mark}
            {option.label}
          </span>
          {option.note && (
            <small id={id + option.value} className={styles.note}>
              {option.note}
            </small>
          )}
        </div>
      ))}
    </div>
  );
}
