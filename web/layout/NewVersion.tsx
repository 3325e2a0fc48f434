import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { words } from '#web/words/en/new-version.ts';
import { LanguageOffer } from './LanguageOffer.tsx';
import { followVersions } from './new-version.ts';
import styles from './NewVersion.module.css';

/** Registers the service worker, and announces a new version without interrupting the player; or offers the other language. */
export default function NewVersion(): ReactNode {
  const [changeOver, setChangeOver] = useState<(() => void) | null>(null);
  useEffect(() => followVersions((change) => setChangeOver(() => change)), []);
  return (
    <div className={styles.region} role="status">
      {!changeOver && <LanguageOffer />}
      {changeOver && (
        <div className={styles.notice}>
          <span>{words.ready}</span>
          <Button size="s" onClick={changeOver}>
            {words.use}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setChangeOver(null)}>
            {words.later}
          </Button>
        </div>
      )}
    </div>
  );
}
