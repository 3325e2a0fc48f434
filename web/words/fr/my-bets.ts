import type { words as english } from '#web/words/en/my-bets.ts';

export const words: typeof english = {
  title: 'Mes paris',
  lead: 'Touchez un ticket pour voir son reçu et sa preuve. Ses gains vont aussitôt au portefeuille.',
  takesLong: 'Ce tirage prend plus de temps que d’habitude. Vos tickets sont gardés, et ce qu’ils gagnent est payé.',
  next: 'Votre prochain tirage',
  nextIn: (time) => `${time} dans`,
  drawing: (time) => `Tirage de ${time} en cours`,
  noneWaits: 'Aucun ticket n’attend de tirage.',
  filter: 'Quels tickets',
  filters: { all: 'Tous', pending: 'En attente', win: 'Gagnés', lost: 'Perdus', void: 'Annulés' },
  waiting: 'En attente',
  sum: (tickets, staked) => `${tickets < 2 ? `${tickets} ticket` : `${tickets} tickets`}, ${staked} misés`,
  drawn: (time) => `Tiré à ${time}`,
  calledOff: (time) => `Annulé, ${time}`,
  returned: (amount) => `${amount} remboursés`,
  verify: (time) => `Vérifier le tirage de ${time}`,

  empty: {
    all: {
      title: 'Aucun ticket pour l’instant',
      text: 'Choisissez un pari et ses numéros. Vos tickets et leurs gains s’affichent ici.',
    },
    pending: { title: 'Rien n’est en attente', text: 'Tous vos tickets sont réglés.' },
    win: {
      title: 'Aucun gain pour l’instant',
      text: 'Un ticket gagnant s’affiche ici, avec la raison place par place.',
    },
    lost: { title: 'Aucun ticket perdu', text: 'Un ticket perdant s’affiche ici, avec la raison place par place.' },
    void: {
      title: 'Aucun ticket annulé',
      text: 'Quand un tirage est annulé, chaque mise est remboursée et ses tickets s’affichent ici.',
    },
  },
  play: 'Jouer',
  lastSeen: {
    title: (time) => `Vos tickets, vus à ${time}`,
    text: 'Ils ont pu changer depuis. Rien ne peut se perdre : le site garde chaque ticket.',
  },

  receipt: {
    title: 'Ticket',
    lead: 'Votre reçu : ce que vous avez joué, et la preuve que personne ne peut le changer.',
    back: 'Tous mes paris',
    notFound: { title: 'Ce ticket n’existe pas', text: 'Aucun de vos tickets n’est à cette adresse.' },
    print: 'Imprimer',
    serial: 'Numéro de série',
    draw: 'Tirage',
    acceptedAt: 'Accepté',
    stake: 'Mise',
    payout: 'Gain',
    possible: 'Gain possible',
    numbers: 'Vos numéros',
    result: 'Résultat',
    seeDraw: 'Voir le tirage',
  },
};
