import { useState, type ReactNode } from 'react';
import styles from './Popover.module.css';

interface PopoverProps {
  /** For the button that opens it: `<button popoverTarget={id}>`. */
  id: string;
  label: string;
  /** Rendered once the popover has been opened. */
  children: ReactNode;
}

/** A panel under the end of the header. It uses the native popover: Escape and a tap outside close it. */
export function Popover({ id, label, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles.popover}
      onToggle={(event) => {
        if (event.target === event.currentTarget) setOpen(event.newState === 'open');
      }}
    >
      {open && children}
    </div>
  );
}

export function closePopover(id: string) {
  document.getElementById(id)?.hidePopover();
}
