import type { words as english } from '#web/words/en/history.ts';

export const words: typeof english = {
  title: 'Historique',
  lead: 'Ce que vous avez rechargé, misé, gagné et retiré. Les sommes portent sur toute la période.',
  period: 'Période',
  periods: { today: 'Aujourd’hui', week: '7 jours', month: 'Mois', all: 'Tout', custom: 'Autre' },
  from: 'Du',
  to: 'Au',

  result: {
    dayPending: '‒‒/‒‒/‒‒‒‒',
    of: (period) => (period === null ? 'Résultat du jeu' : `Résultat du jeu, ${period}`),
    between: (from, to) => `du ${from} au ${to}`,
    since: (first) => (first === null ? 'jusqu’à ce jour' : `depuis le ${first}`),
    until: (last) => `jusqu’au ${last}`,
    sentence: (won, staked, tickets) =>
      `Vous avez gagné ${won} et misé ${staked} en ${tickets < 2 ? `${tickets} ticket` : `${tickets} tickets`}.`,
    share: (percent) => `Les gains font ${percent} % des mises`,
    sums: {
      deposited: 'Rechargé',
      staked: 'Misé',
      withdrawn: 'Retiré',
      won: 'Gagné',
      refunded: 'Mises remboursées',
      returned: 'Retraits rendus',
      takenBack: 'Dépôts repris',
      adjusted: 'Ajustements',
    },
  },

  overTime: {
    title: 'Votre argent au fil du temps',
    closing: (amount, day) => (day === null ? `${amount} à présent` : `${amount} le ${day}`),
    said: (first, last, highest) =>
      `Les deux portefeuilles ensemble : ${first.amount} le ${first.at}, ${last.amount} le ${last.at}, ${highest} au plus haut.`,
    asTable: 'En tableau',
    caption: 'Votre argent au fil du temps, du plus récent au plus ancien',
    units: { hour: 'Heure à partir de', day: 'Jour', week: 'Semaine du', month: 'Mois', year: 'Année' },
    balance: 'Solde après',
  },

  lines: 'Toutes les lignes',
  kind: 'Afficher',
  allKinds: 'Tout',
  kinds: {
    deposit: 'Dépôt',
    bet: 'Mise',
    payout: 'Gain',
    refund: 'Mise remboursée',
    withdrawal: 'Retrait',
    withdrawal_returned: 'Retrait rendu',
    chargeback: 'Dépôt repris',
    chargeback_repaid: 'Somme due remboursée',
    adjustment: 'Ajustement',
  },
  review: 'Bloqué : notre équipe l’examine. Réponse au plus tard le',
  won: (bet, stake, multiple) => `${bet}, ${stake} × ${multiple}`,
  ofWinnings: (bet) => `${bet}, sur les gains`,
  after: (balance) => `Solde ${balance}`,
  wallets: (deposits, winnings) => `Dépôts ${deposits} · Gains ${winnings}`,

  download: 'Télécharger en CSV',
  fileName: (from, to) => `izi-releve-${from}-${to}.csv`,
  start: 'debut',
  today: 'ce-jour',

  empty: { title: 'Aucun mouvement', text: 'Choisissez une autre période ou un autre genre de ligne.' },
};
