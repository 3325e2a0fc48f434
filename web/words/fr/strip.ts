import type { words as english } from '#web/words/en/strip.ts';

export const words: typeof english = {
  offline: 'Hors ligne. Votre panier est gardé.',
  back: 'De nouveau en ligne',
  clock: (last) => `Heure de l’appareil.\nDernier tirage : ${last}`,
  kept: 'Gardé sur cet appareil. À payer une fois en ligne.',
};
