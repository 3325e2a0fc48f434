import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type Caller, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { untilPasses } from '#tests/support/until-passes.ts';
import type { CollectRequest } from '#server/payments/provider.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { createPawaPayProvider } from './adapter.ts';
import { readOffers } from './offers.ts';
import { readKeys } from './public-keys.ts';

let party: StandIn;
beforeAll(async () => {
  party = await startStandIn('pawapay');
});
afterAll(() => party.stop());

/** The adapter with a clock that the test moves. */
function open(apiUrl = party.url) {
  let now = 0;
  const provider = createPawaPayProvider({ apiUrl, token: 'sandbox-token', now: () => now });
  return { provider, pass: (seconds: number) => void (now += seconds * 1_000) };
}
const createProvider = () => open().provider;

function order(more: Partial<CollectRequest> = {}): CollectRequest {
  return {
    ourRef: randomUUID(),
    amount: 1_000,
    country: 'BJ',
    method: 'mtn',
    phone: '+2290197000000',
    firstName: 'Awa',
    lastName: 'Koné',
    customerRef: 'c-awa',
    returnUrl: 'https://izi.example/fr/my-wallet?payment=1',
    language: 'fr' as const,
    ...more,
  };
}
const wave = { country: 'CI', method: 'wave', phone: '+2250707070707' };
const sentAs = async (field: string, id: string) => (await party.seen()).find(({ body }) => body[field] === id)!.body;

describe('a call', () => {
  test('asks for a deposit in strings and digits, under our own id', async () => {
    const request = order();
    const { ourRef } = request;
    expect(await createProvider().collect(request)).toEqual({ outcome: 'accepted', providerRef: ourRef });
    expect(await sentAs('depositId', ourRef)).toEqual({
      depositId: ourRef,
      amount: '1000',
      currency: 'XOF',
      payer: { type: 'MMO', accountDetails: { phoneNumber: '2290197000000', provider: 'MTN_MOMO_BEN' } },
    });
  });

  test('pays out in the same way', async () => {
    const request = order({ method: 'moov' });
    expect(await createProvider().payout(request)).toMatchObject({ outcome: 'accepted' });
    expect(await sentAs('payoutId', request.ourRef)).toEqual({
      payoutId: request.ourRef,
      amount: '1000',
      currency: 'XOF',
      recipient: { type: 'MMO', accountDetails: { phoneNumber: '2290197000000', provider: 'MOOV_BEN' } },
    });
  });

  test('names the page to return to, where the payer approves on a page', async () => {
    const request = order(wave);
    expect(await createProvider().collect(request)).toMatchObject({ outcome: 'accepted' });
    expect(await sentAs('depositId', request.ourRef)).toMatchObject({
      successfulUrl: request.returnUrl,
      failedUrl: request.returnUrl,
    });
  });

  test('a call that is repeated by mistake is unknown, and found by its id: the first one counts', async () => {
    const provider = createProvider();
    const request = order();
    await provider.payout(request);
    expect(await provider.payout({ ...request, amount: 5_000 })).toMatchObject({ outcome: 'unknown' });
    expect(await provider.lookup('withdrawal', request.ourRef)).toEqual({
      state: 'found',
      providerRef: request.ourRef,
    });
    expect(await provider.lookup('deposit', request.ourRef), 'a payout is no deposit').toEqual({ state: 'absent' });
  });

  test.each([
    ['the payer', { amount: 99 }, 'amount_out_of_bounds', false],
    ['the payer', { phone: '+2250707070707' }, 'invalid_phone_number', false],
    ['us', { ourRef: 'not-a-uuid' }, 'invalid_parameter', false],
    ['the provider', { country: 'SN' }, 'not_offered', true],
  ])('a call that is refused because of %s: %o is %s', async (_whom, more, code, elsewhere) => {
    for (const start of [createProvider().collect, createProvider().payout]) {
      expect(await start(order(more))).toEqual({ outcome: 'rejected', code, elsewhere });
    }
  });

  test('a call that a wallet refuses because it is closed by now may be tried elsewhere', async () => {
    const { provider } = open();
    await provider.capabilities();
    await party.change('active-conf/MOOV_BEN', { DEPOSIT: { status: 'CLOSED' } });
    expect(await provider.collect(order({ method: 'moov' }))).toEqual({
      outcome: 'rejected',
      code: 'provider_temporarily_unavailable',
      elsewhere: true,
    });
    await party.change('active-conf/MOOV_BEN', {
      DEPOSIT: { status: 'OPERATIONAL', authType: 'PROVIDER_AUTH', minAmount: '100', maxAmount: '2000000' },
    });
  });
});

