import type { words as english } from '#console/words/en/charts.ts';

export const words: typeof english = {
  early: (span) => `${span} d’avance`,
  late: (span) => `${span} de retard`,
  notYet: 'pas encore',
  afterwards: 'ensuite',
  time: 'Heure',
  from: 'De',
  to: 'À',
  table: 'Tableau',
  picture: 'Graphique',
};
