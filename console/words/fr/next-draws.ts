import type { words as english } from '#console/words/en/next-draws.ts';

export const words: typeof english = {
  title: (draws) => (draws === 1 ? 'Pire cas du prochain tirage' : `Pire cas des ${draws} prochains tirages`),
  says: (draws, sum) => `Pire cas des ${draws} prochains tirages en vente ; cumul : ${sum}`,
  addedUp: 'cumul',
  all: (known, draws) => (known === draws ? 'total :' : `${known} sur ${draws} :`),
  ofReserve: (share) => `${share} de la réserve`,
  notComputed: 'pas encore calculé',
  reserve: (francs) => `réserve ${francs}`,
  cap: (francs) => `plafond d’un tirage ${francs}`,
  columns: {
    closes: 'Clôture dans',
    worst: 'Pire cas',
    cap: 'Du plafond',
    reserve: 'De la réserve',
    addedUp: 'Cumul',
  },
};
