import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Payment } from '#contract/payments.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { toMerchantId } from '#server/payments/cinetpay/merchant-id.ts';
import { createWaveProvider } from '#server/payments/wave/adapter.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type Caller, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startStandIn, type Moved, type StandIn } from '#tests/support/stand-ins/start.ts';
import { twoAccounts } from '#tests/support/stand-ins/two-accounts.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

/**
 * Three providers at once, each in a process of its own. pawaPay and Wave lose every second answer: to calls, questions and look-ups.
 */

let pawapay: StandIn;
let cinetpay: StandIn;
let wave: StandIn;
let site: PaymentSite;
let ama: Caller;
let awa: Caller;
let kofi: Caller;

beforeAll(async () => {
  [pawapay, cinetpay, wave] = await Promise.all([
    startStandIn('pawapay'),
    startStandIn('cinetpay'),
    startStandIn('wave'),
  ]);
  site = await startPaymentSite({
    instead: (url) => [
      ...twoAccounts({ pawapay: pawapay.url, cinetpay: cinetpay.url }, url),
      createWaveProvider({
        id: 'wave_sn',
        country: 'SN',
        apiUrl: wave.url,
        key: 'wave_sn_prod_key',
        webhookSecret: 'wave_sn_WHS_secret',
      }),
    ],
  });
  ama = await site.signIn({ win: 100_000, phone: '+2290197000000' });
  awa = await site.signIn({ win: 100_000, phone: '+2250505050505' });
  kofi = await site.signIn({ win: 100_000, phone: '+221771234567' });
});
afterAll(async () => {
  await site.close();
  await Promise.all([pawapay.stop(), cinetpay.stop(), wave.stop()]);
});

/** The networks, and who pays by each. */
const networks = [
  { country: 'BJ', method: 'mtn', caller: () => ama },
  { country: 'BJ', method: 'moov', caller: () => ama },
  { country: 'CI', method: 'orange', caller: () => awa },
  { country: 'CI', method: 'wave', caller: () => awa },
  { country: 'SN', method: 'wave', caller: () => kofi },
] as const;
/** pawaPay, which is tried first, offers this one still, and refuses: its wallet has closed meanwhile. */
const closed = { country: 'CI', method: 'mtn' } as const;
const amounts = [1_000, 2_000, 3_000];

interface Row {
  readonly id: string;
  readonly direction: Payment['direction'];
  readonly amount: number;
  readonly client: number;
  readonly method: string;
  readonly provider: string;
  readonly provider_ref: string | null;
  readonly rerouted: boolean;
  readonly status: Payment['status'];
}
const rows = () =>
  site.owner.query<Row>(
    `select id, direction, amount, client_id as client, country || ' ' || method as method, provider, provider_ref, status,
       exists (select from payment_attempt a where a.payment_id = p.id) as rerouted
     from payment p order by created_at`,
  );
const isClosed = ({ method }: Row) => method === `${closed.country} ${closed.method}`;

