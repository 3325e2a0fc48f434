import type { Payment } from '#contract/payments.ts';
import { startBackground, type Background } from '#server/background/background.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { listMethods } from './limits.ts';
import type { Capability, Headers, Direction, PaymentProvider } from './provider.ts';
import { getPayment, listPayments, type PaymentPage } from './read-payments.ts';
import type { ResolveDeps } from './resolve.ts';
import { startPayment, type CustomerDetails } from './start-payment.ts';
import { sweepPayment, sweepPayments } from './sweep.ts';
import { takeWebhook } from './webhook.ts';

export interface PaymentsDeps extends ResolveDeps {
  /** The first takes new payments. The others are only asked about their existing ones. */
  readonly providers: readonly [PaymentProvider, ...PaymentProvider[]];
  /** The wallets that may be paid out. */
  readonly withdrawable: readonly ('win' | 'dep')[];
  /** Where the days, weeks and months of limits begin. */
  readonly timeZone: string;
  /** Where browsers reach the app, without a slash at its end. A function, because a test's port is not known earlier. */
  readonly publicUrl: () => string;
}

export interface Payments {
  start(direction: Direction, signedIn: SignedIn, key: string, details: CustomerDetails): Promise<Payment>;
  get(clientId: number, id: string): Promise<Payment>;
  list(clientId: number, cursor: string | undefined, limit: number): Promise<PaymentPage>;
  methods(): Capability[];
  readonly withdrawable: PaymentsDeps['withdrawable'];
  /** Stores a notice and asks the provider about its payment in the background. */
  takeNotice(providerId: string, rawBody: Buffer, headers: Headers): Promise<void>;
  /** Starts the sweep. Returns what stops it. */
  startSweep(): Background;
  /** Waits for the background work that notices started. */
  drain(): Promise<void>;
}

const sweepPauseMs = 1_000;

export function createPayments(deps: PaymentsDeps): Payments {
  const { db, providers, log } = deps;
  const [provider] = providers;
  const startDeps = {
    db,
    provider,
    withdrawable: deps.withdrawable,
    timeZone: deps.timeZone,
    returnUrl: (id: string) => `${deps.publicUrl()}/my-wallet?payment=${id}`,
  };
  const underWay = new Set<Promise<void>>();

  function askInBackground(paymentId: string): void {
    const asking = sweepPayment(deps, paymentId)
      .catch((error: unknown) => log.error({ err: error, paymentId }, 'a notice could not be followed'))
      .finally(() => underWay.delete(asking));
    underWay.add(asking);
  }

  return {
    start: (direction, signedIn, key, details) => startPayment(startDeps, direction, signedIn, key, details),
    get: (clientId, id) => getPayment(db, clientId, id),
    list: (clientId, cursor, limit) => listPayments(db, clientId, cursor, limit),
    methods: () => listMethods(provider),
    withdrawable: deps.withdrawable,
    async takeNotice(providerId, rawBody, headers) {
      const paymentId = await takeWebhook(db, providers, providerId, rawBody, headers);
      if (paymentId !== null) askInBackground(paymentId);
    },
    startSweep: () => {
      const step = async () => (await sweepPayments(deps)) > 0;
      return startBackground([{ name: 'the payment sweep', step, everyMs: sweepPauseMs }], log);
    },
    drain: async () => void (await Promise.all(underWay)),
  };
}
