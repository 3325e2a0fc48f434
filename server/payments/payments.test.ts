import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import type { Payment } from '#contract/payments.ts';
import type { Problem } from '#contract/problems.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import {
  startPaymentSite,
  type Answer,
  type Caller,
  type PaymentSite,
  type PaymentSiteOptions,
} from '#tests/support/money/payment-site.ts';
import type { Transaction } from '#contract/wallet.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';

/** The site of the tests that need no other, and look at nothing but their own payments. */
let common: PaymentSite;
beforeAll(async () => {
  common = await startPaymentSite();
});
afterAll(() => common.close());

const sites: PaymentSite[] = [];

async function start(options?: PaymentSiteOptions): Promise<PaymentSite> {
  const site = await startPaymentSite(options);
  sites.push(site);
  return site;
}

afterEach(async () => {
  await expectBooksBalance(common.owner);
  await common.forget();
  for (const site of sites.splice(0)) {
    await expectBooksBalance(site.owner);
    await site.close();
  }
});

const walletOf = (site: PaymentSite, { signedIn }: Caller) => readWallet(site.db, signedIn.clientId);
const problemOf = ({ body }: Answer) => body as unknown as Problem;
const becomes = (caller: Caller, id: string, status: Payment['status']) =>
  untilPasses(async () => expect((await caller.payment(id)).status).toBe(status));
const eventsOf = async (site: PaymentSite, id: string) =>
  (
    await site.owner.query<{ kind: string }>('select kind from payment_event where payment_id = $1 order by id', [id])
  ).map(({ kind }) => kind);

