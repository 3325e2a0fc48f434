import type { ReactNode } from 'react';
import { classNames } from '#ui/classNames.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { Curve } from './Curve.tsx';
import styles from './Page.module.css';

interface PageProps {
  /** The page's heading; a stage has its own. */
  title?: ReactNode;
  /** A sentence under the heading; `leadToCome` reserves its space. */
  lead?: ReactNode;
  /** Content that is also on the yellow background, at the end of the heading's line. */
  aside?: ReactNode;
  /** Shown instead of heading and lead; `title` is then for screen readers only. */
  hero?: ReactNode;
  /** The hero's lower edge, where it is a clock: `ClockCurve`, or a component that renders it. */
  curve?: ReactNode;
  /** Laid over the hero, as the stage is while a draw is drawn. */
  over?: ReactNode;
  /** The stage in place of the whole hero, with the page's heading in it. */
  stage?: ReactNode;
  /** One narrow column for forms and texts, or a column for lists; without it the full width. */
  width?: 'narrow' | 'column';
  children: ReactNode;
}

/** A placeholder for a lead that is not loaded yet, to avoid a layout shift. */
export const leadToCome = '\u00a0';

/** A page: the yellow background with its curved edge, and the content below it. */
export function Page({ title, lead, aside, hero, curve, over, stage, width, children }: PageProps) {
  const wide = width && styles[width];
  return (
    <>
      {stage ?? (
        <div className={classNames(styles.hero, wide)}>
          <div className={styles.row}>
            {hero ? (
              <>
                <VisuallyHidden as="h1">{title}</VisuallyHidden>
                {hero}
              </>
            ) : (
              <div className={styles.heading}>
                <h1 className={styles.title}>{title}</h1>
                {lead && <p className={styles.lead}>{lead}</p>}
              </div>
            )}
            {aside}
          </div>
          {curve ?? <Curve />}
          {over}
        </div>
      )}
      <div className={classNames(styles.content, wide)}>{children}</div>
    </>
  );
}
