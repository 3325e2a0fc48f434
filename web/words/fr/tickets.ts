import type { words as english } from '#web/words/en/tickets.ts';

export const words: typeof english = {
  numbers: 'Numéros',
  result: 'Résultat, dans l’ordre de sortie',
  hit: 'touché',
  status: { pending: 'En attente', win: 'Gagné', lost: 'Perdu', void: 'Annulé' },
  staked: (amount) => `${amount} misés`,
  each: (amount) => `${amount} chacun`,
  upTo: (amount) => `jusqu’à ${amount}`,
  returned: (amount) => `${amount} remboursés`,
  noPrize: 'Pas de gain',
  drawsIn: 'Tirage dans',
  drawing: 'Tirage en cours …',
  open: (name, serial) => `${name}, ticket ${serial}`,
  proof: 'Preuve',
  proofOf: (serial) => `Preuve du ticket ${serial}`,
  share: (serial) => `Partager le ticket ${serial}`,
  cameOut: (ordinal) => `Sorti ${ordinal}`,
  waitsFor: {
    IziOrder: '3 numéros ou plus à la bonne place',
    IziOne: 'doit sortir premier',
    IziTwo: 'doivent être les deux premiers',
    IziABC: 'doit être dans les trois premiers',
    Izi2x: 'deux dans les trois premiers',
    Izi3x: 'tous dans les trois premiers',
  },
  series: {
    draws: 'Tirages de cette série',
    ticketIn: (time, serial) => `Tirage ${time}, ticket ${serial}`,
    all: 'Tout afficher',
  },
};
