import type { words as english } from '#console/words/en/sales-curve.ts';

export const words: typeof english = {
  title: 'Mises jusqu’ici',
  titleOver: 'Mises jusqu’à la clôture',
  line: 'ce tirage',
  usual: (weekday) => `${weekday} habituel`,
  range: 'leur étendue',
  against: (growth, weekday) => `${growth} sur un ${weekday} habituel`,
};
