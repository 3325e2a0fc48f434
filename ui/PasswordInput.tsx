import { useState, type ComponentPropsWithRef } from 'react';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import { moreIcons } from './more-icons.ts';
import styles from './PasswordInput.module.css';
import { TextInput } from './TextInput.tsx';
import { words } from '#ui/words/en/kit.ts';

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
        icon={shown ? moreIcons.eyeOff : moreIcons.eye}
        label={words.showCharacters}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
