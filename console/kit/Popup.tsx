import { useContext, useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { KeyLayer, useKeyLayer } from './keys.ts';
import styles from './Popup.module.css';

interface PopupProps {
  /** The element that it belongs to; it opens below. */
  readonly anchor: Element;
  readonly onClose: () => void;
  readonly label: string;
  /** A menu has items that the arrows move between. */
  readonly role?: 'menu' | 'dialog';
  readonly children: ReactNode;
}

/** A small part above the screen. Escape, or a press elsewhere, closes it, and the focus goes back. */
export function Popup({ anchor, onClose, label, role = 'dialog', children }: PopupProps) {
  const ref = useRef<HTMLDivElement>(null);
  const layer = useContext(KeyLayer) + 1;
  useKeyLayer(layer, true);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const popup = ref.current!;
    const before = document.activeElement;
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && close();
    popup.addEventListener('toggle', onToggle);
    popup.showPopover();
    const at = anchor.getBoundingClientRect();
    const { width, height } = popup.getBoundingClientRect();
    popup.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
    popup.style.top = `${Math.max(8, Math.min(at.bottom + 2, innerHeight - height - 8))}px`;
    popup.querySelector<HTMLElement>('input, select, button')?.focus();
    return () => {
      popup.removeEventListener('toggle', onToggle);
      if (popup.matches(':popover-open')) popup.hidePopover();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [anchor]);

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || role !== 'menu') return;
    event.preventDefault();
    const items = [...ref.current!.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const at = items.findIndex((item) => item === document.activeElement);
    items[(at + by + items.length) % items.length]?.focus();
  }

  return (
    <KeyLayer value={layer}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is one of two */}
      <div
        ref={ref}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        className={styles.popup}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </KeyLayer>
  );
}

interface MenuItemProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
}

export function MenuItem({ children, onPress }: MenuItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={onPress}>
      {children}
    </button>
  );
}
