import type { words as english } from '#console/words/en/replay-draw.ts';

export const words: typeof english = {
  title: (when) => `Tirage du ${when} rejoué`,
  toDraw: 'Tirage',
  views: { bar: 'Rejouer', steps: 'Chaque étape' },
  play: 'Lire',
  pause: 'Pause',
  speed: 'Vitesse',
  moment: 'Instant',
  at: (time) => `À ${time}`,
  tickets: 'Tickets',
  staked: 'Misé',
  paid: 'Payé',
  lastTickets: 'Derniers tickets jusque-là',
  noTicket: 'Aucun ticket vendu jusque-là',
  farBack: (most) => `Plus de ${most} tickets ont suivi ce moment. Tous sont dans la liste du tirage.`,
  numbers: 'Numéros',
  bought: 'Acheté',
  ticket: 'Ticket',
  steps: 'Étapes',
  isPast: 'Lu dans ce qui a été conservé. Rien ne se modifie ici.',
  keys: { play: 'lire, pause', step: 'une étape', first: 'premier instant', back: 'retour' },
};
