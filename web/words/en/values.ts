/** Words on amounts and times. */
export const words = {
  amounts: 'Quick choices',
  wholeFrancs: 'Enter whole francs, in digits only.',
  timeIsUp: 'Time is up.',
  paidAndStaked: (paid: string, staked: string) => `Paid ${paid} · staked ${staked}`,
  secondsLeft: (seconds: number) => `${seconds} seconds left.`,
};
