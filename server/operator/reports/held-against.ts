import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/reports.ts';

type Books = NonNullable<AnswerOf<typeof contract.getReport>['data']['books']>;

/** As the database says it. */
export type HeldAgainst = Omit<Books['heldAgainst'][number], 'says'>;

/** What is compared with what, by the names that functions of the database give it. */
const sentences: Readonly<Record<string, string>> = {
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
  salesStarted: 'Requests that started sales · the stops that they ended',
};

export function presentBooks(found: readonly HeldAgainst[]): Books {
  return {
    isEqual: found.every(({ difference }) => difference === 0),
    heldAgainst: found.map(({ what, report, leftOut, books, difference }) => ({
      what,
      says: sentences[what] ?? what,
      report,
      leftOut,
      books,
      difference,
    })),
  };
}
