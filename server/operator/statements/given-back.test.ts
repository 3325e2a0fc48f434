import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Http } from '#server/http/http.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { createDifferenceCount, createStatementReading } from '#server/statements/read-statements.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { Caller } from '#tests/support/money/payment-site.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { statementHead, uploadStatement } from '#tests/support/operator/statements.ts';
import { documentKey } from '#tests/support/players/documents.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

// A refund at a provider that shows in its statement alone, as at Wave: two operators book it, once.

const documents = { keys: openKeyRing(documentKey), personKey: Buffer.alloc(32) };
const stopping = new AbortController().signal;

let desk: PaymentDesk;
let http: Http;
let paying: SignedInOperator;
let risk: SignedInOperator;
let awa: Caller;

beforeAll(async () => {
  desk = await startPaymentDesk();
  http = await startConsole(desk, { documents });
  [paying, risk] = await Promise.all([signInOperator(http, ['payments']), signInOperator(http, ['risk'])]);
  awa = await desk.signIn({ dep: 0, win: 5_000 });
});
afterEach(async () => {
  await expectBooksBalance(desk.owner);
  expect((await reconcile(desk.owner, 'full')).mismatches).toEqual([]);
  expect(await desk.owner.query(`select * from console.acts_without_two('-infinity')`)).toEqual([]);
});
afterAll(async () => {
  await http.close();
  await desk.close();
});

interface Difference {
  readonly id: number;
  readonly kind: string;
  readonly payment: string;
  readonly state: string;
}

/** A file of the second of March, whatever the payments' own times are: its lines name them. */
async function upload(...lines: string[]): Promise<Difference[]> {
  const text = [statementHead, ...lines.map((line, at) => `2026-03-02T10:00:0${at}Z,${line},,XOF,COMPLETED,,,`)].join(
    '\n',
  );
  const statement = await uploadStatement(http, paying, `${text}\n`, { account: 'sandbox' });
  const { step } = createStatementReading({ db: desk.worker, documents });
  while (await step(stopping));
  return differences(statement);
}
const differences = async (statement: number): Promise<Difference[]> =>
  (await paying.get(`/statement-differences?statement=${statement}&limit=100`)).json().data;
const stateOf = async (id: number) => (await paying.get(`/statement-differences/${id}`)).json().data;
const walletNow = () => readWallet(desk.db, awa.signedIn.clientId);

async function isDue(id: string): Promise<boolean> {
  const [row] = await desk.owner.query<{ is_due: boolean }>(
    'select coalesce(due_at <= clock_timestamp(), false) as is_due from payment where id = $1',
    [id],
  );
  return row!.is_due;
}

async function book(payment: string, values: object): Promise<{ status: string } | number> {
  const asked = await paying.post('/requests', {
    kind: 'decide_payment',
    about: payment,
    values,
    evidence: 'line 3 of the statement',
    reason: 'Wave gave it back in the portal',
  });
  if (asked.statusCode !== 202) return asked.statusCode;
  const { id } = asked.json().data;
  const approved = await risk.post(`/requests/${id}/decision`, { decision: 'approve', reason: 'Looked at both.' });
  expect(approved.statusCode, approved.body).toBe(200);
  await desk.work();
  return desk.ended(id);
}

const alarms = async () => {
  await createDifferenceCount({ db: desk.worker }).step(stopping);
  return (
    await desk.owner.query<{ subject: string }>(
      `select subject from console.what_is_wrong() where kind = 'statement_differs'`,
    )
  ).map(({ subject }) => subject);
};

test('a refund of a deposit makes it due; two book what the lines say, once, and the difference ends', async () => {
  const { data } = (await awa.deposit({ amount: 1_000 })).body;
  await desk.decide(data, 'approve');
  await untilPasses(async () => expect((await awa.payment(data.id)).status).toBe('succeeded'));
  expect(await isDue(data.id)).toBe(false);
  const deposit = `${data.id},W-1,DEPOSIT,1000`;
  const [found] = await upload(deposit, `${data.id},W-2,REFUND,300`, `${data.id},W-3,REFUND,100`).then((all) =>
    all.filter(({ kind }) => kind === 'given_back'),
  );
  expect(await isDue(data.id), 'its provider is asked').toBe(true);
  await desk.sweep();
  expect(await stateOf(found!.id), 'its provider does not say so').toMatchObject({ state: 'open', givenBack: 400 });
  expect(await walletNow()).toMatchObject({ dep: 1_000 });
  expect(await alarms()).toEqual(['statements sandbox']);

  expect(await book(data.id, { seen: 'succeeded', status: 'refunded', refunded: 400 })).toMatchObject({
    status: 'done',
  });
  expect(await walletNow()).toMatchObject({ dep: 600 });
  expect((await stateOf(found!.id)).state).toBe('agrees');
  expect(await alarms()).toEqual([]);
  await desk.payments.ask(data.id);
  expect(await book(data.id, { seen: 'succeeded', status: 'refunded', refunded: 400 }), 'once').toBe(409);
  // The next file has the same lines, and one refund more.
  const next = await upload(
    deposit,
    `${data.id},W-2,REFUND,300`,
    `${data.id},W-3,REFUND,100`,
    `${data.id},W-4,REFUND,50`,
  );
  expect(next.filter(({ kind, state }) => kind === 'given_back' && state === 'open')).toHaveLength(1);
  expect(await walletNow(), 'a statement books nothing').toMatchObject({ dep: 600 });
});

test('a payout that came back goes to the wallets that it came from, once', async () => {
  const before = await walletNow();
  const { data } = (await awa.withdraw({ amount: 700 })).body;
  await desk.sweep();
  await desk.owner.query(
    `update sandbox.payout set status = 'paid', decided_at = clock_timestamp() where merchant_reference = $1`,
    [data.id],
  );
  await untilPasses(async () => {
    await desk.payments.ask(data.id);
    expect((await awa.payment(data.id)).status).toBe('paid');
  });
  const [found] = (await upload(`${data.id},W-7,PAYOUT,700`, `${data.id},W-8,REVERSAL,700`)).filter(
    ({ kind }) => kind === 'given_back',
  );
  expect(await isDue(data.id)).toBe(true);
  await desk.sweep();
  expect(await walletNow()).toEqual({ ...before, win: before.win - 700 });
  await desk.owner.query(
    `insert into provider_answer (payment_id, asked_at, answered_at, said) values ($1, clock_timestamp(), clock_timestamp(), 'succeeded')
     on conflict (payment_id) do update set asked_at = excluded.asked_at, answered_at = excluded.answered_at`,
    [data.id],
  );
  expect(await book(data.id, { seen: 'paid', status: 'reversed' })).toMatchObject({ status: 'done' });
  expect(await walletNow()).toEqual(before);
  expect((await awa.payment(data.id)).status).toBe('paid');
  expect((await stateOf(found!.id)).state).toBe('agrees');
  expect(await book(data.id, { seen: 'paid', status: 'reversed' }), 'once').toBe(409);
});
