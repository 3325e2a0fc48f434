import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { useSession } from '#web/session/session.ts';
import { words } from '#web/words/en/new-version.ts';
import { lazyPart } from './lazyPart.tsx';
import { followVersions } from './new-version.ts';
import styles from './NewVersion.module.css';

const ForSignedIn = lazyPart(() => import('./ForSignedIn.tsx'), { renderBroken: () => null });

/**
 * The last part to load: registers the service worker, and announces a new version without interrupting the player. It also does
 * the background work for clients.
 */
export default function NewVersion(): ReactNode {
  const [changeOver, setChangeOver] = useState<(() => void) | null>(null);
  const { signedIn } = useSession();
  useEffect(() => followVersions((change) => setChangeOver(() => change)), []);
  return (
    <>
      <div className={styles.region} role="status">
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
      {signedIn && <ForSignedIn />}
    </>
  );
}
