import { randomUUID } from 'node:crypto';
import fedapay from 'fedapay';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
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
  createFedaPayProvider({ apiUrl, secretKey, webhookSecret, customerDomain: 'customers.izi.example' });

function order(more: Partial<PayoutRequest> = {}) {
  const name = { firstName: 'Awa', lastName: 'Koné', customerRef: 'c-awa' };
  const payer = { ...name, phone: '+2290197000000' };
  return { ourRef: randomUUID(), amount: 1_000, country: 'BJ', method: 'mtn', ...payer, ...more };
}
const collection = (more?: Partial<PayoutRequest>) => ({
  ...order(more),
  returnUrl: 'https://izi.example/my-wallet',
  language: 'en' as const,
});

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
      customer: { firstname: 'Awa', lastname: 'Koné', email: 'c-awa@customers.izi.example' },
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
  ])('a collection with the status %s is read as %s', async (status, state) => {
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

  test('names its phone again when it is started', async () => {
    const request = order();
    const { providerRef } = (await createProvider().payout(request)) as { providerRef: string };
    const { body } = (await party.seen()).findLast(({ path }) => path === '/v1/payouts/start')!;
    const id = Number(providerRef.split('/')[1]);
    expect(body).toEqual({ payouts: [{ id, phone_number: { number: '+2290197000000', country: 'bj' } }] });
    expect((await party.paid()).at(-1)).toEqual({ ourRef: request.ourRef, amount: 1_000, phone: '+2290197000000' });
  });

  test.each([
    ['another phone', { phone_number: { number: '+2290161000000' } }, false],
    ['another phone as text', { phone_number: null, phone: '22961000000' }, false],
    ['our phone without the country’s code', { phone_number: { number: '0197000000' } }, true],
    ['our phone with spaces', { phone_number: null, phone: '229 01 97 00 00 00' }, true],
    ['no phone', { phone_number: null }, true],
  ])('a payout whose creation is answered with %s is started: %s %s', async (_what, fields, starts) => {
    const request = order();
    await party.change('customers/all', fields);
    const before = (await party.paid()).length;
    const outcome = await createProvider().payout(request);
    await party.change('customers/all', {});
    expect(outcome).toMatchObject(starts ? { outcome: 'accepted' } : { outcome: 'rejected', code: 'other_phone' });
    expect((await party.paid()).length).toBe(before + (starts ? 1 : 0));
    if (starts) return;
    const { providerRef } = (await createProvider().lookup('withdrawal', request.ourRef)) as { providerRef: string };
    expect(await createProvider().payoutStatus(providerRef), 'nobody can start it later').toMatchObject({
      state: 'failed',
      code: 'deleted',
    });
  });

  test('a payout whose start is refused may not be paid by another provider: the payout is there', async () => {
    for (const fault of ['403', '404'] as const) {
      await party.fail('PUT /v1/payouts/start', fault);
      expect(await createProvider().payout(order())).toMatchObject({ outcome: 'rejected', elsewhere: false });
    }
  });

  test('a payout whose start is lost is unknown; if it is deleted there, it has failed for certain', async () => {
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

describe('FedaPay’s own package', () => {
  const payload = JSON.stringify({ name: 'transaction.approved', entity: { id: 5, merchant_reference: randomUUID() } });

  test('accepts our signatures, and we accept its signatures', async () => {
    expect(
      fedapay.Webhook.constructEvent(payload, signBody(webhookSecret, payload, new Date()), webhookSecret),
    ).toEqual(JSON.parse(payload));
    const stamp = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
    const verify = (timestamp: number, secret = webhookSecret) =>
      createProvider().verifyWebhook({
        address: 'https://izi.example/api/payments/fedapay/webhook',
        rawBody: Buffer.from(payload),
        headers: { 'x-fedapay-signature': fedapay.Webhook.generateTestHeaderString({ payload, secret, timestamp }) },
        receivedAt: new Date(),
      });
    expect(await verify(stamp(0))).toEqual({ ourRef: JSON.parse(payload).entity.merchant_reference });
    expect(await verify(stamp(-295))).not.toBeNull();
    expect(await verify(stamp(-310))).toBeNull();
    // Its package lets a stamp from the future through; we do not.
    expect(await verify(stamp(310))).toBeNull();
    expect(await verify(stamp(0), 'another secret')).toBeNull();
  });

  test('works with the stand-in as it does with FedaPay', async () => {
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
  let common: PaymentSite;
  let site: PaymentSite;
  beforeAll(async () => {
    common = await startPaymentSite({ instead: () => createProvider() });
  });
  afterAll(() => common.close());
  beforeEach(async () => {
    site = common;
    await site.forget();
  });
  afterEach(async () => {
    await expectBooksBalance(site.owner);
    if (site !== common) await site.close();
  });

  const details = { country: 'BJ', method: 'mtn' };
  const notify = (entity: object) => {
    const raw = JSON.stringify({ name: 'transaction.updated', entity });
    return fetch(`${site.url}/api/payments/fedapay/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fedapay-signature': signBody(webhookSecret, raw, new Date()) },
      body: raw,
    });
  };

  test('credits approved deposits, pays payouts, and returns the money of failed ones', async () => {
    const awa = await site.signIn({ win: 1_500, phone: '+2290197000000' });
    const { data: deposit } = (await awa.deposit(details)).body;
    expect(deposit.redirectUrl).toMatch(/^https:\/\/checkout\.example\/tok_/);
    await party.change(await refOf(site, deposit.id), { status: 'approved' });
    expect((await notify({ merchant_reference: deposit.id })).status).toBe(200);
    await untilPasses(async () => expect((await awa.payment(deposit.id)).status).toBe('succeeded'));

    for (const [status, ends] of [
      ['sent', 'paid'],
      ['failed', 'failed'],
    ] as const) {
      const { data: withdrawal } = (await awa.withdraw(details)).body;
      expect(withdrawal.status).toBe('processing');
      await party.change(await refOf(site, withdrawal.id), { status });
      await notify({ merchant_reference: withdrawal.id });
      await untilPasses(async () => expect((await awa.payment(withdrawal.id)).status).toBe(ends));
    }
    expect(await readWallet(site.db, awa.signedIn.clientId)).toEqual({ dep: 1_000, win: 1_000, held: 0 });
  });

  const winner = { country: 'BJ', method: 'mtn', email: 'awa@example.com' };

  test('pays the winner’s phone, although somebody deposits with the winner’s e-mail before the payout starts', async () => {
    const awa = await site.signIn({ win: 1_500, phone: '+2290197000000' });
    const thief = await site.signIn({ phone: '+2290161000000' });
    const before = (await party.seen()).length;
    const ours = async () => (await party.seen()).slice(before);
    await party.fail('PUT /v1/payouts/start', 'held');
    const withdrawing = awa.withdraw(winner);
    const isCreated = async () => (await ours()).some(({ path }) => path === '/v1/payouts/start');
    await expect.poll(isCreated).toBe(true);
    expect((await thief.deposit(winner)).status).toBe(201);
    await party.release();

    const { data: withdrawal } = (await withdrawing).body;
    expect(withdrawal.status).toBe('processing');
    const payout = (await party.paid()).find(({ ourRef }) => ourRef === withdrawal.id);
    expect(payout).toEqual({ ourRef: withdrawal.id, amount: 500, phone: '+2290197000000' });

    const sent = await ours();
    expect(JSON.stringify(sent), 'no typed e-mail leaves').not.toContain('awa@example.com');
    const emails = sent.flatMap(({ body }) => (body['customer'] as { email?: string } | undefined)?.email ?? []);
    expect(emails).toEqual([
      expect.stringMatching(/^c-[a-z]{20}@customers\.izi\.example$/),
      expect.stringMatching(/^c-[a-z]{20}@customers\.izi\.example$/),
    ]);
    expect(new Set(emails).size, 'each client is a customer').toBe(2);
  });

  test.each([false, true])(
    'returns the money and raises an alarm if FedaPay names another phone; held before: %s',
    async (held) => {
      site = await startPaymentSite({
        instead: () => createProvider(),
        ...(held && {
          reviewRules: { over: 1, dayOver: 1, phoneDays: 0, firstOver: 1, playedPercent: 0, hours: 24 },
        }),
      });
      const awa = await site.signIn({ win: 1_500, phone: '+2290197000000' });
      await party.change('customers/all', { phone_number: { number: '+2290161000000' } });
      const { data: withdrawal } = (await awa.withdraw(details)).body;
      if (held) {
        expect(withdrawal.status).toBe('review');
        await site.owner.query(
          `with one as (insert into console.operator (name, roles) values ('ama', '{risk}') returning id
           ), due as (update payment set due_at = clock_timestamp() where id = $1)
           insert into withdrawal_review_end (payment_id, verdict, decided_by, reason) select $1, 'released', id, 'looked at' from one`,
          [withdrawal.id],
        );
        await site.sweep();
      }
      await party.change('customers/all', {});
      expect((await awa.payment(withdrawal.id)).status).toBe('failed');
      expect(await readWallet(site.db, awa.signedIn.clientId)).toEqual({ dep: 0, win: 1_500, held: 0 });
      expect(site.alarms()).toEqual(['other_phone']);
      const wrong = await site.owner.query(
        `select kind, subject, detail from console.what_is_wrong() where kind = 'other_phone'`,
      );
      expect(wrong).toEqual([
        {
          kind: 'other_phone',
          subject: 'provider fedapay',
          detail: { payments: 1, since: expect.any(String), payment: withdrawal.id },
        },
      ]);
    },
  );

  const approved = async (more: object = {}) => {
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

  test('credits one whose currency is FedaPay’s number for XOF', async () => {
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
    'leaves one that is %s to an operator, because FedaPay does not name the amount',
    async (status) => {
      const { awa, payment, change } = await approved();
      for (let time = 0; time < 2; time++) await change({ status });
      expect(await payment()).toMatchObject({ status: 'succeeded', refunded: 0 });
      expect(await wallet(awa)).toEqual({ dep: 1_000, win: 0, held: 0 });
      expect(site.alarms()).toEqual(['refund_unclear']);
    },
  );

  test('finds a deposit whose answer was lost, with its page', async () => {
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
