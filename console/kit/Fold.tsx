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
  const key = name === undefined ? null : `console-fold-${name}`;
  const [isOpen, setOpen] = useState(() => key !== null && readOpen(key));
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (key !== null) writeOpen(key, open);
      }}
    >
      <summary className={styles.title}>{title}</summary>
      <div className={styles.content}>{isOpen && children}</div>
    </details>
  );
}

function readOpen(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'open';
  } catch {
    return false;
  }
}

function writeOpen(key: string, open: boolean): void {
  try {
    localStorage.setItem(key, open ? 'open' : 'closed');
  } catch {
    // Storage is blocked: it lasts as long as the page.
  }
}
