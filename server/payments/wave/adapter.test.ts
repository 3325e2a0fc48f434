import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type Caller, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { applyFact } from '#server/payments/apply-fact.ts';
import type { CollectRequest } from '#server/payments/provider.ts';
import { signBody, waveForm } from '#server/payments/signature.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { createWaveProvider } from './adapter.ts';

let party: StandIn;
beforeAll(async () => {
  party = await startStandIn('wave');
});
afterEach(() => party.change('next-payouts', { status: 'processing' }));
afterAll(() => party.stop());

const webhookSecret = 'wave_ci_WHS_secret';
const open = (more: object = {}) =>
  createWaveProvider({
    id: 'wave_ci',
    country: 'CI',
    apiUrl: party.url,
    key: 'wave_ci_prod_key',
    webhookSecret,
    ...more,
  });

function order(more: Partial<CollectRequest> = {}): CollectRequest {
  return {
    ourRef: randomUUID(),
    amount: 1_000,
    country: 'CI',
    method: 'wave',
    phone: '+2250707070707',
    firstName: 'Awa',
    lastName: 'Koné',
    customerRef: 'c-awa',
    returnUrl: 'https://izi.example/fr/my-wallet?payment=1',
    language: 'fr' as const,
    ...more,
  };
}

const callOf = async (ourRef: string) =>
  (await party.seen()).find(({ method, body }) => method === 'POST' && body['client_reference'] === ourRef)!;

async function start(direction: 'deposit' | 'withdrawal') {
  const provider = open();
  const request = order();
  const outcome = await (direction === 'deposit' ? provider.collect(request) : provider.payout(request));
  const { providerRef } = outcome as { providerRef: string };
  const ask = () => (direction === 'deposit' ? provider.collectStatus : provider.payoutStatus)(providerRef);
  return { provider, ourRef: request.ourRef, providerRef, ask };
}

