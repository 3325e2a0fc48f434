import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSession } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/classNames.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';
import { BasketButton } from './BasketButton.tsx';
import { BrokenLine } from './Broken.tsx';
import styles from './Header.module.css';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { lazyPart } from './lazyPart.tsx';
import { Logo } from './Logo.tsx';
import { Navigation } from './Navigation.tsx';
import { VisitorActions } from './VisitorActions.tsx';

// Lazy, so that a visitor's first page loads neither what only clients see nor the unopened menu.
const loadForClients = () => import('./for-clients.ts');
const WalletPill = lazyPart(async () => ({ default: (await loadForClients()).WalletPill }), {
  waiting: <div className={styles.waiting} />,
  renderBroken: ({ again, isTrying }) => (
    <Button
      size="s"
      variant="secondary"
      icon={icons.repeat}
      aria-label={words.broken.balance.again}
      pending={isTrying}
      onClick={again}
    >
      {words.broken.balance.text}
    </Button>
  ),
});
const ClientActions = lazyPart(async () => ({ default: (await loadForClients()).ClientActions }), {
  renderBroken: ({ again }) => <IconButton icon={icons.repeat} label={words.broken.account} onClick={again} />,
});
const MenuDrawer = lazyPart(() => import('./MenuDrawer.tsx'));
export const preloadMenu = MenuDrawer.preload;

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
  const close = () => setOpenedAt(null);
  return (
    <header className={classNames(styles.header, scrolled && styles.scrolled)}>
      <IconButton
        className={styles.menu}
        icon={icons.menu}
        label={words.menu}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onPointerEnter={() => void MenuDrawer.preload()}
        onClick={() => setOpenedAt(address)}
      />
      <Logo />
      <Navigation label={words.mainNavigation} className={styles.nav} />
      <div className={styles.actions}>
        {signedIn ? <WalletPill /> : <VisitorActions className={styles.visitor} />}
        <LanguageSwitcher className={styles.wide} />
        <BasketButton />
        {signedIn && (
          <div className={styles.wide}>
            <ClientActions />
          </div>
        )}
      </div>
      {menuOpen && (
        <MenuDrawer
          onClose={close}
          renderBroken={(trouble) => <BrokenLine text={words.broken.menu} trouble={trouble} onClose={close} />}
        />
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