describe('a deposit', () => {
  test('is credited within about a second after the payer has approved it', async () => {
    const site = common;
    const awa = await site.signIn();

    const { status, body } = await awa.deposit({ amount: 2_500 });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      direction: 'deposit',
      amount: 2_500,
      status: 'pending',
      method: 'orange',
      country: 'CI',
    });
    expect(body.data.redirectUrl).toMatch(new RegExp(`^${site.url}/sandbox/pay/sbx_[0-9a-f]{32}$`));
    expect((await walletOf(site, awa)).dep).toBe(0);

    const answer = await site.decide(body.data, 'approve');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${site.url}/my-wallet?payment=${body.data.id}`);
    // No sweep runs here, so it is the notice that leads to the credit.
    await becomes(awa, body.data.id, 'succeeded');

    expect(await walletOf(site, awa)).toEqual({ dep: 2_500, win: 0, held: 0 });
    expect((await awa.payment(body.data.id)).redirectUrl).toBeNull();
    expect(await eventsOf(site, body.data.id)).toEqual(['created', 'accepted', 'confirmed']);
  });

  test('is credited once, however often and however it is confirmed', async () => {
    const site = common;
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.decide(payment, 'approve');
    await site.decide(payment, 'decline');
    const notice = { event: 'collection.approved', data: { reference: payment.id } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.notify(notice)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await Promise.all([site.sweep(), site.sweep()]);
    await becomes(awa, payment.id, 'succeeded');
    await site.payments.drain();
    expect((await walletOf(site, awa)).dep).toBe(1_000);
    expect(await eventsOf(site, payment.id)).toEqual(['created', 'accepted', 'confirmed']);
  });

  test('a deposit that is declined credits nothing', async () => {
    const site = common;
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.decide(payment, 'decline');
    await becomes(awa, payment.id, 'failed');
    expect((await walletOf(site, awa)).dep).toBe(0);
  });

  test('a deposit that nobody answers expires, and is still credited when it is approved late', async () => {
    const site = await start({ expireAfterMs: 0 });
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    expect((await site.decide(payment, 'never')).status).toBe(303);
    await site.sweep();
    expect((await awa.payment(payment.id)).status).toBe('expired');
    expect((await walletOf(site, awa)).dep).toBe(0);

    await site.decide(payment, 'approve');
    await becomes(awa, payment.id, 'succeeded');
    expect((await walletOf(site, awa)).dep).toBe(1_000);
  });

  test('a deposit whose notice is lost is found by the sweep', async () => {
    const site = common;
    site.webhookUrl = 'http://127.0.0.1:2/';
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.decide(payment, 'approve');
    await site.sweep();
    expect((await awa.payment(payment.id)).status).toBe('succeeded');
    expect((await walletOf(site, awa)).dep).toBe(1_000);
  });

  test('confirmed with another amount is not credited, and is reported to operators once', async () => {
    const site = common;
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.owner.query('update sandbox.collection set amount = 999 where merchant_reference = $1', [payment.id]);
    await site.decide(payment, 'approve');
    await untilPasses(async () => expect(await eventsOf(site, payment.id)).toContain('amount_mismatch'));
    await site.notify({ data: { reference: payment.id } });
    await site.payments.drain();
    expect(await eventsOf(site, payment.id)).toEqual(['created', 'accepted', 'amount_mismatch']);
    expect((await awa.payment(payment.id)).status).toBe('pending');
    expect((await walletOf(site, awa)).dep).toBe(0);
  });

  test('confirmed with another amount is not looked up again when it expires', async () => {
    const site = await start({ expireAfterMs: 0 });
    site.webhookUrl = 'http://127.0.0.1:2/';
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.owner.query('update sandbox.collection set amount = 999 where merchant_reference = $1', [payment.id]);
    await site.decide(payment, 'approve');
    await site.sweep();
    expect(await eventsOf(site, payment.id)).toEqual(['created', 'accepted', 'amount_mismatch', 'expired']);
    expect(await site.owner.query('select due_at from payment where id = $1', [payment.id])).toEqual([
      { due_at: null },
    ]);
  });

  test('a deposit that cannot reach the provider is refused, and the same request is refused again', async () => {
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        collect: async () => ({ outcome: 'rejected', code: 'not_sent', elsewhere: true }),
      }),
    });
    const awa = await site.signIn();
    const key = randomUUID();
    const first = await awa.deposit({}, key);
    expect([first.status, problemOf(first).code]).toEqual([422, 'payment_rejected']);
    const second = await awa.deposit({}, key);
    expect([second.status, problemOf(second).code]).toEqual([422, 'payment_rejected']);
    const { body } = await awa.get<{ data: Payment[] }>('/clients/payments');
    expect(body.data.map(({ status }) => status)).toEqual(['failed']);
  });
});

describe('a credited deposit that is then refunded', () => {
  /** Refunded as the sandbox's page does it; a part of it with `amount`. */
  const refund = ({ redirectUrl }: Payment, amount?: number) =>
    fetch(redirectUrl!, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'refund', ...(amount !== undefined && { amount: String(amount) }) }),
      redirect: 'manual',
    });
  async function credit(site: PaymentSite, caller: Caller, amount: number): Promise<Payment> {
    const { data: payment } = (await caller.deposit({ amount })).body;
    await site.decide(payment, 'approve');
    await becomes(caller, payment.id, 'succeeded');
    return payment;
  }
  const isRefunded = (caller: Caller, id: string, refunded: number) =>
    untilPasses(async () => expect((await caller.payment(id)).refunded).toBe(refunded));
  /** Spends the money: it goes to an account from which no bet of this test could return it. */
  const spend = (site: PaymentSite, { signedIn }: Caller, wallet: 'dep' | 'win', amount: number) =>
    site.owner.query(`select post_adjustment($1, $2, $3, 'adjustment', $4)`, [
      signedIn.clientId,
      randomUUID(),
      `client_${wallet}`,
      amount,
    ]);
  const kindsOf = async (caller: Caller) => {
    const { body } = await caller.get<{ data: Transaction[] }>(
      '/clients/transactions?kind=deposit,chargeback,chargeback_repaid',
    );
    return body.data.map(({ kind, wallet, amount }) => [kind, wallet, amount]);
  };

  test('is taken out of the wallet once, however often the refund is reported', async () => {
    const site = common;
    const awa = await site.signIn({ dep: 300, win: 700 });
    const payment = await credit(site, awa, 1_000);
    await refund(payment);
    await isRefunded(awa, payment.id, 1_000);
    const notice = { data: { reference: payment.id } };
    await Promise.all([...Array.from({ length: 5 }, () => site.notify(notice)), site.sweep()]);
    await site.payments.drain();
    expect(await walletOf(site, awa)).toEqual({ dep: 300, win: 700, held: 0 });
    expect(await eventsOf(site, payment.id)).toEqual(['created', 'accepted', 'confirmed', 'refunded']);
    expect(site.alarms()).toEqual(['chargeback']);
    expect((await awa.payment(payment.id)).status).toBe('succeeded');
    expect((await reconcile(site.worker, 'full')).mismatches).toEqual([]);
  });

  test('a credited deposit that is then refunded in several steps is taken out in as many', async () => {
    const site = common;
    const awa = await site.signIn();
    const payment = await credit(site, awa, 1_000);
    for (const [part, refunded] of [
      [250, 250],
      [450, 700],
      [undefined, 1_000],
    ] as const) {
      await refund(payment, part);
      await isRefunded(awa, payment.id, refunded);
      expect((await walletOf(site, awa)).dep).toBe(1_000 - refunded);
    }
    expect((await reconcile(site.worker, 'full')).mismatches).toEqual([]);
  });

  test('a credited deposit that is then refunded whose notice is lost is found weeks later', async () => {
    const site = common;
    const awa = await site.signIn();
    const payment = await credit(site, awa, 1_000);
    site.webhookUrl = 'http://127.0.0.1:2/';
    await refund(payment);
    const [row] = await site.owner.query<{ days: number }>(
      `select extract(day from due_at - created_at)::integer as days from payment where id = $1`,
      [payment.id],
    );
    expect(row!.days).toBe(1);
    await makeOlder(site, payment.id, '20 days');
    await site.sweep();
    await isRefunded(awa, payment.id, 1_000);
    const [later] = await site.owner.query<{ days: number }>(
      `select extract(day from due_at - created_at)::integer as days from payment where id = $1`,
      [payment.id],
    );
    expect(later!.days).toBe(38);
  });

  test('after it was spent becomes a debt: no withdrawal until it is paid from new money', async () => {
    const site = common;
    const awa = await site.signIn({ win: 200 });
    const payment = await credit(site, awa, 1_000);
    await spend(site, awa, 'dep', 1_000);
    await refund(payment);
    await isRefunded(awa, payment.id, 1_000);
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 0 });
    expect((await reconcile(site.worker, 'full')).mismatches).toEqual([]);

    await site.owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_win', 600)`, [
      awa.signedIn.clientId,
      randomUUID(),
    ]);
    const refused = await awa.withdraw({ amount: 500 });
    expect([refused.status, problemOf(refused).code, problemOf(refused).detail]).toEqual([
      422,
      'money_owed',
      expect.stringMatching(/Add 200\DXOF first/),
    ]);
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 600, held: 0 });

    await credit(site, awa, 1_500);
    expect(await walletOf(site, awa)).toEqual({ dep: 700, win: 600, held: 0 });
    expect((await awa.withdraw({ amount: 500 })).status).toBe(202);
    expect(await kindsOf(awa)).toEqual([
      ['chargeback_repaid', 'dep', -800],
      ['deposit', 'dep', 1_500],
      ['chargeback', 'win', -200],
      ['deposit', 'dep', 1_000],
    ]);
    expect((await reconcile(site.worker, 'full')).mismatches).toEqual([]);
  });

  test('before we saw it credited is never credited', async () => {
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        collectStatus: async (ref) => {
          const answer = await sandbox.collectStatus(ref);
          return answer.state === 'succeeded' ? { state: 'refunded', about: answer.about } : answer;
        },
      }),
    });
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.decide(payment, 'approve');
    await becomes(awa, payment.id, 'failed');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 0 });
  });
});

