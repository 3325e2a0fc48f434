/** Words that the kit brings with it. */
export const words = {
  loading: 'Loading',
  close: 'Close',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  showMore: 'Show more',
  showCharacters: 'Show the characters',
};