describe('a status', () => {
  test.each([
    [{ status: 'ACCEPTED' }, { state: 'under_way' }],
    [{ status: 'SUBMITTED' }, { state: 'under_way' }],
    [{ status: 'ENQUEUED' }, { state: 'under_way' }],
    [{ status: 'PROCESSING' }, { state: 'under_way' }],
    [{ status: 'IN_RECONCILIATION' }, { state: 'under_way' }],
    [{ status: 'COMPLETED' }, { state: 'succeeded', amount: 1_000 }],
    [
      { status: 'COMPLETED', amount: '1000.00' },
      { state: 'succeeded', amount: 1_000 },
    ],
    [
      { status: 'COMPLETED', amount: '999' },
      { state: 'succeeded', amount: 999 },
    ],
    [
      { status: 'COMPLETED', currency: 'XAF' },
      { state: 'succeeded', about: { currency: 'XAF' } },
    ],
    [{ failure: 'INSUFFICIENT_BALANCE' }, { state: 'failed', code: 'insufficient_balance' }],
    [{ failure: 'UNKNOWN_ERROR' }, { state: 'failed', code: 'unknown_error' }],
  ])('%o of both directions is %o', async (fields, state) => {
    const provider = createProvider();
    for (const direction of ['deposit', 'withdrawal'] as const) {
      const request = order();
      await (direction === 'deposit' ? provider.collect(request) : provider.payout(request));
      await party.change(`payments/${request.ourRef}`, fields);
      const ask = direction === 'deposit' ? provider.collectStatus : provider.payoutStatus;
      expect(await ask(request.ourRef)).toMatchObject(state);
    }
  });

  test('a status with a word of tomorrow decides nothing, and its text is not repeated', async () => {
    const provider = createProvider();
    const request = order();
    await provider.collect(request);
    await party.change(`payments/${request.ourRef}`, { failure: 'x' });
    // The stand-in writes what is left over of the fields into its record as it is.
    await party.change(`payments/${request.ourRef}`, { amount: '1000', depositId: randomUUID() });
    expect(await provider.collectStatus(request.ourRef)).toMatchObject({ state: 'failed', code: 'failed' });
    expect(await provider.collectStatus(randomUUID())).toMatchObject({ state: 'no_answer' });
  });

  test.each([
    ['https://pay.wave.com/c/cos-1', { redirectUrl: 'https://pay.wave.com/c/cos-1' }],
    ['http://pay.wave.com/c/cos-1', {}],
    ['javascript:alert(1)', {}],
    ['https://', {}],
  ])('brings the page %s', async (page, shown) => {
    const provider = createProvider();
    const request = order(wave);
    await provider.collect(request);
    await party.change(`payments/${request.ourRef}`, { status: 'PROCESSING', page });
    const about = { ourRef: request.ourRef, currency: 'XOF' };
    expect(await provider.collectStatus(request.ourRef)).toEqual({ state: 'under_way', ...shown, about });
    expect(await provider.lookup('deposit', request.ourRef)).toEqual({
      state: 'found',
      providerRef: request.ourRef,
      ...shown,
    });
  });

  test.each([
    ['deposit', '22951345029', { state: 'failed', code: 'payer_not_found' }],
    ['deposit', '22951345039', { state: 'failed', code: 'payment_not_approved' }],
    ['deposit', '22951345069', { state: 'failed', code: 'unspecified_failure' }],
    ['deposit', '22951345129', { state: 'under_way' }],
    ['deposit', '22951345789', { state: 'succeeded' }],
    ['withdrawal', '22951345089', { state: 'failed', code: 'recipient_not_found' }],
    ['withdrawal', '22951345119', { state: 'failed', code: 'unspecified_failure' }],
    ['withdrawal', '22951345129', { state: 'under_way' }],
    ['withdrawal', '22951345789', { state: 'succeeded' }],
  ] as const)('of a %s with the sandbox’s number %s is %o', async (direction, number, state) => {
    const provider = createProvider();
    const request = order({ phone: `+${number}` });
    await (direction === 'deposit' ? provider.collect(request) : provider.payout(request));
    const ask = direction === 'deposit' ? provider.collectStatus : provider.payoutStatus;
    await untilPasses(async () => expect(await ask(request.ourRef)).toMatchObject(state));
  });
});

