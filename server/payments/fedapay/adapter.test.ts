import { randomUUID } from 'node:crypto';
import fedapay from 'fedapay';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type Caller, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import type { PayoutRequest } from '#server/payments/provider.ts';
import { signBody } from '#server/payments/signature.ts';
import { createFedaPayProvider } from './adapter.ts';

const webhookSecret = 'wh_sandbox_secret';
let party: StandIn;
beforeAll(async () => {
  party = await startStandIn('fedapay');
});
afterAll(() => party.stop());

const createProvider = (apiUrl = party.url, secretKey = 'sk_sandbox_test') =>
  createFedaPayProvider({ apiUrl, secretKey, webhookSecret });

function order(more: Partial<PayoutRequest> = {}) {
  const payer = { firstName: 'Awa', lastName: 'Koné', email: 'awa@example.com', phone: '+2290197000000' };
  return { ourRef: randomUUID(), amount: 1_000, country: 'BJ', method: 'mtn', ...payer, ...more };
}
const collection = (more?: Partial<PayoutRequest>) => ({ ...order(more), returnUrl: 'https://izi.example/my-wallet' });

describe('a collection', () => {
  test('is created with our reference and gets its page', async () => {
    const provider = createProvider();
    const request = collection();
    const outcome = await provider.collect(request);
    const id = /^transactions\/(\d+)$/.exec((outcome as { providerRef: string }).providerRef)![1];
    expect(outcome).toMatchObject({ outcome: 'accepted', redirectUrl: `https://checkout.example/tok_${id}` });
    const sent = (await party.seen()).find(({ body }) => body['merchant_reference'] === request.ourRef);
    expect(sent?.body).toMatchObject({
      amount: 1_000,
      currency: { iso: 'XOF' },
      mode: 'mtn_open',
      callback_url: 'https://izi.example/my-wallet',
      customer: { firstname: 'Awa', lastname: 'Koné', email: 'awa@example.com', phone_number: { country: 'bj' } },
    });
    expect(await provider.lookup('deposit', request.ourRef)).toEqual({
      state: 'found',
      providerRef: `transactions/${id}`,
      redirectUrl: `https://checkout.example/tok_${id}`,
    });
  });

  test.each([
    ['pending', 'under_way'],
    ['approved', 'succeeded'],
    ['transferred', 'succeeded'],
    ['declined', 'failed'],
    ['canceled', 'failed'],
    ['expired', 'failed'],
    ['refunded', 'refunded'],
    ['approved_partially_refunded', 'succeeded'],
    ['transferred_partially_refunded', 'succeeded'],
    ['a status of tomorrow', 'no_answer'],
  ])('that is %s there is %s here', async (status, state) => {
    const provider = createProvider();
    const { providerRef } = (await provider.collect(collection())) as { providerRef: string };
    await party.change(providerRef, { status });
    expect(await provider.collectStatus(providerRef)).toMatchObject({ state });
  });
});

describe('a payout', () => {
  test('is created and started, each once', async () => {
    const provider = createProvider();
    const request = order();
    const outcome = await provider.payout(request);
    expect(outcome).toMatchObject({ outcome: 'accepted' });
    const { providerRef } = outcome as { providerRef: string };
    expect(await provider.lookup('withdrawal', request.ourRef)).toEqual({ state: 'found', providerRef });
    const about = { ourRef: request.ourRef, currency: 'XOF' };
    expect(await provider.payoutStatus(providerRef)).toEqual({ state: 'under_way', about });
    await party.change(providerRef, { status: 'sent' });
    expect(await provider.payoutStatus(providerRef)).toEqual({ state: 'succeeded', amount: 1_000, about });
    await party.change(providerRef, { status: 'failed' });
    expect(await provider.payoutStatus(providerRef)).toEqual({ state: 'failed', code: 'failed', about });
  });

  test('whose start is lost is unknown; deleted there, it has failed for certain', async () => {
    const provider = createProvider();
    const request = order();
    await party.fail('PUT /v1/payouts/start', 'reset');
    expect(await provider.payout(request)).toMatchObject({ outcome: 'unknown' });
    const found = await provider.lookup('withdrawal', request.ourRef);
    const { providerRef } = found as { providerRef: string };
    expect(await provider.payoutStatus(providerRef)).toMatchObject({ state: 'under_way' });
    await party.change(providerRef, { deleted_at: '2026-11-20T12:00:00Z' });
    expect(await provider.payoutStatus(providerRef)).toMatchObject({ state: 'failed', code: 'deleted' });
  });
});

