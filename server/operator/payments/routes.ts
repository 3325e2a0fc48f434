import * as contract from '#contract/operator/payments.ts';
import { uuidPattern } from '#domain/uuid.ts';
import type { Http } from '#server/http/http.ts';
import { readCursor, readMomentCursor } from '#server/http/paging.ts';
import { orConflict, outcomeOf } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';
import { filtersOf } from './payment-filters.ts';

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
    (id: string | null) => ({ id: orConflict(id, (says) => says.paymentsStoppedAlready) }),
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
  addAct(contract.askProvider, 'console.ask_provider', outcomeOf('payment', 'asked'));
  addAct(contract.releaseWithdrawal, 'console.release_withdrawal', outcomeOf('payment', 'released'));
  addAct(
    contract.refuseWithdrawal,
    'console.refuse_withdrawal',
    outcomeOf('payment', 'refused'),
    ({ params, body: { reason, told } }) => [params.id, reason, told],
  );
  addAct(
    contract.noteOwnAccount,
    'console.note_own_account',
    outcomeOf('payment', 'noted'),
    ({ params, body: { operator, reason } }) => [operator, params.id, reason],
  );
}
