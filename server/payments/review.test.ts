import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/wallet.ts';
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
import type { PaymentProvider } from './provider.ts';
import type { ReviewRules } from './review-rules.ts';

const nothing: ReviewRules = {
  over: 1_000_000,
  dayOver: 10_000_000,
  phoneDays: 0,
  firstOver: 1_000_000,
  playedPercent: 0,
  hours: 24,
};
const everything: ReviewRules = { ...nothing, over: 0 };

const sites: PaymentSite[] = [];

async function start(options?: PaymentSiteOptions): Promise<PaymentSite> {
  const site = await startPaymentSite(options);
  sites.push(site);
  return site;
}

afterEach(async () => {
  for (const site of sites.splice(0)) await end(site);
});

async function end(site: PaymentSite): Promise<void> {
  await expectBooksBalance(site.owner);
  expect((await reconcile(site.owner, 'full')).mismatches).toEqual([]);
  await site.close();
}

const walletOf = (site: PaymentSite, { signedIn }: Caller) => readWallet(site.db, signedIn.clientId);

async function hold(caller: Caller, amount = 500): Promise<Payment> {
  const { status, body } = await caller.withdraw({ amount });
  expect([status, body.data.status]).toEqual([202, 'review']);
  return body.data;
}

/** Does as the console does when an operator has decided. */
async function decide(site: PaymentSite, { id }: Payment, verdict: 'released' | 'refused'): Promise<void> {
  const { name } = await makeOperator(site.owner, ['payments']);
  await site.owner.query(
    `with ended as (
       insert into withdrawal_review_end (payment_id, verdict, decided_by, reason, told)
       select $1::uuid, $2::review_verdict, id, 'looked at', $4 from console.operator where name = $3
     )
     update payment set due_at = clock_timestamp() where id = $1::uuid`,
    [id, verdict, name, verdict === 'refused' ? 'The phone belongs to somebody else.' : null],
  );
}

