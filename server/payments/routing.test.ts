import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readWallet } from '#server/ledger/wallet.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import {
  startPaymentSite,
  type Caller,
  type PaymentSite,
  type PaymentSiteOptions,
} from '#tests/support/money/payment-site.ts';
import { makeOperator } from '#tests/support/operator/operators.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { twoAccounts } from '#tests/support/stand-ins/two-accounts.ts';
import { toMerchantId } from './cinetpay/merchant-id.ts';
import type { Direction } from './provider.ts';
import type { ReviewRules } from './review-rules.ts';
import { transition } from './transition.ts';

/** A site with two accounts at two providers, each in a process of its own: CinetPay in Côte d'Ivoire, pawaPay there and in Benin. */

let pawapay: StandIn;
let cinetpay: StandIn;
let site: PaymentSite;
let awa: Caller;

beforeAll(async () => {
  [pawapay, cinetpay] = await Promise.all([startStandIn('pawapay'), startStandIn('cinetpay')]);
});
afterAll(() => Promise.all([pawapay.stop(), cinetpay.stop()]));
afterEach(async () => {
  await expectBooksBalance(site.owner);
  expect((await reconcile(site.owner, 'full')).mismatches).toEqual([]);
  await site.close();
});

interface Options extends Pick<PaymentSiteOptions, 'routes' | 'reviewRules'> {
  readonly pawaPayUrl?: string;
}

async function open({ pawaPayUrl = pawapay.url, ...more }: Options = {}) {
  site = await startPaymentSite({
    instead: (url) => twoAccounts({ pawapay: pawaPayUrl, cinetpay: cinetpay.url }, url),
    ...more,
  });
  awa = await site.signIn({ win: 10_000, phone: '+2250505050505' });
}

const pay = async (direction: Direction, details: object) =>
  (await (direction === 'deposit' ? awa.deposit : awa.withdraw)({ amount: 1_000, ...details })).body.data;

const providerOf = async (id: string) =>
  (await site.owner.query<{ provider: string }>('select provider from payment where id = $1', [id]))[0]!.provider;

async function methods(): Promise<string[]> {
  const { body } = await awa.get<{ data: { country: string; method: string; direction: string; max: number }[] }>(
    '/payments/methods',
  );
  return body.data.map(({ country, method, direction, max }) => `${country} ${method} ${direction} ${max}`).toSorted();
}

test('offers what any account carries, once, with the limits of the one that is tried first', async () => {
  await pawapay.change('active-conf/MTN_MOMO_CIV', {
    DEPOSIT: { status: 'OPERATIONAL', minAmount: '100', maxAmount: '5000', authType: 'PROVIDER_AUTH' },
  });
  await open();
  expect(await methods()).toEqual([
    'BF orange withdrawal 1000000',
    'BJ moov deposit 1000000',
    'BJ moov withdrawal 1000000',
    'BJ mtn deposit 1000000',
    'BJ mtn withdrawal 1000000',
    'CI moov deposit 1000000',
    'CI moov withdrawal 1000000',
    'CI mtn deposit 5000',
    'CI mtn withdrawal 1000000',
    'CI orange deposit 1000000',
    'CI orange withdrawal 1000000',
    'CI wave deposit 1000000',
    'CI wave withdrawal 1000000',
  ]);
  const small = await pay('deposit', { country: 'CI', method: 'mtn', amount: 5_000 });
  const large = await pay('deposit', { country: 'CI', method: 'mtn', amount: 6_000 });
  expect([await providerOf(small.id), await providerOf(large.id)]).toEqual(['pawapay', 'cinetpay_ci']);
});

