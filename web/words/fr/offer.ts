import type { words as english } from '#web/words/en/offer.ts';

export const words: typeof english = {
  locale: 'en',
  text: 'This site is also in English.',
  go: 'Continue in English',
  keep: 'No, thanks',
};
