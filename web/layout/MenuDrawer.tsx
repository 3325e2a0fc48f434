import { useSession } from '../session/session.ts';
import { Drawer } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { words as uiWords } from '../words/en/ui.ts';
import { words } from '../words/en/layout.ts';
import { ClientActionColumn, VisitorActions } from './HeaderActions.tsx';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { Logo } from './Logo.tsx';
import styles from './MenuDrawer.module.css';
import { Navigation } from './Navigation.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The header of small screens: logo, navigation, the actions in a column, and the settings at the bottom. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signedIn } = useSession();
  return (
    <Drawer open={open} onClose={onClose} label={words.menu}>
      <div className={styles.head}>
        <Logo onClick={onClose} />
        <IconButton icon="close" label={uiWords.close} onClick={onClose} />
      </div>
      <Navigation label={words.menu} className={styles.nav} onNavigate={onClose} />
      <div className={styles.actions}>{signedIn ? <ClientActionColumn /> : <VisitorActions block />}</div>
      <div className={styles.bottom}>
        <LanguageSwitcher />
        <ThemeSwitch />
      </div>
    </Drawer>
  );
}
