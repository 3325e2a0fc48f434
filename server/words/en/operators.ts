/** What the operators' API says to the console, where it is more exact than the table of problems. */
export const operators = {
  over: {
    ended: 'This session was ended. Sign in again.',
    expired: 'A session lasts 12 hours at most. Sign in again.',
    idle: 'You were away for 15 minutes. Sign in again.',
    disabled: 'This operator can do nothing any more.',
  },
  wrongAddress: 'The console is not open to this address.',
  wrongCredentials:
    'The name, the password or the code is wrong. After five wrong tries no password is taken for 15 minutes. A passkey still is.',
  setup: {
    full: 'You have ten passkeys. Have one removed first.',
    taken: 'This passkey is there already. Use another device.',
    needsPasskeys: 'Your role needs passkeys.',
    passwordFirst: 'Set a password first.',
  },
  request: {
    over: 'This request has ended, or its time is over.',
    own: 'You have asked for this. Somebody else has to decide it.',
    not_own: 'Somebody else has asked for this.',
    too_new: 'A new operator approves nothing for a day.',
    asker: 'Whoever asked for this may not ask for it any more.',
    changed: 'What you signed has changed in the meantime. Look again and sign anew.',
    /** @param code of a precondition; the console has the words */
    unmet: (code: string) => `Something that this needs is not so: ${code}.`,
  },
  payment: {
    paid: 'A paid withdrawal is final: there is nothing to ask.',
    held: 'It is held, so its provider has not heard of it.',
    not_held: 'This withdrawal is not held.',
    decided: 'Somebody has decided about this withdrawal already.',
    payouts_wait: 'The withdrawals of this player wait, because how they sign in was changed.',
    own: 'This account is your own.',
    takes_two:
      'With this one the player would withdraw more than 1,000,000 XOF in 24 hours: that takes two. Ask for it.',
  },
  money: {
    fullHour: 'A full hour: sums are kept by the hour.',
    tooLong: 'That is too long a time.',
    hourAtMost: 'An hour later at most.',
  },
  timetable: {
    none: 'There is no timetable yet. Start a worker first.',
    closeBefore: (minutes: number) => `Less than the ${minutes} minutes between two draws.`,
  },
  stoppedAlready: 'Just that is stopped already, or this draw is not on sale.',
  paymentsStoppedAlready: 'Just that is stopped already.',
  cap: {
    notOnSale: 'This draw is not on sale.',
    notLower: (cap: string) => `This is not lower: the cap is ${cap} now.`,
  },
  care: {
    hasOpen: 'This player has an open case.',
    closedOrNoted: 'The case is closed, or has this contact already. Look at it again.',
    closedOrNobody: 'The case is closed, or nobody of support or compliance has this name.',
    closed: 'The case is closed already.',
  },
  document: {
    not_waiting: 'Somebody has decided about this document already.',
    document_over: 'This document is no longer valid.',
    renamed: 'The client has changed their name a moment ago. Look at it again.',
    document_taken: 'This document was accepted in another account.',
  },
  onListAlready: 'This phone or player is on the list already.',
  manyViews: 'You have saved a hundred views. Remove one first.',
  manyNotes: 'A hundred notes wait already. Take one over first.',
  noteTaken: (name: string) => `${name} has taken this note over.`,
  manyPeople: (most: number) => `A file of more than ${most.toLocaleString('en')} people takes two. Ask for it.`,
  exposure: {
    notComputed: 'The worker has not computed it yet. Try again in a moment.',
    calledOff: 'This draw was called off. It pays nothing: its stakes go back.',
    otherRules: (rules: string) => `This draw has the rules ${rules}, which this version does not know.`,
  },
  report: {
    years: 'A day from 1970 to 9998.',
    notBegun: 'This period has not begun.',
    ofNow: 'This report is of now: choose a period that is not over.',
  },
  /** What a report compares with what, by the names that functions of the database give it. */
  heldAgainst: {
    in: 'Deposits by account · postings of deposits',
    staked: 'Stakes by account · postings of bets',
    won: 'Winnings by account · postings of payouts',
    returned: 'Stakes that went back · postings of refunds',
    adjusted: 'Corrections by hand · postings of adjustments',
    out: 'Withdrawals by account · postings from players to clearing',
    chargedBack: 'Deposits taken back, by account · postings of chargebacks',
    openingAndMovements: 'What was there and what moved · what all accounts had at the end',
    wallets: 'What accounts had · the stored wallets, less what has moved since',
    openStakes: 'Stakes of tickets without a result · the stakes that draws hold',
    held: 'Held for withdrawals · the postings that hold it',
    allAccounts: 'Owed to players · what house, clearing and adjustments have against it',
    stakes: 'Stakes by draw · postings that bank them',
    payouts: 'Payouts by draw · postings of payouts',
    voidStakes: 'Stakes of void draws · postings of refunds',
    dues: 'What was paid · what was due for these tickets',
    posted: 'Payments that ended well · what was posted for them through clearing',
    lines: 'Lines of the audit · their numbers, which follow one another',
    wrongLines: 'Wrong lines in the audit · what the last look over its chain found',
    lastFullPass: 'Mismatches of the last full pass · what that pass says it found',
    accounts: 'Accounts at the end of the period · wallets, less those of later accounts',
    salesStopped: 'Lines that stop sales · the stops themselves',
    salesStarted: 'Lines that let sales go on · the stops that ended',
  } as Readonly<Record<string, string>>,
};

export type OperatorWords = typeof operators;
