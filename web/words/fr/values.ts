import type { words as english } from '#web/words/en/values.ts';

export const words: typeof english = {
  amounts: 'Choix rapides',
  wholeFrancs: 'Des francs entiers, en chiffres.',
  timeIsUp: 'Temps écoulé.',
  paidAndStaked: (paid, staked) => `Payé ${paid} · misé ${staked}`,
  secondsLeft: (seconds) => `${seconds} ${seconds < 2 ? 'seconde' : 'secondes'}.`,
};
