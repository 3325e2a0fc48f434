import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSession } from '#web/session/session.ts';
import { classNames } from '#ui/classNames.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { words } from '#web/words/en/layout.ts';
import { BasketButton } from './BasketButton.tsx';
import styles from './Header.module.css';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { Logo } from './Logo.tsx';
import { Navigation } from './Navigation.tsx';
import { VisitorActions } from './VisitorActions.tsx';

// Lazy, so that a visitor's first page loads neither what only clients see nor the unopened menu.
const WalletPill = lazy(() => import('./WalletPill.tsx'));
const ClientActions = lazy(() => import('./ClientActions.tsx'));
const loadMenu = () => import('./MenuDrawer.tsx');
const MenuDrawer = lazy(loadMenu);

/** In pixels: scrolled further than this, the header has a shadow. */
const shadowPast = 100;

export function Header() {
  const { signedIn } = useSession();
  const [pathname] = useLocation();
  const address = `${pathname}?${useSearch()}`;
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const scrolled = useScrolledPast(shadowPast);
  // Navigation closes the menu, also by the browser's back button.
  const menuOpen = openedAt === address;
  return (
    <header className={classNames(styles.header, scrolled && styles.scrolled)}>
      <IconButton
        className={styles.menu}
        icon="menu"
        label={words.menu}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onPointerEnter={() => void loadMenu()}
        onClick={() => setOpenedAt(address)}
      />
      <Logo />
      <Navigation label={words.mainNavigation} className={styles.nav} />
      <div className={styles.actions}>
        <Suspense fallback={<div className={styles.waiting} />}>
          {signedIn ? <WalletPill /> : <VisitorActions className={styles.visitor} />}
        </Suspense>
        <LanguageSwitcher className={styles.wide} />
        <BasketButton />
        {signedIn && (
          <div className={styles.wide}>
            <Suspense>
              <ClientActions />
            </Suspense>
          </div>
        )}
      </div>
      {menuOpen && (
        <Suspense>
          <MenuDrawer onClose={() => setOpenedAt(null)} />
        </Suspense>
      )}
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
