import { useState, type ReactNode } from 'react';
import styles from './Fold.module.css';

interface FoldProps {
  readonly title: ReactNode;
  /** Folds of the same name are open or closed together on later visits. Without one it begins closed. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** A closed section for details that few people need, such as hashes, raw answers and milliseconds. */
export function Fold({ title, name, children }: FoldProps) {
  const [isOpen, setOpen] = useState(() => name !== undefined && beginsOpen(name));
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (name !== undefined) setBeginsOpen(name, open);
      }}
    >
      <summary className={styles.title}>{title}</summary>
      <div className={styles.content}>{isOpen && children}</div>
    </details>
  );
}

const keyOf = (name: string) => `console-fold-${name}`;

/** Whether the folds of a name are open when they are shown next. */
export function beginsOpen(name: string): boolean {
  try {
    return localStorage.getItem(keyOf(name)) === 'open';
  } catch {
    return false;
  }
}

export function setBeginsOpen(name: string, open: boolean): void {
  try {
    localStorage.setItem(keyOf(name), open ? 'open' : 'closed');
  } catch {
    // Storage is blocked: it lasts as long as the page.
  }
}
