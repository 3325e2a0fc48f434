import { useRef, type FormEvent } from 'react';
import { navigate } from '#console/kit/navigate.ts';
import { useKeys } from '#console/kit/keys.ts';
import { words } from '#console/words/en/frame.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
import styles from './SearchField.module.css';

/** The one field that knows every id. The results are the list of players at that address. */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  function focus() {
    field.current?.focus();
    field.current?.select();
  }
  const { find: says } = kitWords.keys;
  useKeys([
    { keys: 'Ctrl k', says, run: focus, group: 'everywhere', whileTyping: true },
    // On a screen with filters the key opens them, because the last registered binding counts.
    { keys: '/', says, run: focus, group: 'everywhere' },
  ]);
  function find(event: FormEvent) {
    event.preventDefault();
    const text = field.current!.value.trim();
    if (text === '') return;
    navigate(`/players?${new URLSearchParams({ q: text })}`);
    field.current!.blur();
  }
  return (
    <form role="search" className={styles.find} onSubmit={find}>
      <input
        ref={field}
        className={styles.field}
        placeholder={words.find}
        aria-label={kitWords.keys.find}
        maxLength={100}
      />
      <kbd aria-hidden>Ctrl K</kbd>
    </form>
  );
}
