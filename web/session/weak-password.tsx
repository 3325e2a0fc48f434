import { ButtonLink } from '#ui/Button.tsx';
import { dismissToast, toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/weak-password.ts';

/** Asks a client who has just signed in with a password that many people use to change it. It stays until it is dismissed. */
export function askForNewPassword(): void {
  toast.info(words.text, {
    arrives: true,
    action: (
      <ButtonLink to="/profile#security" size="s" variant="secondary" onClick={dismissToast}>
        {words.change}
      </ButtonLink>
    ),
  });
}
