const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
const counts = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'All nine'];

/** The rules of the game, and why a ticket won or lost. */
export const words = {
  ordinal: (place: number) => ordinals[place] ?? String(place + 1),

  why: {
    inPlace: (places: readonly number[]) =>
      places.length === 0
        ? 'None is in its exact place.'
        : `${counts[places.length]} in ${places.length === 1 ? 'its' : 'their'} exact place: ${list(places.map((place) => ordinals[place]!))}.`,
    threeNeeded: 'Three are needed.',
    pays: (hits: number, mult: string) => `${counts[hits]} pays ${mult}.`,
    paysTimes: (mult: string) => `That pays ${mult}.`,
    cameOut: (number: string, place: number) => `${number} came ${ordinals[place]}`,
    together: (sentences: readonly string[]) => `${list(sentences)}.`,
    needed: {
      IziOne: 'It has to be first.',
      IziTwo: 'Both have to be among the first two.',
      IziABC: 'It has to be among the first three.',
      Izi2x: 'At least two have to be among the first three.',
      Izi3x: 'All have to be among the first three.',
    },
    void: 'The draw was void: the stake went back to the wallet it came from.',
  },
};

/** `4`, `4 and 9`, `1, 4 and 9`. */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
