import type { words as english } from '#console/words/en/charts.ts';

export const words: typeof english = {
  inTime: 'à l’heure',
  late: (span) => `${span} de retard`,
  afterwards: 'ensuite',
  table: 'Tableau',
  picture: 'Graphique',
};
