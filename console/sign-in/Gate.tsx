import { useEffect, type ReactNode } from 'react';
import { loadSession } from '#console/api/session.ts';
import { useSession } from '#console/api/session-state.ts';
import { Problem } from '#console/kit/Problem.tsx';
import { words } from '#console/words/en/sign-in.ts';
import { Resting } from './Resting.tsx';
import { Setup } from './Setup.tsx';
import { SignIn } from './SignIn.tsx';
import styles from './SignIn.module.css';

/**
 * Shows the console to whoever is signed in, and the sign-in screen to everybody else: the address stays. An operator
 * with a link sets passkeys first.
 */
export function Gate({ children }: { readonly children: ReactNode }) {
  const { status, me } = useSession();
  useEffect(() => void loadSession(), []);
  switch (status) {
    case 'asking':
      return null;
    case 'in':
      return me!.stage === 'setup' ? (
        <Setup />
      ) : (
        <>
          {children}
          <Resting />
        </>
      );
    case 'out':
      return <SignIn />;
    case 'unreachable':
      return (
        <main className={styles.page}>
          <Problem error={null} what={words.unreachable} again={() => void loadSession()} />
        </main>
      );
  }
}
