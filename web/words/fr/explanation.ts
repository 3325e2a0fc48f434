import type { words as english } from '#web/words/en/explanation.ts';

export const words: typeof english = {
  wallet: 'Portefeuille',
  wallets: { dep: 'Dépôts', win: 'Gains' },
  rule: 'Ce que vous misez ou retirez prend d’abord l’argent le plus ancien. Voici ce qui reste, du plus récent au plus ancien.',
  kinds: {
    deposit: (method) => `Dépôt, ${method}`,
    payout: (bet) => `Gagné : ${bet}`,
    refund: (bet) => `Mise remboursée : ${bet}`,
    withdrawal_returned: 'Retrait rendu',
    adjustment: 'Ajustement',
  },
  of: (credited) => `restant de ${credited}`,
  payment: 'Paiement',
  ticket: (serial) => `Ticket n° ${serial}`,
  draw: 'Le tirage et sa preuve',
  together: 'En tout',
  unexplained: 'Sans explication. Nous nous en occupons.',
  empty: {
    dep: {
      title: 'Il ne reste aucun dépôt',
      text: 'Ce que vous rechargez s’affiche ici jusqu’à ce que vous le misiez.',
    },
    win: { title: 'Il n’y a pas de gains ici', text: 'Ce que vos tickets gagnent s’affiche ici.' },
  },
  stillSearching: 'C’est plus ancien que les 100 000 dernières lignes de votre relevé.',
};
