import * as contract from '#contract/operator/payments.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { askProvider, noteOwnAccount, refuseWithdrawal, releaseWithdrawal } from './act-on-payments.ts';
import { listAdjustments } from './list-adjustments.ts';
import { countPayments, listNetworks, listPayments, sumPayments } from './list-payments.ts';
import { openPayment } from './open-payment.ts';
import { readPaymentRoutes, stopPayments } from './payment-routes.ts';

export function registerPaymentRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  operatorList(http, operators, contract.listOperatorPayments, ({ operators, operator, query }) =>
    listPayments(operators, operator, query),
  );

  dataRoute(contract.sumOperatorPayments, ({ operator, query }) => sumPayments(operators, operator, query));
  dataRoute(contract.listNetworks, ({ operator }) => listNetworks(operators, operator));
  dataRoute(contract.getPaymentRoutes, ({ operator }) => readPaymentRoutes(operators, operator));
  dataRoute(contract.stopPayments, ({ operator, body }) => stopPayments(operators, operator, body));
  dataRoute(contract.countOperatorPayments, ({ operator }) => countPayments(operators, operator));

  dataRoute(contract.getOperatorPayment, ({ operator, params, query }) =>
    openPayment(operators, operator, params.id, query.at),
  );

  dataRoute(contract.askProvider, ({ operator, params }) => askProvider(operators, operator, params.id));

  dataRoute(contract.releaseWithdrawal, ({ operator, params, body }) =>
    releaseWithdrawal(operators, operator, params.id, body.reason),
  );

  dataRoute(contract.refuseWithdrawal, ({ operator, params, body }) =>
    refuseWithdrawal(operators, operator, params.id, body),
  );

  operatorList(http, operators, contract.listAdjustments, ({ operators, operator, query }) =>
    listAdjustments(operators, operator, query),
  );

  dataRoute(contract.noteOwnAccount, ({ operator, params, body }) =>
    noteOwnAccount(operators, operator, params.id, body),
  );
}
