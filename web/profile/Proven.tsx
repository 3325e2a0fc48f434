import { Icon } from '#ui/Icon.tsx';
import { words } from '#web/words/en/profile.ts';
import styles from './Profile.module.css';

/** Whether a code has proven a phone or an address. */
export function Proven({ proven }: { proven: boolean }) {
  return (
    <span className={styles.proven} data-proven={proven}>
      <Icon name={proven ? 'check' : 'warning'} size={16} />
      {proven ? words.data.confirmed : words.data.unconfirmed}
    </span>
  );
}
