import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from './classNames.ts';

interface CardProps {
  title?: ReactNode;
  /** Beside the title: a count, a range, a link. */
  aside?: ReactNode;
  as?: 'section' | 'article' | 'div' | 'li';
  className?: string | undefined;
  children: ReactNode;
}

export function Card({ title, aside, as: Element = title ? 'section' : 'div', className, children }: CardProps) {
  const titleId = useId();
  return (
    <Element className={classNames(styles.card, className)} aria-labelledby={title ? titleId : undefined}>
      {(title || aside) && (
        <div className={styles.head}>
          {title && (
            <h2 className={styles.title} id={titleId}>
              {title}
            </h2>
          )}
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </Element>
  );
}
