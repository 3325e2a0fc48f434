/** Words of the wallet: balances, adding funds, withdrawing, payments. */
export const words = {
  title: 'My wallet',
  total: 'Total',
  deposit: { title: 'Deposits', text: 'What you added, for play. Bets take from here first.' },
  win: { title: 'Winnings', text: 'What you won, for play or to withdraw.' },
  addFunds: 'Add funds',
  withdraw: 'Withdraw',
  nothingToWithdraw: 'There are no winnings to withdraw yet.',

  unconfirmed: {
    title: 'Confirm your phone first',
    text: 'Money moves only once your phone is confirmed.',
    action: 'Confirm my phone',
  },

  form: {
    amount: 'Amount',
    amountWanted: 'Choose or write an amount.',
    limits: (min: string, max: string) => `${min} to ${max}`,
    outOfRange: (min: string, max: string) => `From ${min} to ${max}.`,
    offStep: (step: string) => `In steps of ${step}.`,
    moreThanAvailable: (available: string) => `You can withdraw ${available}.`,
    method: 'Pay with',
    payoutMethod: 'Paid to',
    phone: 'Phone',
    paidBy: (name: string) => `Paid by ${name}`,
    change: 'Change',
    firstName: 'First name',
    lastName: 'Last name',
    noMethods: 'There is no payment method for this country at the moment.',
    lost: 'We did not hear back. Try again: the same payment is never made twice.',
  },

  add: {
    title: 'Add funds',
    submit: 'Add funds',
    balanceAfter: 'Deposits afterwards',
    next: 'You approve the payment on the next page, then come back here.',
  },

  take: {
    title: 'Withdraw',
    /** While play is paused the deposits can be withdrawn as well. */
    available: (amount: string, paused: boolean) => (paused ? `${amount} in your wallet` : `${amount} of winnings`),
    paused: 'While play is paused you can withdraw your deposits, too.',
    to: 'To',
    toPhone: 'To your confirmed phone',
    check: 'Check and confirm',
    amount: 'Amount',
    before: (paused: boolean) => (paused ? 'Wallet now' : 'Winnings now'),
    after: (paused: boolean) => (paused ? 'Wallet afterwards' : 'Winnings afterwards'),
    held: 'The amount leaves your wallet at once and is held until it is paid out. If that fails, it comes back.',
    confirm: (amount: string) => `Withdraw ${amount}`,
    change: 'Change',
  },

  returned: {
    title: {
      deposit: (amount: string) => `${amount} to your wallet`,
      withdrawal: (amount: string) => `${amount} to your phone`,
    },
    checking: 'Asking how your payment stands …',
    approve: 'Go to the payment',
    onward: 'Go on to checkout',
    again: 'Try again',
    dismiss: 'Close',
  },

  /** By direction and status: a few words for a badge, and a sentence for the one payment that is looked at. */
  status: {
    deposit: {
      created: { label: 'Starting', sentence: 'The payment is being prepared.' },
      pending: {
        label: 'Waiting',
        sentence: 'Waiting for the payment to be approved. This page shows it as soon as it is.',
      },
      processing: { label: 'Processing', sentence: 'The payment is being processed.' },
      unknown: {
        label: 'Checking',
        sentence: 'We are asking the payment service how it ended. Nothing is lost meanwhile.',
      },
      succeeded: { label: 'Added', sentence: 'The money is in your wallet.' },
      paid: { label: 'Added', sentence: 'The money is in your wallet.' },
      failed: { label: 'Declined', sentence: 'The payment was declined. Nothing was added to your wallet.' },
      expired: {
        label: 'Expired',
        sentence: 'The payment was not approved in time. Nothing was added to your wallet.',
      },
    },
    withdrawal: {
      created: { label: 'Starting', sentence: 'The amount is held and about to be sent.' },
      pending: { label: 'Processing', sentence: 'The amount is held and on its way to your phone.' },
      processing: { label: 'Processing', sentence: 'The amount is held and on its way to your phone.' },
      unknown: {
        label: 'Checking',
        sentence: 'We are asking the payment service how it ended. The amount stays held until that is certain.',
      },
      succeeded: { label: 'Paid out', sentence: 'The money was sent to your phone.' },
      paid: { label: 'Paid out', sentence: 'The money was sent to your phone.' },
      failed: { label: 'Failed', sentence: 'It could not be paid out. The amount is back in your winnings.' },
      expired: { label: 'Failed', sentence: 'It could not be paid out. The amount is back in your winnings.' },
    },
  },

  /** Of an added payment that the payment service took back. */
  takenBack: {
    label: 'Taken back',
    partLabel: 'Partly taken back',
    sentence: (amount: string) =>
      `The payment service has given ${amount} of it back to whoever paid. That was taken out of your wallet.`,
  },

  payments: {
    title: 'Payments',
    direction: { deposit: 'Added', withdrawal: 'Withdrawn' },
    empty: { title: 'No payments yet', text: 'What you add and withdraw shows up here, with how it stands.' },
    statement: 'Statement',
  },
};
