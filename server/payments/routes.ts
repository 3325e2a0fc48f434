import {
  deposit,
  getPayment,
  getPayouts,
  listPaymentMethods,
  listPayments,
  receiveWebhook,
  withdraw,
} from '#contract/payments.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { route, type Call } from '#server/http/route.ts';
import { originOf, type SecurityLog } from '#server/identity/security-log/security-log.ts';
import type { Payments } from './payments.ts';
import type { Direction } from './provider.ts';

export function registerPaymentRoutes(http: Http, payments: Payments, security: SecurityLog): void {
  const start = async (
    direction: Direction,
    { signedIn, headers, body: { customerDetails }, request }: Call<typeof deposit>,
  ) => ({
    data: await payments.start(
      direction,
      signedIn,
      headers['idempotency-key'],
      customerDetails,
      originOf(request),
      languageOf(request),
    ),
  });
  route(http, deposit, (call) => start('deposit', call));
  route(http, withdraw, (call) => start('withdrawal', call));

  route(http, getPayouts, async ({ signedIn }) => {
    const waits = await payments.payoutsWait(signedIn.clientId);
    return { data: { waits: waits && { ...waits, until: waits.until?.toISOString() ?? null } } };
  });

  route(http, getPayment, async ({ signedIn, params: { id }, request }) => ({
    data: await security.watchId(originOf(request), signedIn, 'payment', id, () => payments.get(signedIn.clientId, id)),
  }));

  route(http, listPayments, ({ signedIn, query }) => payments.list(signedIn.clientId, query));

  route(http, listPaymentMethods, async ({ request }) => ({
    data: await payments.methods(languageOf(request)),
    meta: { withdrawable: [...payments.withdrawable] },
  }));

  route(http, receiveWebhook, async ({ params, rawBody, request }) => {
    await payments.takeNotice(params.provider, rawBody, request.headers);
    return {};
  });
}
