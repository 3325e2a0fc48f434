import type { ReactNode } from 'react';
import { classNames } from '#ui/classNames.ts';
import styles from './Page.module.css';

interface PageProps {
  /** The page's heading. */
  title: ReactNode;
  /** A sentence under the heading; `leadToCome` keeps its place. */
  lead?: ReactNode;
  /** What stands on the yellow ground besides, at the end of the heading's line. */
  aside?: ReactNode;
  /** In place of heading and lead, where a page has something larger to show; `title` is then only said. */
  hero?: ReactNode;
  /** One narrow column for forms and texts, a column for lists, or the full width. */
  width?: 'narrow' | 'column' | 'full';
  children: ReactNode;
}

/** In place of a lead that is not there yet, so that nothing moves when it comes. */
export const leadToCome = '\u00a0';

/** A page: the yellow ground with its curve, and the content that overlaps it. */
export function Page({ title, lead, aside, hero, width = 'full', children }: PageProps) {
  return (
    <>
      <div className={styles.hero}>
        <div className={classNames(styles.row, styles[width])}>
          {hero ? (
            <>
              <h1 className={styles.hidden}>{title}</h1>
              {hero}
            </>
          ) : (
            <div className={styles.heading}>
              <h1 className={styles.title}>{title}</h1>
              {lead && <p className={styles.lead}>{lead}</p>}
            </div>
          )}
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      </div>
      <div className={classNames(styles.content, styles[width])}>{children}</div>
    </>
  );
}
