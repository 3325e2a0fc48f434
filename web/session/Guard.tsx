import { Navigate, Outlet, useLocation } from 'react-router';
import { CentredSpinner } from '../ui/Spinner.tsx';
import styles from './Guard.module.css';
import { signInPath, useSession } from './session.ts';

/** Pages of signed-in clients: a visitor is sent to sign in, and comes back. */
export function ClientsOnly() {
  const { signedIn, moving } = useSession();
  const { pathname, search } = useLocation();
  if (moving) return <CentredSpinner />;
  if (!signedIn) return <Navigate to={signInPath} replace state={{ from: pathname + search }} />;
  return <Outlet />;
}

/**
 * Sign-in and sign-up: who is signed in already is sent to `/`. The prerendered page cannot know; until it has come alive
 * the style sheet shows a client the spinner in its place.
 */
export function VisitorsOnly() {
  const { signedIn, moving } = useSession();
  if (moving) return <CentredSpinner />;
  if (signedIn) return <Navigate to="/" replace />;
  return (
    <>
      <div className={styles.waiting}>
        <CentredSpinner />
      </div>
      <div className={styles.page}>
        <Outlet />
      </div>
    </>
  );
}
