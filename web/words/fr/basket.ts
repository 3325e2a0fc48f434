import type { words as english } from '#web/words/en/basket.ts';

export const words: typeof english = {
  title: 'Votre panier',
  numbers: 'Numéros',
  bet: (name, draws) => (draws < 2 ? name : `${name}, ${draws} tirages`),
  remove: (name) => `Retirer ${name}`,
  removed: (name) => `${name} retiré.`,
  undo: 'Annuler',
  more: (count) => `et ${count} de plus`,
  stopped: 'Pas en vente pour le moment',
  closed: (closed, draws) => (closed === draws ? 'Mises closes' : `${closed} sur ${draws} sont clos`),
  movedTo: (times, count) =>
    times.length > 2
      ? `${count} déplacés, dès ${times[0]}`
      : `${count < 2 ? 'déplacé' : 'déplacés'} à ${times.join(', ')}`,
  total: 'Total',
  checkout: 'Valider',
  empty: 'Votre panier est vide',
  emptyText: 'Choisissez un pari, remplissez vos numéros et ajoutez-le. Il attend ici que vous payiez.',
};
