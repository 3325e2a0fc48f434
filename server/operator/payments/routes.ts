import * as contract from '#contract/operator/payments.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { askProvider, noteOwnAccount, refuseWithdrawal, releaseWithdrawal } from './act-on-payments.ts';
import { listAdjustments } from './list-adjustments.ts';
import { countPayments, listNetworks, listPayments, sumPayments } from './list-payments.ts';
import { openPayment } from './open-payment.ts';
import { readPaymentRoutes, stopPayments } from './payment-routes.ts';

export function registerPaymentRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorList(http, operators, contract.listOperatorPayments, ({ operators, operator, query }) =>
    listPayments(operators, operator, query),
  );

  operatorRoute(http, db, contract.sumOperatorPayments, async ({ operator, query }) => ({
    data: await sumPayments(operators, operator, query),
  }));

  operatorRoute(http, db, contract.listNetworks, async ({ operator }) => ({
    data: await listNetworks(operators, operator),
  }));

  operatorRoute(http, db, contract.getPaymentRoutes, async ({ operator }) => ({
    data: await readPaymentRoutes(operators, operator),
  }));

  operatorRoute(http, db, contract.stopPayments, async ({ operator, body }) => ({
    data: await stopPayments(operators, operator, body),
  }));

  operatorRoute(http, db, contract.countOperatorPayments, async ({ operator }) => ({
    data: await countPayments(operators, operator),
  }));

  operatorRoute(http, db, contract.getOperatorPayment, async ({ operator, params, query }) => ({
    data: await openPayment(operators, operator, params.id, query.at),
  }));

  operatorRoute(http, db, contract.askProvider, async ({ operator, params }) => ({
    data: await askProvider(operators, operator, params.id),
  }));

  operatorRoute(http, db, contract.releaseWithdrawal, async ({ operator, params, body }) => ({
    data: await releaseWithdrawal(operators, operator, params.id, body.reason),
  }));

  operatorRoute(http, db, contract.refuseWithdrawal, async ({ operator, params, body }) => ({
    data: await refuseWithdrawal(operators, operator, params.id, body),
  }));

  operatorList(http, operators, contract.listAdjustments, ({ operators, operator, query }) =>
    listAdjustments(operators, operator, query),
  );

  operatorRoute(http, db, contract.noteOwnAccount, async ({ operator, params, body }) => ({
    data: await noteOwnAccount(operators, operator, params.id, body),
  }));
}
