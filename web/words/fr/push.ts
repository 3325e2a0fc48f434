import type { words as english } from '#web/words/en/push.ts';

export const words: typeof english = {
  failed: {
    title: 'Votre navigateur n’a pas pu être joint',
    text: 'Le service de notifications de votre navigateur ne répond pas. Réessayez plus tard.',
  },
};
