import { useId, useState, type ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { useOpenSections } from './open-sections.ts';
import styles from './Section.module.css';

interface SectionProps {
  /** Names it in the address. */
  id: string;
  title: string;
  /** One line under the title. */
  note: ReactNode;
  /** Rendered when it is opened first, and kept from then on, so that typed text is not lost when it is closed. */
  children: ReactNode;
}

/** A part of the profile that one opens. Which ones are open is in the address. */
export function Section({ id, title, note, children }: SectionProps) {
  const titleId = useId();
  const { isOpen, setOpen } = useOpenSections();
  const open = isOpen(id);
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return (
    <details
      id={id}
      ref={comeIntoSight}
      className={styles.section}
      open={open}
      onToggle={({ target, currentTarget }) => {
        if (target === currentTarget) setOpen(id, currentTarget.open);
      }}
    >
      <summary className={styles.summary}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <span className={styles.note}>{note}</span>
        <Icon path={icons.chevronDown} size={20} />
      </summary>
      <section aria-labelledby={titleId} className={styles.content}>
        {wasOpen && children}
      </section>
    </details>
  );
}

/** Scrolls here if the address's hash names this section, which was not rendered yet on navigation. */
function comeIntoSight(element: HTMLElement | null) {
  if (location.hash === `#${element?.id}`) element?.scrollIntoView();
}
