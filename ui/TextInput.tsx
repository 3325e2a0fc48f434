import { useState, type ComponentPropsWithRef } from 'react';
import { words } from './words.ts';
import { classNames } from './classNames.ts';
import { useFieldWiring } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './TextInput.module.css';
import { icons } from './icons.ts';

export function TextInput({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  const wiring = useFieldWiring();
  return <input type="text" {...wiring} {...rest} className={classNames(styles.input, className)} />;
}

/** A password that can be shown. Password managers see a password field either way. */
export function PasswordInput({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames(styles.withButton, className)}
      />
      <IconButton
        className={styles.show}
        icon={shown ? icons.eyeOff : icons.eye}
        label={words.showCharacters}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
