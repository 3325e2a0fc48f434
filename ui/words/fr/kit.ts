import type { words as english } from '#ui/words/en/kit.ts';

export const words: typeof english = {
  loading: 'Chargement',
  close: 'Fermer',
  dismiss: 'Masquer',
  tryAgain: 'Réessayer',
  showMore: 'Afficher plus',
  showCharacters: 'Afficher la saisie',
};