describe('an answer about another payment', () => {
  test.each([
    ['reference', { ourRef: randomUUID(), currency: null }],
    ['currency', { ourRef: null, currency: 'XAF' }],
  ])(
    'an answer about another payment by its %s credits nothing, fails nothing, and raises one alarm',
    async (_what, about) => {
      for (const state of ['succeeded', 'failed', 'refunded'] as const) {
        const site = await start({
          between: (sandbox) => ({
            ...sandbox,
            collectStatus: async () => ({ state, amount: 1_000, code: 'declined', about }),
          }),
        });
        const awa = await site.signIn();
        const { data: payment } = (await awa.deposit()).body;
        for (let time = 0; time < 2; time++) {
          await site.notify({ data: { reference: payment.id } });
          await site.payments.drain();
        }
        expect((await awa.payment(payment.id)).status).toBe('pending');
        expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 0 });
        expect(await eventsOf(site, payment.id)).toEqual(['created', 'accepted', 'other_payment']);
        expect(site.alarms()).toEqual(['other_payment']);
      }
    },
  );
});

/** Sends a request again while it is told to come later, as clients do. */
async function untilAnswered<A extends { status: number }>(send: (key: string) => Promise<A>): Promise<A> {
  const key = randomUUID();
  for (;;) {
    const answer = await send(key);
    if (answer.status !== 503) return answer;
  }
}

describe('payments under way', () => {
  test.each(['deposit', 'withdraw'] as const)(
    'are limited to twenty of a kind, however many are asked for at the same time: %s',
    async (call) => {
      const site = await start();
      const awa = await site.signIn({ win: 100_000, phone: '+2250707070701' });
      const answers = await Promise.all(Array.from({ length: 30 }, () => untilAnswered((key) => awa[call]({}, key))));
      const refused = answers.filter(({ status }) => status === 422);
      expect(refused).toHaveLength(10);
      expect(refused.map((answer) => problemOf(answer).code)).toEqual(refused.map(() => 'too_many_payments'));
      expect(problemOf(refused[0]!).detail).toMatch(/^20 (deposits|withdrawals) of this account are under way/);
      expect(await site.owner.query('select from payment')).toHaveLength(20);
      // The other direction, and other clients, have their own.
      expect((await awa[call === 'deposit' ? 'withdraw' : 'deposit']()).status).toBeLessThan(300);
      expect((await (await site.signIn()).deposit()).status).toBe(201);
      if (call === 'withdraw') return;
      // A payment that has ended frees its place.
      const one = answers.find(({ status }) => status === 201)!.body.data;
      await site.decide(one, 'decline');
      await becomes(awa, one.id, 'failed');
      expect((await awa.deposit()).status).toBe(201);
    },
  );
});

