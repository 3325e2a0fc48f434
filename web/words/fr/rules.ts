import type { rules as english } from '#web/words/en/rules.ts';

export const rules: typeof english = {
  IziOrder: '3 numéros ou plus à la bonne place',
  IziOne: 'Votre numéro sort en premier',
  IziTwo: 'Vos deux numéros sont les premiers',
  IziABC: 'Votre numéro est dans les trois premiers',
  Izi2x: 'Deux des vôtres dans les trois premiers',
  Izi3x: 'Vos trois numéros sont les premiers',
};
