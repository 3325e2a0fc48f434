import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import type { CollectRequest } from '#server/payments/provider.ts';
import { createCinetPayProvider } from './adapter.ts';
import { fromMerchantId, toMerchantId } from './merchant-id.ts';

let party: StandIn;
beforeAll(async () => {
  party = await startStandIn('cinetpay');
});
afterAll(() => party.stop());

const createProvider = (webhookUrl = () => 'https://izi.example/api/payments/cinetpay/webhook', more = {}) =>
  createCinetPayProvider({
    id: 'cinetpay',
    apiUrl: party.url,
    apiKey: 'sk_test_key',
    apiPassword: 'password',
    country: 'CI',
    webhookUrl,
    ...more,
  });

function order(more: Partial<CollectRequest> = {}): CollectRequest {
  const name = { firstName: 'Awa', lastName: 'Koné', customerRef: 'c-awa' };
  const payer = { ...name, phone: '+2250707070707' };
  const request = { ourRef: randomUUID(), amount: 1_000, country: 'CI', method: 'orange', ...payer };
  return { ...request, returnUrl: 'https://izi.example/my-wallet', language: 'fr', ...more };
}

const refOf = (outcome: object) => (outcome as { providerRef: string }).providerRef;

test('our references fit CinetPay’s format, and come back', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const merchantId = toMerchantId(uuid);
      expect(merchantId).toMatch(/^[0-9A-Z]{25}$/);
      expect(fromMerchantId(merchantId)).toBe(uuid);
      expect(fromMerchantId(merchantId.toLowerCase())).toBe(uuid);
    }),
  );
  for (const other of ['', 'z'.repeat(25), '-'.repeat(25), '0'.repeat(26)]) expect(fromMerchantId(other)).toBeNull();
});

describe('a payment', () => {
  test('is created with our reference, and found by it', async () => {
    const provider = createProvider();
    const request = order();
    const merchantId = toMerchantId(request.ourRef);
    const outcome = await provider.collect(request);
    expect(outcome).toMatchObject({
      outcome: 'accepted',
      providerRef: merchantId,
      redirectUrl: expect.stringMatching(/^https:\/\/secure\.example\/payment-/) as string,
      secret: expect.stringMatching(/^notify-payment-/) as string,
    });
    const sent = (await party.seen()).find(({ body }) => body['merchant_transaction_id'] === merchantId);
    expect(sent?.body).toMatchObject({
      amount: 1_000,
      currency: 'XOF',
      payment_method: 'OM_CI',
      lang: 'fr',
      notify_url: expect.any(String) as string,
    });
    expect(await provider.lookup('deposit', request.ourRef)).toEqual({ state: 'found', providerRef: merchantId });
    expect(await provider.lookup('deposit', randomUUID())).toEqual({ state: 'absent' });
  });

  test('names the payer by an address of ours, where there is a domain for them', async () => {
    await createProvider(undefined, { customerDomain: 'customers.izi.example' }).collect(order());
    expect((await party.seen()).at(-1)!.body).toMatchObject({ client_email: 'c-awa@customers.izi.example' });
    await createProvider().collect(order());
    expect((await party.seen()).at(-1)!.body).not.toHaveProperty('client_email');
  });

  test.each([
    ['A', 'Koné', { client_first_name: 'A Koné', client_last_name: 'Koné' }],
    ['Awa', 'K', { client_first_name: 'Awa', client_last_name: 'K Awa' }],
    ['A', 'K', { client_first_name: 'A K', client_last_name: 'K A' }],
  ])('a payment of %s %s has names of two letters', async (firstName, lastName, names) => {
    const request = order({ firstName, lastName });
    expect(await createProvider().collect(request)).toMatchObject({ outcome: 'accepted' });
    expect((await party.seen()).at(-1)!.body).toMatchObject(names);
  });

  test.each([
    [{ status: 'INITIATED' }, { state: 'under_way' }],
    [{ status: 'PENDING' }, { state: 'under_way' }],
    [{ status: 'SUCCESS' }, { state: 'succeeded', amount: null }],
    [
      { status: 'SUCCESS', amount: '1000' },
      { state: 'succeeded', amount: 1_000 },
    ],
    [{ status: 'REFUNDED' }, { state: 'refunded' }],
    [{ status: 'FAILED' }, { state: 'failed', code: 'failed' }],
    [
      { status: 'SUCCESS', currency: 'XAF' },
      { state: 'succeeded', about: { currency: 'XAF' } },
    ],
    [{ status: 'EXPIRED' }, { state: 'failed', code: 'expired' }],
    [{ status: 'INSUFFICIENT_BALANCE' }, { state: 'failed', code: 'insufficient_balance' }],
    [{ status: 'A STATUS OF TOMORROW' }, { state: 'no_answer' }],
    [{ status: 'SUCCESS', merchant_transaction_id: 'another' }, { state: 'no_answer' }],
  ])('a payment with the fields %o is read as %o', async (fields, state) => {
    const provider = createProvider();
    const request = order();
    const outcome = (await provider.collect(request)) as { secret: string; providerRef: string };
    const id = outcome.secret.replace('notify-', '');
    await party.change(`payment/${id}`, fields);
    expect(await provider.collectStatus(outcome.providerRef)).toMatchObject(state);
  });
});

