import type { words as english } from '#web/words/en/not-found.ts';

export const words: typeof english = {
  title: 'Cette page n’existe pas',
  text: 'Vérifiez l’adresse, ou repartez de l’accueil.',
  action: 'Aller à l’accueil',
};
