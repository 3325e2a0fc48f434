import type { rules as english } from '#web/words/en/rules.ts';

export const rules: typeof english = {
  IziOrder: {
    rule: '3 numéros ou plus à la bonne place',
    example: (stake, payout) =>
      `Vous rangez les neuf. Si quatre sortent là où vous les mettez, ${stake} rapportent ${payout}.`,
  },
  IziOne: {
    rule: 'Votre numéro sort en premier',
    example: (stake, payout) => `Vous jouez le 7. Si le 7 sort en premier, ${stake} rapportent ${payout}.`,
  },
  IziTwo: {
    rule: 'Vos deux numéros sont les premiers',
    example: (stake, payout) =>
      `Vous jouez 4 et 9. Si le tirage commence par 4 9 ou 9 4, ${stake} rapportent ${payout}.`,
  },
  IziABC: {
    rule: 'Votre numéro est dans les trois premiers',
    example: (stake, payout) =>
      `Vous jouez le 7. Si le 7 sort premier, deuxième ou troisième, ${stake} rapportent ${payout}.`,
  },
  Izi2x: {
    rule: 'Deux des vôtres dans les trois premiers',
    example: (stake, payout) => `Vous jouez 1, 4 et 9. Si le tirage commence par 4 2 1, ${stake} rapportent ${payout}.`,
  },
  Izi3x: {
    rule: 'Vos trois numéros sont les premiers',
    example: (stake, payout) => `Vous jouez 1, 4 et 9. Si le tirage commence par 9 1 4, ${stake} rapportent ${payout}.`,
  },
};