describe('a call', () => {
  test('opens a session by an amount in a string, for this payer alone', async () => {
    const request = order();
    const outcome = await open().collect(request);
    expect(outcome).toEqual({
      outcome: 'accepted',
      providerRef: expect.stringMatching(/^cos-/) as string,
      redirectUrl: expect.stringMatching(/^https:\/\/pay\.wave\.com\/c\/cos-/) as string,
    });
    const { body, idempotencyKey, authorization } = await callOf(request.ourRef);
    expect(body).toEqual({
      amount: '1000',
      currency: 'XOF',
      client_reference: request.ourRef,
      restrict_payer_mobile: '+2250707070707',
      success_url: request.returnUrl,
      error_url: request.returnUrl,
    });
    expect([idempotencyKey, authorization]).toEqual([undefined, 'Bearer wave_ci_prod_key']);
  });

  test('pays out with our reference as the key, and the merchant where there is one', async () => {
    const request = order();
    expect(await open({ merchant: 'am-1' }).payout(request)).toEqual({
      outcome: 'accepted',
      providerRef: expect.stringMatching(/^pt-/) as string,
    });
    const { body, idempotencyKey } = await callOf(request.ourRef);
    expect(idempotencyKey).toBe(request.ourRef);
    expect(body).toEqual({
      currency: 'XOF',
      receive_amount: '1000',
      mobile: '+2250707070707',
      name: 'Awa Koné',
      payment_reason: 'Izi',
      client_reference: request.ourRef,
      aggregated_merchant_id: 'am-1',
    });
  });

  test('a call that pays at once is asked about at once', async () => {
    await party.change('next-payouts', { status: 'succeeded' });
    expect(await open().payout(order())).toMatchObject({ outcome: 'accepted', isDone: true });
  });

  test('a call that is repeated by mistake pays nothing again; with other contents it is unknown, and the first one is found', async () => {
    const provider = open();
    const request = order();
    await party.change('next-payouts', { status: 'succeeded' });
    const first = await provider.payout(request);
    expect(await provider.payout(request)).toEqual(first);
    expect(await provider.payout({ ...request, amount: 5_000 })).toMatchObject({ outcome: 'unknown' });
    expect(await provider.lookup('withdrawal', request.ourRef)).toMatchObject({ state: 'found' });
    expect((await party.paid()).filter(({ ourRef }) => ourRef === request.ourRef)).toHaveLength(1);
  });

  test.each([
    ['the payee', { phone: '+221771234567' }, 'country_mismatch', false],
    ['us', { amount: 1.5 }, 'request_validation_error', false],
    ['our wallet', { amount: 5_000_000 }, 'insufficient_funds', true],
  ])('a call that pays out is refused because of %s: %o is %s', async (_whom, more, code, elsewhere) => {
    expect(await open().payout(order(more))).toEqual({ outcome: 'rejected', code, elsewhere });
  });

  test.each([
    ['recipient-limit-exceeded', false],
    ['recipient-account-blocked', false],
    ['recipient-account-inactive', false],
    ['recipient-minor', false],
    ['country-mismatch', false],
    ['currency-mismatch', true],
    ['insufficient-funds', true],
  ])('a call that pays out and fails with %s is refused, by HTTP status or in the answer', async (error, elsewhere) => {
    for (const status of ['refused', 'failed']) {
      await party.change('next-payouts', { status, error });
      expect(await open().payout(order())).toEqual({
        outcome: 'rejected',
        code: error.replaceAll('-', '_'),
        elsewhere,
      });
    }
  });

  test('a call with a key that has been revoked, or is of another wallet, moves nothing and finds nothing', async () => {
    const { ourRef, providerRef, provider } = await start('deposit');
    expect(await open({ key: 'wave_sn_prod_key' }).lookup('deposit', ourRef)).toEqual({ state: 'absent' });
    await party.change('keys/wave_ci_prod_key', { revoked: true });
    for (const call of [provider.collect, provider.payout]) {
      expect(await call(order())).toEqual({ outcome: 'rejected', code: 'api_key_revoked', elsewhere: true });
    }
    expect(await provider.collectStatus(providerRef)).toMatchObject({ state: 'no_answer' });
    expect(await provider.lookup('deposit', ourRef)).toMatchObject({ state: 'no_answer' });
    expect(await provider.floats!()).toBeNull();
    await party.change('keys/wave_ci_prod_key', { revoked: false });
    expect(await provider.collectStatus(providerRef)).toMatchObject({ state: 'under_way' });
  });

  test.each([
    ['', 'api_key_not_provided'],
    ['wave_ci_prod_other', 'no_matching_api_key'],
  ])('a call with the key “%s” is refused', async (key, code) => {
    expect(await open({ key }).payout(order())).toEqual({ outcome: 'rejected', code, elsewhere: true });
  });

  test('made too fast is refused with certainty; a busy Wave leaves it unknown', async () => {
    await party.fail('POST /v1/payout', '429');
    expect(await open().payout(order())).toEqual({ outcome: 'rejected', code: 'http_429', elsewhere: true });
    await party.fail('POST /v1/payout', '503');
    expect(await open().payout(order())).toMatchObject({ outcome: 'unknown' });
    for (const fault of ['429', '503'] as const) {
      const { ask, ourRef, provider } = await start('withdrawal');
      await party.fail('GET /v1/payout/', fault);
      expect(await ask()).toMatchObject({ state: 'no_answer' });
      await party.fail('GET /v1/payouts/search', fault);
      expect(await provider.lookup('withdrawal', ourRef)).toMatchObject({ state: 'no_answer' });
    }
  });
});

