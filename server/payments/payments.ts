import type { listPayments as listing } from '#contract/payments.ts';
import { levelOfFailure } from '#database/connect.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import { startBackground, type Background, type OnDue } from '#server/background/background.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { readPayoutsWait } from '#server/identity/cooling-off/cooling-off.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { addressIn, type Language } from '#server/words/languages.ts';
import type { Headers, Direction } from './provider.ts';
import { getPayment, listPayments } from './read-payments.ts';
import type { ResolveDeps } from './resolve.ts';
import { listMethods, readRouting } from './routing.ts';
import { startPayment, type CustomerDetails, type StartPaymentDeps } from './start-payment.ts';
import { sweepFormer, sweepPayment, sweepPayments } from './sweep.ts';
import { takeWebhook } from './webhook.ts';

export interface PaymentsDeps
  extends ResolveDeps, Pick<StartPaymentDeps, 'withdrawable' | 'tiers' | 'timeZone' | 'payoutRules' | 'reviewRules'> {
  /** Where browsers reach the app, without a slash at its end. A function, because a test's port is not known earlier. */
  readonly publicUrl: () => string;
}

export type Payments = ReturnType<typeof createPayments>;

const sweepPauseMs = 1_000;

export function createPayments(deps: PaymentsDeps) {
  const { db, providers, log } = deps;
  const returnTo = (language: Language) => (id: string) =>
    `${deps.publicUrl()}${addressIn('/my-wallet', language)}?payment=${id}`;
  const underWay = new Set<Promise<void>>();

  function askInBackground(paymentId: string): void {
    const asking = sweepPayment(deps, paymentId)
      .catch((error: unknown) =>
        log[levelOfFailure(error)]({ err: error, paymentId }, 'a notice could not be followed'),
      )
      .finally(() => underWay.delete(asking));
    underWay.add(asking);
  }

  return {
    /** @param language of the page that the payer's browser returns to */
    start: (
      direction: Direction,
      signedIn: SignedIn,
      key: string,
      details: CustomerDetails,
      origin: Origin,
      language: Language = 'en',
    ) => startPayment({ ...deps, returnUrl: returnTo(language), language }, direction, signedIn, key, details, origin),
    payoutsWait: (clientId: number) => readPayoutsWait(db, clientId),
    get: (clientId: number, id: string) => getPayment(db, deps.partyKeys, clientId, id),
    list: (clientId: number, query: RequestOf<typeof listing>['query']) =>
      listPayments(db, deps.partyKeys, clientId, query),
    methods: async (language: Language) => listMethods(await readRouting(db, providers), language),
    withdrawable: deps.withdrawable,
    /** Stores a notice and asks the provider about its payment in the background. */
    async takeNotice(providerId: string, rawBody: Buffer, headers: Headers) {
      const address = `${deps.publicUrl()}/api/payments/${providerId}/webhook`;
      const paymentId = await takeWebhook(db, providers, providerId, { address, rawBody, headers });
      if (paymentId !== null) askInBackground(paymentId);
    },
    /** Asks the provider about one payment now, and applies its answer. */
    ask: (paymentId: string) => sweepPayment(deps, paymentId),
    /** Starts the sweep. Returns what stops it. */
    startSweep(onDue?: OnDue): Background {
      const step = async () => (await sweepPayments(deps)) + (await sweepFormer(deps)) > 0;
      return startBackground([{ name: 'the payment sweep', step, everyMs: sweepPauseMs }], log, onDue);
    },
    /** Waits for the background work that notices started. */
    drain: async () => void (await Promise.all(underWay)),
  };
}
