import type { ReactNode } from 'react';
import { Button } from '#console/kit/Button.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { words } from '#console/words/en/settings.ts';
import styles from './Settings.module.css';

interface ShownOnceProps {
  readonly title: string;
  /** Null: nothing is shown. */
  readonly text: string | null;
  readonly copy: string;
  readonly onClose: () => void;
  /** Explanations beside the secret. */
  readonly children: ReactNode;
}

/** A secret that is shown once, to be handed over: nobody can read it again. */
export function ShownOnce({ title, text, copy, onClose, children }: ShownOnceProps) {
  return (
    <Modal isOpen={text !== null} onClose={onClose} label={title}>
      {text !== null && (
        <div className={styles.window}>
          <h2>{title}</h2>
          <p className={styles.link}>{text}</p>
          <p className="small quiet">{children}</p>
          <div className="row">
            <Button kind="act" size="large" onPress={() => void navigator.clipboard.writeText(text)}>
              {copy}
            </Button>
            <Button size="large" onPress={onClose}>
              {words.operators.close}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
