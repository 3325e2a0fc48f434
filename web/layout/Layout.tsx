import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useStream } from '../api/stream.ts';
import { useSessionMoves } from '../session/session.ts';
import { CentredSpinner } from '../ui/Spinner.tsx';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { words } from '../words/en/layout.ts';
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
export function Layout() {
  const { pathname } = useLocation();
  useSessionMoves();
  useStream();
  useScrollToTop(pathname);
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
            <Outlet />
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

/** Taps from before the page could react are carried out as soon as the page within has come alive. */
function Ready() {
  useEffect(replayTaps, []);
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

/** A new page begins at its top, or at the heading its address names; going back returns to where the visitor was. */
function useScrollToTop(pathname: string) {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    // The first entry of a visit has the key `default`: the browser has restored its position by itself.
    else if (key !== 'default') scrollTo(0, 0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a search parameter alone is no new page
  }, [pathname, hash]);
}