describe('what is offered', () => {
  const namesOf = async (provider = createProvider()) =>
    (await provider.capabilities()).map(({ direction, country, method }) => `${direction} ${country} ${method}`);

  test('is what the account has, with its limits: no wallet that needs a code before, and none that nobody has read about', async () => {
    expect((await namesOf()).toSorted()).toEqual(
      [
        'deposit BJ moov',
        'deposit BJ mtn',
        'deposit CI mtn',
        'deposit CI wave',
        'withdrawal BF orange',
        'withdrawal BJ moov',
        'withdrawal BJ mtn',
        'withdrawal CI mtn',
      ].toSorted(),
    );
    const [first] = await createProvider().capabilities();
    expect(first).toMatchObject({ min: 100, max: 2_000_000, step: 1 });
  });

  test('follows the account within a minute, and outlives ten minutes without an answer', async () => {
    const { provider, pass } = open();
    expect(await namesOf(provider)).toContain('deposit CI mtn');
    await party.change('active-conf/MTN_MOMO_CIV', { DEPOSIT: { status: 'CLOSED' } });
    pass(59);
    expect(await namesOf(provider)).toContain('deposit CI mtn');
    pass(2);
    expect(await namesOf(provider)).not.toContain('deposit CI mtn');
    for (let asked = 0; asked < 3; asked++) await party.fail('GET /v2/active-conf', '500');
    pass(61);
    expect(await namesOf(provider)).toContain('withdrawal CI mtn');
    pass(590);
    expect(await namesOf(provider)).toContain('withdrawal CI mtn');
    pass(11);
    expect(await namesOf(provider), 'then nothing is known any more').toEqual([]);
    expect(await provider.payout(order())).toEqual({ outcome: 'rejected', code: 'not_offered', elsewhere: true });
    pass(11);
    expect(await namesOf(provider)).toContain('withdrawal CI mtn');
  });

  test('is asked for once, however many ask at the same time', async () => {
    const { provider } = open();
    const calls = async () => (await party.seen()).filter(({ path }) => path === '/v2/active-conf').length;
    const before = await calls();
    await Promise.all(Array.from({ length: 10 }, () => provider.capabilities()));
    expect(await calls()).toBe(before + 1);
  });

  const configuration = (operationTypes: unknown, currency = 'XOF', provider = 'MTN_MOMO_CIV') =>
    readOffers({
      kind: 'answered',
      status: 200,
      body: { countries: [{ country: 'CIV', providers: [{ provider, currencies: [{ currency, operationTypes }] }] }] },
    });
  const usual = { status: 'OPERATIONAL', minAmount: '100', maxAmount: '5000', authType: 'PROVIDER_AUTH' };

  test.each<[string, object, string[]]>([
    ['operational', {}, ['deposit', 'withdrawal']],
    ['delayed', { status: 'DELAYED' }, ['withdrawal']],
    ['closed', { status: 'CLOSED' }, []],
    ['a status of tomorrow', { status: 'PAUSED' }, []],
    ['no status', { status: undefined }, []],
    ['a code before', { authType: 'PREAUTH' }, ['withdrawal']],
    ['no way to approve', { authType: undefined }, ['withdrawal']],
    ['no minimum', { minAmount: undefined }, []],
    ['no maximum', { maxAmount: null }, []],
    ['an amount that is none', { maxAmount: 'much' }, []],
    ['limits without an amount between', { minAmount: '9000' }, []],
    [
      'other names of limits',
      { minAmount: undefined, maxAmount: undefined, minTransactionLimit: '1', maxTransactionLimit: '9' },
      ['deposit', 'withdrawal'],
    ],
  ])('a status of a wallet with %s', (_what, more, directions) => {
    const operation = { ...usual, ...more };
    expect(configuration({ DEPOSIT: operation, PAYOUT: operation })!.map(({ direction }) => direction)).toEqual(
      directions,
    );
    const list = ['DEPOSIT', 'PAYOUT'].map((operationType) => ({ operationType, ...operation }));
    expect(configuration(list)!.map(({ direction }) => direction)).toEqual(directions);
  });

  test('is only in XOF, and rounded to whole francs within the limits', () => {
    expect(configuration({ DEPOSIT: usual }, 'XAF')).toEqual([]);
    expect(configuration({ DEPOSIT: usual }, 'XOF', 'CONSTRUCTOR')).toEqual([]);
    expect(configuration({ DEPOSIT: { ...usual, minAmount: '99.50', maxAmount: '4999.99' } })).toMatchObject([
      { min: 100, max: 4_999 },
    ]);
    expect(readOffers({ kind: 'answered', status: 200, body: {} })).toBeNull();
    expect(readOffers({ kind: 'lost', cause: 'reset' })).toBeNull();
  });
});

