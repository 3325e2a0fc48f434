import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Sheet.module.css';

interface SheetProps {
  readonly title: string;
  /** Placed after the title. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
  /** The buttons before the one that leaves. */
  readonly acts?: ReactNode;
  /** The text of the button that leaves. */
  readonly leave: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** The parts of a sheet, within a `Modal` of that shape: its head, its body, which scrolls, and its buttons. */
export function Sheet({ title, beside, children, acts, leave, onClose, onKeyDown }: SheetProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it takes a key from what is in it, and adds none
    <div className={styles.sheet} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {beside}
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.foot}>
        {acts && (
          <>
            {acts}
            <span className="grow" />
          </>
        )}
        <Button size="large" onPress={onClose}>
          {leave}
        </Button>
      </footer>
    </div>
  );
}