describe('a withdrawal', () => {
  test('is held at once and paid some seconds later', async () => {
    const site = common;
    const awa = await site.signIn({ win: 2_000, dep: 700 });
    const { status, body } = await awa.withdraw({ amount: 1_500, phone: '07 07 07 07 07' });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      direction: 'withdrawal',
      status: 'processing',
      phone: '+2250707070707',
      redirectUrl: null,
    });
    expect(await walletOf(site, awa)).toEqual({ dep: 700, win: 500, held: 1_500 });
    await becomes(awa, body.data.id, 'paid');
    expect(await walletOf(site, awa)).toEqual({ dep: 700, win: 500, held: 0 });
    expect(await eventsOf(site, body.data.id)).toEqual(['created', 'accepted', 'confirmed']);
  });

  test('a withdrawal to a phone ending in 00 fails, and the money is back in the winnings', async () => {
    const site = common;
    const awa = await site.signIn({ win: 500, phone: '+2250707070700' });
    const { data: payment } = (await awa.withdraw()).body;
    await becomes(awa, payment.id, 'failed');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 500, held: 0 });
  });

  test('a withdrawal to a phone ending in 01 stays unknown, and its money held, however often the provider is asked', async () => {
    const site = common;
    const awa = await site.signIn({ win: 500, phone: '+2250707070701' });
    const { status, body } = await awa.withdraw();
    expect([status, body.data.status]).toEqual([202, 'unknown']);
    await makeOlder(site, body.data.id, '3 days');
    for (let time = 0; time < 3; time++) await site.sweep();
    expect((await awa.payment(body.data.id)).status).toBe('unknown');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 500 });
  });

  test('takes winnings first if deposits may be withdrawn too, and returns the same shares', async () => {
    const site = await start({ withdrawable: ['win', 'dep'] });
    const awa = await site.signIn({ win: 300, dep: 1_000, phone: '+2250707070700' });
    const { data: payment } = (await awa.withdraw({ amount: 800 })).body;
    expect(await walletOf(site, awa)).toEqual({ dep: 500, win: 0, held: 800 });
    await becomes(awa, payment.id, 'failed');
    expect(await walletOf(site, awa)).toEqual({ dep: 1_000, win: 300, held: 0 });
    const short = await awa.withdraw({ amount: 1_305 });
    expect(problemOf(short).code).toBe('insufficient_funds');
  });

  test('a withdrawal that cannot reach the provider fails, and its money is back', async () => {
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        payout: async () => ({ outcome: 'rejected', code: 'not_sent', elsewhere: true }),
      }),
    });
    const awa = await site.signIn({ win: 500 });
    const { status, body } = await awa.withdraw();
    expect([status, body.data.status]).toEqual([202, 'failed']);
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 500, held: 0 });
  });

  test('asked for twenty times at once with money for three holds exactly three', async () => {
    const site = common;
    const awa = await site.signIn({ win: 1_500 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilAnswered((key) => awa.withdraw({}, key))));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    expect(answers.filter((answer) => problemOf(answer).code === 'insufficient_funds')).toHaveLength(17);
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 1_500 });
  });

  test('a withdrawal that failed and then turns out to be paid takes the money again', async () => {
    const site = await start({ withdrawable: ['win', 'dep'] });
    const awa = await site.signIn({ win: 300, dep: 500, phone: '+2250707070700' });
    const { data: payment } = (await awa.withdraw()).body;
    await becomes(awa, payment.id, 'failed');

    await site.owner.query(`update sandbox.payout set status = 'paid' where merchant_reference = $1`, [payment.id]);
    await site.notify({ data: { reference: payment.id } });
    await becomes(awa, payment.id, 'paid');
    expect(await walletOf(site, awa)).toEqual({ dep: 300, win: 0, held: 0 });
    expect(await clearing(site)).toBe(500);
  });

  test('a withdrawal that failed, was spent and then turns out to be paid is a mismatch for operators, once', async () => {
    const site = await start({ withdrawable: ['win', 'dep'] });
    const awa = await site.signIn({ win: 300, dep: 200, phone: '+2250707070700' });
    const { data: payment } = (await awa.withdraw()).body;
    await becomes(awa, payment.id, 'failed');
    // The winnings are still there, the deposit is not: nothing is taken by halves.
    await site.owner.query(`select post_adjustment($1, $2, 'client_dep', 'adjustment', 200)`, [
      awa.signedIn.clientId,
      randomUUID(),
    ]);
    await site.owner.query(`update sandbox.payout set status = 'paid' where merchant_reference = $1`, [payment.id]);
    for (let time = 0; time < 2; time++) {
      await site.notify({ data: { reference: payment.id } });
      await site.payments.drain();
    }
    expect((await awa.payment(payment.id)).status).toBe('failed');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 300, held: 0 });
    expect((await eventsOf(site, payment.id)).filter((kind) => kind === 'paid_after_return')).toHaveLength(1);
  });

  test('is refused while withdrawals are stopped; an earlier one still gets its answer again', async () => {
    const site = await start();
    const awa = await site.signIn({ win: 1_000 });
    const key = randomUUID();
    const before = await awa.withdraw({}, key);
    await site.owner.query(`insert into operation_flag (name, reason) values ('withdrawals_stopped', 'a test')`);
    const refused = await awa.withdraw();
    expect([refused.status, problemOf(refused).code]).toEqual([503, 'withdrawals_stopped']);
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 500, held: 500 });
    expect(await awa.withdraw({}, key)).toEqual(before);
  });
});

