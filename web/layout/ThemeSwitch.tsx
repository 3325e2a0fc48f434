import { setTheme, useTheme } from '#web/theme/theme.ts';
import { Icon, type IconPath } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';
import styles from './ThemeSwitch.module.css';

export function ThemeSwitch() {
  const dark = useTheme().mode === 'dark';
  return (
    <Switch
      icon={dark ? icons.moon : icons.sun}
      label={words.dark}
      on={dark}
      onClick={() => setTheme({ mode: dark ? 'light' : 'dark' })}
    />
  );
}

/** Languages may be written from right to left, as by a browser's own translation of the page. */
export function DirectionSwitch() {
  const rtl = useTheme().direction === 'rtl';
  return (
    <Switch
      icon={icons.direction}
      label={words.rtl}
      on={rtl}
      onClick={() => setTheme({ direction: rtl ? 'ltr' : 'rtl' })}
    />
  );
}

interface SwitchProps {
  icon: IconPath;
  label: string;
  on: boolean;
  onClick: () => void;
}

function Switch({ icon, label, on, onClick }: SwitchProps) {
  return (
    <button type="button" role="switch" aria-checked={on} className={styles.switch} onClick={onClick}>
      <Icon path={icon} size={20} />
      <span className={styles.label}>{label}</span>
      <span className={styles.track} aria-hidden="true" />
    </button>
  );
}