test('each payment belongs to its account: questions and notices go there and nowhere else', async () => {
  await open();
  const mtn = await pay('deposit', { country: 'BJ', method: 'mtn', phone: '+2290197000000' });
  const orange = await pay('deposit', { country: 'CI', method: 'orange' });
  const out = await pay('withdrawal', { country: 'CI', method: 'wave' });
  const [row] = await site.owner.query<{ notify_secret: string }>('select notify_secret from payment where id = $1', [
    orange.id,
  ]);
  const notice = { notify_token: row!.notify_secret, merchant_transaction_id: toMerchantId(orange.id) };
  const tell = async (account: string, body: object) =>
    (
      await fetch(`${site.url}/api/payments/${account}/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  // Neither another account's address nor another payment's token is believed.
  expect(await tell('cinetpay', notice)).toBe(404);
  expect(await tell('pawapay', notice)).toBe(401);
  expect(await tell('cinetpay_ci', { ...notice, merchant_transaction_id: toMerchantId(mtn.id) })).toBe(401);

  await cinetpay.change(`payment/${toMerchantId(orange.id)}`, { status: 'SUCCESS' });
  expect(await tell('cinetpay_ci', notice)).toBe(200);
  await site.payments.drain();
  expect((await awa.payment(orange.id)).status).toBe('succeeded');

  await pawapay.change('callbacks', { address: `${site.url}/api/payments/pawapay/webhook` });
  await pawapay.change(`payments/${mtn.id}`, { status: 'COMPLETED' });
  await pawapay.change('callbacks', { address: null });
  await site.payments.drain();
  expect((await awa.payment(mtn.id)).status).toBe('succeeded');

  await cinetpay.change('transfer/transfer-1', { status: 'SUCCESS' });
  await site.sweep();
  expect((await awa.payment(out.id)).status).toBe('paid');
  expect(await readWallet(site.db, awa.signedIn.clientId)).toEqual({ dep: 2_000, win: 9_000, held: 0 });
  const about = (seen: { path: string; body: object }[], id: string) =>
    seen.filter(({ path, body }) => path.includes(id) || JSON.stringify(body).includes(id));
  expect(about(await pawapay.seen(), orange.id)).toEqual([]);
  expect(about(await cinetpay.seen(), toMerchantId(mtn.id))).toEqual([]);
});

test('with routes, only what has one is offered, by the accounts that it names, in their order', async () => {
  const route = { country: 'CI', method: 'mtn' } as const;
  await open({
    routes: [
      { ...route, direction: 'deposit', accounts: ['cinetpay_ci', 'pawapay'] },
      { ...route, direction: 'withdrawal', accounts: ['pawapay'] },
      { country: 'CI', method: 'wave', direction: 'withdrawal', accounts: ['pawapay'] },
    ],
  });
  expect(await methods(), 'pawaPay does not pay out to Wave').toEqual([
    'CI mtn deposit 1000000',
    'CI mtn withdrawal 1000000',
  ]);
  expect(await providerOf((await pay('deposit', route)).id)).toBe('cinetpay_ci');
  expect(await providerOf((await pay('withdrawal', route)).id)).toBe('pawapay');
  const refused = await awa.deposit({ country: 'CI', method: 'orange' });
  expect(refused).toMatchObject({ status: 422, body: { code: 'method_unavailable' } });
});

test('an account whose offers are not known leaves the others as they are', async () => {
  await open({ pawaPayUrl: 'http://127.0.0.1:2' });
  expect(await methods()).toHaveLength(8);
  expect(await providerOf((await pay('deposit', { country: 'CI', method: 'mtn' })).id)).toBe('cinetpay_ci');
});

const everything: ReviewRules = {
  over: 0,
  dayOver: 100_000_000,
  phoneDays: 0,
  firstOver: 100_000_000,
  playedPercent: 0,
  hours: 24,
};
const mtn = { country: 'CI', method: 'mtn' } as const;
const openWallet = { status: 'OPERATIONAL', minAmount: '100', maxAmount: '2000000' };
const starts = async (party: StandIn) => (await party.seen()).filter(({ method }) => method === 'POST').length;
const openAtPawaPay = () =>
  pawapay.change('active-conf/MTN_MOMO_CIV', {
    DEPOSIT: { ...openWallet, authType: 'PROVIDER_AUTH' },
    PAYOUT: openWallet,
  });
/** pawaPay's offers are asked for once a minute: after this it still seems to have the wallet, and refuses. */
async function closeAtPawaPay(direction: Direction, reviewRules?: ReviewRules): Promise<void> {
  await openAtPawaPay();
  await open(reviewRules && { reviewRules });
  await methods();
  await pawapay.change('active-conf/MTN_MOMO_CIV', {
    [direction === 'deposit' ? 'DEPOSIT' : 'PAYOUT']: { ...openWallet, status: 'CLOSED', authType: 'PROVIDER_AUTH' },
  });
}
const eventsOf = async (id: string) =>
  (
    await site.owner.query<{ kind: string }>('select kind from payment_event where payment_id = $1 order by id', [id])
  ).map(({ kind }) => kind);
const wallet = () => readWallet(site.db, awa.signedIn.clientId);

test.each(['deposit', 'withdrawal'] as const)(
  'a %s that its account refuses for a reason of its own goes to the next one, and operators see both',
  async (direction) => {
    await closeAtPawaPay(direction);
    const { id, status } = await pay(direction, mtn);
    expect(status).toBe(direction === 'deposit' ? 'pending' : 'processing');
    expect(await providerOf(id)).toBe('cinetpay_ci');
    expect(await eventsOf(id)).toEqual(['created', 'rerouted', 'accepted']);
    expect(await site.owner.query('select account, because from payment_attempt where payment_id = $1', [id])).toEqual([
      { account: 'pawapay', because: 'provider_temporarily_unavailable' },
    ]);
    const [row] = await site.owner.query<{ ref: string }>('select provider_ref as ref from payment where id = $1', [
      id,
    ]);
    await cinetpay.change(`${direction === 'deposit' ? 'payment' : 'transfer'}/${row!.ref}`, { status: 'SUCCESS' });
    await site.sweep();
    await site.sweep();
    expect(await wallet()).toEqual(
      direction === 'deposit' ? { dep: 1_000, win: 10_000, held: 0 } : { dep: 0, win: 9_000, held: 0 },
    );
    expect(site.alarms()).toEqual([]);
    const nextLook = async () =>
      (
        await site.owner.query<{ after: string }>(
          `select date_trunc('minute', due_at - at)::text as after from payment_attempt`,
        )
      )[0]!.after;
    expect(await nextLook()).toBe('00:15:00');
    await pawapay.fail('GET /v2/', '500');
    await site.sweep();
    expect(await nextLook(), 'without an answer it is asked soon').toMatch(/^01:0/);
    await expect(site.owner.query(`update payment set provider = 'pawapay' where id = $1`, [id])).rejects.toThrow(
      'stays at its account',
    );
  },
);

test.each([
  ['lost', 'deposit'],
  ['reset', 'deposit'],
  ['500', 'deposit'],
  ['garbage', 'deposit'],
  ['404', 'deposit'],
  ['lost', 'withdrawal'],
  ['reset', 'withdrawal'],
  ['404', 'withdrawal'],
] as const)(
  'after the fault %s a %s stays at its account: its money may have moved, or the payer is the reason',
  async (fault, direction) => {
    await openAtPawaPay();
    await open();
    await methods();
    const before = await starts(cinetpay);
    await pawapay.fail(`POST /v2/${direction === 'deposit' ? 'deposits' : 'payouts'}`, fault);
    await (direction === 'deposit' ? awa.deposit : awa.withdraw)({ amount: 1_000, ...mtn });
    const [payment] = await site.owner.query<{ provider: string; status: string }>(
      'select provider, status from payment',
    );
    expect(payment).toEqual({
      provider: 'pawapay',
      status: fault === '404' ? 'failed' : direction === 'deposit' ? 'created' : 'unknown',
    });
    expect(await starts(cinetpay)).toBe(before);
  },
);

test('a payment whose second call never arrived is looked up there, a minute after that call', async () => {
  await closeAtPawaPay('deposit');
  await cinetpay.fail('POST /v1/payment', 'reset');
  const { id, status } = await pay('deposit', mtn);
  expect([status, await providerOf(id)]).toEqual(['created', 'cinetpay_ci']);
  await site.sweep();
  expect((await awa.payment(id)).status, 'it may still be on its way').toBe('created');
  await site.owner.query(`update payment set sent_at = sent_at - interval '2 minutes'`);
  await site.sweep();
  expect((await awa.payment(id)).status).toBe('failed');
  expect(await wallet()).toEqual({ dep: 0, win: 10_000, held: 0 });
});

test('an account that confirms what it had refused is an alarm, once: nothing is booked for it', async () => {
  await closeAtPawaPay('deposit');
  const { id } = await pay('deposit', mtn);
  await openAtPawaPay();
  const account = { phoneNumber: '2250505050505', provider: 'MTN_MOMO_CIV' };
  const body = { depositId: id, amount: '1000', currency: 'XOF', payer: { type: 'MMO', accountDetails: account } };
  await fetch(`${pawapay.url}/v2/deposits`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // Answers about the former account that arrive after the payment went elsewhere.
  for (const fact of [{ kind: 'accepted', providerRef: id }, { kind: 'absent' }] as const) {
    await site.db.transact((tx) => transition(tx, id, fact, { account: 'pawapay' }));
  }
  await pawapay.change('callbacks', { address: `${site.url}/api/payments/pawapay/webhook` });
  await pawapay.change(`payments/${id}`, { status: 'COMPLETED' });
  await pawapay.change('callbacks', { address: null });
  expect((await pawapay.told()).at(-1)!.answered).toBe(200);
  const due = await site.owner.query(
    'select due_at <= clock_timestamp() as now from payment_attempt where payment_id = $1',
    [id],
  );
  expect(due, 'the notice is heard').toEqual([{ now: true }]);
  await Promise.all([site.sweep(), site.sweep()]);
  await site.sweep();
  expect(site.alarms()).toEqual(['paid_elsewhere']);
  expect(await site.owner.query('select due_at from payment_attempt')).toEqual([{ due_at: null }]);
  expect(await eventsOf(id)).toEqual(['created', 'rerouted', 'accepted', 'paid_elsewhere']);
  expect(await wallet()).toEqual({ dep: 0, win: 10_000, held: 0 });
  await cinetpay.change(`payment/${toMerchantId(id)}`, { status: 'SUCCESS' });
  await site.sweep();
  expect(await site.owner.query('select kind, subject from console.what_is_wrong()')).toContainEqual({
    kind: 'paid_elsewhere',
    subject: `payment ${id}`,
  });
  expect(await wallet(), 'its own account counts').toEqual({ dep: 1_000, win: 10_000, held: 0 });
});

test('a withdrawal that was held goes to the next account too, when it is released', async () => {
  await closeAtPawaPay('withdrawal', everything);
  const { id, status } = await pay('withdrawal', mtn);
  expect([status, await providerOf(id)]).toEqual(['review', 'pawapay']);
  const { name } = await makeOperator(site.owner, ['payments']);
  await site.owner.query(
    `with ended as (
       insert into withdrawal_review_end (payment_id, verdict, decided_by, reason)
       select $1::uuid, 'released', id, 'looked at' from console.operator where name = $2
     )
     update payment set due_at = clock_timestamp() where id = $1::uuid`,
    [id, name],
  );
  await site.sweep();
  expect([(await awa.payment(id)).status, await providerOf(id)]).toEqual(['processing', 'cinetpay_ci']);
});
