import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type Caller, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { twoAccounts } from '#tests/support/stand-ins/two-accounts.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

/** Two accounts carry MTN in Côte d'Ivoire: pawaPay, which is tried first, and CinetPay. In Benin pawaPay is the only one. */

let pawapay: StandIn;
let cinetpay: StandIn;
let site: PaymentSite;
let awa: Caller;

const wallet = { status: 'OPERATIONAL', minAmount: '100', maxAmount: '5000', authType: 'PROVIDER_AUTH' };

beforeAll(async () => {
  [pawapay, cinetpay] = await Promise.all([startStandIn('pawapay'), startStandIn('cinetpay')]);
});
afterAll(() => Promise.all([pawapay.stop(), cinetpay.stop()]));
beforeEach(async () => {
  await pawapay.change('active-conf/MTN_MOMO_CIV', { DEPOSIT: wallet, PAYOUT: wallet });
  site = await startPaymentSite({
    instead: (url) => twoAccounts({ pawapay: pawapay.url, cinetpay: cinetpay.url }, url),
  });
  awa = await site.signIn({ win: 10_000, phone: '+2250505050505' });
});
afterEach(async () => {
  await expectBooksBalance(site.owner);
  expect((await reconcile(site.owner, 'full')).mismatches).toEqual([]);
  await site.close();
});

const mtn = { country: 'CI', method: 'mtn', amount: 1_000 } as const;
const benin = { country: 'BJ', method: 'mtn', amount: 1_000, phone: '+2290197000000' } as const;

const startsAt = async (party: StandIn) => (await party.seen()).filter(({ method }) => method === 'POST').length;
const accountOf = async (id: string) =>
  (await site.owner.query<{ provider: string }>('select provider from payment where id = $1', [id]))[0]!.provider;
/** @returns the account that has it in the end */
const deposit = async (details: object = mtn) => accountOf((await awa.deposit(details)).body.data.id);
const pauses = () =>
  site.owner.query<{ account: string; because: string; ahead: boolean }>(
    `select account, because, until > clock_timestamp() as ahead from payment_line where until is not null order by account`,
  );
const passTime = () => site.owner.query(`update payment_line set until = clock_timestamp() - interval '1 second'`);
const alarms = async () =>
  (
    await site.owner.query<{ subject: string }>(
      `select subject from console.what_is_wrong() where kind = 'provider_paused'`,
    )
  ).map(({ subject }) => subject);
const limitOf = async () => {
  const { body } = await awa.get<{ data: { country: string; method: string; direction: string; max: number }[] }>(
    '/payments/methods',
  );
  return body.data.find((one) => `${one.country} ${one.method} ${one.direction}` === 'CI mtn deposit')!.max;
};

/** The account refuses this many calls for a reason of its own. */
async function refuse(times: number, details: object = mtn): Promise<void> {
  for (let time = 0; time < times; time++) {
    await pawapay.fail('POST /v2/deposits', '403');
    await awa.deposit(details);
  }
}

test('after five refusals in a row new payments skip the account, and players are offered the next one', async () => {
  expect(await limitOf()).toBe(5_000);
  await refuse(4);
  // A payer's reason ends the row: the account has answered.
  expect(await deposit()).toBe('pawapay');
  await refuse(4);
  expect(await pauses()).toEqual([]);
  await refuse(1);
  expect(await pauses()).toEqual([{ account: 'pawapay', because: 'in_a_row', ahead: true }]);
  expect(await alarms()).toEqual(['network CI mtn deposit at pawapay']);

  const before = await startsAt(pawapay);
  expect(await Promise.all([deposit(), deposit(), deposit()])).toEqual(Array(3).fill('cinetpay_ci'));
  expect(await startsAt(pawapay), 'it is not called').toBe(before);
  expect(await limitOf(), 'with the limits of the next account').toBe(1_000_000);
  expect(await accountOf((await awa.withdraw(mtn)).body.data.id), 'the other direction goes on').toBe('pawapay');
});

test('lost answers count too; a payment that is found later does not end the row', async () => {
  for (let time = 0; time < 5; time++) {
    await pawapay.fail('POST /v2/deposits', 'lost');
    await awa.deposit(mtn);
    await site.sweep();
  }
  expect(await site.owner.query(`select from payment where status = 'pending'`), 'all are found').toHaveLength(5);
  expect(await pauses()).toEqual([{ account: 'pawapay', because: 'in_a_row', ahead: true }]);
  expect(await deposit()).toBe('cinetpay_ci');
});

