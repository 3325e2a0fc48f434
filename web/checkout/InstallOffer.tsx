import { useState } from 'react';
import { siteTitle } from '#web/site.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words as allWords } from '#web/words/en/receipt-offers.ts';

declare global {
  interface Window {
    /** Set by `boot.js`, in browsers that can install the app and have not yet. */
    installPrompt?: { prompt: () => Promise<unknown> };
  }
}

const words = allWords.install;

/** Offers to install the app: after a placed bet, never before. */
export function InstallOffer() {
  const [isOpen, setOpen] = useState(() => window.installPrompt !== undefined);
  if (!isOpen) return null;

  function install() {
    setOpen(false);
    // The prompt can be shown only once.
    void window.installPrompt?.prompt();
    delete window.installPrompt;
  }
  return (
    <Notice title={words.title(siteTitle)}>
      {words.text}
      <Button variant="secondary" size="s" onClick={install}>
        {words.action}
      </Button>
    </Notice>
  );
}
