import type { words as english } from '#web/words/en/basket.ts';

export const words: typeof english = {
  title: 'Votre panier',
  numbers: 'Numéros',
  remove: (name) => `Retirer ${name}`,
  removed: (name) => `${name} retiré.`,
  undo: 'Annuler',
  more: (count) => `et ${count} de plus`,
  stopped: 'Pas en vente pour le moment',
  closed: 'Mises closes',
  total: 'Total',
  checkout: 'Valider',
  empty: 'Votre panier est vide',
  emptyText: 'Choisissez un pari, remplissez vos numéros et ajoutez-le. Il attend ici que vous payiez.',
};