describe('every kind of refusal', () => {
  const refusals: [
    string,
    'deposit' | 'withdraw',
    { details?: object; confirmed?: boolean },
    number,
    string,
    string[],
  ][] = [
    [
      'a deposit below the minimum',
      'deposit',
      { details: { amount: 95 } },
      422,
      'amount_out_of_range',
      ['customerDetails.amount'],
    ],
    [
      'a deposit above the maximum',
      'deposit',
      { details: { amount: 1_000_005 } },
      422,
      'amount_out_of_range',
      ['customerDetails.amount'],
    ],
    [
      'a deposit off its step',
      'deposit',
      { details: { amount: 1_001 } },
      422,
      'amount_out_of_range',
      ['customerDetails.amount'],
    ],
    [
      'a deposit beyond 2^53',
      'deposit',
      { details: { amount: 2 ** 53 } },
      400,
      'invalid_request',
      ['customerDetails.amount'],
    ],
    ['a deposit of zero', 'deposit', { details: { amount: 0 } }, 400, 'invalid_request', ['customerDetails.amount']],
    [
      'a deposit of half francs',
      'deposit',
      { details: { amount: 100.5 } },
      400,
      'invalid_request',
      ['customerDetails.amount'],
    ],
    [
      'a deposit from another country',
      'deposit',
      { details: { country: 'FR' } },
      422,
      'method_unavailable',
      ['customerDetails.method'],
    ],
    [
      'a deposit by a method that does not exist',
      'deposit',
      { details: { method: 'paypal' } },
      422,
      'method_unavailable',
      ['customerDetails.method'],
    ],
    [
      'a withdrawal by a method that does not exist',
      'withdraw',
      { details: { method: 'paypal' } },
      422,
      'method_unavailable',
      ['customerDetails.method'],
    ],
    [
      'a deposit in which everything is wrong',
      'deposit',
      { details: { method: 'paypal', phone: '07070707', amount: 99 } },
      422,
      'method_unavailable',
      ['customerDetails.method', 'customerDetails.phone', 'customerDetails.amount'],
    ],
    [
      'a withdrawal in which everything is wrong',
      'withdraw',
      { details: { country: 'GH', phone: '+2250505050505', amount: 95 } },
      422,
      'method_unavailable',
      ['customerDetails.method', 'customerDetails.phone', 'customerDetails.amount'],
    ],
    [
      'a deposit with an old phone number',
      'deposit',
      { details: { phone: '07070707' } },
      400,
      'invalid_request',
      ['customerDetails.phone'],
    ],
    ['a deposit with NUL in a name', 'deposit', { details: { firstName: 'A\0wa' } }, 400, 'invalid_request', ['body']],
    [
      'a deposit with an unknown field',
      'deposit',
      { details: { iban: 'x' } },
      400,
      'invalid_request',
      ['customerDetails.iban'],
    ],
    ['a deposit without a confirmed phone', 'deposit', { confirmed: false }, 422, 'phone_unconfirmed', []],
    [
      'a withdrawal below the minimum',
      'withdraw',
      { details: { amount: 495 } },
      422,
      'amount_out_of_range',
      ['customerDetails.amount'],
    ],
    [
      'a withdrawal above the maximum',
      'withdraw',
      { details: { amount: 1_000_005 } },
      422,
      'amount_out_of_range',
      ['customerDetails.amount'],
    ],
    [
      'a withdrawal off its step',
      'withdraw',
      { details: { amount: 502 } },
      422,
      'amount_out_of_range',
      ['customerDetails.amount'],
    ],
    [
      'a withdrawal to another phone',
      'withdraw',
      { details: { phone: '+2250505050505' } },
      422,
      'phone_unconfirmed',
      ['customerDetails.phone'],
    ],
    [
      'a withdrawal to no phone',
      'withdraw',
      { details: { phone: '12' } },
      422,
      'phone_unconfirmed',
      ['customerDetails.phone'],
    ],
    ['a withdrawal without a confirmed phone', 'withdraw', { confirmed: false }, 422, 'phone_unconfirmed', []],
    [
      'a withdrawal of more than the winnings',
      'withdraw',
      { details: { amount: 1_005 } },
      422,
      'insufficient_funds',
      [],
    ],
    [
      'a withdrawal to another country',
      'withdraw',
      { details: { country: 'GH' } },
      422,
      'method_unavailable',
      ['customerDetails.method'],
    ],
  ];

  test.each(refusals)('%s', async (_name, call, { details, confirmed = true }, status, code, paths) => {
    const site = common;
    const awa = await site.signIn({ win: 1_000, dep: 9_000, confirmed });
    const answer = await awa[call](details);
    expect([answer.status, problemOf(answer).code]).toEqual([status, code]);
    if (paths[0] !== 'body') expect((problemOf(answer).errors ?? []).map(({ path }) => path)).toEqual(paths);
    expect(await walletOf(site, awa)).toEqual({ dep: 9_000, win: 1_000, held: 0 });
    expect((await awa.get<{ data: [] }>('/clients/payments')).body.data).toEqual([]);
  });

  test('a key that is missing or too short', async () => {
    const site = common;
    const awa = await site.signIn();
    const answer = await awa.deposit({}, 'short');
    expect([answer.status, problemOf(answer).errors?.[0]?.path]).toEqual([400, 'idempotency-key']);
  });
});

