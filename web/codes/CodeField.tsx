import type { ComponentPropsWithRef } from 'react';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/codes.ts';
import styles from './Codes.module.css';

/** The field for a six-digit code. Phones offer to fill it in from the message. */
export function CodeField({
  label = words.code,
  error,
  ...rest
}: ComponentPropsWithRef<'input'> & { label?: string; error: string | undefined }) {
  return (
    <Field label={label} error={error}>
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...rest}
        className={styles.code}
      />
    </Field>
  );
}
