import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../session/session.ts';
import { classNames } from '../ui/classNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { words } from '../words/en/layout.ts';
import { BasketButton } from './BasketButton.tsx';
import { ClientActions, VisitorActions } from './HeaderActions.tsx';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import styles from './Header.module.css';
import { Logo } from './Logo.tsx';
import { MenuDrawer } from './MenuDrawer.tsx';
import { Navigation } from './Navigation.tsx';
import { WalletPill } from './WalletPill.tsx';

/** The page is scrolled far enough for the header to need a shadow. */
const shadowPast = 100;

export function Header() {
  const { signedIn } = useSession();
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const scrolled = useScrolledPast(shadowPast);
  // Going to another page closes the drawer, also by the browser's back button.
  const menuOpen = openedAt === key;
  return (
    <header className={classNames(styles.header, scrolled && styles.scrolled)}>
      <IconButton
        className={styles.menu}
        icon="menu"
        label={words.menu}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={() => setOpenedAt(key)}
      />
      <Logo />
      <Navigation label={words.mainNavigation} className={styles.nav} />
      <div className={styles.actions}>
        {signedIn ? (
          <WalletPill />
        ) : (
          <div className={styles.visitor}>
            <VisitorActions />
          </div>
        )}
        <LanguageSwitcher className={styles.wide} />
        <BasketButton />
        {signedIn && (
          <div className={styles.wide}>
            <ClientActions />
          </div>
        )}
      </div>
      <MenuDrawer open={menuOpen} onClose={() => setOpenedAt(null)} />
    </header>
  );
}

function useScrolledPast(distance: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(scrollY > distance);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [distance]);
  return past;
}
