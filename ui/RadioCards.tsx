import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './RadioCards.module.css';

interface RadioOption<T extends string> {
  value: T;
  /** The accessible name, exactly. */
  label: string;
  note?: ReactNode;
  /** A small picture before the label. */
  mark?: ReactNode;
  /** Decorative, under label and note. */
  picture?: ReactNode;
  /** Greyed, although it can be chosen: a client who chooses it is told why. */
  greyed?: boolean;
}

interface RadioCardsProps<T extends string> {
  label: string;
  value: T | null;
  onChange: (value: T) => void;
  options: readonly RadioOption<T>[];
  /** A row that scrolls sideways where it is too wide, or a grid that wraps. */
  layout?: 'row' | 'grid';
}

/** Native radio buttons, each invisible over its whole card: keyboard support comes from the platform. */
export function RadioCards<T extends string>({ label, value, onChange, options, layout = 'row' }: RadioCardsProps<T>) {
  const id = useId();
  const cards = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (value !== null && cards.current) showChosen(cards.current);
  }, [value]);
  return (
    <div ref={cards} className={classNames(styles.cards, styles[layout])} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <div key={option.value} className={styles.card} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-disabled={option.greyed}
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
          {option.picture}
        </div>
      ))}
    </div>
  );
}

/** Scrolls the chosen card to the middle of its row if it is not visible, as when it was not chosen by a tap. */
function showChosen(cards: HTMLElement): void {
  const chosen = cards.querySelector('[data-chosen]')?.getBoundingClientRect();
  const { left, right } = cards.getBoundingClientRect();
  // Only sideways: `scrollIntoView` would move the page too.
  if (chosen && (chosen.left < left || chosen.right > right)) {
    cards.scrollBy({ left: (chosen.left + chosen.right - left - right) / 2 });
  }
}
