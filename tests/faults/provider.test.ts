import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Payment } from '#contract/payments.ts';
import { readWallet, type Wallet } from '#server/ledger/wallet.ts';
import type { CallOutcome, PaymentProvider } from '#server/payments/provider.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import {
  startPaymentSite,
  type Caller,
  type PaymentSite,
  type PaymentSiteOptions,
} from '#tests/support/money/payment-site.ts';

const amount = 1_000;
const nothing: Wallet = { dep: 0, win: 0, held: 0 };

/**
 * Each direction of a payment: where the provider keeps it, its words for success and failure, and the wallet afterwards.
 */
const ways = {
  deposit: {
    table: 'collection',
    says: { yes: 'approved', no: 'declined' },
    ends: { yes: 'succeeded', no: 'failed' },
    wallets: { waiting: nothing, yes: { ...nothing, dep: amount }, no: nothing },
  },
  withdrawal: {
    table: 'payout',
    says: { yes: 'paid', no: 'failed' },
    ends: { yes: 'paid', no: 'failed' },
    wallets: { waiting: { ...nothing, held: amount }, yes: nothing, no: { ...nothing, win: amount } },
  },
} as const;

let site: PaymentSite;
let awa: Caller;

afterEach(async () => {
  await site.payments.drain();
  await expectBooksBalance(site.owner);
  expect((await reconcile(site.owner, 'full')).mismatches).toEqual([]);
  await site.close();
});

describe.each(['deposit', 'withdrawal'] as const)('the provider of a %s', (direction) => {
  const { table, says, ends, wallets } = ways[direction];

  /** A payment that the provider decides on only when the test says so, and about which it sends no notice. */
  async function begin(options?: PaymentSiteOptions): Promise<Payment> {
    site = await startPaymentSite(options);
    site.webhookUrl = 'http://127.0.0.1:2/';
    awa = await site.signIn({ win: direction === 'withdrawal' ? amount : 0, phone: '+2250707070701' });
    const { body } = await (direction === 'deposit' ? awa.deposit({ amount }) : awa.withdraw({ amount }));
    return body.data;
  }
  const decide = (answer: 'yes' | 'no', paid = amount) =>
    site.owner.query(`update sandbox.${table} set status = $1, amount = $2`, [says[answer], paid]);
  const notice = ({ id }: Payment, answer: 'yes' | 'no') => ({
    event: `${table}.${says[answer]}`,
    data: { reference: id, amount, status: says[answer] },
  });
  async function expectState({ id }: Payment, status: Payment['status'][], wallet: Wallet): Promise<void> {
    await site.payments.drain();
    expect(status).toContain((await awa.payment(id)).status);
    expect(await readWallet(site.db, awa.signedIn.clientId)).toEqual(wallet);
  }
  const waiting: Payment['status'][] = ['pending', 'processing', 'unknown'];

  test('answers our call late, after its notice, and the answer changes nothing', async () => {
    const late = async (outcome: Promise<CallOutcome>, ourRef: string) => {
      const answer = await outcome;
      await decide('yes');
      await site.notify({ data: { reference: ourRef } });
      await sleep(300);
      return answer;
    };
    const between = (sandbox: PaymentProvider): PaymentProvider => ({
      ...sandbox,
      collect: (request) => late(sandbox.collect(request), request.ourRef),
      payout: (request) => late(sandbox.payout(request), request.ourRef),
    });
    await expectState(await begin({ between }), [ends.yes], wallets.yes);
  });

  test('sends its notice twenty times, in parallel and one after the other: the money moves once', async () => {
    const payment = await begin();
    await decide('yes');
    const tell = () => site.notify(notice(payment, 'yes'));
    await Promise.all([...Array.from({ length: 18 }, tell), site.sweep()]);
    for (const again of [tell, tell]) expect((await again()).status).toBe(200);
    await expectState(payment, [ends.yes], wallets.yes);
    const moved = await site.owner.query(
      `select from posting where reference = $1 and 'clearing' in (from_account, to_account)`,
      [payment.id],
    );
    expect(moved).toHaveLength(1);
  });

  test('never decides: nothing is credited, nothing is returned, and it is asked again and again', async () => {
    const payment = await begin();
    for (let asked = 0; asked < 3; asked++) await site.sweep();
    await expectState(payment, waiting, wallets.waiting);
  });

  test('reports a failure and later success: the money follows the provider’s last answer', async () => {
    const payment = await begin();
    await decide('no');
    await site.notify(notice(payment, 'no'));
    await expectState(payment, [ends.no], wallets.no);
    await decide('yes');
    await site.notify(notice(payment, 'yes'));
    await expectState(payment, [ends.yes], wallets.yes);
    // The notice of the refusal was only late.
    await decide('no');
    await site.notify(notice(payment, 'no'));
    await site.sweep();
    await expectState(payment, [ends.yes], wallets.yes);
  });

  test.each([amount - 1, amount + 1, 1])(
    'confirms %i francs instead: no money moves, and operators get one alarm',
    async (paid) => {
      const payment = await begin();
      await decide('yes', paid);
      await site.notify(notice(payment, 'yes'));
      await site.sweep();
      await expectState(payment, waiting, wallets.waiting);
      const told = await site.owner.query(
        `select from payment_event where payment_id = $1 and kind = 'amount_mismatch'`,
        [payment.id],
      );
      expect(told).toHaveLength(1);
    },
  );

  test('is imitated: a forged or old notice is refused, and the provider is not asked', async () => {
    const payment = await begin();
    await decide('yes');
    const honest = notice(payment, 'yes');
    for (const forged of [{ secret: 'a guess' }, { at: new Date(Date.now() - 6 * 60_000) }]) {
      expect((await site.notify(honest, forged)).status).toBe(401);
    }
    await expectState(payment, waiting, wallets.waiting);
    expect(await site.owner.query('select from webhook')).toEqual([]);
  });
});
