import { Readable } from 'node:stream';
import * as contract from '#contract/operator/payments.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import {
  askProvider,
  askToAdjust,
  askToDecide,
  askToRelease,
  noteOwnAccount,
  refuseWithdrawal,
  releaseWithdrawal,
} from './act-on-payments.ts';
import { listAdjustments } from './list-adjustments.ts';
import { countPayments, exportPayments, listPayments } from './list-payments.ts';
import { openPayment } from './open-payment.ts';

export function registerPaymentRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listOperatorPayments, ({ operator, query }) =>
    listPayments(operators, operator, query),
  );

  operatorRoute(http, db, contract.countOperatorPayments, async ({ operator }) => ({
    data: await countPayments(operators, operator),
  }));

  operatorRoute(http, db, contract.exportOperatorPayments, async ({ operator, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="izi-payments.csv"')
      .send(Readable.from(await exportPayments(operators, operator, query))),
  );

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

  operatorRoute(http, db, contract.askToReleaseWithdrawal, async ({ operator, params, body }) => ({
    data: await askToRelease(operators, operator, params.id, body),
  }));

  operatorRoute(http, db, contract.askToDecidePayment, async ({ operator, params, body }) => ({
    data: await askToDecide(operators, operator, params.id, body),
  }));

  operatorRoute(http, db, contract.listAdjustments, ({ operator, query }) =>
    listAdjustments(operators, operator, query),
  );

  operatorRoute(http, db, contract.askToAdjust, async ({ operator, params, body }) => ({
    data: await askToAdjust(operators, operator, params.id, body),
  }));

  operatorRoute(http, db, contract.noteOwnAccount, async ({ operator, params, body }) => ({
    data: await noteOwnAccount(operators, operator, params.id, body),
  }));
}
