import type { words as english } from '#console/words/en/balance-chart.ts';

export const words: typeof english = {
  title: 'Solde, 90 jours',
  line: 'à la fin du jour',
};
