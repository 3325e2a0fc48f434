/** Words of the wallet: balances, adding funds, withdrawing, payments. */
export const words = {
  title: 'My wallet',
  lead: 'Tickets are paid from here, and what they win is added here at once.',
  total: 'Total',
  deposit: { title: 'Deposits', text: 'What you added, for play. Stakes are taken from here first.' },
  win: { title: 'Winnings', text: 'What you won, to play with or to withdraw.' },
  explain: { button: 'Where does this money come from?', title: 'Where this money comes from' },
  addFunds: 'Add funds',
  withdraw: 'Withdraw',
  nothingToWithdraw: {
    title: 'There are no winnings to withdraw yet.',
    text: 'Deposits are for play. What you win can be withdrawn.',
    play: 'Play',
    /** Where deposits can be withdrawn as well, as during a break, and there are none. */
    nothing: 'There is nothing to withdraw.',
  },

  unconfirmed: {
    title: 'Confirm your phone first',
    text: 'You can add funds and withdraw once your phone is confirmed.',
    action: 'Confirm my phone',
  },

  /** While withdrawals wait. */
  waits: {
    title: 'Withdrawals wait',
    because: {
      password_reset: 'The password was set with a code, on a device that was new here.',
      factor_removed: 'Something that you sign in with was removed.',
      factor_changed: 'Something that you sign in with was changed, on a device that is new here.',
      phone_changed: 'The phone of this account was changed.',
      name_changed: 'The name of this account was changed.',
      undone: 'The link in our message was used to protect this account.',
      locked: 'We have locked withdrawals of this account.',
    },
    from: 'This protects your money if it was not you. Everything else works. You can withdraw from',
    ifNot: 'If it was not you, open the link in the message that we sent you, and look at',
    security: 'what you sign in with',
    stopped: 'No money leaves until we have talked to you. Everything else works. Please',
    contact: 'contact us',
    lockedUntil: 'You can withdraw from',
    ask: 'If you have a question, please',
  },

  form: {
    amount: 'Amount',
    amountWanted: 'Choose or enter an amount.',
    limits: (min: string, max: string) => `${min} to ${max}`,
    outOfRange: (min: string, max: string) => `Enter ${min} to ${max}.`,
    offStep: (step: string) => `Enter a multiple of ${step}.`,
    moreThanAvailable: (most: string) => `You can withdraw at most ${most}.`,
    lessThanLeast: (min: string) => `You need at least ${min} for a withdrawal.`,
    method: 'Pay with',
    payoutMethod: 'Paid to',
    phone: 'Phone',
    paidBy: (name: string) => `Paid by ${name}`,
    change: 'Change',
    firstName: 'First name',
    lastName: 'Last name',
    noMethods: 'There is no payment method for this country at the moment.',
    showDocument: 'My identity',
    lost: 'The same payment is never made twice.',
  },

  add: {
    title: 'Add funds',
    submit: 'Add funds',
    balanceAfter: 'Deposits afterwards',
    next: 'You approve it on the next page, or on your phone.',
  },

  take: {
    title: 'Withdraw',
    /** A player who cannot play, because of a break or an identity check, can withdraw deposits as well. */
    available: {
      winnings: (amount: string) => `${amount} of winnings`,
      deposits: (amount: string) => `${amount} of deposits`,
      wallet: (amount: string) => `${amount} in your wallet`,
    },
    stopped: 'While you cannot play you can withdraw your deposits too.',
    to: 'To',
    toWith: (phone: string, method: string) => `${phone}, ${method}`,
    toPhone: 'To your confirmed phone',
    next: 'You check it before it is sent.',
    check: 'Check and confirm',
    amount: 'Amount',
    before: { winnings: 'Winnings now', deposits: 'Deposits now', wallet: 'Wallet now' },
    after: { winnings: 'Winnings afterwards', deposits: 'Deposits afterwards', wallet: 'Wallet afterwards' },
    held: 'The amount leaves your wallet now and is on hold until it is paid out. If that fails, it comes back.',
    confirm: (amount: string) => `Withdraw ${amount}`,
    change: 'Change',
  },

  returned: {
    title: {
      deposit: (amount: string) => `Deposit of ${amount}`,
      withdrawal: (amount: string) => `Withdrawal of ${amount}`,
    },
    checking: 'Checking your payment …',
    approve: 'Go to the payment',
    onward: 'Continue to checkout',
    again: 'Try again',
    dismiss: 'Close',
  },

  /** By direction and status: a few words for a badge, and a sentence for the one payment that is looked at. */
  status: {
    deposit: {
      review: { label: 'Being looked at', sentence: 'Somebody here looks at this payment first.' },
      created: { label: 'Starting', sentence: 'The payment is being prepared.' },
      pending: {
        label: 'Waiting for approval',
        sentence: 'Waiting for you to approve the payment. This page updates by itself.',
      },
      processing: { label: 'Processing', sentence: 'The payment is being processed.' },
      unknown: {
        label: 'Checking',
        sentence: 'We are checking with the payment service. No money is lost.',
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
      review: {
        label: 'Being looked at',
        sentence: 'Somebody here looks at this withdrawal before it goes to your phone. The amount stays on hold.',
      },
      created: { label: 'Starting', sentence: 'The amount is on hold and about to be sent.' },
      pending: { label: 'Processing', sentence: 'The amount is on hold and on its way to your phone.' },
      processing: { label: 'Processing', sentence: 'The amount is on hold and on its way to your phone.' },
      unknown: {
        label: 'Checking',
        sentence: 'We are checking with the payment service. The amount stays on hold until we know.',
      },
      succeeded: { label: 'Paid out', sentence: 'The money was sent to your phone.' },
      paid: { label: 'Paid out', sentence: 'The money was sent to your phone.' },
      failed: { label: 'Failed', sentence: 'It could not be paid out. The amount is back in your wallet.' },
      expired: { label: 'Failed', sentence: 'It could not be paid out. The amount is back in your wallet.' },
    },
  },

  /** A deposit that has no page to approve it on, or none yet. */
  approveOnPhone:
    'Your phone asks you to approve the payment, or a button for it appears here. This page updates by itself.',

  /** The time by which a withdrawal under review will be decided, or that it takes longer. */
  review: { until: 'You will know by', late: 'It takes longer than we said. We are still at it.' },
  /** A withdrawal that was refused after a review. */
  refused: {
    label: 'Refused',
    sentence: (because: string) => `It was not sent. ${because} The amount is back in your wallet.`,
  },

  /** A deposit that the payment service took back. */
  takenBack: {
    label: 'Taken back',
    part: (amount: string) => `${amount} taken back`,
    sentence: (amount: string) =>
      `The payment service returned ${amount} to the payer, so we took it out of your wallet. What the wallet did not hold comes out of your next deposit.`,
  },

  payments: {
    title: 'Payments',
    direction: { deposit: 'Deposit', withdrawal: 'Withdrawal' },
    adjustment: 'Adjustment by us',
    booked: 'Done',
    empty: { title: 'No payments yet', text: 'Your deposits and withdrawals are listed here.' },
    history: 'History',
  },
};
