import type { ColumnName, reportKinds as english, ReportWords } from './report-kinds.ts';

type Kinds = typeof english;

/** A report that heads a column in its own way does so in every language. */
type Words = {
  readonly [Name in keyof Kinds]: ReportWords &
    (Kinds[Name] extends { readonly heads: infer Heads }
      ? { readonly heads: Readonly<Record<keyof Heads, string>> }
      : {});
};

export const columnHeads: Readonly<Record<ColumnName, string>> = {
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
  betType: 'type de pari',
  draws: 'tirages',
  tickets: 'tickets',
  stakes: 'mises',
  payouts: 'gains',
  ggr: 'mises moins gains',
  return: 'retour',
  theoretical: 'théorique',
  voidTickets: 'tickets annulés',
  voidStakes: 'mises annulées',
  from: 'depuis',
  expected: 'attendu',
  difference: 'différence',
  bandFrom: 'plage de',
  bandTo: 'plage à',
  item: 'poste',
  day: 'au jour',
  amount: 'montant',
  at: 'à',
  draw: 'tirage',
  ticket: 'ticket',
  stake: 'mise',
  due: 'dû',
  paid: 'payé',
  by: 'traité par',
  payment: 'paiement',
  tier: 'niveau',
  direction: 'sens',
  status: 'statut',
  provider: 'prestataire',
  method: 'moyen',
  country: 'pays',
  posted: 'comptabilisé',
  wallet: 'portefeuille',
  who: 'auteur',
  reason: 'motif',
  told: 'dit au joueur',
  request: 'demande',
  drawsAt: 'prévu à',
  check: 'contrôle',
  subject: 'objet',
  detail: 'les deux côtés',
  closedAt: 'concorde à nouveau',
  mismatch: 'écart',
  lastMoved: 'dernier mouvement',
  balance: 'solde',
  made: 'créés',
  askedToClose: 'fermeture demandée',
  closed: 'fermés',
  number: 'ligne',
  what: 'quoi',
  before: 'avant',
  after: 'après',
  act: 'acte',
};

/** The words of `report-kinds.ts` in French. The rest of a report is the same in every language. */
export const reportKinds: Words = {
  accounts: {
    title: 'Par compte',
    says: 'Ce que chaque compte avait, a reçu, misé, gagné et sorti, et ce qu’il a à la fin.',
  },
  games: {
    title: 'Jeux',
    says: 'Tickets, mises, gains et annulations par type de pari, des tirages terminés dans la période.',
    heads: { won: 'gagnés' },
  },
  returns: {
    title: 'Retour',
    says: 'Les gains comparés à ce que les règles font des mises, avec la plage où des gains équitables se trouvent 19 fois sur 20, par jour (par mois si la période est plus longue) et type de pari.',
  },
  liability: {
    title: 'Engagements',
    says: 'Ce qui est dû aux joueurs à la fin de la période, et ce qui y répond.',
  },
  large_payouts: {
    title: 'Gros gains',
    says: 'Chaque gain de plus de 1 000 000 XOF, et qui l’a traité.',
    heads: { at: 'payé à' },
  },
  large_operations: {
    title: 'Grosses opérations',
    says: 'Chaque dépôt et retrait de 1 000 000 XOF et plus, dans l’ordre, avec le niveau d’identité actuel du compte.',
    heads: { at: 'commencé à' },
  },
  adjustments: {
    title: 'Ajustements',
    says: 'Chaque correction à la main : qui, pourquoi, et ce que le joueur en a lu.',
    heads: { at: 'comptabilisé à' },
  },
  voids: {
    title: 'Annulations',
    says: 'Chaque tirage terminé sans résultat, le motif, et les mises remboursées.',
    heads: { at: 'terminé à' },
  },
  variance: {
    title: 'Écarts',
    says: 'Ce qui ne concordait pas lors d’un contrôle des comptes, avec les deux côtés.',
    heads: { at: 'trouvé à' },
  },
  pending: {
    title: 'En attente',
    says: 'Les paiements non terminés à la fin de la période, avec leur statut d’alors.',
    heads: { at: 'commencé à' },
  },
  dormant: {
    title: 'Comptes dormants',
    says: 'Comptes avec de l’argent, sans mouvement depuis douze mois, dans leur état présent.',
  },
  accounts_made: {
    title: 'Comptes créés et fermés',
    says: 'Combien de comptes ont été créés, à fermer sur demande, et fermés, par jour (par mois si la période est plus longue).',
  },
  site_changes: {
    title: 'Logiciel et ventes',
    says: 'Logiciels démarrés ou changés ; ventes et retraits suspendus et repris ; tirages annulés, calendriers.',
  },
  events: {
    title: 'Événements et changements',
    says: 'Lignes du journal d’audit : qui a fait quoi à qui et pourquoi, avec les valeurs avant et après. Sans celles qui disent seulement qui est venu, parti ou a consulté.',
  },
};