describe('the status', () => {
  test.each([
    [{}, { state: 'under_way' }],
    [{ status: 'failed', error: 'insufficient-funds' }, { state: 'under_way' }],
    [{ status: 'completed' }, { state: 'succeeded', amount: 1_000 }],
    [
      { status: 'completed', amount: '999' },
      { state: 'succeeded', amount: 999 },
    ],
    [
      { status: 'completed', currency: 'XAF' },
      { state: 'succeeded', about: { currency: 'XAF' } },
    ],
    [
      { status: 'completed', client_reference: null },
      { state: 'succeeded', about: { ourRef: 'null' } },
    ],
    [{ status: 'expired' }, { state: 'failed', code: 'expired' }],
    [{ status: 'cancelled' }, { state: 'failed', code: 'cancelled' }],
    [{ checkout_status: 'complete', payment_status: 'processing' }, { state: 'under_way' }],
    [{ checkout_status: 'of tomorrow' }, { state: 'no_answer' }],
    [{ id: 'cos-another' }, { state: 'no_answer' }],
  ])('the status of a session with %o is %o', async (fields, state) => {
    const { ourRef, ask } = await start('deposit');
    await party.change(`sessions/${ourRef}`, fields);
    expect(await ask()).toMatchObject(state);
  });

  test.each([
    [{}, { state: 'under_way' }],
    [{ status: 'succeeded' }, { state: 'succeeded', amount: 1_000, isReversible: true }],
    [
      { status: 'succeeded', receive_amount: '999' },
      { state: 'succeeded', amount: 999 },
    ],
    [
      { status: 'succeeded', client_reference: undefined },
      { state: 'succeeded', about: { currency: 'XOF' } },
    ],
    [
      { status: 'failed', error: 'recipient-minor' },
      { state: 'failed', code: 'recipient_minor' },
    ],
    [
      { status: 'failed', error: 'Awa is 12' },
      { state: 'failed', code: 'failed' },
    ],
    [{ status: 'paused' }, { state: 'no_answer' }],
    [{ id: 'pt-another' }, { state: 'no_answer' }],
  ])('the status of a payout with %o is %o', async (fields, state) => {
    const { ourRef, ask } = await start('withdrawal');
    await party.change(`payouts/${ourRef}`, fields);
    expect(await ask()).toMatchObject(state);
  });

  test('the status of a payout that was reversed is neither paid nor failed', async () => {
    const { ourRef, ask } = await start('withdrawal');
    await party.change(`payouts/${ourRef}`, { status: 'succeeded' });
    await party.change(`payouts/${ourRef}`, { status: 'reversed' });
    expect(await ask()).toEqual({ state: 'reversed', about: { ourRef, currency: 'XOF' } });
  });

  test('is looked up by our reference, and brings the page; two of the same are for an operator', async () => {
    const { ourRef, providerRef, provider } = await start('deposit');
    expect(await provider.lookup('deposit', ourRef)).toEqual({
      state: 'found',
      providerRef,
      redirectUrl: `https://pay.wave.com/c/${providerRef}`,
    });
    expect(await provider.lookup('withdrawal', ourRef), 'a session is no payout').toEqual({ state: 'absent' });
    await provider.collect(order({ ourRef }));
    expect(await provider.lookup('deposit', ourRef)).toMatchObject({ state: 'no_answer' });
  });
});

test.each(['http://pay.wave.com/c/cos-1', 'javascript:alert(1)', null])(
  'a page at %s is none: the deposit is looked up again',
  async (page) => {
    const { ourRef, provider } = await start('deposit');
    await party.change(`sessions/${ourRef}`, { wave_launch_url: page });
    expect(await provider.lookup('deposit', ourRef)).toEqual({
      state: 'found',
      providerRef: expect.any(String) as string,
    });
  },
);

test('the balance is that of the country’s wallet, in XOF', async () => {
  await party.change('balances/CI', { amount: 7_500 });
  expect(await open().floats!()).toEqual([{ country: 'CI', method: 'wave', amount: 7_500 }]);
  await party.fail('GET /v1/balance', '500');
  expect(await open().floats!()).toBeNull();
  await party.change('balances/CI', { amount: 5_000_000 });
});