describe('the same request again', () => {
  test('gets the stored answer, also if the payment has continued since', async () => {
    const site = common;
    const awa = await site.signIn({ win: 500 });
    const key = randomUUID();
    const first = await awa.deposit({}, key);
    await site.decide(first.body.data, 'approve');
    await becomes(awa, first.body.data.id, 'succeeded');
    expect(await awa.deposit({}, key)).toEqual(first);
    // The request has the same meaning, so it counts as the same.
    expect(await awa.deposit({ phone: ' +2250707070707 ', method: 'Orange' }, key)).toEqual(first);
    expect((await walletOf(site, awa)).dep).toBe(1_000);
  });

  test('the same request again with another body or for another direction is refused', async () => {
    const site = common;
    const awa = await site.signIn({ win: 5_000 });
    const key = randomUUID();
    await awa.deposit({}, key);
    expect(problemOf(await awa.deposit({ amount: 1_005 }, key)).code).toBe('idempotency_mismatch');
    expect(problemOf(await awa.withdraw({ amount: 1_000 }, key)).code).toBe('idempotency_mismatch');
    expect((await awa.get<{ data: Payment[] }>('/clients/payments')).body.data).toHaveLength(1);
  });

  test('the same request again by another client is another request', async () => {
    const site = common;
    const [awa, ali] = [await site.signIn(), await site.signIn()];
    const key = randomUUID();
    const [one, other] = [await awa.deposit({}, key), await ali.deposit({}, key)];
    expect(one.body.data.id).not.toBe(other.body.data.id);
  });

  test.each(['deposit', 'withdraw'] as const)('sent twenty times at once creates one %s', async (call) => {
    const site = await start();
    const awa = await site.signIn({ win: 10_000 });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilAnswered(() => awa[call]({}, key))));
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]!.status).toBe(call === 'deposit' ? 201 : 202);
    const made = await site.owner.query(`select from sandbox.${call === 'deposit' ? 'collection' : 'payout'}`);
    expect(made).toHaveLength(1);
    if (call === 'withdraw') expect((await walletOf(site, awa)).held).toBe(500);
  });

  test('waits for the first answer, even when a notice of the provider comes before it', async () => {
    const notified = Promise.withResolvers<void>();
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        async payout(request) {
          const outcome = await sandbox.payout(request);
          await notified.promise;
          return outcome;
        },
      }),
    });
    const awa = await site.signIn({ win: 500 });
    const key = randomUUID();
    const first = awa.withdraw({}, key);
    await becomes(awa, await onlyPayment(site, 'sandbox.payout'), 'paid');
    const second = awa.withdraw({}, key);
    await expect(Promise.race([second, setTimeout(500, 'waits')])).resolves.toBe('waits');
    notified.resolve();
    expect(await second).toEqual(await first);
  });
});

