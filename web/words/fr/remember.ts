import type { words as english } from '#web/words/en/remember.ts';

export const words: typeof english = {
  keep: 'Rester connecté sur cet appareil',
  shared: 'À ne pas cocher sur un appareil partagé.',
};
