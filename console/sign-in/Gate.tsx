import { useEffect, type ReactNode } from 'react';
import { loadSession } from '#console/api/session.ts';
import { useSession } from '#console/api/session-state.ts';
import { SignIn } from './SignIn.tsx';

/** Shows the console to whoever is signed in, and the sign-in screen to everybody else. The address stays. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const { status } = useSession();
  useEffect(() => void loadSession(), []);
  if (status === 'in') return children;
  return status === 'asking' ? null : <SignIn />;
}
