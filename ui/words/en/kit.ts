/** The kit's own words. */
export const words = {
  loading: 'Loading',
  close: 'Close',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  showMore: 'Show more',
  showCharacters: 'Show the characters',
};