describe('a notice', () => {
  const receivedAt = new Date('2026-11-27T12:00:00Z');
  const body = JSON.stringify({ type: 'checkout.session.completed', data: { id: 'cos-1', client_reference: 'ours' } });
  const read = (header: unknown, raw = body) =>
    open().verifyWebhook({
      address: 'https://izi.example/api/payments/wave_ci/webhook',
      headers: { 'wave-signature': header as string },
      rawBody: Buffer.from(raw),
      receivedAt,
    });
  const sign = (text = body, secondsAgo = 0, secret = webhookSecret) =>
    signBody(secret, text, new Date(receivedAt.getTime() - secondsAgo * 1_000), waveForm);

  test('is signed over time and body with nothing between: the documentation’s sample', () => {
    // hash_hmac('sha256', '1639081943' . '{"id":"EV_1"}', 'wave_ci_WHS_secret') of PHP.
    expect(signBody(webhookSecret, '{"id":"EV_1"}', new Date(1_639_081_943_000), waveForm)).toBe(
      't=1639081943,v1=7c1860f83914715bec9f32f44e72eb7c7ffbaf606fe39d4fa836a9c30e5e2327',
    );
  });

  test('names the payment that is asked about, by either reference', async () => {
    expect(await read(sign())).toEqual({ ourRef: 'ours', providerRef: 'cos-1' });
    const others = ['{"type":"test.test_event","data":{"hello":"world"}}', '{"type":"b2b.payment_failed"}', 'no JSON'];
    for (const other of others) expect(await read(sign(other), other)).toEqual({});
  });

  test('may be signed by two secrets while one is changed', async () => {
    const [time, own] = sign().split(',') as [string, string];
    const another = sign(body, 0, 'the next secret').split(',')[1]!;
    for (const header of [`${time},${another},${own}`, `${time},${own},${another}`]) {
      expect(await read(header)).toMatchObject({ ourRef: 'ours' });
    }
    expect(await read(`${time},${another}`)).toBeNull();
  });

  test.each([
    ['of five minutes ago', () => sign(body, 301)],
    ['of the future', () => sign(body, -301)],
    ['with a dot between time and body', () => signBody(webhookSecret, body, receivedAt).replace(',s=', ',v1=')],
    ['of another body', () => sign(`${body} `)],
    ['of the body alone', () => sign(body).replace(/^t=\d+,/, '')],
    ['with the secret itself', () => `Bearer ${webhookSecret}`],
    ['of many signatures', () => sign() + ',v1='.padEnd(68, '0').repeat(5)],
    ['that is none', () => undefined],
  ])('%s is refused', async (_what, header) => {
    expect(await read(header())).toBeNull();
    expect(await read(sign(body, 299))).not.toBeNull();
  });
});

