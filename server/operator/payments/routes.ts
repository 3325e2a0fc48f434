import * as contract from '#contract/operator/payments.ts';
import { uuidPattern } from '#domain/uuid.ts';
import type { Http } from '#server/http/http.ts';
import { readCursor, readMomentCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { conflict } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';
import { operatorsIn } from '#server/words/languages.ts';
import { filtersOf } from './payment-filters.ts';

/** The database's reasons against an act. */
type InTheWay = keyof OperatorWords['payment'];

/** The answer of an act whose function says with a word what it did. @throws Refusal not_found, conflict */
function outcomeOf<W extends string>(outcome: W | 'not_there' | InTheWay): { readonly outcome: W } {
  if (outcome === 'not_there') throw new Refusal('not_found');
  if (isInTheWay(outcome)) throw conflict((says) => says.payment[outcome]);
  return { outcome };
}

function isInTheWay(outcome: string): outcome is InTheWay {
  return Object.hasOwn(operatorsIn('en').payment, outcome);
}

export function registerPaymentRoutes(http: Http, operators: Operators): void {
  const { addData, addRead, addList, addAct } = operatorCalls(http, operators);

  addList(contract.listOperatorPayments, 'console.list_payments', async ({ operators, operator, query }) => {
    const { cursor, limit: _limit, ...filters } = query;
    return [await filtersOf(operators, operator, filters), readCursor(cursor, uuidPattern)];
  });
  addRead(contract.sumOperatorPayments, 'console.sum_payments', async ({ operator, query }) => [
    await filtersOf(operators, operator, query),
  ]);
  // It reads the payments of 28 days, so it waits with the reports.
  addData(contract.listNetworks, ({ operator }) =>
    readAll({ db: operators.reportDb }, 'console.network_health', [operator.session]),
  );
  addRead(contract.getPaymentRoutes, 'console.read_routes');
  addRead(contract.countOperatorPayments, 'console.count_payments');
  addRead(contract.getOperatorPayment, 'console.open_payment');
  addList(contract.listAdjustments, 'console.list_adjustments', ({ query: { client, from, to, cursor } }) => [
    client,
    from,
    to,
    ...readMomentCursor(cursor),
  ]);

  addAct(
    contract.stopPayments,
    'console.stop_payments',
    (id: string | null) => {
      if (id === null) throw conflict((says) => says.paymentsStoppedAlready);
      return { id };
    },
    ({ body: { account, network, toldEn, toldFr, reason } }) => [
      account,
      network?.country,
      network?.method,
      network?.direction,
      toldEn,
      toldFr,
      reason,
    ],
  );
  addAct(contract.askProvider, 'console.ask_provider', outcomeOf<'asked'>);
  addAct(contract.releaseWithdrawal, 'console.release_withdrawal', outcomeOf<'released'>);
  addAct(
    contract.refuseWithdrawal,
    'console.refuse_withdrawal',
    outcomeOf<'refused'>,
    ({ params, body: { reason, told } }) => [params.id, reason, told],
  );
  addAct(
    contract.noteOwnAccount,
    'console.note_own_account',
    outcomeOf<'noted'>,
    ({ params, body: { operator, reason } }) => [operator, params.id, reason],
  );
}
