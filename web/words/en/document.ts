/** Words of the HTML around the app, of the installed app, and of the line that offers this language on a page of another. */
export const words = {
  lost: 'The app could not be loaded.',
  again: 'Try again',
  description: 'Bets on one random order of the numbers 1 to 9, drawn every few minutes.',
  offer: 'This site is also in English.',
  change: 'Continue in English',
  keep: 'Close',
};
