import type { ReactNode } from 'react';
import { leadToCome } from '#web/layout/Page.tsx';
import { words } from '#web/words/en/checkout.ts';
import styles from './CheckoutLead.module.css';

/** A sentence for every checkout, which is in the page's HTML, and a line for this one, whose space is reserved. */
export function CheckoutLead({ children = leadToCome }: { children?: ReactNode }) {
  return (
    <>
      <span className={styles.lead}>{words.lead}</span>
      {children && <span className={styles.line}>{children}</span>}
    </>
  );
}