describe('what goes wrong on the way', () => {
  const faults = [
    ['reset', 'unknown', 'absent'],
    ['lost', 'unknown', 'found'],
    ['500', 'unknown', 'absent'],
    ['garbage', 'unknown', 'found'],
    ['404', 'rejected', 'absent'],
  ] as const;

  test.each(faults)('a call that is %s is %s, and then %s', async (fault, outcome, state) => {
    const provider = createProvider();
    for (const [direction, path] of [
      ['deposit', '/v1/transactions'],
      ['withdrawal', '/v1/payouts'],
    ] as const) {
      const request = collection();
      await party.fail(`POST ${path}`, fault);
      const before = (await party.seen()).length;
      const result = await (direction === 'deposit' ? provider.collect(request) : provider.payout(request));
      expect(result).toMatchObject({ outcome });
      expect((await party.seen()).length, 'it is sent once').toBe(before + 1);
      expect(await provider.lookup(direction, request.ourRef)).toMatchObject({ state });
    }
  });

  test('a party that cannot be reached, or does not know us, was sent nothing', async () => {
    expect(await createProvider('http://127.0.0.1:2').payout(order())).toEqual({
      outcome: 'rejected',
      code: 'not_sent',
    });
    expect(await createProvider('http://nobody.invalid').payout(order())).toEqual({
      outcome: 'rejected',
      code: 'not_sent',
    });
    expect(await createProvider(party.url, 'sk_wrong').payout(order())).toEqual({
      outcome: 'rejected',
      code: 'http_401',
    });
  });

  test('a status that is not answered says nothing', async () => {
    const provider = createProvider();
    const { providerRef } = (await provider.collect(collection())) as { providerRef: string };
    for (const fault of ['reset', '500', 'garbage', '404'] as const) {
      await party.fail(`GET /v1/${providerRef}`, fault);
      expect(await provider.collectStatus(providerRef)).toMatchObject({ state: 'no_answer' });
    }
    await party.fail('GET /v1/transactions/merchant', '500');
    expect(await provider.lookup('deposit', randomUUID())).toMatchObject({ state: 'no_answer' });
  });
});

describe('FedaPay’s own package', () => {
  const payload = JSON.stringify({ name: 'transaction.approved', entity: { id: 5, merchant_reference: randomUUID() } });

  test('accepts our signatures, and we accept its', () => {
    expect(
      fedapay.Webhook.constructEvent(payload, signBody(webhookSecret, payload, new Date()), webhookSecret),
    ).toEqual(JSON.parse(payload));
    const stamp = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
    const verify = (timestamp: number, secret = webhookSecret) =>
      createProvider().verifyWebhook(
        Buffer.from(payload),
        { 'x-fedapay-signature': fedapay.Webhook.generateTestHeaderString({ payload, secret, timestamp }) },
        new Date(),
      );
    expect(verify(stamp(0))).toEqual({ ourRef: JSON.parse(payload).entity.merchant_reference });
    expect(verify(stamp(-295))).not.toBeNull();
    expect(verify(stamp(-310))).toBeNull();
    // Its package lets a stamp from the future through; we do not.
    expect(verify(stamp(310))).toBeNull();
    expect(verify(stamp(0), 'another secret')).toBeNull();
  });

  test('drives the stand-in as it would drive FedaPay', async () => {
    fedapay.FedaPay.setApiBase(party.url);
    fedapay.FedaPay.setApiKey('sk_sandbox_test');
    const customer = { firstname: 'Awa', lastname: 'Koné', email: 'awa@example.com' };
    const transaction = await fedapay.Transaction.create({ amount: 500, currency: { iso: 'XOF' }, customer });
    const token = await transaction.generateToken();
    expect(token['url']).toBe(`https://checkout.example/tok_${transaction.id}`);
    await party.change(`transactions/${transaction.id}`, { status: 'approved' });
    expect((await fedapay.Transaction.retrieve(transaction.id)).wasPaid()).toBe(true);
    const payout = await fedapay.Payout.create({ amount: 500, currency: { iso: 'XOF' }, mode: 'mtn_open', customer });
    expect((await payout.sendNow())['status']).toBe('started');
  });
});