/** Gives a caller the row of a client whose phone was proven so many days ago. */
function asClient(site: PaymentSite, { signedIn: { clientId, phone } }: Caller, days: number) {
  return site.owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     overriding system value values ($1, $2, '', 'A', 'B', '1990-01-01', 'CI', now() - $3 * interval '1 day')`,
    [clientId, phone, days],
  );
}

/** Counts the calls that send money, on their way to the sandbox. */
function counting(): PaymentSiteOptions & { readonly sent: string[] } {
  const sent: string[] = [];
  const between = (sandbox: PaymentProvider): PaymentProvider => ({
    ...sandbox,
    payout: (request) => {
      sent.push(`${request.ourRef} ${request.phone} ${request.firstName}`);
      return sandbox.payout(request);
    },
  });
  return { between, sent, reviewRules: everything };
}

describe('a withdrawal that matches a rule', () => {
  test('is held, says until when, and is not sent to a provider', async () => {
    const counted = counting();
    const site = await start(counted);
    const awa = await site.signIn({ win: 5_000 });
    const key = randomUUID();
    const first = await awa.withdraw({ amount: 700 }, key);
    const held = first.body.data;
    expect(held).toMatchObject({ status: 'review', amount: 700, refusedBecause: null });
    const inHours = (Date.parse(held.reviewUntil!) - Date.parse(held.createdAt)) / 3_600_000;
    expect(Math.round(inHours)).toBe(24);
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 4_300, held: 700 });

    await site.owner.query('update payment set due_at = clock_timestamp()');
    await Promise.all([site.sweep(), site.sweep()]);
    await site.notify({ data: { reference: held.id } });
    await site.sweep();
    expect(await awa.payment(held.id)).toEqual(held);
    expect((await awa.withdraw({ amount: 700 }, key)).body.data).toEqual(held);
    expect(counted.sent).toEqual([]);
    expect(await site.owner.query('select due_at from payment')).toEqual([{ due_at: null }]);

    const { body } = await awa.get<{ data: Transaction[] }>('/clients/transactions');
    expect(body.data[0]).toMatchObject({ kind: 'withdrawal', amount: -700, reviewUntil: held.reviewUntil });
  });

  test('is sent once when it is released, to its original phone, however many processes try', async () => {
    const counted = counting();
    const site = await start(counted);
    const awa = await site.signIn({ win: 5_000 });
    const held = await hold(awa);
    await decide(site, held, 'released');
    await Promise.all([site.sweep(), site.sweep(), site.sweep()]);
    expect(counted.sent).toEqual([`${held.id} ${awa.signedIn.phone} Awa`]);
    await untilPasses(async () => {
      await site.sweep();
      expect((await awa.payment(held.id)).status).toBe('paid');
    });
    expect(await awa.payment(held.id)).toMatchObject({ reviewUntil: null, refusedBecause: null });
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 4_500, held: 0 });
    expect(counted.sent).toHaveLength(1);
  });

  test('gives its money back exactly once when it is refused, and its player reads why', async () => {
    const counted = counting();
    const site = await start(counted);
    const awa = await site.signIn({ win: 5_000 });
    const held = await hold(awa);
    await decide(site, held, 'refused');
    await Promise.all([site.sweep(), site.sweep()]);
    expect(await awa.payment(held.id)).toMatchObject({
      status: 'failed',
      reviewUntil: null,
      refusedBecause: 'The phone belongs to somebody else.',
    });
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 5_000, held: 0 });
    expect(counted.sent).toEqual([]);
  });

  test('stays held after its release while withdrawals are stopped or its player’s payouts wait', async () => {
    const counted = counting();
    const site = await start(counted);
    const awa = await site.signIn({ win: 5_000 });
    const held = await hold(awa);
    await site.db.query(`insert into operation_flag (name, reason) values ('withdrawals_stopped', 'a test')`);
    await decide(site, held, 'released');
    await site.sweep();
    expect((await awa.payment(held.id)).status).toBe('review');
    await site.owner.query('delete from operation_flag');
    await asClient(site, awa, 100);
    await site.owner.query(`select start_cooling_off($1, 24, 'password_reset')`, [awa.signedIn.clientId]);
    await site.sweep();
    expect([(await awa.payment(held.id)).status, counted.sent]).toEqual(['review', []]);
    await site.owner.query('update client set cooling_off_until = now()');
    await site.sweep();
    expect(counted.sent).toHaveLength(1);
  });

  test('a withdrawal that matches a rule whose process died right after the release is looked up, and its money comes back', async () => {
    const counted = counting();
    const site = await start(counted);
    const awa = await site.signIn({ win: 5_000 });
    const held = await hold(awa);
    await decide(site, held, 'released');
    // It was asked for long ago, and sent never: the call may still be on its way.
    await site.owner.query(`update payment set status = 'created', sent_at = clock_timestamp() where id = $1`, [
      held.id,
    ]);
    await site.sweep();
    expect((await awa.payment(held.id)).status).toBe('created');
    await site.owner.query(`update payment set sent_at = sent_at - interval '2 minutes' where id = $1`, [held.id]);
    await site.sweep();
    expect((await awa.payment(held.id)).status).toBe('failed');
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 5_000, held: 0 });
    expect(counted.sent).toEqual([]);
  });

  test('counts among the twenty payments under way', async () => {
    const site = await start(counting());
    const awa = await site.signIn({ win: 50_000 });
    const answers = await Promise.all(Array.from({ length: 22 }, () => awa.withdraw({ amount: 500 })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(await walletOf(site, awa)).toEqual({ dep: 0, win: 40_000, held: 10_000 });
  });
});

describe('a rule', () => {
  /** They hold for one site, one after the other, and each for a new client. */
  const reviewRules = { ...nothing };
  let site: PaymentSite;
  /** Withdrawals to a phone that ends in 00 or 01 end otherwise. */
  let lastNumber = 1_010;
  beforeAll(async () => {
    site = await startPaymentSite({ reviewRules });
  });
  afterAll(() => end(site));

  async function reasonsOf(
    rules: Partial<ReviewRules>,
    prepare?: (site: PaymentSite, caller: Caller) => Promise<unknown>,
  ) {
    Object.assign(reviewRules, nothing, rules);
    const awa = await site.signIn({ win: 500_000, phone: `+225070707${++lastNumber}` });
    await prepare?.(site, awa);
    const { data } = (await awa.withdraw({ amount: 20_000 })).body;
    const [row] = await site.owner.query<{ reasons: string[] }>(
      'select reasons from withdrawal_review where payment_id = $1',
      [data.id],
    );
    expect(data.status === 'review').toBe(row !== undefined);
    return row?.reasons ?? [];
  }
  const deposit = async (site: PaymentSite, caller: Caller) => {
    const { data } = (await caller.deposit({ amount: 10_000 })).body;
    await site.decide(data, 'approve');
    await untilPasses(async () => expect((await caller.payment(data.id)).status).toBe('succeeded'));
  };

  test('holds nothing without a setting', async () => {
    expect(await reasonsOf({}, (site, awa) => asClient(site, awa, 0))).toEqual([]);
  });

  test('holds a withdrawal above an amount', async () => {
    expect(await reasonsOf({ over: 20_000 })).toEqual([]);
    expect(await reasonsOf({ over: 19_999 })).toEqual(['amount']);
  });

  test('holds it for the sum of a day, with earlier withdrawals', async () => {
    const before = async (_site: PaymentSite, awa: Caller) => {
      expect((await awa.withdraw({ amount: 30_000 })).status).toBe(202);
    };
    expect(await reasonsOf({ dayOver: 50_000 }, before)).toEqual([]);
    expect(await reasonsOf({ dayOver: 49_999 }, before)).toEqual(['day']);
  });

  test('holds it for a new phone', async () => {
    expect(await reasonsOf({ phoneDays: 3 }, (site, awa) => asClient(site, awa, 4))).toEqual([]);
    expect(await reasonsOf({ phoneDays: 3 }, (site, awa) => asClient(site, awa, 2))).toEqual(['new_phone']);
  });

  test('holds it for the first withdrawal over an amount', async () => {
    expect(await reasonsOf({ firstOver: 20_000 })).toEqual([]);
    expect(await reasonsOf({ firstOver: 19_999 })).toEqual(['first']);
  });

  test('holds it for a deposit of which little was played', async () => {
    expect(await reasonsOf({ playedPercent: 30 })).toEqual([]);
    expect(await reasonsOf({ playedPercent: 30 }, deposit)).toEqual(['little_played']);
  });

  test('holds each of twenty at the same time: each counts those before it', async () => {
    Object.assign(reviewRules, nothing, { dayOver: 5_000 });
    const awa = await site.signIn({ win: 500_000 });
    const answers = await Promise.all(Array.from({ length: 15 }, () => awa.withdraw({ amount: 1_000 })));
    expect(answers.filter(({ body }) => body.data.status !== 'review')).toHaveLength(5);
  });
});

describe('with the application’s login alone', () => {
  test('a held withdrawal cannot be continued, in any way', async () => {
    const site = await start(counting());
    const awa = await site.signIn({ win: 5_000 });
    const { id } = await hold(awa);
    const denied = /permission denied/;
    for (const [sql, refusal] of [
      [`update payment set status = 'created' where id = '${id}'`, /cannot go from review to created/],
      [`update payment set status = 'processing' where id = '${id}'`, /cannot go from review to processing/],
      [`update payment set status = 'paid' where id = '${id}'`, /cannot go from review to paid/],
      [`update payment set status = 'failed' where id = '${id}'`, /cannot go from review to failed/],
      [
        `insert into withdrawal_review_end (payment_id, verdict, decided_by, reason) values ('${id}', 'released', 1, 'me')`,
        denied,
      ],
      [`delete from withdrawal_review`, denied],
      [`update withdrawal_review set until = now()`, denied],
      [`update adjustment set reason = ''`, denied],
      [`insert into adjustment default values`, denied],
      [`select post_adjustment(1, gen_random_uuid(), 'adjustment', 'client_win', 5)`, denied],
      [`select resume_withdrawals()`, denied],
      [`delete from operation_flag`, denied],
      [`update operation_flag set name = 'nothing'`, denied],
    ] as const) {
      await expect(site.db.query(sql), sql).rejects.toThrow(refusal);
    }
    expect((await awa.payment(id)).status).toBe('review');
  });

  test('a withdrawal that was sent cannot be held', async () => {
    const site = await start();
    const awa = await site.signIn({ win: 5_000 });
    const { data } = (await awa.withdraw()).body;
    await site.db.query(`insert into withdrawal_review (payment_id, reasons, until) values ($1, '{amount}', now())`, [
      data.id,
    ]);
    await expect(site.db.query(`update payment set status = 'review' where id = $1`, [data.id])).rejects.toThrow(
      'cannot go from',
    );
  });

  test('a decision about a held withdrawal is made once, even by the owner of the tables', async () => {
    const site = await start(counting());
    const awa = await site.signIn({ win: 5_000 });
    const held = await hold(awa);
    await decide(site, held, 'refused');
    await expect(site.owner.query(`update withdrawal_review_end set verdict = 'released'`)).rejects.toThrow(
      'never changes',
    );
    await expect(site.owner.query(`delete from withdrawal_review_end`)).rejects.toThrow('never changes');
    await expect(site.owner.query(`update payment set status = 'created' where id = $1`, [held.id])).rejects.toThrow(
      'cannot go from review to created',
    );
  });
});
