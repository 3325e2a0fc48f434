import type { words as english } from '#web/words/en/offer.ts';

export const words: typeof english = {
  locale: 'en',
  text: 'Izi speaks English too.',
  go: 'Continue',
  close: 'Close',
};
