import { useContext, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { KeyLayer, useKeyLayer } from './keys.ts';
import styles from './Modal.module.css';

interface ModalProps {
  readonly isOpen: boolean;
  /** Called by Escape, or a press beside it. */
  readonly onClose: () => void;
  readonly label: string;
  /** In the middle, or a sheet of 560 px from the right. */
  readonly shape?: 'window' | 'sheet';
  readonly children: ReactNode;
}

/** A layer over the screen: keys of the screen do nothing while it is open, and the focus goes back after it. */
export function Modal(props: ModalProps) {
  const layer = useContext(KeyLayer) + 1;
  useKeyLayer(layer, props.isOpen);
  if (!props.isOpen) return null;
  return (
    <KeyLayer value={layer}>
      <Open {...props} />
    </KeyLayer>
  );
}

function Open({ onClose, label, shape = 'window', children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = ref.current!;
    const before = document.activeElement;
    const onCancel = (event: Event) => {
      // A file picker inside it sends `cancel` too.
      if (event.target !== dialog) return;
      event.preventDefault();
      close();
    };
    const onClick = (event: MouseEvent) => event.target === dialog && close();
    const onClosed = () => close();
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('click', onClick);
    dialog.addEventListener('close', onClosed);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('cancel', onCancel);
      dialog.removeEventListener('click', onClick);
      dialog.removeEventListener('close', onClosed);
      dialog.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={ref} className={styles.dialog} data-shape={shape} aria-label={label} tabIndex={-1}>
      <div className={styles.inside}>{children}</div>
    </dialog>
  );
}