describe('a crash', () => {
  const never = () => new Promise<never>(() => {});

  test('after the provider accepted a deposit: the sweep finds it, and it can be approved', async () => {
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        async collect(request) {
          await sandbox.collect(request);
          return never();
        },
      }),
    });
    const awa = await site.signIn();
    void awa.deposit().catch(() => {});
    const id = await onlyPayment(site, 'sandbox.collection');
    expect((await awa.payment(id)).status).toBe('created');
    await site.sweep();
    const found = await awa.payment(id);
    expect(found).toMatchObject({ status: 'pending', redirectUrl: expect.stringContaining('/sandbox/pay/') as string });
    await site.decide(found, 'approve');
    await becomes(awa, id, 'succeeded');
    expect((await walletOf(site, awa)).dep).toBe(1_000);
  });

  test('after the provider accepted a withdrawal: it is paid', async () => {
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        async payout(request) {
          await sandbox.payout(request);
          return never();
        },
      }),
    });
    const awa = await site.signIn({ win: 500 });
    void awa.withdraw().catch(() => {});
    const id = await onlyPayment(site, 'sandbox.payout');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 500 });
    await becomes(awa, id, 'paid');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 0 });
  });

  test('before the provider received a withdrawal: the money is held until that is certain, then returned', async () => {
    const site = await start({ between: (sandbox) => ({ ...sandbox, payout: never }) });
    const awa = await site.signIn({ win: 500 });
    const key = randomUUID();
    void awa.withdraw({}, key).catch(() => {});
    const id = await onlyPayment(site, 'payment');
    await site.sweep();
    expect((await awa.payment(id)).status).toBe('created');
    expect((await walletOf(site, awa)).held).toBe(500);

    await makeOlder(site, id, '61 seconds');
    await site.sweep();
    expect((await awa.payment(id)).status).toBe('failed');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 500, held: 0 });
    expect((await awa.withdraw({}, key)).body.data).toMatchObject({ id, status: 'failed' });
  });

  test('a lost answer leaves a withdrawal unknown and its money held; the sweep then finds the result', async () => {
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        async payout(request) {
          await sandbox.payout(request);
          return { outcome: 'unknown', cause: 'the connection was reset' };
        },
      }),
    });
    site.webhookUrl = 'http://127.0.0.1:2/';
    const awa = await site.signIn({ win: 500 });
    const { body } = await awa.withdraw();
    expect(body.data.status).toBe('unknown');
    await site.sweep();
    expect((await awa.payment(body.data.id)).status).toBe('processing');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 0, held: 500 });
  });

  test('a crash between the sweep’s claim and its end costs a pause, and no payment', async () => {
    let asked = 0;
    const site = await start({
      between: (sandbox) => ({
        ...sandbox,
        collectStatus: (ref) =>
          asked++ === 0 ? Promise.reject(new Error('the process ends')) : sandbox.collectStatus(ref),
      }),
    });
    site.webhookUrl = 'http://127.0.0.1:2/';
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.decide(payment, 'approve');
    await site.sweep();
    expect((await awa.payment(payment.id)).status).toBe('pending');
    await site.sweep();
    expect((await awa.payment(payment.id)).status).toBe('succeeded');
  });
});

describe('a notice', () => {
  test('a notice that is not from the provider is refused and not stored', async () => {
    const site = await start();
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    const about = { data: { reference: payment.id } };
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    for (const forged of [{ secret: 'a guess' }, { at: minutes(-6) }, { at: minutes(6) }]) {
      const answer = await site.notify(about, forged);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    }
    expect(await site.owner.query('select from webhook')).toHaveLength(0);
    const unknown = await fetch(`${site.url}/api/payments/nobody/webhook`, { method: 'POST', body: '{}' });
    expect(unknown.status).toBe(404);
  });

  test('is stored byte for byte, also if it is about an unknown payment', async () => {
    const site = await start();
    const notices = [
      '{"data": {"reference":"' + randomUUID() + '"}}',
      '{"data":{"reference":"1; drop"}}',
      'not JSON',
      '[]',
      '',
    ];
    for (const raw of notices) expect((await site.notify({}, { raw })).status).toBe(200);
    const kept = await site.owner.query<{ body: Buffer; payment_id: string | null }>(
      'select body, payment_id from webhook order by received_at',
    );
    expect(kept.map(({ body }) => body.toString())).toEqual(notices);
    expect(kept.every(({ payment_id }) => payment_id === null)).toBe(true);
  });

  test('a notice that is false is only a hint: the provider’s status decides', async () => {
    const site = common;
    const awa = await site.signIn();
    const { data: payment } = (await awa.deposit()).body;
    await site.notify({
      event: 'collection.approved',
      data: { reference: payment.id, status: 'approved', amount: 1_000 },
    });
    await site.payments.drain();
    expect((await awa.payment(payment.id)).status).toBe('pending');
    expect((await walletOf(site, awa)).dep).toBe(0);
  });

  test('may come before the provider’s answer to our own call', async () => {
    const site: PaymentSite = await start({
      between: (sandbox) => ({
        ...sandbox,
        async collect(request) {
          const accepted = await sandbox.collect(request);
          if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome);
          await fetch(accepted.redirectUrl!, {
            method: 'POST',
            body: new URLSearchParams({ outcome: 'approve' }),
            redirect: 'manual',
          });
          await untilPasses(async () => expect(await eventsOf(site, request.ourRef)).toContain('confirmed'));
          return accepted;
        },
      }),
    });
    const awa = await site.signIn();
    const { status, body } = await awa.deposit();
    expect([status, body.data.status, body.data.redirectUrl]).toEqual([201, 'succeeded', null]);
    expect((await walletOf(site, awa)).dep).toBe(1_000);
  });
});