describe('a transfer', () => {
  test('is identified by CinetPay’s own id', async () => {
    const provider = createProvider();
    const outcome = await provider.payout(order());
    expect(outcome).toMatchObject({
      outcome: 'accepted',
      providerRef: expect.stringMatching(/^transfer-\d+$/) as string,
    });
    expect(await provider.payoutStatus(refOf(outcome))).toMatchObject({ state: 'under_way' });
    await party.change(`transfer/${refOf(outcome)}`, { status: 'SUCCESS' });
    expect(await provider.payoutStatus(refOf(outcome))).toMatchObject({ state: 'succeeded', amount: null });
  });

  test('a transfer that is not found by our reference does not count as absent: its money stays held', async () => {
    expect(await createProvider().lookup('withdrawal', randomUUID())).toMatchObject({ state: 'no_answer' });
  });

  test('a transfer that the account cannot pay is rejected', async () => {
    expect(await createProvider().payout(order({ amount: 1_000_000 }))).toEqual({
      outcome: 'rejected',
      code: 'insufficient_balance',
      elsewhere: false,
    });
  });
});

describe('a session', () => {
  test('a session that cannot be had sends nothing', async () => {
    const rejected = { outcome: 'rejected', code: 'not_sent', elsewhere: true };
    expect(await createProvider(undefined, { apiPassword: 'wrong' }).payout(order())).toEqual(rejected);
    expect(await createProvider(undefined, { apiUrl: 'http://127.0.0.1:2' }).payout(order())).toEqual(rejected);
    const provider = createProvider();
    await party.fail('POST /v1/oauth/login', '500');
    expect(await provider.payout(order())).toEqual(rejected);
    expect(await provider.payout(order())).toMatchObject({ outcome: 'accepted' });
  });

  test('is shared by calls, and costs one more call when it has ended', async () => {
    const provider = createProvider();
    const logins = async () => (await party.seen()).filter(({ path }) => path === '/v1/oauth/login').length;
    const before = await logins();
    await Promise.all(Array.from({ length: 5 }, () => provider.lookup('deposit', randomUUID())));
    expect(await logins()).toBe(before + 1);
    await party.change('sessions', {});
    expect(await provider.payout(order())).toEqual({ outcome: 'rejected', code: 'http_401', elsewhere: true });
    expect(await provider.payout(order())).toMatchObject({ outcome: 'accepted' });
    expect(await logins()).toBe(before + 2);
  });

  test.each([
    ['401', { status: 401, body: {} }],
    ['422 and the code 1002', { status: 422, body: { code: 1_002, status: 'INVALID_TOKEN' } }],
    ['422 and the code in details', { status: 422, body: { code: 422, details: { code: 1_002 } } }],
    ['200 and the code 1003', { status: 200, body: { code: 1_003, status: 'EXPIRED_TOKEN' } }],
    ['200 and the code 1003 as text', { status: 200, body: { code: '1003' } }],
    ['200 and the word alone', { status: 200, body: { status: 'EXPIRED_TOKEN' } }],
  ])(
    'a session that is over, as HTTP %s says, refuses one call with certainty and is opened anew',
    async (_how, over) => {
      const provider = createProvider();
      const { providerRef } = (await provider.collect(order())) as { providerRef: string };
      await party.change('sessions', over);
      expect(await provider.collectStatus(providerRef)).toMatchObject({ state: 'no_answer' });
      expect(await provider.collectStatus(providerRef)).toMatchObject({ state: 'under_way' });
      for (const start of [provider.collect, provider.payout]) {
        await party.change('sessions', over);
        expect(await start(order())).toEqual({ outcome: 'rejected', code: 'http_401', elsewhere: true });
        expect(await start(order())).toMatchObject({ outcome: 'accepted' });
      }
      await party.change('sessions', over);
      expect(await provider.lookup('deposit', randomUUID())).toMatchObject({ state: 'no_answer' });
    },
  );
});

