/** Words of the networks' health and of the charts of payments. */
export const words = {
  title: 'Networks, last 24 hours',
  note: 'bold: last 24 hours · quiet: last 28 days · success: of what has ended, what moved money',
  through: (provider: string) => `through ${provider}`,
  slow: 'slow',
  healthy: 'healthy',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  succeed: 'succeed',
  nothing: 'No payment was made within 28 days.',
  isSlow: (network: string, since: string | null) => `${network} is slow${since === null ? '' : ` since ${since}`}`,
  howSlow: (share: string, usual: string, median: string, usualMedian: string) =>
    `last 24 hours: ${share} of deposits succeed (usual ${usual}), half take over ${median} (usual ${usualMedian})`,
  hide: (network: string, country: string | null) =>
    `Hide ${network} for deposits${country === null ? '' : ` in ${country}`}…`,
  byHour: 'Success by network, last 24 hours',
  scale: '80 to 100 %, one scale',
  lineOf: (network: string, last: string, least: string) =>
    `${network}: ${last} succeeded in the last hour with payments; the lowest hour had ${least}.`,
  perHour: 'Deposits and withdrawals per hour',
  perHourSays: (paidIn: string, out: string) =>
    `Deposits and withdrawals in each of the last 24 hours: ${paidIn} XOF came in, ${out} XOF went out.`,
  hour: 'Hour',
};
