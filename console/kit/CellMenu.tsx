import { useEffect, useRef } from 'react';
import { words } from '#console/words/en/kit.ts';
import styles from './CellMenu.module.css';

export interface CellMenuState {
  readonly anchor: Element;
  /** What *copy* copies. */
  readonly text: string;
  readonly filter: ((how: 'only' | 'not') => void) | null;
}

interface CellMenuProps extends CellMenuState {
  readonly onClose: () => void;
}

/** What a cell offers: only these, not these, copy. */
export function CellMenu({ anchor, text, filter, onClose }: CellMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current!;
    const before = document.activeElement;
    const { left, bottom } = anchor.getBoundingClientRect();
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.min(left, innerWidth - width - 8)}px`;
    element.style.top = `${Math.min(bottom, innerHeight - height - 8)}px`;
    element.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [anchor]);

  function move(by: number) {
    const items = [...menu.current!.querySelectorAll('button')];
    const at = items.findIndex((item) => item === document.activeElement);
    items[(at + by + items.length) % items.length]?.focus();
  }
  const items = [
    ...(filter
      ? [
          { says: words.onlyThese, run: () => filter('only') },
          { says: words.notThese, run: () => filter('not') },
        ]
      : []),
    { says: words.copy, run: () => void navigator.clipboard.writeText(text.trim()) },
  ];
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      className={styles.menu}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') move(1);
        else if (event.key === 'ArrowUp') move(-1);
        else return;
        event.preventDefault();
      }}
    >
      {items.map(({ says, run }) => (
        <button
          key={says}
          type="button"
          role="menuitem"
          className={styles.item}
          onClick={() => {
            run();
            menu.current?.hidePopover();
          }}
        >
          {says}
        </button>
      ))}
    </div>
  );
}
