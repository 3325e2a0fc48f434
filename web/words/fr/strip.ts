import type { words as english } from '#web/words/en/strip.ts';

export const words: typeof english = {
  offline: 'Hors ligne. Votre panier est gardé.',
  back: 'De nouveau en ligne',
};
