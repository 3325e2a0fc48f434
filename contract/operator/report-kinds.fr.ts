import type * as english from './report-kinds.ts';

type Kinds = typeof english.reportKinds;

/** Title, sentence and heads of a report, by the names of its columns. */
type Titles = {
  readonly [Name in keyof Kinds]: {
    readonly title: string;
    readonly says: string;
    readonly heads: Readonly<Record<Kinds[Name]['columns'][number][0], string>>;
  };
};

const changes = { who: 'auteur', reason: 'motif', before: 'avant', after: 'après', request: 'demande' };

/** The words of `report-kinds.ts` in French. The rest of a report is the same in every language. */
export const reportKinds: Titles = {
  accounts: {
    title: 'Par compte',
    says: 'Ce que chaque compte avait, a reçu, misé, gagné et sorti, et ce qu’il a à la fin.',
    heads: {
      account: 'compte',
      opening: 'au début',
      in: 'entré',
      staked: 'misé',
      won: 'gagné',
      returned: 'remboursé',
      adjusted: 'ajusté',
      out: 'sorti',
      chargedBack: 'repris',
      closing: 'à la fin',
      held: 'dont bloqué',
      owed: 'dont dû',
      openStakes: 'mises en cours',
    },
  },
  games: {
    title: 'Jeux',
    says: 'Tickets, mises, gains et annulations par type de pari, des tirages terminés dans la période.',
    heads: {
      betType: 'type de pari',
      draws: 'tirages',
      tickets: 'tickets',
      stakes: 'mises',
      won: 'gagnés',
      payouts: 'gains',
      ggr: 'mises moins gains',
      return: 'retour',
      theoretical: 'théorique',
      voidTickets: 'tickets annulés',
      voidStakes: 'mises annulées',
    },
  },
  returns: {
    title: 'Retour',
    says: 'Les gains comparés à ce que les règles font des mises, avec la plage où des gains équitables se trouvent 19 fois sur 20, par jour (par mois si la période est plus longue) et type de pari.',
    heads: {
      from: 'depuis',
      betType: 'type de pari',
      tickets: 'tickets',
      stakes: 'mises',
      payouts: 'gains',
      expected: 'attendu',
      difference: 'différence',
      return: 'retour',
      theoretical: 'théorique',
      bandFrom: 'plage de',
      bandTo: 'plage à',
    },
  },
  liability: {
    title: 'Engagements',
    says: 'Ce qui est dû aux joueurs à la fin de la période, et ce qui y répond.',
    heads: { item: 'poste', account: 'compte', day: 'au jour', amount: 'montant' },
  },
  large_payouts: {
    title: 'Gros gains',
    says: 'Chaque gain de plus de 1 000 000 XOF, et qui l’a traité.',
    heads: {
      at: 'payé à',
      account: 'compte',
      draw: 'tirage',
      ticket: 'ticket',
      betType: 'type de pari',
      stake: 'mise',
      due: 'dû',
      paid: 'payé',
      by: 'traité par',
    },
  },
  large_operations: {
    title: 'Grosses opérations',
    says: 'Chaque dépôt et retrait de 1 000 000 XOF et plus, dans l’ordre, avec le niveau d’identité actuel du compte.',
    heads: {
      at: 'commencé à',
      payment: 'paiement',
      account: 'compte',
      tier: 'niveau',
      direction: 'sens',
      amount: 'montant',
      status: 'statut',
      provider: 'prestataire',
      method: 'moyen',
      country: 'pays',
      posted: 'comptabilisé',
    },
  },
  adjustments: {
    title: 'Ajustements',
    says: 'Chaque correction à la main : qui, pourquoi, et ce que le joueur en a lu.',
    heads: {
      at: 'comptabilisé à',
      account: 'compte',
      wallet: 'portefeuille',
      amount: 'montant',
      who: 'auteur',
      reason: 'motif',
      told: 'dit au joueur',
      request: 'demande',
    },
  },
  voids: {
    title: 'Annulations',
    says: 'Chaque tirage terminé sans résultat, le motif, et les mises remboursées.',
    heads: {
      at: 'terminé à',
      draw: 'tirage',
      drawsAt: 'prévu à',
      who: 'auteur',
      reason: 'motif',
      request: 'demande',
      tickets: 'tickets',
      stakes: 'mises',
    },
  },
  variance: {
    title: 'Écarts',
    says: 'Ce qui ne concordait pas lors d’un contrôle des comptes, avec les deux côtés.',
    heads: {
      at: 'trouvé à',
      check: 'contrôle',
      subject: 'objet',
      detail: 'les deux côtés',
      closedAt: 'concorde à nouveau',
    },
  },
  pending: {
    title: 'En attente',
    says: 'Les paiements non terminés à la fin de la période, avec leur statut d’alors.',
    heads: {
      at: 'commencé à',
      payment: 'paiement',
      account: 'compte',
      direction: 'sens',
      amount: 'montant',
      status: 'statut',
      mismatch: 'écart',
    },
  },
  dormant: {
    title: 'Comptes dormants',
    says: 'Comptes avec de l’argent, sans mouvement depuis douze mois, dans leur état présent.',
    heads: { account: 'compte', lastMoved: 'dernier mouvement', balance: 'solde' },
  },
  accounts_made: {
    title: 'Comptes créés et fermés',
    says: 'Combien de comptes ont été créés, à fermer sur demande, et fermés, par jour (par mois si la période est plus longue).',
    heads: { from: 'depuis', made: 'créés', askedToClose: 'fermeture demandée', closed: 'fermés' },
  },
  site_changes: {
    title: 'Logiciel et ventes',
    says: 'Logiciels démarrés ou changés ; ventes et retraits suspendus et repris ; tirages annulés, calendriers.',
    heads: { number: 'ligne', at: 'à', what: 'quoi', subject: 'objet', ...changes },
  },
  events: {
    title: 'Événements et changements',
    says: 'Lignes du journal d’audit : qui a fait quoi à qui et pourquoi, avec les valeurs avant et après. Sans celles qui disent seulement qui est venu, parti ou a consulté.',
    heads: { number: 'ligne', at: 'à', act: 'acte', subject: 'objet', ...changes },
  },
};
