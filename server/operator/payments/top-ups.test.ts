import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepSums } from '#server/reconciliation/kept-sums.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

// Records of two operators about transfers between the bank and the accounts at providers. The site's account is the sandbox.

let desk: PaymentDesk;
let paying: SignedInOperator;
let compliance: SignedInOperator;

beforeAll(async () => {
  desk = await startPaymentDesk();
  [paying, compliance] = await Promise.all([desk.operator('payments'), desk.operator('compliance')]);
  const awa = await desk.signIn({ dep: 0, win: 5_000 });
  const { data } = (await awa.deposit({ amount: 1_000 })).body;
  await desk.decide(data, 'approve');
  await untilPasses(async () => expect((await awa.payment(data.id)).status).toBe('succeeded'));
  await desk.owner.query(
    `select keep_payment_offers('{sandbox}', '[{"account": "sandbox", "country": "CI", "method": "mtn", "direction": "deposit", "label": "MTN"}]')`,
  );
  await desk.owner.query(
    `select keep_payment_floats('sandbox', '[{"country": "CI", "method": null, "amount": 61000}]', null)`,
  );
});
afterAll(() => desk.close());

const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const transfer = { account: 'sandbox', amount: 60_000, transfer: 'VIR-2026-118', transferredAt: yesterday };
const ask = (values: object = {}, operator = paying) =>
  operator.post('/requests', {
    kind: 'top_up',
    values: { ...transfer, ...values },
    reason: 'Salaries are due on Friday',
  });
const askedFor = async (values: object = {}) => {
  const answer = await ask(values);
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json().data.id as string;
};
const postings = () =>
  desk.owner.query(`select client_id, from_account, to_account, amount from posting where kind = 'top_up' order by id`);
const get = async (path: string) => {
  const answer = await compliance.get(path);
  expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
  return answer.json().data;
};
const routes = () => get('/payments/routes');

async function keepAll(): Promise<void> {
  expect((await reconcile(desk.owner, 'full')).mismatches).toEqual([]);
  await changeHistory(desk.owner, `update reconciliation_pass set next_since = clock_timestamp()`, []);
  while (await keepSums(desk.worker, 'Africa/Abidjan'));
}

test('two record a transfer: it is booked once, and what the provider says can be compared with the books', async () => {
  await keepAll();
  expect((await routes()).held).toEqual([{ account: 'sandbox', byBooks: 1_000, byProvider: 61_000 }]);
  expect((await ask({}, await desk.operator('support'))).statusCode).toBe(403);
  const id = await askedFor();
  expect((await ask({ transfer: 'vir-2026-118', amount: 9 })).statusCode, 'the same transfer waits already').toBe(409);
  expect((await paying.post(`/requests/${id}/decision`, { decision: 'approve', reason: 'Yes' })).statusCode).toBe(403);
  expect(await postings()).toEqual([]);

  expect(await desk.approve(id, compliance)).toEqual({ status: 'done', because: null });
  await desk.work();
  expect(await postings()).toEqual([{ client_id: 0, from_account: 'clearing', to_account: 'capital', amount: 60_000 }]);
  await keepAll();
  await expectBooksBalance(desk.owner);
  const after = await routes();
  expect(after.held).toEqual([{ account: 'sandbox', byBooks: 61_000, byProvider: 61_000 }]);
  expect(after.topUps).toMatchObject([{ request: id, ...transfer, reason: 'Salaries are due on Friday' }]);

  const { accounts, atProviders } = await get('/money/accounts');
  expect(atProviders).toBe(61_000);
  expect(accounts).toContainEqual({ account: 'capital', provider: null, balance: 60_000 });
  expect(accounts).toContainEqual({ account: 'clearing', provider: 'sandbox', balance: -61_000 });
  expect(await get('/money/movements?account=capital')).toMatchObject({
    movements: [{ kind: 'top_up', fromAccount: 'clearing', toAccount: 'capital', provider: 'sandbox', amount: 60_000 }],
  });
  const report = await get('/reports/liability?period=all');
  expect(report.rows.find(({ item }: { item: string }) => item === 'capital')).toMatchObject({ amount: 60_000 });
  expect(report.books).toMatchObject({ isEqual: true });
  expect(await desk.owner.query(`select * from console.acts_without_two('-infinity')`)).toEqual([]);
});

test('the same transfer is never booked twice, and one that came back is booked the other way', async () => {
  const again = await ask({ transfer: 'vir-2026-118 ', amount: 60_000 });
  expect(again.statusCode, 'however it is written').toBe(409);
  expect(again.body).toContain('transfer_new');
  // The check is passed by, as by two workers at once: the table refuses.
  await expect(
    desk.owner.query(
      `insert into top_up (request_id, account, amount, transfer_ref, transferred_at)
       values (gen_random_uuid(), 'sandbox', 1, 'VIR-2026-118', now())`,
    ),
  ).rejects.toThrow(/top_up_once/);

  for (const wrong of [
    { transfer: 'B-1', amount: 0 },
    { transfer: 'B-1', account: 'nobody' },
    { transfer: 'B-1', transferredAt: new Date(Date.now() + 3_600_000).toISOString() },
  ]) {
    expect((await ask(wrong)).statusCode, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400);
  }
  const back = await askedFor({ transfer: 'VIR-2026-119', amount: -25_000 });
  expect((await desk.approve(back, compliance)).status).toBe('done');
  expect(await postings()).toContainEqual({
    client_id: 0,
    from_account: 'capital',
    to_account: 'clearing',
    amount: 25_000,
  });
  await keepAll();
  expect((await routes()).held).toMatchObject([{ byBooks: 36_000 }]);
  await expectBooksBalance(desk.owner);
});