test('after the pause one payment at a time tries it: a refusal pauses it again, an answer ends it', async () => {
  await refuse(5);
  await passTime();
  await refuse(1);
  expect(await pauses()).toEqual([{ account: 'pawapay', because: 'in_a_row', ahead: true }]);
  expect(await deposit()).toBe('cinetpay_ci');

  await passTime();
  const before = await startsAt(pawapay);
  await pawapay.fail('POST /v2/deposits', 'held');
  const tries = deposit();
  await untilPasses(async () => expect(await startsAt(pawapay)).toBe(before + 1));
  expect(await Promise.all([deposit(), deposit()]), 'while another one tries').toEqual(['cinetpay_ci', 'cinetpay_ci']);
  expect(await startsAt(pawapay)).toBe(before + 1);
  await pawapay.release();
  expect(await tries).toBe('pawapay');
  expect(await pauses()).toEqual([]);
  expect(await site.owner.query('select from payment_trial')).toEqual([]);
  expect(await alarms()).toEqual([]);
  expect(await deposit()).toBe('pawapay');
});

test('one of two payments that could try it at once does', async () => {
  await refuse(5);
  await passTime();
  await pawapay.fail('POST /v2/deposits', 'held');
  const before = await startsAt(pawapay);
  const ended: string[] = [];
  const all = Array.from({ length: 6 }, async () => void ended.push(await deposit()));
  await untilPasses(async () => expect(ended).toHaveLength(5));
  expect(ended, 'all but the one whose answer is held').toEqual(Array(5).fill('cinetpay_ci'));
  expect(await startsAt(pawapay)).toBe(before + 1);
  await pawapay.release();
  await Promise.all(all);
  expect(ended.at(-1)).toBe('pawapay');
});

test('where less than half of twenty payments succeed within 15 minutes it pauses, until a payment succeeds', async () => {
  const end = async (id: string, isDone: boolean) =>
    pawapay.change(
      `payments/${id}`,
      isDone
        ? { status: 'COMPLETED' }
        : { status: 'FAILED', failureReason: { failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE' } },
    );
  const ids: string[] = [];
  for (let count = 0; count < 20; count++) ids.push((await awa.deposit(mtn)).body.data.id);
  for (const [index, id] of ids.slice(1).entries()) await end(id, index < 9);
  await site.sweep();
  expect(await pauses(), 'nineteen are too few').toEqual([]);
  await end(ids[0]!, false);
  await site.sweep();
  expect(await pauses()).toEqual([{ account: 'pawapay', because: 'rate', ahead: true }]);
  expect(await deposit()).toBe('cinetpay_ci');

  await passTime();
  const tried = (await awa.deposit(mtn)).body.data.id;
  expect(await accountOf(tried)).toBe('pawapay');
  expect(await deposit(), 'it has not ended').toBe('cinetpay_ci');
  await end(tried, false);
  await site.sweep();
  expect(await pauses()).toMatchObject([{ ahead: true }]);
  await passTime();
  const last = (await awa.deposit(mtn)).body.data.id;
  await end(last, true);
  await site.sweep();
  expect(await pauses()).toEqual([]);
  expect(await deposit()).toBe('pawapay');
  // Those from before do not count a second time.
  const next = (await awa.deposit(mtn)).body.data.id;
  await end(next, false);
  await site.sweep();
  expect(await pauses()).toEqual([]);
});

test('the last account of a network is never paused, only an alarm', async () => {
  await refuse(6, benin);
  expect(await alarms()).toEqual(['network BJ mtn deposit at pawapay']);
  const before = await startsAt(pawapay);
  expect(await deposit(benin)).toBe('pawapay');
  expect(await startsAt(pawapay)).toBe(before + 1);
  expect(await alarms(), 'its answer is no end of the pause before its time').toHaveLength(1);

  // Where all would pause, none does: they are tried in their order.
  for (let time = 0; time < 5; time++) {
    await pawapay.fail('POST /v2/deposits', '403');
    await cinetpay.fail('POST /v1/payment', '403');
    await awa.deposit(mtn);
  }
  expect(await pauses()).toHaveLength(3);
  expect(await deposit()).toBe('pawapay');
});

test('a trial that does not end makes room after two minutes, and none is waited for', async () => {
  await refuse(5);
  await passTime();
  const before = await startsAt(pawapay);
  await pawapay.fail('POST /v2/deposits', 'held');
  const first = deposit();
  await untilPasses(async () => expect(await startsAt(pawapay)).toBe(before + 1));
  await site.owner.query(`update payment_trial set at = at - interval '3 minutes'`);
  // Its own end is on the way while another payment would take its place.
  await site.owner.transact(async (tx) => {
    await tx.query('select from payment_trial for update');
    expect(await deposit()).toBe('cinetpay_ci');
  });
  await pawapay.fail('POST /v2/deposits', 'held');
  const second = deposit();
  await untilPasses(async () => expect(await startsAt(pawapay)).toBe(before + 2));
  expect(await deposit()).toBe('cinetpay_ci');
  await pawapay.release();
  expect(await Promise.all([first, second])).toEqual(['pawapay', 'pawapay']);
  expect(await pauses()).toEqual([]);
});