test('deposits and withdrawals by six networks in three countries move every franc once', async () => {
  await awa.get('/payments/methods');
  await pawapay.change('callbacks', { address: `${site.url}/api/payments/pawapay/webhook` });
  await pawapay.change('active-conf/MTN_MOMO_CIV', { DEPOSIT: { status: 'CLOSED' }, PAYOUT: { status: 'CLOSED' } });
  await wave.change('callbacks', { address: `${site.url}/api/payments/wave_sn/webhook` });
  await Promise.all([pawapay.loseEverySecond(true), wave.loseEverySecond(true)]);

  // Each in three amounts; of the third one the provider says that it failed. One by one, so that every second refusal is lost.
  for (const amount of amounts) {
    await awa.deposit({ ...closed, amount });
    await awa.withdraw({ ...closed, amount });
  }
  await Promise.all(
    networks.flatMap(({ country, method, caller }) =>
      amounts.flatMap((amount) => [
        caller().deposit({ country, method, amount }),
        caller().withdraw({ country, method, amount }),
      ]),
    ),
  );
  const started = await rows();
  expect(started).toHaveLength(36);
  expect(started.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['created', 'unknown', 'pending', 'processing']),
  );
  const seen = [...(await pawapay.seen()), ...(await wave.seen())].filter(
    ({ method, path }) => method === 'POST' && /deposits|payout|sessions/.test(path),
  );
  expect(seen, 'no call that moves money is repeated').toHaveLength(
    new Set(seen.map(({ body }) => JSON.stringify(body))).size,
  );

  await untilPasses(async () => {
    await site.sweep();
    expect((await rows()).filter((row) => row.provider_ref === null && !isClosed(row))).toEqual([]);
  });
  // A refusal that was heard went to CinetPay. One that was lost stays at pawaPay, which does not know it: after a while, it has failed.
  const refused = (await rows()).filter(isClosed);
  expect(new Set(refused.map((row) => row.rerouted))).toEqual(new Set([true, false]));
  expect(refused.every((row) => row.provider === (row.rerouted ? 'cinetpay_ci' : 'pawapay'))).toBe(true);
  expect(
    refused.filter((row) => !row.rerouted).every(({ status }) => status === 'created' || status === 'unknown'),
  ).toBe(true);
  await site.owner.query(
    `update payment set sent_at = clock_timestamp() - interval '16 minutes' where provider_ref is null`,
  );
  for (const { id, direction, amount, provider, provider_ref: ref } of await rows()) {
    const isPaid = amount < 3_000;
    if (ref === null) continue;
    if (provider === 'pawapay') {
      await pawapay.change(`payments/${id}`, isPaid ? { status: 'COMPLETED' } : { failure: 'UNSPECIFIED_FAILURE' });
    } else if (provider === 'wave_sn') {
      const [yes, no] = direction === 'deposit' ? ['completed', 'expired'] : ['succeeded', 'failed'];
      await wave.change(`${direction === 'deposit' ? 'sessions' : 'payouts'}/${id}`, { status: isPaid ? yes : no });
    } else {
      const resource = direction === 'deposit' ? 'payment' : 'transfer';
      await cinetpay.change(`${resource}/${ref}`, { status: isPaid ? 'SUCCESS' : 'FAILED' });
    }
  }
  await untilPasses(async () => {
    await Promise.all([site.sweep(), site.sweep()]);
    expect((await rows()).filter(({ status }) => !['succeeded', 'paid', 'failed'].includes(status))).toEqual([]);
  });
  // Notices that were not answered come again.
  await pawapay.change('clock', { minutes: 5 });
  await site.sweep();

  const ended = await rows();
  for (const row of ended) {
    const isMoved = row.amount < 3_000 && row.provider_ref !== null;
    expect(row.status, row.method).toBe(isMoved ? (row.direction === 'deposit' ? 'succeeded' : 'paid') : 'failed');
  }
  const moved = (direction: Payment['direction']) =>
    ended.filter((row) => row.direction === direction && row.status !== 'failed');
  const booked = (direction: Payment['direction']) =>
    moved(direction)
      .map(({ id, amount, provider }) => `${provider === 'cinetpay_ci' ? toMerchantId(id) : id} ${amount}`)
      .toSorted();
  const recorded = (...records: readonly Moved[][]) =>
    records.flatMap((record) => record.map(({ ourRef, amount }) => `${ourRef} ${amount}`)).toSorted();
  expect(recorded(await pawapay.taken(), await cinetpay.taken(), await wave.taken())).toEqual(booked('deposit'));
  expect(recorded(await pawapay.paid(), await cinetpay.paid(), await wave.paid())).toEqual(booked('withdrawal'));
  for (const { signedIn } of [ama, awa, kofi]) {
    const sum = (direction: Payment['direction']) =>
      moved(direction).reduce((total, row) => total + (row.client === signedIn.clientId ? row.amount : 0), 0);
    expect(await readWallet(site.db, signedIn.clientId)).toEqual({
      dep: sum('deposit'),
      win: 100_000 - sum('withdrawal'),
      held: 0,
    });
  }
  expect(site.alarms()).toEqual([]);
  await expectBooksBalance(site.owner);
  expect((await reconcile(site.owner, 'full')).mismatches).toEqual([]);
});
