import { useEffect, useId, useRef, type ReactNode } from 'react';
import { words } from '../words/en/ui.ts';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

interface DialogProps {
  open: boolean;
  /** Asked for by the close button, Escape or a tap beside the dialog; the owner sets `open`. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Its actions, which stay in sight while the content scrolls. */
  footer?: ReactNode;
}

/** A modal dialog: a sheet from the bottom edge on phones, a window in the middle elsewhere. */
export function Dialog({ open, onClose, title, children, footer }: DialogProps) {
  const titleId = useId();
  const ref = useModal(open);
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => cancel(event, onClose)}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.window}>
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** A panel of 260 px along the starting edge. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const ref = useModal(open);
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={label}
      onCancel={(event) => cancel(event, onClose)}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.panel}>{children}</div>
    </dialog>
  );
}

/** Opens the dialog as soon as it is rendered; taking it away closes it and gives the focus back. */
function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return ref;
}

function cancel(event: { preventDefault: () => void; target: EventTarget; currentTarget: EventTarget }, onClose: () => void) {
  // A file or date picker inside fires `cancel` too, and it bubbles.
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  onClose();
}
