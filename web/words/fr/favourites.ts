import type { words as english } from '#web/words/en/favourites.ts';

export const words: typeof english = {
  title: 'Favoris',
  favourites: 'Favoris',
  load: (label) => `Jouer ${label}`,
  keep: 'Garder ce ticket',
  complete: 'Choisissez d’abord ses numéros et son montant, puis gardez-le ici.',
  label: 'Nom',
  save: 'Le garder',
  kept: 'C’est gardé.',
  labelWanted: 'Donnez-lui un nom.',
  full: (most) => `Vous en gardez déjà ${most}. Retirez-en un pour en garder un autre.`,
  mine: 'Tickets gardés',
  empty: 'Aucun favori pour l’instant',
  emptyText: 'Gardez un ticket : la prochaine fois, un seul geste suffira.',
  remove: (label) => `Retirer ${label}`,
  play: 'Le jouer',
  playOf: (label) => `Le jouer : ${label}`,
};
