import { deposit, getPayment, listPaymentMethods, listPayments, receiveWebhook, withdraw } from '#contract/payments.ts';
import type { Http } from '#server/http/http.ts';
import { route } from '#server/http/route.ts';
import { originOf, type SecurityLog } from '#server/identity/security-log.ts';
import type { Payments } from './payments.ts';

export function registerPaymentRoutes(http: Http, payments: Payments, security: SecurityLog): void {
  route(http, deposit, async ({ signedIn, headers, body }) => ({
    data: await payments.start('deposit', signedIn, headers['idempotency-key'], body.customerDetails),
  }));

  route(http, withdraw, async ({ signedIn, headers, body }) => ({
    data: await payments.start('withdrawal', signedIn, headers['idempotency-key'], body.customerDetails),
  }));

  route(http, getPayment, async ({ signedIn, params: { id }, request }) => ({
    data: await security.watchId(originOf(request), signedIn, 'payment', id, () => payments.get(signedIn.clientId, id)),
  }));

  route(http, listPayments, ({ signedIn, query }) => payments.list(signedIn.clientId, query));

  route(http, listPaymentMethods, () => ({
    data: payments.methods(),
    meta: { withdrawable: [...payments.withdrawable] },
  }));

  route(http, receiveWebhook, async ({ params, rawBody, request }) => {
    await payments.takeNotice(params.provider, rawBody, request.headers);
    return {};
  });
}
