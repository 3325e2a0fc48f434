import type { words as english } from '#web/words/en/game.ts';

const ordinals = [
  'premier',
  'deuxième',
  'troisième',
  'quatrième',
  'cinquième',
  'sixième',
  'septième',
  'huitième',
  'neuvième',
];
const counts = ['Aucun', 'Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept', 'Huit', 'Les neuf'];

export const words: typeof english = {
  ordinal: (place) => ordinals[place] ?? String(place + 1),

  why: {
    inPlace: (places) =>
      places.length === 0
        ? 'Aucun n’est à la bonne place.'
        : `${counts[places.length]} à la bonne place : ${list(places.map((place) => (place === 0 ? 'la 1re' : `la ${place + 1}e`)))}.`,
    threeNeeded: 'Il en faut trois.',
    pays: (hits, mult) => `${counts[hits]} à la bonne place : cote ${mult}.`,
    paysTimes: (mult) => `La cote est ${mult}.`,
    cameOut: (number, place) => `le ${number} est sorti ${ordinals[place]}`,
    together: (sentences) => upper(`${list(sentences)}.`),
    needed: {
      IziOne: 'Il doit sortir premier.',
      IziTwo: 'Les deux doivent être les deux premiers.',
      IziABC: 'Il doit être parmi les trois premiers.',
      Izi2x: 'Deux au moins doivent être parmi les trois premiers.',
      Izi3x: 'Tous doivent être parmi les trois premiers.',
    },
    void: 'Le tirage a été annulé : la mise est remboursée.',
  },
};

export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} et ${parts.at(-1)}`;
}

function upper(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}
