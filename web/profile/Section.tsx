import { useId, useState, type ReactNode } from 'react';
import { Icon, type IconPath } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { useOpenSections } from './open-sections.ts';
import styles from './Section.module.css';

interface GroupProps {
  title: string;
  children: ReactNode;
}

/** Sections of the profile that belong together, in one card. */
export function Group({ title, children }: GroupProps) {
  return (
    <div>
      <h2 className={styles.group}>{title}</h2>
      <div className={styles.sections}>{children}</div>
    </div>
  );
}

interface SectionProps {
  /** Names it in the address. */
  id: string;
  icon: IconPath;
  title: string;
  /** One line under the title. */
  note: ReactNode;
  /** How things are, at the end of the row: a `State`, or a meter. */
  state?: ReactNode;
  /** Rendered when it is opened first, and kept from then on, so that typed text is not lost when it is closed. */
  children: ReactNode;
}

/** A part of the profile that one opens: a row that says its state. Which ones are open is in the address. */
export function Section({ id, icon, title, note, state, children }: SectionProps) {
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
        <Icon path={icon} size={20} />
        <span className={styles.what}>
          <h3 id={titleId} className={styles.title}>
            {title}
          </h3>
          <span className={styles.note}>{note}</span>
        </span>
        {state}
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
