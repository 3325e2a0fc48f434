import type { words as english } from '#web/words/en/basket.ts';

export const words: typeof english = {
  title: 'Votre panier',
  holds: (count, draws) =>
    `${count < 2 ? `${count} ticket` : `${count} tickets`}, ${draws.length < 2 ? `tirage ${draws[0]}` : `${draws.length} tirages`}`,
  numbers: 'Numéros',
  bet: (name, draws) => (draws < 2 ? name : `${name}, ${draws} tirages`),
  pays: (amount, isUpTo, isSeries) => (isUpTo ? `jusqu’à ${amount}` : `${isSeries ? 'chacun paie' : 'paie'} ${amount}`),
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
  empty: 'Rien pour l’instant',
  emptyText: 'Vos tickets attendent ici. Rien n’est payé avant la validation.',
};
