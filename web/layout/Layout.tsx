import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useStream } from '#web/api/stream.ts';
import { useSessionMoves } from '#web/session/session.ts';
import { useHash } from '#ui/Link.tsx';
import { CentredSpinner } from '#ui/Spinner.tsx';
import { ToastRegion } from '#ui/ToastRegion.tsx';
import { words } from '#web/words/en/layout.ts';
import { Banner } from './Banner.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { replayTaps } from './taps.ts';

// Loaded when all else is done. Without it the app works as well, as long as there is a network.
const NewVersion = lazy(() => import('./NewVersion.tsx').catch(() => ({ default: () => null })));
const doneAfter = 4_000;

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const [pathname] = useLocation();
  useSessionMoves();
  useStream();
  const isDone = useDone();
  return (
    <>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Header />
      <Banner {...words.banners.above} />
      <main id="content" className={styles.main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<CentredSpinner />}>
            {children}
            <Ready />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Banner {...words.banners.below} />
      <Footer />
      <ToastRegion />
      {isDone && (
        <Suspense>
          <NewVersion />
        </Suspense>
      )}
    </>
  );
}

/**
 * What waits for the page within to have come alive: taps from before it could react are carried out, and the heading that
 * the address names is brought into sight.
 */
function Ready() {
  const hash = useHash();
  useEffect(replayTaps, []);
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return null;
}

function useDone(): boolean {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDone(true), doneAfter);
    return () => clearTimeout(timer);
  }, []);
  return isDone;
}
