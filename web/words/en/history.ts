/** Words of the statement. */
export const words = {
  title: 'History',
  lead: 'What you added, staked, won and withdrew. Sums are of the whole period.',
  period: 'Period',
  periods: { today: 'Today', week: '7 days', month: 'Month', all: 'All', custom: 'Custom' },
  from: 'From',
  to: 'To',

  result: {
    /** The dashes are as wide as digits. */
    dayPending: '‒‒/‒‒/‒‒‒‒',
    of: (period: string | null) => (period === null ? 'Result of play' : `Result of play, ${period}`),
    between: (from: string, to: string) => `${from} to ${to}`,
    since: (first: string | null) => (first === null ? 'to date' : `since ${first}`),
    until: (last: string) => `until ${last}`,
    sentence: (won: string, staked: string, tickets: number) =>
      `You won ${won} and staked ${staked} in ${tickets === 1 ? '1 ticket' : `${tickets} tickets`}.`,
    share: (percent: number) => `Won is ${percent} % of staked`,
    sums: {
      deposited: 'Added',
      staked: 'Staked',
      withdrawn: 'Withdrawn',
      won: 'Won',
      refunded: 'Stakes returned',
      returned: 'Withdrawals returned',
      takenBack: 'Deposits taken back',
      adjusted: 'Adjusted',
    },
  },

  overTime: {
    title: 'Your money over time',
    closing: (amount: string, day: string | null) => (day === null ? `now ${amount}` : `${amount} on ${day}`),
    said: (first: { at: string; amount: string }, last: { at: string; amount: string }, highest: string) =>
      `Both wallets together: ${first.amount} on ${first.at}, ${last.amount} on ${last.at}, ${highest} at most.`,
    asTable: 'As a table',
    caption: 'Your money over time, newest first',
    units: { hour: 'Hour from', day: 'Day', week: 'Week from', month: 'Month', year: 'Year' },
    balance: 'Balance after',
  },

  lines: 'Every line',
  kind: 'Show',
  allKinds: 'Everything',
  kinds: {
    deposit: 'Deposit',
    bet: 'Staked',
    payout: 'Won',
    refund: 'Stake returned',
    withdrawal: 'Withdrawal',
    withdrawal_returned: 'Withdrawal returned',
    chargeback: 'Deposit taken back',
    chargeback_repaid: 'Owed amount repaid',
    adjustment: 'Adjustment',
  },
  review: 'On hold: somebody here looks at it. You will know by',
  won: (bet: string, stake: string, multiple: string) => `${bet}, ${stake} × ${multiple}`,
  ofWinnings: (bet: string) => `${bet}, from winnings`,
  after: (balance: string) => `Balance ${balance}`,
  wallets: (deposits: string, winnings: string) => `Deposits ${deposits} · Winnings ${winnings}`,

  download: 'Download CSV',
  fileName: (from: string, to: string) => `izi-statement-${from}-${to}.csv`,
  start: 'start',
  today: 'today',

  empty: { title: 'Nothing moved', text: 'Choose another period or another kind of line.' },
};
