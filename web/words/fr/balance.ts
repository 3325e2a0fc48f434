import type { words as english } from '#web/words/en/balance.ts';

export const words: typeof english = {
  of: (amount) => `Solde du portefeuille ${amount}`,
  unknown: 'Solde du portefeuille',
  none: '–',
  asOf: (time) => `à ${time}`,
};
