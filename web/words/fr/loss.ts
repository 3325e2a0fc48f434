import type { words as english } from '#web/words/en/loss.ts';
import { words as game } from './game.ts';

export const words: typeof english = {
  title: (tickets) => (tickets < 2 ? 'Pas de gain cette fois' : `${tickets} tickets, pas de gain`),
  place: (place) => (place === 0 ? '1er' : `${place + 1}e`),
  came: (number, place) => `${number} est sorti ${game.ordinal(place)}`,
  because: (parts) =>
    `Votre ${[parts.slice(0, -1).join(', votre '), ...parts.slice(-1)].filter(Boolean).join(' et votre ')}.`,
  odds: (losers, all, name) => `${losers} tickets ${name} sur ${all} perdent.`,
  staked: 'Misé',
  paid: 'Payé',
  balance: 'Solde',
  check: 'Vérifier',
  done: 'Terminé',
  close: 'Fermer',
};
