import { useEffect, useRef, useState } from 'react';
import { loadSession, signOut } from '#console/api/session.ts';
import { Button } from '#console/kit/Button.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { formatLeft } from '#console/values/time.ts';
import { words } from '#console/words/en/sign-in.ts';
import styles from './Resting.module.css';
import { watchRest } from './watch-rest.ts';

/** Ends the session of a desk without its operator, and warns before. */
export function Resting() {
  const [left, setLeft] = useState<number | null>(null);
  const watch = useRef<ReturnType<typeof watchRest>>(null);
  useEffect(() => {
    watch.current = watchRest({ onWarn: setLeft, onEnd: () => void signOut(), tell: () => void loadSession() });
    return watch.current.stop;
  }, []);
  const stay = () => watch.current?.stay();
  return (
    <Modal isOpen={left !== null} onClose={stay} label={words.rest.label}>
      <div className={styles.warning}>
        <h2>
          <span role="timer">{words.rest.title(formatLeft(left ?? 0))}</span>
        </h2>
        <p>{words.rest.text}</p>
        <div>
          <Button kind="act" size="large" onPress={stay}>
            {words.rest.stay}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
