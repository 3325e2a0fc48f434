/** Words of the HTML around the app, and of the installed app. */
export const words = {
  lost: 'The app could not be loaded.',
  again: 'Try again',
  description: 'Bets on one random order of the numbers 1 to 9, drawn every few minutes.',
};