describe('the app with FedaPay', () => {
  let site: PaymentSite;
  afterEach(async () => {
    await expectBooksBalance(site.owner);
    await site.close();
  });

  const notify = (entity: object) => {
    const raw = JSON.stringify({ name: 'transaction.updated', entity });
    return fetch(`${site.url}/api/payments/fedapay/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fedapay-signature': signBody(webhookSecret, raw, new Date()) },
      body: raw,
    });
  };

  test('credits what was approved, pays what was sent, and returns what failed', async () => {
    site = await startPaymentSite({ instead: () => createProvider() });
    const awa = await site.signIn({ win: 1_500, phone: '+2290197000000' });
    const details = { country: 'BJ', method: 'mtn' };

    const { data: deposit } = (await awa.deposit(details)).body;
    expect(deposit.redirectUrl).toMatch(/^https:\/\/checkout\.example\/tok_/);
    await party.change(await refOf(site, deposit.id), { status: 'approved' });
    expect((await notify({ merchant_reference: deposit.id })).status).toBe(200);
    await vi.waitFor(async () => expect((await awa.payment(deposit.id)).status).toBe('succeeded'), { timeout: 5_000 });

    for (const [status, ends] of [
      ['sent', 'paid'],
      ['failed', 'failed'],
    ] as const) {
      const { data: withdrawal } = (await awa.withdraw(details)).body;
      expect(withdrawal.status).toBe('processing');
      await party.change(await refOf(site, withdrawal.id), { status });
      await notify({ merchant_reference: withdrawal.id });
      await vi.waitFor(async () => expect((await awa.payment(withdrawal.id)).status).toBe(ends), { timeout: 5_000 });
    }
    expect(await readWallet(site.db, awa.signedIn.clientId)).toEqual({ dep: 1_000, win: 1_000, held: 0 });
  });

  const details = { country: 'BJ', method: 'mtn' };
  const approved = async (more: object = {}) => {
    site = await startPaymentSite({ instead: () => createProvider() });
    const awa = await site.signIn({ phone: '+2290197000000' });
    const { data: payment } = (await awa.deposit(details)).body;
    const ref = await refOf(site, payment.id);
    const change = async (fields: object) => {
      await party.change(ref, fields);
      await notify({ merchant_reference: payment.id });
      await site.payments.drain();
    };
    await change({ status: 'approved', ...more });
    return { awa, payment: () => awa.payment(payment.id), change };
  };
  const wallet = ({ signedIn }: Caller) => readWallet(site.db, signedIn.clientId);

  test.each([
    ['reference', { merchant_reference: randomUUID() }],
    ['reference', { merchant_reference: null }],
    ['currency', { currency: { iso: 'EUR' } }],
    ['number of a currency', { currency: null, currency_id: 2 }],
    ['currency', { currency: null }],
    ['amount', { amount: 999_999 }],
  ])('credits nothing of a transaction with a wrong or missing %s, and raises an alarm', async (_what, fields) => {
    const { awa, payment, change } = await approved(fields);
    await change({ status: 'approved' });
    expect((await payment()).status).toBe('pending');
    expect(await wallet(awa)).toEqual({ dep: 0, win: 0, held: 0 });
    expect(site.alarms()).toEqual(['amount' in fields ? 'amount_mismatch' : 'other_payment']);
  });

  test('credits one whose currency is told by FedaPay’s number for XOF', async () => {
    const { payment } = await approved({ currency: null, currency_id: 1 });
    expect((await payment()).status).toBe('succeeded');
  });

  test('takes a refunded deposit back', async () => {
    const { awa, payment, change } = await approved();
    expect(await wallet(awa)).toEqual({ dep: 1_000, win: 0, held: 0 });
    for (let time = 0; time < 2; time++) await change({ status: 'refunded' });
    expect(await payment()).toMatchObject({ status: 'succeeded', refunded: 1_000 });
    expect(await wallet(awa)).toEqual({ dep: 0, win: 0, held: 0 });
    expect(site.alarms()).toEqual(['chargeback']);
  });

  test.each(['approved_partially_refunded', 'transferred_partially_refunded'])(
    'leaves one that is %s to an operator, because FedaPay does not say how much it was',
    async (status) => {
      const { awa, payment, change } = await approved();
      for (let time = 0; time < 2; time++) await change({ status });
      expect(await payment()).toMatchObject({ status: 'succeeded', refunded: 0 });
      expect(await wallet(awa)).toEqual({ dep: 1_000, win: 0, held: 0 });
      expect(site.alarms()).toEqual(['refund_unclear']);
    },
  );

  test('finds a deposit whose answer was lost, with its page', async () => {
    site = await startPaymentSite({ instead: () => createProvider() });
    const awa = await site.signIn({ phone: '+2290197000000' });
    await party.fail('POST /v1/transactions', 'lost');
    const { status, body } = await awa.deposit({ country: 'BJ', method: 'mtn' });
    expect([status, body.data.status, body.data.redirectUrl]).toEqual([201, 'created', null]);
    await site.sweep();
    const found = await awa.payment(body.data.id);
    expect([found.status, found.redirectUrl]).toEqual([
      'pending',
      expect.stringContaining('https://checkout.example/tok_'),
    ]);
  });
});

async function refOf(site: PaymentSite, id: string): Promise<string> {
  const [row] = await site.owner.query<{ provider_ref: string }>('select provider_ref from payment where id = $1', [
    id,
  ]);
  return row!.provider_ref;
}
