import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { CentredSpinner } from '#ui/Spinner.tsx';
import styles from './Guard.module.css';
import { signInPath, useHere, useSession } from './session.ts';

/** Pages of signed-in clients: a visitor is sent to sign in, and comes back. */
export function ClientsOnly({ children }: { children: ReactNode }) {
  const { signedIn, moving } = useSession();
  const here = useHere();
  if (moving) return <CentredSpinner />;
  if (!signedIn) return <Redirect to={signInPath} replace state={{ from: here }} />;
  return children;
}

/**
 * Sign-in and sign-up: who is signed in already is sent to `/`. The prerendered page cannot know; until it has come alive
 * the style sheet shows a client the spinner in its place.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { signedIn, moving } = useSession();
  if (moving) return <CentredSpinner />;
  if (signedIn) return <Redirect to="/" replace />;
  return (
    <>
      <div className={styles.waiting}>
        <CentredSpinner />
      </div>
      <div className={styles.page}>{children}</div>
    </>
  );
}
