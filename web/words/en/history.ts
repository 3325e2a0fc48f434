/** Words of the statement. */
export const words = {
  title: 'History',
  kind: 'What',
  allKinds: 'Everything',
  kinds: {
    deposit: 'Funds added',
    bet: 'Bet',
    payout: 'Won',
    refund: 'Stake returned',
    withdrawal: 'Withdrawal',
    withdrawal_returned: 'Withdrawal returned',
    chargeback: 'Payment taken back',
    chargeback_repaid: 'Owed amount paid',
    adjustment: 'Adjustment',
  },
  from: 'From',
  to: 'To',
  clear: 'Clear the filters',
  download: 'Download CSV',
  fileName: (from: string, to: string) => `izi-statement-${from}-${to}.csv`,
  start: 'start',
  today: 'today',

  table: {
    caption: 'Statement, newest first',
    at: 'Date',
    kind: 'What',
    amount: 'Amount',
    dep: 'Deposits after',
    win: 'Winnings after',
  },
  after: { dep: 'Deposits', win: 'Winnings' },

  summary: {
    title: 'In and out',
    period: (lines: number, from: string, to: string) =>
      `${lines === 1 ? 'The one line' : `The ${lines} lines`} listed below, ${from === to ? from : `${from} to ${to}`}.`,
    moneyIn: 'Funds added',
    staked: 'Staked',
    won: 'Won',
    out: 'Withdrawn',
    adjusted: 'Adjusted',
    net: 'Result of play',
    netHint: 'Won less staked; stakes that came back are not counted.',
    partly: 'Older lines are not counted until you show them.',
  },

  overTime: {
    title: 'Both wallets over time',
    said: (first: { at: string; amount: string }, last: { at: string; amount: string }, highest: string) =>
      `Both wallets together held ${first.amount} before ${first.at} and ${last.amount} after ${last.at}; ${highest} at the most.`,
    asTable: 'As a table',
    byDay: 'Money by day, newest first',
    day: 'Day',
    balance: 'Both wallets after',
  },

  empty: {
    none: { title: 'Nothing has moved yet', text: 'Every franc that comes in or goes out is listed here.' },
    filtered: { title: 'Nothing fits these filters', text: 'Choose another kind or other dates.' },
  },
};
