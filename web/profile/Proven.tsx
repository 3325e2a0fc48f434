import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/profile.ts';
import styles from './Profile.module.css';

/** Whether a phone or an e-mail address was confirmed with a code. */
export function Proven({ proven }: { proven: boolean }) {
  return (
    <span className={styles.proven} data-proven={proven}>
      <Icon path={proven ? icons.check : icons.warning} size={16} />
      {proven ? words.data.confirmed : words.data.unconfirmed}
    </span>
  );
}
