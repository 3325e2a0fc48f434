import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/profile.ts';
import styles from './State.module.css';

interface StateProps {
  /** Green is only for what protects the client. `open` is for what the client should do. */
  tone?: 'safe' | 'open' | undefined;
  children: ReactNode;
}

/** How something in the profile is, in a word. Colour alone never says it. */
export function State({ tone, children }: StateProps) {
  return (
    <span className={styles.state} data-tone={tone}>
      {tone && <Icon path={tone === 'safe' ? icons.check : icons.warning} size={16} />}
      {children}
    </span>
  );
}

/** Whether a phone or an e-mail address was confirmed with a code. */
export function Proven({ proven }: { proven: boolean }) {
  return <State tone={proven ? 'safe' : 'open'}>{proven ? words.data.confirmed : words.data.unconfirmed}</State>;
}