describe('reading payments', () => {
  test('another client’s payment is not found, and the attempt is in the security log', async () => {
    const site = common;
    const [awa, ali] = [await site.signIn(), await site.signIn()];
    const { data: payment } = (await awa.deposit()).body;
    expect((await ali.get(`/clients/payments/${payment.id}`)).status).toBe(404);
    expect((await ali.get(`/clients/payments/${randomUUID()}`)).status).toBe(404);
    expect((await ali.get<{ data: [] }>('/clients/payments')).body.data).toEqual([]);
    const readEvents = () =>
      site.db.query('select client_id, kind, detail from security_event where client_id = $1', [ali.signedIn.clientId]);
    await expect.poll(readEvents).toEqual([
      {
        client_id: ali.signedIn.clientId,
        kind: 'foreign_id_refused',
        detail: expect.objectContaining({ thing: 'payment', id: payment.id }),
      },
    ]);
  });

  test('are listed newest first, page by page', async () => {
    const site = common;
    const awa = await site.signIn();
    const ids: string[] = [];
    for (let time = 0; time < 5; time++) ids.unshift((await awa.deposit()).body.data.id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await awa.get<{ data: Payment[]; meta: { next: string | null } }>(
        `/clients/payments?limit=2${cursor}`,
      );
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.meta.next === null ? '' : `&cursor=${body.meta.next}`;
    } while (cursor !== '');
    expect(seen).toEqual(ids);
    expect((await awa.get('/clients/payments?cursor=abc')).status).toBe(400);
  });

  test.each([[['win']], [['win', 'dep']], [['dep']]] as const)(
    'the methods name the wallets that can be withdrawn: %j',
    async (withdrawable) => {
      const site = await start({ withdrawable });
      const awa = await site.signIn();
      const { body } = await awa.get<{ meta: object }>('/payments/methods');
      expect(body.meta).toEqual({ withdrawable });
    },
  );

  test('the methods are those of every country of the union, within the limits', async () => {
    const site = common;
    const awa = await site.signIn();
    const { body } = await awa.get<{
      data: { direction: string; country: string; method: string; min: number; max: number; step: number }[];
    }>('/payments/methods');
    expect(new Set(body.data.map(({ country }) => country))).toEqual(
      new Set(['CI', 'SN', 'ML', 'BF', 'BJ', 'TG', 'NE', 'GW']),
    );
    expect(new Set(body.data.map(({ method }) => method))).toEqual(
      new Set(['orange', 'mtn', 'moov', 'wave', 'mobile_money']),
    );
    for (const { direction, min, max, step } of body.data) {
      expect([min, max, step]).toEqual([direction === 'deposit' ? 100 : 500, 1_000_000, 5]);
    }
  });
});

test('the application can neither change nor remove the events of a payment', async () => {
  const site = await start();
  const awa = await site.signIn();
  const { data: payment } = (await awa.deposit()).body;
  await site.notify({ data: { reference: payment.id } });
  for (const sql of [
    'update payment_event set detail = null',
    'delete from payment_event',
    'truncate payment_event',
    `update webhook set body = ''`,
    'delete from webhook',
    'delete from payment',
  ]) {
    await expect(site.db.query(sql), sql).rejects.toThrow(/permission denied/);
    await expect(site.owner.query(sql), sql).rejects.toThrow(/never changes|foreign key/);
  }
  await expect(site.db.query('update payment set amount = 5')).rejects.toThrow(/permission denied/);
  await expect(site.owner.query('update payment set amount = 5')).rejects.toThrow(/never changes/);
});

/** Waits for the row that a call which is never answered leaves in `table`, and returns the payment's id. */
async function onlyPayment(site: PaymentSite, table: string): Promise<string> {
  await untilPasses(async () => expect(await site.owner.query(`select from ${table}`)).toHaveLength(1));
  const [payment] = await site.owner.query<{ id: string }>('select id from payment');
  return payment!.id;
}

/** A payment's birth never changes, so the guard is lifted for the moment it takes to let time pass. */
async function makeOlder(site: PaymentSite, id: string, by: string): Promise<void> {
  await site.owner.transact(async (tx) => {
    await tx.query('alter table payment disable trigger payment_life');
    await tx.query('update payment set created_at = created_at - $2::interval where id = $1', [id, by]);
    await tx.query('alter table payment enable trigger payment_life');
  });
}

async function clearing(site: PaymentSite): Promise<number> {
  const [row] = await site.owner.query<{ balance: number }>(
    `select sum(balance)::bigint as balance from account_balance where account = 'clearing'`,
  );
  return row!.balance;
}
