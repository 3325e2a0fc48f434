import type { words as english } from '#web/words/en/passkey-sign-in.ts';

export const words: typeof english = { submit: 'Utiliser une clé d’accès' };
