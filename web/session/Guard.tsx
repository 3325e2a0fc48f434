import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { CentredSpinner } from '#ui/Spinner.tsx';
import styles from './Guard.module.css';
import { signInPath, useHere, useSession, useWayBack, wayBackTo } from './session.ts';

/** Redirects a visitor to sign-in: for pages of signed-in clients. */
export function ClientsOnly({ children }: { children: ReactNode }) {
  const { signedIn, moving } = useSession();
  const here = useHere();
  if (moving) return <CentredSpinner />;
  if (!signedIn) return <Redirect to={signInPath} replace state={wayBackTo(here)} />;
  return children;
}

/**
 * The prerendered frame and placeholders of a page for clients. The build cannot know the session: the style sheet shows a
 * visitor the spinner instead, until the app redirects to sign-in.
 */
export function ShellOfClients({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.checking}>
        <CentredSpinner />
      </div>
      <div className={styles.clients}>{children}</div>
    </>
  );
}

/**
 * Redirects a signed-in client, who may have signed in in another tab, as the sign-in does: for sign-in and sign-up. The prerendered page
 * cannot know the session. Until hydration the style sheet shows a client the spinner instead.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { signedIn, moving } = useSession();
  const { from = '/' } = useWayBack();
  if (moving) return <CentredSpinner />;
  if (signedIn) return <Redirect to={from} replace />;
  return (
    <>
      <div className={styles.waiting}>
        <CentredSpinner />
      </div>
      <div className={styles.page}>{children}</div>
    </>
  );
}
