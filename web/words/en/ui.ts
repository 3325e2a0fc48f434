/** Words that the components bring with them. */
export const words = {
  loading: 'Loading',
  close: 'Close',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  showMore: 'Show more',
  showCharacters: 'Show the characters',
  amounts: 'Quick choices',
  numbers: 'Numbers',
  result: 'Result, first out first',
  hit: 'hit',
  status: { pending: 'Pending', win: 'Win', lost: 'Lost', void: 'Void' },
  timeIsUp: 'Time is up.',
  secondsLeft: (seconds: number) => `${seconds} seconds left.`,
};
