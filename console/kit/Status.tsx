import type { ReactNode } from 'react';
import styles from './Status.module.css';

/** `run`: ring, runs · `ok`: disc, done · `wait`: square, waits for somebody · `bad`: triangle, danger · `idle`: thin ring, not begun or void. */
export type Tone = 'run' | 'ok' | 'wait' | 'bad' | 'idle';

/** A status: its shape has the same meaning as its colour. */
export function Status({ is, children }: { readonly is: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={is}>
      {children}
    </span>
  );
}

interface TagProps {
  readonly tone?: 'plain' | 'wait' | 'bad' | 'ok' | 'sun';
  readonly children: ReactNode;
}

/** A word on a small ground. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}

interface NoteProps {
  readonly tone?: 'plain' | 'wait' | 'bad' | 'ok';
  readonly children: ReactNode;
}

/** A sentence or two on a coloured ground. */
export function Note({ tone = 'plain', children }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone}>
      {children}
    </div>
  );
}
