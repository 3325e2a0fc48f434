/** Words on amounts and times. */
export const words = {
  amounts: 'Quick choices',
  timeIsUp: 'Time is up.',
  secondsLeft: (seconds: number) => `${seconds} seconds left.`,
};
