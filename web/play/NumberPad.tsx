import { words } from '#web/words/en/play.ts';
import styles from './NumberPad.module.css';

const digits = Array.from('123456789');

interface NumberPadProps {
  selected: readonly string[];
  onTap: (number: string) => void;
}

export function NumberPad({ selected, onTap }: NumberPadProps) {
  return (
    <div className={styles.pad} role="group" aria-label={words.pad}>
      {digits.map((number) => (
        <button
          key={number}
          type="button"
          className={styles.key}
          aria-pressed={selected.includes(number)}
          onClick={() => onTap(number)}
        >
          {number}
        </button>
      ))}
    </div>
  );
}
