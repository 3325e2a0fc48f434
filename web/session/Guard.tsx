import { Navigate, Outlet, useLocation } from 'react-router';
import { CentredSpinner } from '../ui/Spinner.tsx';
import { signInPath, useSession } from './session.ts';

/** Pages of signed-in clients: a visitor is sent to sign in, and comes back. */
export function ClientsOnly() {
  const { signedIn, moving } = useSession();
  const { pathname, search } = useLocation();
  if (moving) return <CentredSpinner />;
  if (!signedIn) return <Navigate to={signInPath} replace state={{ from: pathname + search }} />;
  return <Outlet />;
}

/** Sign-in and sign-up: who is signed in already is sent to `/`. */
export function VisitorsOnly() {
  const { signedIn, moving } = useSession();
  if (moving) return <CentredSpinner />;
  if (signedIn) return <Navigate to="/" replace />;
  return <Outlet />;
}
