import type { Ref } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/play.ts';
import styles from './NumberPad.module.css';

const digits = Array.from('123456789');

interface NumberPadProps {
  ref: Ref<HTMLDivElement>;
  selected: readonly string[];
  onTap: (number: string) => void;
  onQuickPick: () => void;
}

/** Ten cells: the numbers, and the quick pick. */
export function NumberPad({ ref, selected, onTap, onQuickPick }: NumberPadProps) {
  return (
    <div ref={ref} className={styles.pad} role="group" aria-label={words.pad}>
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
      <button type="button" className={styles.quick} onClick={onQuickPick}>
        <Icon path={icons.shuffle} size={20} />
        {words.quickPick}
      </button>
    </div>
  );
}
