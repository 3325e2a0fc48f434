import { useState, type ComponentPropsWithRef } from 'react';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/codes.ts';
import styles from './Codes.module.css';
import { codeDigits, codeLength } from './oneTimeCode.ts';

const cells = Array.from({ length: codeLength }, (_, cell) => cell);

/**
 * The field for a six-digit code: one input, whose digits lie on six cells. It holds digits alone, however a code is pasted.
 * Phones offer to fill it in from the message.
 */
export function CodeField({
  label = words.code,
  error,
  onChange,
  ...rest
}: ComponentPropsWithRef<'input'> & { label?: string; error: string | undefined }) {
  const [typed, setTyped] = useState(0);
  const count = (field: HTMLInputElement) => setTyped(Math.min(field.value.length, codeLength - 1));
  return (
    <Field label={label} error={error}>
      <span className={styles.cells}>
        <TextInput
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          {...rest}
          // Its text may have been put in by a button.
          onFocus={({ target }) => count(target)}
          onChange={(event) => {
            const { target } = event;
            const digits = codeDigits(target.value);
            if (digits !== target.value) target.value = digits;
            count(target);
            onChange?.(event);
          }}
          className={styles.code}
        />
        {cells.map((cell) => (
          <i key={cell} data-next={cell === typed} />
        ))}
      </span>
    </Field>
  );
}
