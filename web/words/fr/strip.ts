import type { words as english } from '#web/words/en/strip.ts';

export const words: typeof english = {
  offline: 'Hors ligne. Votre panier est gardé.',
  back: 'De nouveau en ligne',
  clock: (last) => `À l’heure de cet appareil.\nDernier résultat ici : ${last}`,
  kept: 'Gardé sur cet appareil. Payez une fois en ligne.',
};
