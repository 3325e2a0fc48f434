import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words } from '#console/words/en/kit.ts';
import { Keys } from './Keys.tsx';
import { Panel } from './Panel.tsx';
import styles from './OpenPanel.module.css';
import { useAddress } from './useAddress.ts';

interface OpenPanelProps {
  readonly title: ReactNode;
  readonly beside?: ReactNode;
  /** Buttons, placed before the key that closes it. */
  readonly end?: ReactNode;
  readonly isStale?: boolean;
  readonly children: ReactNode;
}

/** The item that is open beside a list. Escape, or its button, closes it: `open` leaves the address. */
export function OpenPanel({ title, beside, end, isStale, children }: OpenPanelProps) {
  const { change } = useAddress();
  return (
    <Panel
      title={title}
      beside={beside}
      fills
      {...(isStale !== undefined && { isStale })}
      end={
        <>
          {end}
          <button type="button" className={styles.close} onClick={() => change({ open: null })}>
            <Keys of="Escape" />
            <VisuallyHidden> {words.closes}</VisuallyHidden>
          </button>
        </>
      }
    >
      {children}
    </Panel>
  );
}
