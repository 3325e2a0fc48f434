import type { words as english } from '#console/words/en/networks.ts';

export const words: typeof english = {
  title: 'Réseaux, dernières 24 heures',
  note: 'en gras : 24 heures · en gris : 28 jours · réussite : de ce qui est terminé, ce qui a déplacé de l’argent',
  through: (provider) => `par ${provider}`,
  slow: 'lent',
  healthy: 'normal',
  deposits: 'Dépôts',
  withdrawals: 'Retraits',
  succeed: 'réussis',
  nothing: 'Aucun paiement en 28 jours.',
  isSlow: (network, since) => `${network} est lent${since === null ? '' : ` depuis ${since}`}`,
  howSlow: (share, usual, median, usualMedian) =>
    `24 heures : ${share} des dépôts réussissent (d’habitude ${usual}), la moitié prend plus de ${median} (d’habitude ${usualMedian})`,
  hide: (network, country) => `Masquer ${network} pour les dépôts${country === null ? '' : ` (${country})`}…`,
  byHour: 'Réussite par réseau, dernières 24 heures',
  scale: 'de 80 à 100 %, même échelle',
  lineOf: (network, last, least) =>
    `${network} : ${last} de réussite dans la dernière heure avec des paiements ; l’heure la plus basse : ${least}.`,
  perHour: 'Dépôts et retraits par heure',
  perHourSays: (paidIn, out) =>
    `Dépôts et retraits de chacune des 24 dernières heures : ${paidIn} XOF entrés, ${out} XOF sortis.`,
  hour: 'Heure',
};
