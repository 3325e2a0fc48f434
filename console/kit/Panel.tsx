import { useId, type ReactNode } from 'react';
import { classNames } from '#ui/classNames.ts';
import { words } from '#console/words/en/kit.ts';
import styles from './Panel.module.css';
import { StaleContext } from './stale.ts';

interface PanelProps {
  readonly title?: ReactNode;
  /** Placed right after the title: status, tags, an id. */
  readonly beside?: ReactNode;
  /** Placed at the end of the head: keys of a chart, a figure, buttons. */
  readonly end?: ReactNode;
  /** Whether the data is stale: its figures stay, and its acts are disabled. */
  readonly isStale?: boolean;
  /** Takes the rest of the height, and scrolls inside. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** A card with a head of 34 px. */
export function Panel({ title, beside, end, isStale = false, fills = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classNames(styles.panel, fills && styles.fills)} aria-labelledby={title ? titleId : undefined}>
      {(title !== undefined || isThere(end)) && (
        <header className={styles.head}>
          {title !== undefined && <h2 id={titleId}>{title}</h2>}
          {beside}
          {isThere(end) && <div className={styles.end}>{end}</div>}
        </header>
      )}
      <StaleContext value={isStale}>{children}</StaleContext>
    </section>
  );
}

/** A zero is shown like any other figure. */
function isThere(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false;
}

interface SectionProps {
  readonly title?: ReactNode;
  readonly end?: ReactNode;
  readonly children: ReactNode;
  /** Without padding, for a table. */
  readonly bare?: boolean;
}

/** A part of a panel, with a line above the next one. */
export function Section({ title, end, children, bare = false }: SectionProps) {
  return (
    <div className={classNames(styles.section, bare && styles.bare)}>
      {title !== undefined && (
        <div className={styles.sectionHead}>
          <h3>{title}</h3>
          {isThere(end) && <div className={styles.end}>{end}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

/** The scrolling part between the head of a panel and its end. */
export function Scroll({ children }: { readonly children: ReactNode }) {
  return (
    // The keyboard can scroll an element that it can reach.
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={words.content}>
      {children}
    </div>
  );
}
