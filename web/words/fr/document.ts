import type { words as english } from '#web/words/en/document.ts';

export const words: typeof english = {
  lost: 'Chargement impossible.',
  again: 'Réessayer',
  description: 'Pariez sur l’ordre des numéros 1 à 9, tiré au hasard toutes les quelques minutes.',
};
