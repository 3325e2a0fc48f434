import { explain } from '#web/api/explain.ts';
import { words } from '#web/words/en/passkeys.ts';
import { PasskeyError } from '#ui/webauthn.ts';

/** Why a passkey was not set or used, as text for the player. */
export function explainPasskey(error: unknown): { title: string; text: string } {
  return error instanceof PasskeyError ? words.failure[error.failure] : explain(error);
}
