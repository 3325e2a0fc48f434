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

// Loaded last. Without it the app works too, but only online.
const NewVersion = lazy(() => import('./NewVersion.tsx').catch(() => ({ default: () => null })));
const doneAfter = 4_000;

/** The frame of every page. */
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
 * Runs once the page inside is hydrated: replays the taps from before, and scrolls to the heading that the address's hash
 * names.
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
