import type { words as english } from '#web/words/en/results.ts';

export const words: typeof english = {
  title: 'Résultats',
  lead: 'À chaque tirage, tous les ordres de 1 à 9 ont la même chance.',

  day: 'Jour',
  previousDay: 'Jour précédent',
  nextDay: 'Jour suivant',
  latest: 'Derniers tirages',
  ofDay: (day) => `Tirages du ${day}`,
  showLatest: 'Derniers',
  showNew: (draws) => (draws < 2 ? 'Voir le nouveau résultat' : `Voir ${draws} nouveaux résultats`),
  empty: { title: 'Aucun tirage ce jour-là', text: 'Choisissez un autre jour, ou voyez les derniers tirages.' },
  none: { title: 'Aucun tirage n’a encore eu lieu', text: 'Le premier résultat s’affiche ici tout seul.' },

  calledOff: 'Annulé, mises remboursées',
  mine: (tickets) => (tickets < 2 ? 'Votre ticket' : `Vos ${tickets} tickets`),
  returned: (amount) => `${amount} remboursés`,
  settling: 'paiement en cours …',

  statistics: {
    title: 'Combien de fois chaque numéro est sorti',
    caveat: 'Les tirages passés ne disent rien du prochain.',
    which: 'Combien de tirages',
    draws: (count, isFirst) => (isFirst ? `${count} derniers tirages` : `${count} derniers`),
    caption: (draws) =>
      `Combien de fois chaque numéro est sorti à chaque place, sur ${draws < 2 ? 'le dernier tirage' : `les ${draws} derniers tirages`}`,
    number: 'Numéro',
    place: 'Place de sortie',
    first: '1re',
    times: (count) => `${count} fois`,
    expected: (average, draws) =>
      `Le trait marque ${average}, la moyenne que donne le seul hasard sur ${draws} tirages.`,
    none: 'Il n’y a pas encore de tirage à compter.',
  },

  draw: {
    title: (at) => `Tirage du ${at}`,
    timePending: '‒‒/‒‒/‒‒‒‒ ‒‒:‒‒',
    notFound: { title: 'Ce tirage n’existe pas', text: 'L’adresse est peut-être fausse.' },
    failed: 'Tirage',

    times: 'Horaires',
    opened: 'Ouverture des mises',
    closed: 'Clôture des mises',
    closes: 'Clôture des mises',
    drawnAt: 'Tirage',
    settledAt: 'Gains payés',
    calledOff: 'Annulé parce que',
    notYet: '–',
    rules: 'Règlement',

    verify: {
      title: 'Ce tirage est-il honnête ?',
      text: 'Votre propre appareil le calcule à partir de ce que le site publie : que personne n’a pu choisir le résultat après avoir vu les tickets, et qu’aucun ticket n’a été ajouté, retiré ni changé.',
      action: 'Vérifier ce tirage',
    },

    mine: 'Mes tickets sur ce tirage',
    noneMine: 'Vous n’avez aucun ticket sur ce tirage.',
    standing: 'Où en sont vos tickets',
    all: 'Tous les résultats',
  },
};
