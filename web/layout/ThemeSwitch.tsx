import { setTheme, useTheme } from '#web/theme/theme.ts';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';
import styles from './ThemeSwitch.module.css';

export function ThemeSwitch() {
  const dark = useTheme().mode === 'dark';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      className={styles.switch}
      onClick={() => setTheme({ mode: dark ? 'light' : 'dark' })}
    >
      <Icon path={dark ? icons.moon : icons.sun} size={20} />
      <span className={styles.label}>{words.dark}</span>
      <span className={styles.track} aria-hidden="true" />
    </button>
  );
}
