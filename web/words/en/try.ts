const counts = [
  'None is',
  'One is',
  'Two are',
  'Three are',
  'Four are',
  'Five are',
  'Six are',
  'Seven are',
  'Eight are',
];
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** A draw that is tried without money. */
export const words = {
  yours: (number: string) => `Yours is the ${number}`,
  coming: (landed: number) =>
    landed < 9 ? `${counts[landed]} out. The ${ordinals[landed]} is coming.` : 'All nine are out.',
  came: (place: number) => `Yours came ${ordinals[place]}. Play it for real?`,
  order: 'The nine balls, first out first',
  play: (number: string) => `Play ${number} for real`,
  again: 'Try again',
  skip: 'Show the end',
  even: 'A ball comes first 1 time in 9. A try is as even as a draw.',
};
