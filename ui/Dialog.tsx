import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { words } from '#ui/words/en/kit.ts';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { icons } from './icons.ts';

interface DialogProps {
  open: boolean;
  /** Called by the close button, Escape or a tap on the backdrop. The owner sets `open`. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** The actions. They stay visible while the content scrolls. */
  footer?: ReactNode;
}

/** A modal dialog: a bottom sheet on phones, a centred window elsewhere. */
export function Dialog({ open, onClose, title, children, footer }: DialogProps) {
  const titleId = useId();
  const ref = useModal(open, onClose);
  if (!open) return null;
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.window}>
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <IconButton icon={icons.close} label={words.close} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}

interface BareDialogProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * A modal dialog whose content has its own head and its own close button. It may open by itself: it takes the focus as a whole, so
 * that its name is read and no button is marked that nobody has gone to.
 */
export function BareDialog({ open, onClose, label, children }: BareDialogProps) {
  const ref = useModal(open, onClose, true);
  if (!open) return null;
  return (
    <dialog ref={ref} className={styles.dialog} aria-label={label}>
      <div className={styles.window}>{children}</div>
    </dialog>
  );
}

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** A panel of 260 px along the inline-start edge. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const ref = useModal(open, onClose);
  if (!open) return null;
  return (
    <dialog ref={ref} className={styles.drawer} aria-label={label}>
      <div className={styles.panel}>{children}</div>
    </dialog>
  );
}

/** Opens the dialog when it mounts. Unmounting closes it and restores the focus. */
function useModal(open: boolean, onClose: () => void, takesFocus = false) {
  const ref = useRef<HTMLDialogElement>(null);
  const askToClose = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const before = document.activeElement;
    function dismiss(event: Event) {
      // Events of the content bubble up to here: a click, or the `cancel` of a file picker.
      if (event.target !== dialog) return;
      event.preventDefault();
      askToClose();
    }
    // Without a tap before it, the browser closes the dialog at Escape without an event.
    const onClosed = () => askToClose();
    dialog.addEventListener('cancel', dismiss);
    dialog.addEventListener('click', dismiss);
    dialog.addEventListener('close', onClosed);
    dialog.showModal();
    if (takesFocus) {
      dialog.tabIndex = -1;
      dialog.focus();
    }
    return () => {
      dialog.removeEventListener('cancel', dismiss);
      dialog.removeEventListener('click', dismiss);
      dialog.removeEventListener('close', onClosed);
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open, takesFocus]);
  return ref;
}
