import type { words as english } from '#console/words/en/draw-steps.ts';

export const words: typeof english = {
  committed: 'Engagement sur la graine',
  open: 'Ouverture des mises',
  closed: 'Clôture des mises',
  sealed: 'Scellé',
  round: 'Aléa public reçu',
  drawn: 'Tirage effectué',
  void: 'Annulé',
  listed: 'Gains dus calculés',
  paid: 'Tout est payé',
};
