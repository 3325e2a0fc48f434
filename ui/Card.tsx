import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from './classNames.ts';
import surfaces from './surfaces.module.css';

interface CardProps {
  title?: ReactNode;
  /** Beside the title: a count, a range, a link. */
  aside?: ReactNode;
  as?: 'section' | 'article' | 'div' | 'li';
  /**
   * `board`: lists and facts, without a box. `well`: forms and choices. `night`: sums. `paper`: tickets and receipts.
   */
  surface?: 'board' | 'well' | 'night' | 'paper';
  className?: string | undefined;
  children: ReactNode;
}

export function Card({
  title,
  aside,
  as: Element = title ? 'section' : 'div',
  surface = 'board',
  className,
  children,
}: CardProps) {
  const titleId = useId();
  return (
    <Element
      className={classNames(styles[surface], surface === 'night' && surfaces.night, className)}
      aria-labelledby={title ? titleId : undefined}
    >
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
