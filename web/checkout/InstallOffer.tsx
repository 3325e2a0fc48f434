import { useState } from 'react';
import { siteTitle } from '#web/site.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/checkout.ts';

declare global {
  interface Window {
    /** Set by `boot.js`, in browsers that can install the app and have not yet. */
    installPrompt?: { prompt: () => Promise<unknown> };
  }
}

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
    <Notice title={words.install.title(siteTitle)}>
      {words.install.text}
      <Button variant="secondary" size="s" onClick={install}>
        {words.install.action}
      </Button>
    </Notice>
  );
}
