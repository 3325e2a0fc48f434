import type { words as english } from '#web/words/en/try.ts';

const counts = [
  'Aucune n’est sortie',
  'Une est sortie',
  'Deux sont sorties',
  'Trois sont sorties',
  'Quatre sont sorties',
  'Cinq sont sorties',
  'Six sont sorties',
  'Sept sont sorties',
  'Huit sont sorties',
];
const ordinals = [
  'première',
  'deuxième',
  'troisième',
  'quatrième',
  'cinquième',
  'sixième',
  'septième',
  'huitième',
  'neuvième',
];

export const words: typeof english = {
  yours: (number) => `La vôtre est la ${number}`,
  coming: (landed) => (landed < 9 ? `${counts[landed]}. La ${ordinals[landed]} arrive.` : 'Les neuf sont sorties.'),
  came: (place) => `La vôtre est sortie ${ordinals[place]}. La jouer pour de vrai\u202F?`,
  order: 'Les neuf boules, dans l’ordre de sortie',
  play: (number) => `Jouer la ${number} pour de vrai`,
  again: 'Réessayer',
  skip: 'Voir la fin',
  even: 'Une boule sort première 1 fois sur 9. Un essai est aussi juste qu’un tirage.',
};