test('the wallets at pawaPay are read by country, in XOF', async () => {
  await party.change('balances/BEN', { amount: 7_500 });
  expect(await createProvider().floats!()).toEqual(
    expect.arrayContaining([{ country: 'BJ', method: null, amount: 7_500 }]),
  );
  expect(JSON.stringify(await createProvider().floats!())).not.toContain('RW');
  await party.fail('GET /v2/wallet-balances', '500');
  expect(await createProvider().floats!()).toBeNull();
  await party.change('balances/BEN', { amount: 5_000_000 });
});

test('a key of another kind, and what is none, are not used', () => {
  const answered = (body: unknown) => readKeys({ kind: 'answered', status: 200, body });
  expect(answered([{ id: 'A', key: 'no key' }])).toBeNull();
  expect(answered({ id: 'A' })).toBeNull();
  expect(answered([])).toBeNull();
  expect(readKeys({ kind: 'lost', cause: 'reset' })).toBeNull();
});

describe('the app with pawaPay', () => {
  let site: PaymentSite;
  let awa: Caller;
  let pass: (seconds: number) => void;
  const details = { country: 'BJ', method: 'mtn' };
  beforeEach(async () => {
    const opened = open();
    pass = opened.pass;
    site = await startPaymentSite({ instead: () => opened.provider });
    await party.change('callbacks', { address: `${site.url}/api/payments/pawapay/webhook` });
    awa = await site.signIn({ win: 1_500, phone: '+2290197000000' });
  });
  afterEach(async () => {
    await party.change('callbacks', { address: null });
    await site.payments.drain();
    await expectBooksBalance(site.owner);
    expect((await reconcile(site.owner, 'full')).mismatches).toEqual([]);
    await site.close();
  });
  const age = (id: string, minutes: number) =>
    site.owner.transact(async (tx) => {
      await tx.query('alter table payment disable trigger payment_life');
      await tx.query(`update payment set created_at = created_at - $2 * interval '1 minute' where id = $1`, [
        id,
        minutes,
      ]);
      await tx.query('alter table payment enable trigger payment_life');
    });
  const answers = async () => (await party.told()).map(({ answered }) => answered);

  test('credits and pays by its own signed notices', async () => {
    const { data: deposit } = (await awa.deposit(details)).body;
    expect(deposit).toMatchObject({ status: 'pending', redirectUrl: null });
    await party.change(`payments/${deposit.id}`, { status: 'COMPLETED' });
    await awa.becomes(deposit.id, 'succeeded');
    for (const [fields, end] of [
      [{ status: 'COMPLETED' }, 'paid'],
      [{ failure: 'RECIPIENT_NOT_FOUND' }, 'failed'],
    ] as const) {
      const { data: withdrawal } = (await awa.withdraw(details)).body;
      expect(withdrawal.status).toBe('processing');
      await party.change(`payments/${withdrawal.id}`, fields);
      await awa.becomes(withdrawal.id, end);
    }
    expect((await answers()).slice(-3)).toEqual([200, 200, 200]);
    expect(await awa.wallet()).toEqual({ dep: 1_000, win: 1_000, held: 0 });
  });

  test('shows the page on which the payer approves when pawaPay tells of it', async () => {
    const kofi = await site.signIn({ phone: wave.phone });
    const { data: deposit } = (await kofi.deposit({ country: 'CI', method: 'wave' })).body;
    expect(deposit).toMatchObject({ status: 'pending', redirectUrl: null });
    const page = 'https://pay.wave.com/c/cos-1';
    await party.change(`payments/${deposit.id}`, { status: 'PROCESSING', page });
    await untilPasses(async () => expect((await kofi.payment(deposit.id)).redirectUrl).toBe(page));
    await party.change(`payments/${deposit.id}`, { status: 'PROCESSING', page: 'https://pay.wave.com/c/cos-2' });
    await site.payments.drain();
    expect((await kofi.payment(deposit.id)).redirectUrl, 'the first one stays').toBe(page);
    await party.change(`payments/${deposit.id}`, { status: 'COMPLETED' });
    await kofi.becomes(deposit.id, 'succeeded');
    expect((await kofi.wallet()).dep).toBe(1_000);
  });

  test('is told again for fifteen minutes when nobody answered', async () => {
    await party.change('callbacks', { address: 'http://127.0.0.1:2/' });
    const { data: first } = (await awa.deposit(details)).body;
    await party.change(`payments/${first.id}`, { status: 'COMPLETED' });
    const { data: second } = (await awa.withdraw(details)).body;
    await party.change('clock', { minutes: 14 });
    expect((await answers()).at(-1)).toBe(0);
    await party.change(`payments/${second.id}`, { status: 'COMPLETED' });
    await party.change('clock', { minutes: 2 });
    await party.change('callbacks', { address: `${site.url}/api/payments/pawapay/webhook` });
    await party.change('clock', { minutes: 1 });
    await awa.becomes(second.id, 'paid');
    expect((await awa.payment(first.id)).status, 'its fifteen minutes are over').toBe('pending');
    await site.sweep();
    expect((await awa.payment(first.id)).status).toBe('succeeded');
    expect(await awa.wallet()).toEqual({ dep: 1_000, win: 1_000, held: 0 });
  });

  test('takes a new key of pawaPay, and asks for it once a minute at most', async () => {
    const keyCalls = async () => (await party.seen()).filter(({ path }) => path === '/v2/public-key/http').length;
    const { data: first } = (await awa.withdraw(details)).body;
    await party.change(`payments/${first.id}`, { status: 'COMPLETED' });
    await awa.becomes(first.id, 'paid');
    const before = await keyCalls();
    await party.change('keys', {});
    const { data: second } = (await awa.withdraw(details)).body;
    await party.change(`payments/${second.id}`, { status: 'COMPLETED' });
    expect((await answers()).at(-1), 'the keys were asked for a moment ago').toBe(401);
    expect(await keyCalls()).toBe(before);
    pass(61);
    await party.change('clock', { minutes: 1 });
    await awa.becomes(second.id, 'paid');
    expect((await answers()).at(-1)).toBe(200);
    expect(await keyCalls()).toBe(before + 1);
    // A notice that the former key has signed.
    const { headers, body, address } = (await party.told()).find(({ answered }) => answered === 200)!;
    const port = new URL(site.url).host;
    if (new URL(address).host === port) {
      expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(401);
    }
  });

  test('does not take a notice that was sent to another site', async () => {
    await party.change('callbacks', { address: 'http://thief.invalid/api/payments/pawapay/webhook' });
    const { data: withdrawal } = (await awa.withdraw(details)).body;
    await party.change(`payments/${withdrawal.id}`, { status: 'COMPLETED' });
    const { headers, body } = (await party.told()).at(-1)!;
    const sent = await fetch(`${site.url}/api/payments/pawapay/webhook`, { method: 'POST', headers, body });
    expect(sent.status).toBe(401);
    expect((await awa.payment(withdrawal.id)).status).toBe('processing');
  });

  test.each(['deposit', 'withdraw'] as const)(
    'believes that a %s is not there after fifteen minutes, and not before',
    async (way) => {
      await party.fail(`POST /v2/${way === 'deposit' ? 'deposits' : 'payouts'}`, '500');
      const { id, status } = (await awa[way](details)).body.data;
      await age(id, 14);
      await site.sweep();
      expect((await awa.payment(id)).status).toBe(status);
      expect((await awa.wallet()).held).toBe(way === 'deposit' ? 0 : 500);
      await age(id, 2);
      await site.sweep();
      expect((await awa.payment(id)).status).toBe('failed');
      expect(await awa.wallet()).toEqual({ dep: 0, win: 1_500, held: 0 });
    },
  );

  test('returns the money of a payout that pawaPay’s wallet could not pay', async () => {
    await party.change('balances/BEN', { amount: 100 });
    const { data: withdrawal } = (await awa.withdraw(details)).body;
    await party.change(`payments/${withdrawal.id}`, { status: 'COMPLETED' });
    await awa.becomes(withdrawal.id, 'failed');
    expect(await awa.wallet()).toEqual({ dep: 0, win: 1_500, held: 0 });
    expect((await party.paid()).map(({ ourRef }) => ourRef)).not.toContain(withdrawal.id);
    await party.change('balances/BEN', { amount: 5_000_000 });
  });

  test('holds the money of a payout that waits or is looked into, until that has ended', async () => {
    const { data: withdrawal } = (await awa.withdraw(details)).body;
    for (const status of ['ENQUEUED', 'IN_RECONCILIATION', 'PROCESSING']) {
      await party.change(`payments/${withdrawal.id}`, { status });
      await site.sweep();
      expect(await awa.wallet()).toEqual({ dep: 0, win: 1_000, held: 500 });
    }
    await party.change(`payments/${withdrawal.id}`, { status: 'COMPLETED' });
    await awa.becomes(withdrawal.id, 'paid');
  });

  test('tells the payer that another way may succeed, when the reason is the provider’s', async () => {
    await awa.get('/payments/methods');
    await party.change('active-conf/MTN_MOMO_BEN', {
      DEPOSIT: { status: 'CLOSED', authType: 'PROVIDER_AUTH', minAmount: '100', maxAmount: '2000000' },
    });
    const key = randomUUID();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await awa.deposit(details, key);
      expect([status, body]).toMatchObject([
        422,
        { code: 'payment_rejected', detail: expect.stringContaining('Try another method') as string },
      ]);
    }
    await party.change('active-conf/MTN_MOMO_BEN', {
      DEPOSIT: { status: 'OPERATIONAL', authType: 'PROVIDER_AUTH', minAmount: '100', maxAmount: '2000000' },
    });
  });

  test.each([
    ['amount', { amount: '999' }, 'amount_mismatch'],
    ['currency', { currency: 'XAF' }, 'other_payment'],
    ['id', { depositId: randomUUID() }, 'other_payment'],
  ])('credits nothing of a deposit with another %s, and raises an alarm', async (_what, fields, alarm) => {
    const { data: deposit } = (await awa.deposit(details)).body;
    await party.change('callbacks', { address: null });
    await party.change(`payments/${deposit.id}`, { ...fields, status: 'COMPLETED' });
    await site.sweep();
    expect((await awa.payment(deposit.id)).status).toBe('pending');
    expect((await awa.wallet()).dep).toBe(0);
    expect(site.alarms()).toEqual([alarm]);
  });

  describe('and a deposit that is refunded in its dashboard', () => {
    async function credited(): Promise<string> {
      const { data: deposit } = (await awa.deposit(details)).body;
      await party.change(`payments/${deposit.id}`, { status: 'COMPLETED' });
      await awa.becomes(deposit.id, 'succeeded');
      return deposit.id;
    }
    const refund = async (depositId: string, more: object = {}) => {
      const id = randomUUID();
      await party.change(`refunds/${id}`, { depositId, ...more });
      await site.payments.drain();
      return id;
    };

    test('is taken back once, however often it is told', async () => {
      const id = await credited();
      const refundId = await refund(id);
      for (let time = 0; time < 3; time++) await party.change(`notices/${refundId}`, {});
      await site.sweep();
      expect(await awa.payment(id)).toMatchObject({ status: 'succeeded', refunded: 1_000 });
      expect(await awa.wallet()).toEqual({ dep: 0, win: 1_500, held: 0 });
      expect(site.alarms()).toEqual(['chargeback']);
    });

    test('a deposit that is refunded in parts is taken back in parts, and the sum of them', async () => {
      const id = await credited();
      await refund(id, { amount: 250 });
      expect(await awa.payment(id)).toMatchObject({ refunded: 250 });
      await refund(id, { amount: 450 });
      expect(await awa.payment(id)).toMatchObject({ refunded: 700 });
      await refund(id, { amount: 300, status: 'RECIPIENT_NOT_FOUND' });
      expect(await awa.payment(id), 'one that failed').toMatchObject({ refunded: 700 });
      expect(await awa.wallet()).toEqual({ dep: 300, win: 1_500, held: 0 });
    });

    test('a deposit that only the refund’s record names is taken back too', async () => {
      const id = await credited();
      await party.change('callbacks', { address: null });
      const refundId = await refund(id);
      const bare = await refund(id, { hidden: true });
      await party.change('callbacks', { address: `${site.url}/api/payments/pawapay/webhook` });
      await party.change(`notices/${bare}`, {});
      await site.payments.drain();
      expect(await awa.payment(id), 'nobody can say which deposit it is').toMatchObject({ refunded: 0 });
      await party.change(`notices/${refundId}`, {});
      await site.payments.drain();
      expect(await awa.payment(id)).toMatchObject({ refunded: 1_000 });
    });

    test('is asked about again in minutes when the first question is lost', async () => {
      const id = await credited();
      await party.fail('GET /v2/refunds', '500');
      await refund(id);
      expect(await awa.payment(id)).toMatchObject({ refunded: 0 });
      const [row] = await site.owner.query<{ minutes: number }>(
        'select ceil(extract(epoch from due_at - clock_timestamp()) / 60)::integer as minutes from payment where id = $1',
        [id],
      );
      expect(row!.minutes).toBeLessThanOrEqual(5);
      await site.sweep();
      expect(await awa.payment(id)).toMatchObject({ refunded: 1_000 });
    });

    test('a refund of another deposit loses nothing, and raises an alarm', async () => {
      const [id, other] = [await credited(), await credited()];
      await party.change('callbacks', { address: null });
      const refundId = await refund(id);
      await party.change(`payments/${refundId}`, { depositId: other, refundId });
      await site.owner.query(`select store_webhook('pawapay', '{}', convert_to($1, 'UTF8')::bytea, $2)`, [
        JSON.stringify({ refundId, depositId: id }),
        id,
      ]);
      await site.payments.ask(id);
      expect(await awa.payment(id)).toMatchObject({ refunded: 0 });
      expect(site.alarms()).toEqual(['other_payment']);
    });
  });
});
