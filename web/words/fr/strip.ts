import type { words as english } from '#web/words/en/strip.ts';

export const words: typeof english = {
  offline: 'Hors ligne. Votre panier est gardé.',
  back: 'De nouveau en ligne',
  clock: (last) => `À l’heure de ce téléphone.\nDernier résultat ici : ${last}`,
  kept: 'Gardé sur ce téléphone. Payez une fois en ligne.',
};
