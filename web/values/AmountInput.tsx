import type { ComponentPropsWithRef } from 'react';
import { currency, formatAmount } from '#domain/money.ts';
import styles from './AmountInput.module.css';
import { Chip, Chips } from '#ui/Chip.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/values.ts';

type AmountInputProps = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  /** Whole francs; null while the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** Suggested amounts. */
  chips?: readonly number[];
};

/** An amount in whole francs. A text input with a numeric keyboard: a number input accepts `1e3` and changes on scroll. */
export function AmountInput({ value, onChange, chips, ...rest }: AmountInputProps) {
  return (
    <div className={styles.amount}>
      <div className={styles.field}>
        <TextInput
          autoComplete="off"
          {...rest}
          inputMode="numeric"
          value={value === null ? '' : formatAmount(value)}
          onChange={(event) => onChange(readAmount(event.target.value))}
          className={styles.input}
        />
        <span className={styles.currency} aria-hidden="true">
          {currency}
        </span>
      </div>
      {chips && (
        <Chips label={words.amounts} className={styles.chips}>
          {chips.map((amount) => (
            <Chip key={amount} pressed={amount === value} onClick={() => onChange(amount)}>
              {formatAmount(amount)}
            </Chip>
          ))}
        </Chips>
      )}
    </div>
  );
}

/** The digits typed or pasted, as francs; null when there are none. No wallet needs more than twelve digits. */
export function readAmount(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 12);
  return digits === '' ? null : Number(digits);
}