describe('the app with Wave', () => {
  let site: PaymentSite;
  let awa: Caller;
  const details = { country: 'CI', method: 'wave' };
  beforeAll(async () => {
    site = await startPaymentSite({ instead: () => open(), withdrawable: ['win', 'dep'] });
  });
  afterAll(async () => {
    expect((await reconcile(site.owner, 'full')).mismatches).toEqual([]);
    await site.close();
  });
  beforeEach(async () => {
    await site.forget();
    await party.change('callbacks', { address: `${site.url}/api/payments/wave_ci/webhook` });
    awa = await site.signIn({ win: 1_000, dep: 500, phone: '+2250707070707' });
  });
  afterEach(async () => {
    await party.change('callbacks', { address: null });
    await party.change('secrets', { rotating: false });
    await site.payments.drain();
    await expectBooksBalance(site.owner);
  });
  const last = async () => (await party.told()).at(-1)!;
  const deposit = async () => (await awa.deposit(details)).body.data;
  /** Takes winnings and a part of the deposits. */
  const withdraw = async () => (await awa.withdraw({ ...details, amount: 1_200 })).body.data;
  /** Moves a payment and its events into the past. */
  const age = (id: string, hours: number) =>
    site.owner.query(
      `update payment set updated_at = updated_at - $2 * interval '1 hour', due_at = due_at - $2 * interval '1 hour' where id = $1`,
      [id, hours],
    );
  const dueIn = async (id: string) => {
    const [row] = await site.owner.query<{ hours: number | null }>(
      'select round(extract(epoch from due_at - clock_timestamp()) / 3600)::integer as hours from payment where id = $1',
      [id],
    );
    return row!.hours;
  };
  const sums = (moved: readonly { ourRef: string; amount: number }[], id: string) =>
    moved.filter(({ ourRef }) => ourRef === id).reduce((sum, { amount }) => sum + amount, 0);

  test('credits a deposit by its signed notice, once, however often and late it is told', async () => {
    const { id, redirectUrl } = await deposit();
    expect(redirectUrl).toMatch(/^https:\/\/pay\.wave\.com\/c\//);
    await party.change(`sessions/${id}`, { status: 'failed', error: 'insufficient-funds' });
    expect((await last()).answered).toBe(200);
    await site.payments.drain();
    expect((await awa.payment(id)).status, 'the payer may try again').toBe('pending');
    await party.change(`sessions/${id}`, { status: 'completed' });
    await awa.becomes(id, 'succeeded');
    await party.change('secrets', { rotating: true });
    for (let time = 0; time < 3; time++) await party.change(`notices/${id}`, {});
    expect((await last()).answered).toBe(200);
    await party.change(`notices/${id}`, { secondsAgo: 400 });
    expect((await last()).answered, 'it was intercepted, or lay about').toBe(401);
    expect(await awa.wallet()).toEqual({ dep: 1_500, win: 1_000, held: 0 });
  });

  test('answers the portal’s test event, and asks about nothing', async () => {
    const before = (await party.seen()).length;
    await party.change('test-event', {});
    expect((await last()).answered).toBe(200);
    await site.payments.drain();
    expect((await party.seen()).length).toBe(before);
  });

  test('does not take a notice of the other country’s account, or one that somebody changed', async () => {
    const { id } = await deposit();
    await party.change(`notices/${id}`, { sent: false });
    const { headers, body } = await last();
    const address = `${site.url}/api/payments/wave_ci/webhook`;
    const changed = body.replace(id, randomUUID());
    expect((await fetch(address, { method: 'POST', headers, body: changed })).status).toBe(401);
    const signature = signBody('wave_sn_WHS_secret', body, new Date(), waveForm);
    const others = { ...headers, 'wave-signature': signature };
    expect((await fetch(address, { method: 'POST', headers: others, body })).status).toBe(401);
  });

  test('pays out at once, and asks for its status before it says so', async () => {
    await party.change('next-payouts', { status: 'succeeded' });
    const { id, status } = await withdraw();
    expect(status).toBe('processing');
    expect(await dueIn(id)).toBe(0);
    await site.sweep();
    expect((await awa.payment(id)).status).toBe('paid');
    expect(await awa.wallet()).toEqual({ dep: 300, win: 0, held: 0 });
  });

  test('returns the money of a payout that Wave refuses in its answer', async () => {
    await party.change('next-payouts', { status: 'failed', error: 'recipient-minor' });
    expect((await withdraw()).status).toBe('failed');
    expect(await awa.wallet()).toEqual({ dep: 500, win: 1_000, held: 0 });
  });

  async function paid(): Promise<string> {
    await party.change('next-payouts', { status: 'succeeded' });
    const { id } = await withdraw();
    await site.sweep();
    await awa.becomes(id, 'paid');
    return id;
  }

  test('asks about a paid withdrawal after one day and after three, and then never again', async () => {
    const id = await paid();
    expect(await dueIn(id)).toBe(24);
    await age(id, 25);
    await site.payments.ask(id);
    expect(await dueIn(id)).toBe(48);
    await party.fail('GET /v1/payout/', '503');
    await age(id, 49);
    await site.payments.ask(id);
    expect(await dueIn(id), 'until Wave answers').toBe(1);
    await site.payments.ask(id);
    expect(await dueIn(id)).toBeNull();
    const before = (await party.seen()).length;
    await site.sweep();
    await site.payments.ask(id);
    expect((await party.seen()).length).toBe(before);
  });

  test.each([25, 74])('gives a payout back once that was reversed, and seen %i hours later', async (hours) => {
    const reported = async () =>
      (
        await site.owner.query<{ withdrawn: number }>(
          `select withdrawn from console.books_between(clock_timestamp() - interval '1 hour', clock_timestamp())`,
        )
      )[0]!.withdrawn;
    const before = await reported();
    const id = await paid();
    await party.change(`payouts/${id}`, { status: 'reversed' });
    expect(await awa.wallet(), 'nobody has asked yet').toEqual({ dep: 300, win: 0, held: 0 });
    await age(id, hours);
    await Promise.all([site.payments.ask(id), site.payments.ask(id), site.sweep()]);
    // An answer that was on its way says so again.
    const ignore = () => {};
    const late = { db: site.db, log: { error: ignore, warn: ignore }, onAlarm: () => expect.unreachable() };
    await applyFact(late, id, { kind: 'reversed' }, 'wave_ci');
    expect(await awa.wallet()).toEqual({ dep: 500, win: 1_000, held: 0 });
    expect(await awa.payment(id)).toMatchObject({ status: 'paid', refunded: 1_200 });
    expect(await dueIn(id)).toBeNull();
    expect(site.alarms()).toEqual(['reversed']);
    // The wallet and Wave's own record agree to the franc.
    const [row] = await site.owner.query<{ out: number }>(
      `select sum(case when to_account = 'clearing' then amount else -amount end)::bigint as out from posting
       where reference = $1 and 'clearing' in (from_account, to_account)`,
      [id],
    );
    expect(sums(await party.paid(), id) - sums(await party.reversed(), id)).toBe(row!.out);
    expect(sums(await party.reversed(), id)).toBe(1_200);
    // The operators' sums of what went out agree too.
    const [sum] = await site.owner.query<{ withdrawn: number }>(
      'select sum(withdrawn)::bigint as withdrawn from client_movement where client_id = $1',
      [awa.signedIn.clientId],
    );
    expect([sum!.withdrawn, await reported()]).toEqual([0, before]);
  });

  test('returns what it held for a payout that was reversed before it was seen paid', async () => {
    const { id } = await withdraw();
    await party.change(`payouts/${id}`, { status: 'succeeded' });
    await party.change(`payouts/${id}`, { status: 'reversed' });
    await site.sweep();
    expect(await awa.payment(id)).toMatchObject({ status: 'failed', refunded: 0 });
    expect(await awa.wallet()).toEqual({ dep: 500, win: 1_000, held: 0 });
    expect(site.alarms()).toEqual([]);
  });

  test('believes that a call is not there after fifteen minutes, and not before', async () => {
    await party.fail('POST /v1/payout', '503');
    const { id, status } = await withdraw();
    expect(status).toBe('unknown');
    const sentAgo = (minutes: number) =>
      site.owner.query(`update payment set sent_at = clock_timestamp() - $2 * interval '1 minute' where id = $1`, [
        id,
        minutes,
      ]);
    await sentAgo(14);
    await site.sweep();
    expect((await awa.payment(id)).status).toBe('unknown');
    await sentAgo(16);
    await site.sweep();
    expect((await awa.payment(id)).status).toBe('failed');
    expect(await awa.wallet()).toEqual({ dep: 500, win: 1_000, held: 0 });
  });

  test.each([
    ['amount', { amount: '999' }, 'amount_mismatch'],
    ['currency', { currency: 'XAF' }, 'other_payment'],
    ['reference', { client_reference: randomUUID() }, 'other_payment'],
  ])('credits nothing of a deposit with another %s, and raises an alarm', async (_what, fields, alarm) => {
    const { id } = await deposit();
    await party.change('callbacks', { address: null });
    await party.change(`sessions/${id}`, { ...fields, status: 'completed' });
    await site.sweep();
    expect((await awa.payment(id)).status).toBe('pending');
    expect(site.alarms()).toEqual([alarm]);
    expect(await awa.wallet()).toEqual({ dep: 500, win: 1_000, held: 0 });
  });
});
