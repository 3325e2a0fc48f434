import type { words as english } from '#web/words/en/weak-password.ts';

export const words: typeof english = { text: 'Votre mot de passe est facile à deviner.', change: 'Le changer' };
