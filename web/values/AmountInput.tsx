import { useLayoutEffect, useState, type ComponentPropsWithRef } from 'react';
import { currency, formatAmount } from '#domain/money.ts';
import styles from './AmountInput.module.css';
import { Chip, Chips } from '#ui/Chip.tsx';
import { useFieldReport } from '#ui/field-wiring.ts';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/values.ts';

type AmountInputProps = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  /** Whole francs; null while the field is empty, or holds a text that is no whole amount. */
  value: number | null;
  /** `isUnread`: the amount is null because of a text that is no whole amount. */
  onChange: (value: number | null, isUnread: boolean) => void;
  /** Suggested amounts. */
  chips?: readonly number[];
  /**
   * The placeholder of the field where it ends the row of chips, as one more choice. There is no room for an error then: whoever
   * renders it has to show one.
   */
  other?: string;
};

/**
 * An amount in whole francs. A text input with a numeric keyboard: a number input accepts `1e3` and changes on scroll. A text
 * that is no whole amount stays as it was typed, with an error, and counts as no amount.
 */
export function AmountInput({ value, onChange, chips = [], other, ...rest }: AmountInputProps) {
  const report = useFieldReport();
  const [unread, setUnread] = useState('');
  // A chip or a loaded ticket has replaced what was typed.
  if (value !== null && unread) setUnread('');
  useLayoutEffect(() => report(unread && !other ? words.wholeFrancs : ''), [report, unread, other]);

  function type(text: string) {
    const amount = readAmount(text);
    const unreadText = amount === null ? text.trim() : '';
    setUnread(unreadText);
    onChange(amount, unreadText !== '');
  }

  const suggestions = chips.length > 0 && (
    <Chips label={words.amounts} className={styles.chips}>
      {chips.map((amount) => (
        <Chip key={amount} pressed={amount === value} onClick={() => onChange(amount, false)}>
          {formatAmount(amount)}
        </Chip>
      ))}
    </Chips>
  );
  return (
    <div className={styles.amount}>
      <div className={other ? styles.row : styles.alone}>
        {other && suggestions}
        <div className={styles.field} data-other={other}>
          <TextInput
            autoComplete="off"
            placeholder={other}
            {...rest}
            {...(unread && { 'aria-invalid': true })}
            inputMode="numeric"
            data-chip={(value !== null && chips.includes(value)) || undefined}
            value={value === null ? unread : formatAmount(value)}
            onChange={(event) => type(event.target.value)}
            className={styles.input}
          />
          {!other && (
            <span className={styles.currency} aria-hidden="true">
              {currency}
            </span>
          )}
        </div>
      </div>
      {!other && suggestions}
    </div>
  );
}

/**
 * The whole francs that a text typed or pasted says, with or without spaces and the currency; null when it says none. It is
 * never made to fit: `600.5` is not 6,005, and `-300` is not 300. No wallet needs more than twelve digits.
 */
export function readAmount(text: string): number | null {
  const digits = text.replace(/\s/g, '').replace(/(XOF|F?CFA)$/i, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}
