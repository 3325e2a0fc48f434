import { useSession } from '#web/session/session.ts';
import { LogOut } from '#web/session/LogOut.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Drawer } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { words as uiWords } from '#ui/words/en/kit.ts';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/layout.ts';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { Logo } from './Logo.tsx';
import styles from './MenuDrawer.module.css';
import { Navigation } from './Navigation.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { VisitorActions } from './VisitorActions.tsx';

/** The header of small screens: logo, navigation, the actions in a column, and the settings at the bottom. */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { signedIn } = useSession();
  return (
    <Drawer open onClose={onClose} label={words.menu}>
      <div className={styles.head}>
        <Logo onClick={onClose} />
        <IconButton icon={icons.close} label={uiWords.close} onClick={onClose} />
      </div>
      <Navigation label={words.menu} className={styles.nav} onNavigate={onClose} />
      {signedIn ? <ClientColumn onNavigate={onClose} /> : <VisitorActions className={styles.actions} block />}
      <div className={styles.bottom}>
        <LanguageSwitcher />
        <ThemeSwitch />
      </div>
    </Drawer>
  );
}

function ClientColumn({ onNavigate }: { onNavigate: () => void }) {
  return (
    <div className={styles.actions}>
      <ButtonLink to="/my-wallet?add=1" icon={moreIcons.plus} block onClick={onNavigate}>
        {words.addFunds}
      </ButtonLink>
      <ButtonLink to="/profile" variant="secondary" icon={moreIcons.user} block onClick={onNavigate}>
        {words.profile}
      </ButtonLink>
      <LogOut>
        {(logOut) => (
          <Button variant="ghost" icon={moreIcons.logOut} block onClick={logOut}>
            {words.logOut}
          </Button>
        )}
      </LogOut>
    </div>
  );
}
