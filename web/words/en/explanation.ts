/** Words of where the money in a wallet came from. */
export const words = {
  wallet: 'Wallet',
  wallets: { dep: 'Deposits', win: 'Winnings' },
  rule: 'What you stake or withdraw takes the oldest money first. This is what is left, the newest first.',
  kinds: {
    deposit: (method: string) => `Deposit, ${method}`,
    payout: (bet: string) => `Won: ${bet}`,
    refund: (bet: string) => `Stake returned: ${bet}`,
    withdrawal_returned: 'Withdrawal returned',
    adjustment: 'Adjustment',
  },
  of: (credited: string) => `left of ${credited}`,
  payment: 'Payment',
  ticket: (serial: string) => `Ticket ${serial}`,
  draw: 'Draw and its proof',
  together: 'All together',
  unexplained: 'Not explained. We look at it.',
  empty: {
    dep: { title: 'No deposits are left', text: 'What you add shows here until it is staked.' },
    win: { title: 'No winnings are here', text: 'What your tickets win shows here.' },
  },
  stillSearching: 'This is older than the last 100,000 lines of your statement.',
};
