import type { ComponentPropsWithRef } from 'react';
import { Checkbox } from '#ui/Checkbox.tsx';
import { words } from '#web/words/en/remember.ts';
import styles from './Identity.module.css';

/** Whether the session outlives the browser's. Off at first: many people share a phone, or play in a cyber café. */
export function Remember(props: ComponentPropsWithRef<'input'>) {
  return (
    <Checkbox
      label={
        <>
          {words.keep}
          <small className={styles.shared}>{words.shared}</small>
        </>
      }
      {...props}
    />
  );
}
