import type { risk as englishRisk, rules as english } from '#web/words/en/rules.ts';

export const rules: typeof english = {
  IziOrder: 'Trois ou plus sortent à leur place.',
  IziOne: 'Votre numéro sort en premier.',
  IziTwo: 'Vos deux numéros sortent en premier.',
  IziABC: 'Votre numéro est dans les trois premiers.',
  Izi2x: 'Au moins deux dans les trois premiers.',
  Izi3x: 'Vos trois numéros sont les trois premiers.',
};

export const risk: typeof englishRisk = {
  name: (name, mult, rank) => `${name}, ${mult}, risque ${rank} sur 6`,
  lower: 'Moins de risque',
  higher: 'Plus de risque',
};
