import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { storage } from '#web/storage/storage.ts';
import { words } from '#web/words/en/offer.ts';
import { locales } from '#web/words/locales.ts';
import styles from './NewVersion.module.css';

/** Offers the other language once, where the browser prefers it and nobody has chosen one. */
export function LanguageOffer(): ReactNode {
  const [isOpen, setOpen] = useState(isWanted);
  useEffect(() => {
    // Neither language is chosen by this; it only says that the offer was made.
    if (isOpen) storage('localStorage')?.setItem('locale', '');
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <div className={styles.notice} lang={words.locale}>
      <span>{words.text}</span>
      <Button size="s" onClick={() => void change()}>
        {words.go}
      </Button>
      <Button size="s" variant="ghost" onClick={() => setOpen(false)}>
        {words.keep}
      </Button>
    </div>
  );
}

async function change() {
  const { changeTo } = await import('./change-language.ts');
  await changeTo(locales.find(({ code }) => code === words.locale)!);
}

function isWanted(): boolean {
  const [first = ''] = navigator.languages;
  return first.split('-', 1)[0] === words.locale && storage('localStorage')?.getItem('locale') === null;
}
