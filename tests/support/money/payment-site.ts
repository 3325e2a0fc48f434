import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect } from 'vitest';
import type { Payment } from '#contract/payments.ts';
import type { Route } from '#domain/payment-routes.ts';
import { createHttp } from '#server/http/http.ts';
import { readWallet, type Wallet } from '#server/ledger/wallet.ts';
import { registerLedgerRoutes } from '#server/ledger/routes.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { createSecurityLog } from '#server/identity/security-log/security-log.ts';
import { makeFirstRoutes } from '#server/payments/keep-accounts.ts';
import { createPayments, type Payments } from '#server/payments/payments.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { ReviewRules } from '#server/payments/review-rules.ts';
import { registerPaymentRoutes } from '#server/payments/routes.ts';
import { createSandboxProvider } from '#server/payments/sandbox/adapter.ts';
import { registerSandboxRoutes } from '#server/payments/sandbox/routes.ts';
import { startSandbox } from '#server/payments/sandbox/sandbox.ts';
import { signBody } from '#server/payments/signature.ts';
import { sweepFormer, sweepPayments } from '#server/payments/sweep.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { payoutRules } from '#tests/support/money/payout-rules.ts';
import { createPlayer } from '#tests/support/players/play.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

export interface Answer<B = { data: Payment }> {
  readonly status: number;
  readonly body: B;
}

export interface PaymentSite extends TestDatabase {
  readonly url: string;
  readonly payments: Payments;
  /** The kinds of the alarms so far. */
  alarms(): string[];
  /** Where the sandbox sends its webhooks; an address without a server makes them get lost. */
  webhookUrl: string;
  /** Creates a client with this money and this phone, and returns its token. */
  signIn(more?: { dep?: number; win?: number; phone?: string; confirmed?: boolean }): Promise<Caller>;
  /** Makes every payment due and asks the providers about all of them. */
  sweep(): Promise<void>;
  /** Begins anew for the next test: nobody asks about the payments of the last one, and no alarm was raised. */
  forget(): Promise<void>;
  /** The payer's choice on the hosted page. */
  decide(payment: Payment, outcome: string): Promise<Response>;
  /** Sends a notice like the sandbox, or like somebody who does not know its secret. */
  notify(about: object, more?: { secret?: string; at?: Date; raw?: string }): Promise<Answer<{ code?: string }>>;
  close(): Promise<void>;
}

export interface Caller {
  readonly signedIn: SignedIn;
  readonly token: string;
  deposit(details?: object, key?: string): Promise<Answer>;
  withdraw(details?: object, key?: string): Promise<Answer>;
  get<B>(path: string): Promise<Answer<B>>;
  payment(id: string): Promise<Payment>;
  /** Waits until a payment has this status. */
  becomes(id: string, status: string): Promise<void>;
  /** The wallet once the calls under way have ended. */
  wallet(): Promise<Wallet>;
}

const webhookSecret = 'the secret of the notices';
const apiSecret = 'the secret of the calls';

export interface PaymentSiteOptions {
  readonly withdrawable?: readonly ('win' | 'dep')[];
  readonly expireAfterMs?: number;
  /** Off, as in a demonstration. */
  readonly tiers?: boolean;
  /** Which withdrawals are held; none by default, as in a demonstration. */
  readonly reviewRules?: ReviewRules;
  /** A layer between the app and the sandbox, to lose or delay calls. */
  readonly between?: (sandbox: PaymentProvider) => PaymentProvider;
  /** The providers in place of the sandbox. */
  readonly instead?: (webhookUrl: () => string) => PaymentProvider | readonly PaymentProvider[];
  readonly routes?: readonly Route[];
}

