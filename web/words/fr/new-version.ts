import type { words as english } from '#web/words/en/new-version.ts';

export const words: typeof english = {
  ready: 'Une nouvelle version est prête',
  use: 'Mettre à jour',
  later: 'Plus tard',
};
