import * as accounts from './accounts.ts';
import { actsTakeTwo } from './acts.ts';
import type { Check } from './check.ts';
import * as draws from './draws.ts';
import * as keptSums from './kept-sums.ts';
import * as payments from './payments.ts';
import * as tickets from './tickets.ts';

/** All checks, in the order in which a pass runs them: from single lines to the whole. */
export const checks: readonly Check[] = [
  accounts.postingsAreEvents,
  accounts.postingsAreNotedOnce,
  accounts.statementsContinue,
  accounts.statementsEndAtWallets,
  accounts.heldIsUnderWay,
  tickets.ticketsArePaidFor,
  tickets.ticketsWereOnSale,
  draws.resultsAreOrders,
  draws.resultsAreDerived,
  draws.duesAreOwed,
  draws.duesArePaid,
  draws.stakesAreBanked,
  draws.figuresAddUp,
  payments.paymentsArePosted,
  payments.postingsHavePayments,
  payments.chargebacksArePosted,
  keptSums.adjustmentsHaveReasons,
  actsTakeTwo,
  accounts.walletsAreTheirPostings,
  draws.stakesAreTickets,
  payments.topUpsArePosted,
  payments.clearingIsPayments,
  keptSums.sumsArePostings,
  keptSums.figuresAreDraws,
  keptSums.daysAreHours,
  accounts.balancesSumToZero,
];
