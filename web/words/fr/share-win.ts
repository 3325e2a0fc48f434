import type { words as english } from '#web/words/en/share-win.ts';

export const words: typeof english = {
  title: 'Partager ce gain',
  note: 'L’image ne dit ni votre nom ni votre solde.',
  picture: 'Image de ce gain',
  share: 'Partager',
  amount: 'Montrer le montant',
  fileName: (serial) => `gain-izi-${serial}.jpg`,
  draw: (time) => `Tirage ${time}`,
  won: 'Gagné',
  afterStakes: 'F CFA, mises déduites',
  checked: 'Vérifié',
  scan: 'Scannez pour vérifier vous-même',
  most: '18+ · La plupart des tickets perdent.',
};
