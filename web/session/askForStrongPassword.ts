import type { User } from '#contract/identity.ts';

/** Asks a client who has just signed in with a password that many people use to change it. */
export function askForStrongPassword({ passwordIsWeak }: Pick<User, 'passwordIsWeak'>): void {
  if (!passwordIsWeak) return;
  // This is not among the files of the sign-in: few people need it, and nothing waits for it.
  import('./weak-password.tsx').then(
    (it) => it.askForNewPassword(),
    () => {},
  );
}
