import type { words as english } from '#console/words/en/charts.ts';

export const words: typeof english = {
  early: (span) => `${span} d’avance`,
  late: (span) => `${span} de retard`,
  notYet: 'pas encore',
  afterwards: 'ensuite',
  table: 'Tableau',
  picture: 'Graphique',
};