/** A server with the payments and the sandbox, with its own port and database. */
export async function startPaymentSite(options: PaymentSiteOptions = {}): Promise<PaymentSite> {
  const database = await createTestDatabase();
  const { db, owner } = database;
  const log = pino({ level: 'silent' });
  const callers = new Map<string, SignedIn>();
  const http = createHttp({
    authenticate: async (token) => callers.get(token) ?? null,
    log,
    rateLimitScale: 1_000,
    checkAnswers: true,
    quietBeforeCutMs: 0,
  });

  let url = '';
  const alarms: string[] = [];
  const settings = { apiSecret, webhookSecret, publicUrl: () => url, webhookUrl: () => site.webhookUrl };
  const sandbox = createSandboxProvider({ apiUrl: () => url, apiSecret, webhookSecret });
  const providers = [options.instead?.(() => url) ?? options.between?.(sandbox) ?? sandbox].flat();
  const timeZone = 'Africa/Abidjan';
  const deps = {
    db,
    partyKeys: openKeyRing(Buffer.alloc(32, 'party')),
    providers,
    withdrawable: options.withdrawable ?? (['win'] as const),
    payoutRules,
    reviewRules: options.reviewRules ?? null,
    expireAfterMs: options.expireAfterMs ?? 30 * 60_000,
    tiers: options.tiers ?? false,
    timeZone,
    publicUrl: () => url,
    log,
    onAlarm: (kind: string) => void alarms.push(kind),
  };
  await makeFirstRoutes(db, options.routes ?? null, log);
  const payments = createPayments(deps);
  registerPaymentRoutes(http, payments, createSecurityLog(db, log));
  registerLedgerRoutes(http, db, timeZone);
  registerSandboxRoutes(http, { db, settings, log });
  await http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  const party = startSandbox({ db, settings, log });

  const sandboxWebhook = () => `${url}/api/payments/sandbox/webhook`;

  const site: PaymentSite = {
    ...database,
    url,
    payments,
    alarms: () => [...alarms],
    webhookUrl: sandboxWebhook(),
    async signIn({ dep = 0, win = 0, phone = '+2250707070707', confirmed = true } = {}) {
      const signedIn = { ...(await createPlayer(owner, { dep, win })), phone, confirmed };
      const token = randomUUID().replaceAll('-', '');
      callers.set(token, signedIn);
      return createCaller(url, token, signedIn, async () => {
        await payments.drain();
        return readWallet(db, signedIn.clientId);
      });
    },
    async sweep() {
      await payments.drain();
      await owner.query(`update payment set due_at = clock_timestamp() where due_at is not null`);
      await owner.query('update payment_attempt set due_at = clock_timestamp() where due_at is not null');
      await sweepPayments(deps);
      await sweepFormer(deps);
    },
    async forget() {
      await payments.drain();
      await owner.query('update payment set due_at = null where due_at is not null');
      await owner.query('update payment_attempt set due_at = null where due_at is not null');
      alarms.length = 0;
      site.webhookUrl = sandboxWebhook();
    },
    decide: (payment, outcome) =>
      fetch(payment.redirectUrl!, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' }),
    async notify(about, { secret = webhookSecret, at = new Date(), raw = JSON.stringify(about) } = {}) {
      const response = await fetch(`${url}/api/payments/sandbox/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox-signature': signBody(secret, raw, at) },
        body: raw,
      });
      return { status: response.status, body: (await response.json()) as { code?: string } };
    },
    async close() {
      await party.stop();
      await payments.drain();
      // The close would wait for calls that a test left without an answer.
      http.server.closeAllConnections();
      await http.close();
      await database.drop();
    },
  };
  return site;
}

function createCaller(url: string, token: string, signedIn: SignedIn, wallet: Caller['wallet']): Caller {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as never };
  };
  const pay =
    (path: string, amount: number) =>
    (details: object = {}, key: string = randomUUID()): Promise<Answer> => {
      const { phone } = signedIn;
      const payer = { country: 'CI', method: 'orange', phone, firstName: 'Awa', lastName: 'Koné' };
      return send('POST', path, { 'idempotency-key': key }, { customerDetails: { amount, ...payer, ...details } });
    };
  const caller: Caller = {
    signedIn,
    token,
    wallet,
    becomes: (id, status) => untilPasses(async () => expect((await caller.payment(id)).status).toBe(status)),
    deposit: pay('/clients/deposit', 1_000),
    withdraw: pay('/clients/withdraw', 500),
    get: (path) => send('GET', path, {}),
    async payment(id) {
      const { body }: Answer = await send('GET', `/clients/payments/${id}`, {});
      return body.data;
    },
  };
  return caller;
}