test.each([
  ['BF', ['moov', 'orange', 'wave']],
  ['BJ', ['moov', 'mtn']],
  ['CI', ['moov', 'mtn', 'orange', 'wave']],
  ['ML', ['moov', 'orange']],
  ['NE', ['airtel', 'moov', 'zamani']],
  ['SN', ['free', 'orange', 'wave']],
  ['TG', ['mixx', 'moov']],
] as const)('the account of %s offers its operators: %j', async (country, methods) => {
  const offered = await createProvider(undefined, { country }).capabilities();
  for (const direction of ['deposit', 'withdrawal']) {
    const own = offered.filter((one) => one.direction === direction);
    expect(own.map(({ method }) => method).toSorted()).toEqual(methods);
    expect(own.every((one) => one.country === country)).toBe(true);
  }
});

describe('the app with CinetPay', () => {
  let site: PaymentSite;
  beforeEach(async () => {
    site = await startPaymentSite({
      instead: (url) => createProvider(() => `${url()}/api/payments/cinetpay/webhook`),
    });
  });
  afterEach(async () => {
    await expectBooksBalance(site.owner);
    await site.close();
  });

  const notify = (id: string, notify_token: string) =>
    fetch(`${site.url}/api/payments/cinetpay/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ notify_token, merchant_transaction_id: toMerchantId(id), transaction_id: 'any' }),
    });
  const secretOf = async (id: string) => {
    const [row] = await site.owner.query<{ notify_secret: string }>('select notify_secret from payment where id = $1', [
      id,
    ]);
    return row!.notify_secret;
  };

  test('credits and pays on its notices, which must carry the token of that payment', async () => {
    const awa = await site.signIn({ win: 500 });
    const { data: deposit } = (await awa.deposit()).body;
    const { data: other } = (await awa.deposit()).body;
    const secret = await secretOf(deposit.id);
    await party.change(`payment/${secret.replace('notify-', '')}`, { status: 'SUCCESS' });

    expect((await notify(deposit.id, await secretOf(other.id))).status).toBe(401);
    expect((await notify(deposit.id, '')).status).toBe(401);
    expect((await notify(randomUUID(), secret)).status).toBe(401);
    expect(await site.owner.query('select from webhook')).toHaveLength(0);
    expect((await awa.payment(deposit.id)).status).toBe('pending');

    expect((await notify(deposit.id, secret)).status).toBe(200);
    await untilPasses(async () => expect((await awa.payment(deposit.id)).status).toBe('succeeded'));

    const { data: withdrawal } = (await awa.withdraw()).body;
    const transferSecret = await secretOf(withdrawal.id);
    await party.change(`transfer/${transferSecret.replace('notify-', '')}`, { status: 'SUCCESS' });
    await notify(withdrawal.id, transferSecret);
    await untilPasses(async () => expect((await awa.payment(withdrawal.id)).status).toBe('paid'));
    expect(await readWallet(site.db, awa.signedIn.clientId)).toEqual({ dep: 1_000, win: 0, held: 0 });
  });
});
