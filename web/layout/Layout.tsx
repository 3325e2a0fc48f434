import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSessionMoves } from '#web/session/session.ts';
import { ToastRegion } from '#ui/ToastRegion.tsx';
import { words } from '#web/words/en/layout.ts';
import { Banner } from './Banner.tsx';
import { preloadBasket } from './BasketButton.tsx';
import { Broken, BrokenLine } from './Broken.tsx';
import { replayEarlyInput } from './early-input.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header, preloadMenu } from './Header.tsx';
import styles from './Layout.module.css';
import { lazyPart } from './lazyPart.tsx';
import { reloadIfReachable } from './load-again.ts';
import { tellReady, whenReady } from './Ready.tsx';

// These parts are not needed to show or use a page. Without it the page polls nothing but the balance, and does not tell that the network
// is gone, until it is loaded. So it does not compete with the page, unless that takes long.
const News = lazyPart<{ own: boolean }>(() => whenReady.then(() => import('./News.tsx')), { renderBroken: () => null });
// Loaded last. Without it the app works too, but only online.
const NewVersion = lazyPart(() => import('./NewVersion.tsx'), { renderBroken: () => null });

/** In milliseconds: the page is then loaded, and there is time for what may be needed next. */
const doneAfter = 4_000;

/** The frame of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const [pathname] = useLocation();
  useSessionMoves();
  const isDone = useDone();
  useEffect(replayEarlyInput, []);
  return (
    <>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <div className={styles.top}>
        <Framed text={words.broken.header}>
          <Header />
        </Framed>
        <div className={styles.strip} role="status">
          <News own={isDone} />
        </div>
      </div>
      <Banner {...words.banners.above} />
      <main id="content" className={styles.main} tabIndex={-1}>
        <ErrorBoundary key={pathname} renderBroken={brokenPage}>
          {children}
        </ErrorBoundary>
      </main>
      <Banner {...words.banners.below} />
      <Framed text={words.broken.footer}>
        <Footer />
      </Framed>
      <ToastRegion />
      {isDone && <NewVersion />}
    </>
  );
}

function brokenPage(again: () => void, error: unknown) {
  // `lazy` of React keeps a failed import: only a new page tries it again.
  const isLoading = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <Broken
      why={isLoading ? 'load' : 'bug'}
      again={isLoading ? () => void reloadIfReachable() : again}
      isTrying={false}
    />
  );
}

/** The header or the footer: an error in it leaves the page usable. */
function Framed({ text, children }: { text: string; children: ReactNode }) {
  return (
    <ErrorBoundary
      renderBroken={(again) => (
        <div className={styles.broken}>
          <BrokenLine text={text} trouble={{ why: 'bug', again, isTrying: false }} />
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

function useDone(): boolean {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      tellReady();
      setDone(true);
      // A tap on them may come when the network is gone. A service worker keeps them, for a visit that needs neither.
      if ('serviceWorker' in navigator) return;
      void preloadMenu();
      void preloadBasket();
    }, doneAfter);
    return () => clearTimeout(timer);
  }, []);
  return isDone;
}
