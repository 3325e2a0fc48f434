import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useKeys } from '#console/kit/keys.ts';
import { Modal } from '#console/kit/Modal.tsx';
import { words } from '#console/words/en/frame.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
import { Finder } from './Finder.tsx';
import styles from './SearchField.module.css';

/** Opens the one field that knows every id. */
export function SearchField() {
  const [isOpen, setOpen] = useState(false);
  // The field gets the focus at once, so that the next letters are typed into it.
  const open = () => flushSync(() => setOpen(true));
  const close = () => setOpen(false);
  const { find: says } = kitWords.keys;
  useKeys([
    { keys: 'Ctrl k', says, run: open, group: 'everywhere', whileTyping: true },
    // On a screen with filters the key opens them, because the last registered binding counts.
    { keys: '/', says, run: open, group: 'everywhere' },
  ]);
  return (
    <>
      <button type="button" className={styles.find} aria-haspopup="dialog" onClick={open}>
        <span className={styles.hint}>
          {words.find} <span>{words.findWhat}</span>
        </span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      <Modal isOpen={isOpen} onClose={close} label={says}>
        <Finder onClose={close} />
      </Modal>
    </>
  );
}
