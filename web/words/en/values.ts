/** Words on amounts and times. */
export const words = {
  amounts: 'Quick choices',
  timeIsUp: 'Time is up.',
  paidAndStaked: (paid: string, staked: string) => `Paid ${paid} · staked ${staked}`,
  secondsLeft: (seconds: number) => `${seconds} seconds left.`,
};
