import { Icon } from '#ui/Icon.tsx';
import { words } from '#web/words/en/profile.ts';
import styles from './Profile.module.css';

/** Whether a phone or an e-mail address was confirmed with a code. */
export function Proven({ proven }: { proven: boolean }) {
  return (
    <span className={styles.proven} data-proven={proven}>
      <Icon name={proven ? 'check' : 'warning'} size={16} />
      {proven ? words.data.confirmed : words.data.unconfirmed}
    </span>
  );
}
