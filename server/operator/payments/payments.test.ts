import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/wallet.ts';
import type { Database } from '#database/connect.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import type { PaymentProvider, StatusAnswer } from '#server/payments/provider.ts';
import type { ReviewRules } from '#server/payments/review-rules.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { Caller } from '#tests/support/money/payment-site.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';

const rules: ReviewRules = {
  over: 400,
  dayOver: 100_000_000,
  phoneDays: 0,
  firstOver: 100_000_000,
  playedPercent: 0,
  hours: 24,
};

let desk: PaymentDesk;
let paying: SignedInOperator;
let other: SignedInOperator;
let risk: SignedInOperator;
let compliance: SignedInOperator;
/** How often each withdrawal was sent, and what its provider says when it is asked. */
const sent = new Map<string, number>();
const says = new Map<string, StatusAnswer>();
let onStatus: ((ref: string) => Promise<void>) | undefined;

function between(sandbox: PaymentProvider): PaymentProvider {
  const about = { ourRef: null, currency: null };
  return {
    ...sandbox,
    async payout({ ourRef }) {
      sent.set(ourRef, (sent.get(ourRef) ?? 0) + 1);
      return { outcome: 'accepted', providerRef: `ref-${ourRef}` };
    },
    async payoutStatus(ref) {
      await onStatus?.(ref);
      return says.get(ref.slice(4)) ?? { state: 'under_way', about };
    },
  };
}

beforeAll(async () => {
  desk = await startPaymentDesk({ between, reviewRules: rules });
  [paying, other, risk, compliance] = await Promise.all([
    desk.operator('payments'),
    desk.operator('payments'),
    desk.operator('risk'),
    desk.operator('compliance'),
  ]);
});
afterEach(async () => {
  onStatus = undefined;
  await expectBooksBalance(desk.owner);
  expect((await reconcile(desk.owner, 'full')).mismatches).toEqual([]);
});
afterAll(() => desk.close());

const sorted = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, another) => one - another);

const walletOf = ({ signedIn }: Caller) => readWallet(desk.db, signedIn.clientId);

async function hold(caller: Caller, amount = 500): Promise<Payment> {
  const { body } = await caller.withdraw({ amount });
  expect(body.data.status).toBe('review');
  return body.data;
}

/** A withdrawal that its provider has, and does not end. */
async function send(caller: Caller, amount = 500): Promise<Payment> {
  const held = await hold(caller, amount);
  expect((await paying.post(`/payments/${held.id}/release`, { reason: 'Known for long.' })).statusCode).toBe(200);
  await desk.sweep();
  await desk.sweep();
  expect((await caller.payment(held.id)).status).toBe('processing');
  return held;
}

const because = { reason: 'The statement shows it.' };
const evidence = '20/11 18:11:09 · TR-90 441 · -500';
const decided = { evidence, seen: 'processing', status: 'paid' };

const askToRelease = (operator: typeof paying, about: string) =>
  operator.post('/requests', { kind: 'release_withdrawal', about, ...because });
const askToDecide = (
  about: string,
  { evidence: line, ...values }: { readonly evidence?: string | undefined } & Readonly<Record<string, unknown>>,
) => paying.post('/requests', { kind: 'decide_payment', about, values, evidence: line, ...because });

const auditOf = (subject: string) =>
  desk.owner
    .query<{ act: string }>('select act from console.audit where subject = $1 order by number', [subject])
    .then((rows) => rows.map(({ act }) => act));

describe('held withdrawals', () => {
  test('are listed with reason and time limit, and with no phone in clear', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const held = await hold(awa);
    const { data } = (await risk.get('/payments?view=held&limit=100')).json();
    const listed = data.find(({ id }: { id: string }) => id === held.id);
    expect(listed).toMatchObject({
      status: 'review',
      amount: 500,
      clientId: awa.signedIn.clientId,
      review: { reasons: ['amount'], until: held.reviewUntil, verdict: null },
    });
    expect(JSON.stringify(data)).not.toContain(awa.signedIn.phone.slice(4));
    const counts = (await risk.get('/payments/counts')).json().data;
    expect(counts.held).toBeGreaterThan(0);
  });

  test('are released by one operator and sent once, however many release them at the same time', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await hold(awa);
    const body = { reason: 'Known for long.' };
    const answers = await Promise.all(
      [paying, other, paying, other].map((operator) => operator.post(`/payments/${id}/release`, body)),
    );
    expect(sorted(answers)).toEqual([200, 409, 409, 409]);
    await Promise.all([desk.sweep(), desk.sweep()]);
    await desk.sweep();
    expect(sent.get(id)).toBe(1);
    expect((await awa.payment(id)).status).toBe('processing');
    expect(await auditOf(`payment ${id}`)).toEqual(['withdrawal_released']);
  });

  test('are refused by one operator: the money is back, and the player reads why', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await hold(awa);
    const told = 'The phone belongs to somebody else.';
    const answer = await paying.post(`/payments/${id}/refuse`, { reason: 'Another name at the operator.', told });
    expect(answer.statusCode).toBe(200);
    await desk.sweep();
    expect(await awa.payment(id)).toMatchObject({ status: 'failed', refusedBecause: told });
    expect(await walletOf(awa)).toEqual({ dep: 0, win: 5_000, held: 0 });
    expect(sent.has(id)).toBe(false);
  });

  test('are released or refused, never both: ten times at the same time', async () => {
    const awa = await desk.signIn({ win: 50_000 });
    for (let time = 0; time < 10; time++) {
      const { id } = await hold(awa);
      const [released, refused] = await Promise.all([
        paying.post(`/payments/${id}/release`, { reason: 'Known for long.' }),
        other.post(`/payments/${id}/refuse`, { reason: 'Not known at all.', told: 'We cannot send this one.' }),
        desk.sweep(),
      ]);
      expect(sorted([released, refused])).toEqual([200, 409]);
      await desk.sweep();
      await desk.sweep();
      const went = released.statusCode === 200;
      expect(sent.get(id) ?? 0).toBe(went ? 1 : 0);
      expect((await awa.payment(id)).status).toBe(went ? 'processing' : 'failed');
    }
  });

  test('need two above 1,000,000 XOF of a player in a day, also if two are released at the same time', async () => {
    const awa = await desk.signIn({ win: 2_000_000 });
    const [first, second] = [await hold(awa, 600_000), await hold(awa, 600_000)];
    const answers = await Promise.all(
      [first, second].map(({ id }) => paying.post(`/payments/${id}/release`, { reason: 'Known for long.' })),
    );
    expect(sorted(answers)).toEqual([200, 409]);
    const { id } = answers[0]!.statusCode === 200 ? second : first;
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ code: 'conflict' });
    expect((await paying.get(`/payments/${id}`)).json().data.review).toMatchObject({
      takesTwo: true,
      withdrawnInADay: 600_000,
    });

    expect((await askToRelease(risk, id)).statusCode).toBe(403);
    const asked = await askToRelease(paying, id);
    expect(asked.statusCode).toBe(202);
    const request = asked.json().data.id;
    expect((await other.post(`/requests/${request}/decision`, { decision: 'approve', ...because })).statusCode).toBe(
      403,
    );
    await desk.work();
    await desk.sweep();
    expect((await awa.payment(id)).status).toBe('review');
    expect(await desk.approve(request, risk)).toEqual({ status: 'done', because: null });
    await Promise.all([desk.work(), desk.work(), desk.sweep(), desk.sweep()]);
    await desk.sweep();
    expect(sent.get(id)).toBe(1);
  });

  test('held withdrawals that were refused in the meantime cannot be released by two', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await hold(awa);
    const request = (await askToRelease(paying, id)).json().data.id;
    await risk.post(`/requests/${request}/decision`, { decision: 'approve', ...because });
    await other.post(`/payments/${id}/refuse`, { reason: 'Not known at all.', told: 'We cannot send this one.' });
    await desk.work();
    expect((await desk.ended(request)).status).toBe('failed');
    await desk.sweep();
    expect(await awa.payment(id)).toMatchObject({ status: 'failed' });
  });

  test('held withdrawals of a player whose payouts wait, or who is the operator, are not released', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await hold(awa);
    await desk.owner.query(`insert into console.own_account (operator_id, client_id)
      select id, ${awa.signedIn.clientId} from console.operator where name = '${paying.name}'`);
    const own = await paying.post(`/payments/${id}/release`, because);
    expect([own.statusCode, own.json().detail]).toEqual([409, 'This account is your own.']);
    expect((await other.post(`/payments/${id}/release`, because)).statusCode).toBe(200);
  });
});

describe('a payment', () => {
  test('opens with its events, postings and the provider’s last answer, and the look is recorded', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await send(awa);
    says.set(id, { state: 'under_way', about: { ourRef: id, currency: 'XOF' } });
    expect((await paying.post(`/payments/${id}/ask-provider`)).statusCode).toBe(202);
    await desk.sweep();
    const { data } = (await compliance.get(`/payments/${id}`)).json();
    expect(data).toMatchObject({
      status: 'processing',
      providerRef: `ref-${id}`,
      answer: { said: 'under_way', detail: { ourRef: id, currency: 'XOF' } },
      canBe: ['paid', 'failed'],
      wallet: { win: 4_500, held: 500, dep: 0, owed: 0 },
    });
    expect(data.story.map(({ source, kind }: { source: string; kind: string }) => `${source} ${kind}`)).toEqual([
      'event created',
      'act withdrawal_released',
      'event released',
      'event accepted',
      'act provider_asked',
    ]);
    expect(data.postings).toMatchObject([{ kind: 'withdrawal', from: 'client_win', to: 'client_held', amount: 500 }]);
    expect(await desk.owner.query(`select what from console.view_log where subject = $1`, [`payment ${id}`])).toEqual([
      { what: 'payment' },
    ]);
    expect((await compliance.get(`/payments/${randomUUID()}`)).statusCode).toBe(404);
  });

  test('is listed page by page in every view, and exported as a file', async () => {
    for (const view of ['open', 'held', 'all']) {
      const seen: string[] = [];
      for (let cursor = ''; ;) {
        const { data, meta } = (await risk.get(`/payments?view=${view}&limit=3${cursor}`)).json();
        seen.push(...data.map(({ id }: { id: string }) => id));
        if (meta.next === null) break;
        cursor = `&cursor=${meta.next}`;
      }
      const all = await desk.owner.query(
        `select id from payment where $1 = 'all' or $1 = 'held' and status = 'review'
           or $1 = 'open' and (status not in ('succeeded', 'paid', 'failed', 'expired') or mismatch is not null)`,
        [view],
      );
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(all.length);
    }
    expect((await risk.get('/payments?view=all&status=failed&as=csv')).statusCode).toBe(403);
    const file = await compliance.get('/payments?view=all&status=failed&as=csv');
    expect(file.headers['content-type']).toContain('text/csv');
    const failed = await desk.owner.query(`select from payment where status = 'failed'`);
    expect(file.body.trim().split('\r\n')).toHaveLength(failed.length + 1);
    const support = await desk.operator('support');
    expect((await support.get('/payments')).statusCode).toBe(403);
  });

  test('a payment that is held or paid is not looked up at the provider', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const held = await hold(awa);
    expect((await paying.post(`/payments/${held.id}/ask-provider`)).statusCode).toBe(409);
    expect((await risk.post(`/payments/${held.id}/ask-provider`)).statusCode).toBe(403);
  });
});

describe('deciding by hand', () => {
  const decide = async (id: string, body: Parameters<typeof askToDecide>[1] = decided) =>
    (await askToDecide(id, body)).json().data.id as string;

  test('takes two, a line of the statement, and has the effects of any other answer', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await send(awa);
    expect((await askToDecide(id, { ...decided, evidence: undefined })).statusCode).toBe(400);
    const request = await decide(id);
    expect((await awa.payment(id)).status).toBe('processing');
    expect(await desk.approve(request, compliance)).toEqual({ status: 'done', because: null });
    expect((await awa.payment(id)).status).toBe('paid');
    expect(await walletOf(awa)).toEqual({ dep: 0, win: 4_500, held: 0 });
    const events = await desk.owner.query(
      `select kind, detail ->> 'request' as request from payment_event where payment_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(events).toEqual([{ kind: 'confirmed', request }]);
    // Later answers change nothing.
    says.set(id, { state: 'failed', code: 'late', about: { ourRef: id, currency: null } });
    await desk.payments.ask(id);
    await desk.sweep();
    expect((await awa.payment(id)).status).toBe('paid');
  });

  test('deciding by hand that it failed gives the money back, and a later "paid" of the provider takes it again', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await send(awa);
    const request = await decide(id, { ...decided, status: 'failed' });
    expect((await desk.approve(request, risk)).status).toBe('done');
    expect(await walletOf(awa)).toEqual({ dep: 0, win: 5_000, held: 0 });
    says.set(id, { state: 'succeeded', amount: 500, about: { ourRef: id, currency: 'XOF' } });
    await desk.payments.ask(id);
    expect((await awa.payment(id)).status).toBe('paid');
    expect(await walletOf(awa)).toEqual({ dep: 0, win: 4_500, held: 0 });
  });

  test('needs the current status, an answer of the last five minutes, and a status that it can have', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await send(awa);
    const seen = await askToDecide(id, { ...decided, seen: 'unknown' });
    expect([seen.statusCode, seen.json().unmet]).toEqual([
      409,
      { code: 'payment_still', params: { status: 'unknown' } },
    ]);
    const credited = await askToDecide(id, { ...decided, status: 'succeeded' });
    expect(credited.json().unmet).toEqual({ code: 'payment_can_be', params: { status: 'succeeded' } });
    await desk.owner.query(
      `update provider_answer set asked_at = asked_at - interval '5 minutes' where payment_id = $1`,
      [id],
    );
    const old = await askToDecide(id, decided);
    expect(old.json().unmet).toEqual({ code: 'provider_asked' });
    await desk.payments.ask(id);
    expect((await askToDecide(id, decided)).statusCode).toBe(202);
  });

  test('fails if the provider knows by now: it is asked once more before', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await send(awa);
    const request = await decide(id, { ...decided, status: 'failed' });
    says.set(id, { state: 'succeeded', amount: 500, about: { ourRef: id, currency: 'XOF' } });
    expect(await desk.approve(request, risk)).toMatchObject({ status: 'failed' });
    expect((await awa.payment(id)).status).toBe('paid');
    expect(await walletOf(awa)).toEqual({ dep: 0, win: 4_500, held: 0 });
  });

  test('deciding by hand at the moment of the provider’s notice ends in one of the two, and the books agree', async () => {
    const awa = await desk.signIn({ win: 50_000 });
    for (let time = 0; time < 8; time++) {
      const { id } = await send(awa);
      const request = await decide(id, { ...decided, status: 'failed' });
      await risk.post(`/requests/${request}/decision`, { decision: 'approve', ...because });
      const before = await walletOf(awa);
      // The worker is answered "under way"; the notice's own question, at the same moment, "paid".
      let asked = 0;
      onStatus = async () => {
        if (++asked === 1) return;
        says.set(id, { state: 'succeeded', amount: 500, about: { ourRef: id, currency: 'XOF' } });
      };
      await Promise.all([desk.work(), desk.notify({ data: { reference: id } })]);
      await desk.payments.drain();
      onStatus = undefined;
      await desk.payments.ask(id);
      expect((await awa.payment(id)).status).toBe('paid');
      expect(await walletOf(awa)).toEqual({ dep: 0, win: before.win, held: before.held - 500 });
      expect(['done', 'failed']).toContain((await desk.ended(request)).status);
    }
  });

  test('a decision whose worker dies half-way is completed once by the next worker', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const { id } = await send(awa);
    const request = await decide(id);
    await risk.post(`/requests/${request}/decision`, { decision: 'approve', ...because });
    for (const at of ['begin_decision', 'insert into payment_event', 'finish_decision']) {
      await desk.work(dyingAfter(desk.db, at)).catch(() => {});
      expect([at, (await awa.payment(id)).status, (await desk.ended(request)).status]).toEqual([
        at,
        'processing',
        'approved',
      ]);
    }
    await Promise.all([desk.work(), desk.work(), desk.work()]);
    expect([(await awa.payment(id)).status, (await desk.ended(request)).status]).toEqual(['paid', 'done']);
    expect((await walletOf(awa)).win).toBe(4_500);
  });

  test('credits a deposit, and takes back a refunded part of it', async () => {
    const awa = await desk.signIn();
    const { data } = (await awa.deposit({ amount: 1_000 })).body;
    await desk.sweep();
    const seen = { ...decided, seen: 'pending', status: 'succeeded' };
    expect((await desk.approve(await decide(data.id, seen), compliance)).status).toBe('done');
    expect(await walletOf(awa)).toEqual({ dep: 1_000, win: 0, held: 0 });
    const refunded = { ...decided, seen: 'succeeded', status: 'refunded', refunded: 400 };
    expect((await askToDecide(data.id, { ...refunded, refunded: 1_001 })).statusCode).toBe(409);
    expect((await desk.approve(await decide(data.id, refunded), compliance)).status).toBe('done');
    expect(await walletOf(awa)).toEqual({ dep: 600, win: 0, held: 0 });
    expect((await askToDecide(data.id, refunded)).statusCode).toBe(409);
  });
});

describe('adjusting', () => {
  const adjustment = { wallet: 'dep', amount: 700, told: 'For the stake of 20 November.', case: 'C-17' };
  const adjust = async (caller: Caller, more: object = {}) =>
    paying.post('/requests', {
      kind: 'adjust',
      about: caller.signedIn.clientId,
      values: { ...adjustment, ...more },
      ...because,
    });
  const idOf = async (answer: ReturnType<typeof adjust>) => (await answer).json().data.id as string;
  const withClient = async (money: { dep?: number; win?: number } = {}) => {
    const caller = await desk.signIn(money);
    const { clientId } = caller.signedIn;
    await desk.owner.query(
      `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country)
       overriding system value values ($1, $2, '', 'A', 'B', '1990-01-01', 'CI')`,
      [clientId, `+2250700${clientId}`],
    );
    return caller;
  };

  test('takes two, is posted once, and the player reads a sentence', async () => {
    const awa = await withClient();
    const request = await idOf(adjust(awa));
    expect((await desk.approve(request, compliance)).status).toBe('done');
    await Promise.all([desk.work(), desk.work()]);
    expect(await walletOf(awa)).toEqual({ dep: 700, win: 0, held: 0 });
    const { body } = await awa.get<{ data: Transaction[] }>('/clients/transactions');
    expect(body.data[0]).toMatchObject({ kind: 'adjustment', amount: 700, note: adjustment.told, reference: request });
    const { data } = (await risk.get(`/adjustments?client=${awa.signedIn.clientId}`)).json();
    expect(data).toMatchObject([{ amount: 700, reason: because.reason, told: adjustment.told, request }]);
    expect(data[0].author).toBe(`${paying.name}, ${compliance.name}`);
  });

  test('is approved neither by risk nor by the asker', async () => {
    const awa = await withClient();
    const request = await idOf(adjust(awa));
    for (const operator of [risk, paying, other]) {
      const answer = await operator.post(`/requests/${request}/decision`, { decision: 'approve', ...because });
      expect([403, 409]).toContain(answer.statusCode);
    }
    await desk.work();
    expect(await walletOf(awa)).toEqual({ dep: 0, win: 0, held: 0 });
  });

  test('names a case or a payment of this player, and never makes a wallet negative', async () => {
    const [awa, ali] = [await withClient({ dep: 1_000 }), await withClient({ win: 5_000 })];
    const { id: foreign } = await hold(ali);
    // It may still be paid, and would be made up for twice.
    const waiting = await adjust(ali, { case: undefined, payment: foreign });
    expect(waiting.json()).toMatchObject({ unmet: { code: 'payment_over', params: { status: 'review' } } });
    expect((await paying.post(`/payments/${foreign}/refuse`, { ...because, told: 'Not yours.' })).statusCode).toBe(200);
    await desk.sweep();
    expect((await adjust(awa, { case: undefined })).statusCode).toBe(409);
    expect((await adjust(awa, { case: undefined, payment: foreign })).statusCode).toBe(409);
    const asked = await idOf(adjust(ali, { case: undefined, payment: foreign }));
    // A second request about the same payment is refused, whatever its amount; the approver sees the values that the asker saw, and the
    // present ones.
    const again = await adjust(ali, { case: undefined, payment: foreign, amount: 900 });
    expect(again.json()).toMatchObject({
      unmet: { code: 'not_asked_already', params: { number: expect.any(Number) } },
    });
    await desk.owner.query(`select post_adjustment($1, gen_random_uuid(), 'adjustment', 'client_dep', 50)`, [
      ali.signedIn.clientId,
    ]);
    const { data: seen } = (await compliance.get(`/requests/${asked}`)).json();
    const facts = {
      dep: 0,
      win: 5_000,
      balanceAfter: 700,
      direction: 'withdrawal',
      paymentAmount: 500,
      status: 'failed',
    };
    expect(seen).toMatchObject({ facts, nowFacts: { ...facts, dep: 50, balanceAfter: 750 } });
    expect((await adjust(awa, { amount: -1_001 })).json()).toMatchObject({
      unmet: { code: 'wallet_not_negative', params: { balance: 1_000, amount: -1_001 } },
    });
    expect((await adjust(awa, { amount: 0 })).statusCode).toBe(400);
    const two = [await idOf(adjust(awa, { amount: -600 })), await idOf(adjust(awa, { amount: -600, case: 'C-18' }))];
    for (const id of two) {
      await compliance.post(`/requests/${id}/decision`, { decision: 'approve', ...because });
      if (id === two[0]) await desk.work();
    }
    await Promise.all([desk.work(), desk.work()]);
    const statuses = await Promise.all(two.map(async (id) => (await desk.ended(id)).status));
    expect(statuses[0]).toBe('done');
    expect(statuses[1]).not.toBe('done');
    expect((await walletOf(awa)).dep).toBe(400);
  });

  test('approved twice at the same time, of one wallet, posts no more than the wallet holds', async () => {
    const awa = await withClient({ dep: 1_000 });
    const ids = [await idOf(adjust(awa, { amount: -600 })), await idOf(adjust(awa, { amount: -600, case: 'C-18' }))];
    await Promise.all(
      ids.map((id) => compliance.post(`/requests/${id}/decision`, { decision: 'approve', ...because })),
    );
    await Promise.all([desk.work(), desk.work(), desk.work()]);
    await desk.work();
    const statuses = await Promise.all(ids.map(async (id) => (await desk.ended(id)).status));
    expect(statuses.toSorted()).toEqual(['done', 'failed']);
    expect((await walletOf(awa)).dep).toBe(400);
  });

  test('is refused if one of the two is the player', async () => {
    const awa = await withClient();
    const noted = await compliance.post(`/clients/${awa.signedIn.clientId}/own-account`, {
      ...because,
      operator: compliance.name,
    });
    expect(noted.statusCode).toBe(200);
    const request = await idOf(adjust(awa));
    await compliance.post(`/requests/${request}/decision`, { decision: 'approve', ...because });
    await desk.work();
    expect((await desk.ended(request)).status).not.toBe('done');
    expect((await walletOf(awa)).dep).toBe(0);
  });
});

describe('with SQL', () => {
  test('neither login can do alone what takes two', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    const held = await hold(awa);
    const { clientId } = awa.signedIn;
    const asked = (await askToRelease(paying, held.id)).json().data.id;
    const denied = /permission denied/;
    const attacks: [Database, string, RegExp][] = [
      [desk.worker, `select console.execute_release_withdrawal('${asked}')`, /not_approved/],
      [desk.worker, `select console.execute_adjust('${asked}')`, /not_approved/],
      [desk.worker, `select console.execute_let_withdrawals_go_on('${randomUUID()}')`, /not_approved/],
      [desk.worker, `select * from console.begin_decision('${asked}')`, /not_approved/],
      [desk.worker, `select console.finish_decision('${asked}')`, /wallet_not_negative|not_approved/],
      [desk.db, `select post_adjustment(${clientId}, '${asked}', 'adjustment', 'client_win', 5)`, denied],
      [desk.db, `insert into adjustment default values`, denied],
      [desk.db, `select console.release_withdrawal('x', '${held.id}', 'me')`, denied],
      [
        desk.db,
        `insert into withdrawal_review_end (payment_id, verdict, decided_by, reason) values ('${held.id}', 'released', 1, 'me')`,
        denied,
      ],
      [desk.db, `insert into console.own_account values (1, 1)`, denied],
      [desk.db, `update account_hour set amount = 0`, denied],
      [desk.db, `update draw_figure set payouts = 0`, denied],
      [desk.db, `delete from wanted_pass`, denied],
      [desk.console, `select console.execute_release_withdrawal('${asked}')`, denied],
      [desk.console, `select console.begin_decision('${asked}')`, denied],
      [desk.console, `select console.release_withdrawal('forged', '${held.id}', 'me')`, /no session/],
      [desk.console, `select * from console.list_payments('forged', '{"view": "all"}', null, 9)`, /no session/],
      [desk.console, `select console.end_review(p, 'released', 1, 'me', null, null) from payment p`, denied],
      [desk.console, `select * from payment`, denied],
      [desk.console, `select * from wallet`, denied],
      [desk.console, `update payment set status = 'created'`, denied],
      [desk.console, `delete from operation_flag`, denied],
      [desk.console, `select resume_withdrawals()`, denied],
      [
        desk.console,
        `insert into withdrawal_review_end (payment_id, verdict, decided_by, reason) values ('${held.id}', 'released', 1, 'me')`,
        denied,
      ],
      [desk.console, `select post_adjustment(${clientId}, '${asked}', 'adjustment', 'client_win', 5)`, denied],
    ];
    for (const [login, sql, refusal] of attacks) await expect(login.query(sql), sql).rejects.toThrow(refusal);
    await desk.sweep();
    expect((await awa.payment(held.id)).status).toBe('review');
  });
});

test('payments are found by amount, network, player and time, and add up without those that failed', async () => {
  const [awa, ali] = [await desk.join({ win: 5_000 }), await desk.signIn({ win: 5_000 })];
  const [{ id: small }, { id: large }, { id: foreign }] = [
    await hold(awa, 500),
    await hold(awa, 900),
    await hold(ali, 700),
  ];
  expect((await paying.post(`/payments/${large}/refuse`, { ...because, told: 'Not now.' })).statusCode).toBe(200);
  await desk.sweep();
  const client = encodeURIComponent(`#${awa.signedIn.clientId}`);
  const found = async (filters: string) =>
    (await paying.get(`/payments?view=all&limit=100&${filters}`)).json().data.map(({ id }: { id: string }) => id);
  expect(await found(`player=${client}`)).toEqual([large, small]);
  expect(await found(`player=${client}&amount=501..`)).toEqual([large]);
  expect(await found(`player=${client}&amount=..500`)).toEqual([small]);
  expect(await found('amount=700..700')).toEqual([foreign]);
  expect(await found(`player=${foreign.slice(0, 8)}`)).toEqual([foreign]);
  expect(await found('player=Nobody')).toEqual([]);
  expect(await found(`player=${client}&network=orange`)).toEqual([large, small]);
  expect(await found(`player=${client}&network=wave`)).toEqual([]);
  expect(await found(`player=${client}&to=2020-01-01T00:00:00.000Z`)).toEqual([]);
  const sums = async (filters: string) => (await paying.get(`/payments/sums?view=all&${filters}`)).json().data;
  expect(await sums(`player=${client}`)).toEqual({ count: 2, hasMore: false, in: 0, out: 500 });
  expect(await sums('player=Nobody')).toEqual({ count: 0, hasMore: false, in: 0, out: 0 });
  for (const wrong of ['amount=..', 'amount=5', 'amount=a..b']) {
    expect((await paying.get(`/payments?${wrong}`)).statusCode, wrong).toBe(400);
  }
  // The name is whole for those who see players unmasked.
  const nameFor = async (operator: typeof paying) =>
    (await operator.get(`/payments?view=all&player=${client}`)).json().data[0].name;
  expect([await nameFor(paying), await nameFor(compliance)]).toEqual(['A. K.', 'Awa Koné']);
});

test('a network shows what succeeded, how long it took, and what waits and is not known', async () => {
  const awa = await desk.signIn({ win: 5_000 });
  const network = async () => {
    const { data } = (await paying.get('/payments/networks')).json();
    return data.find((one: { network: string }) => one.network === 'orange');
  };
  const before = await network();
  const { id } = await send(awa, 600);
  expect((await network()).waiting).toBe(before.waiting + 1);
  says.set(id, { state: 'succeeded', amount: 600, about: { ourRef: id, currency: 'XOF' } });
  await desk.payments.ask(id);
  expect((await awa.payment(id)).status).toBe('paid');
  const after = await network();
  expect(after).toMatchObject({ waiting: before.waiting, unknown: before.unknown });
  for (const span of ['day', 'month'] as const) {
    expect(after[span]).toMatchObject({
      withdrawals: before[span].withdrawals + 1,
      withdrawn: before[span].withdrawn + 1,
      deposits: before[span].deposits,
    });
  }
  expect(after.day.median).toBeLessThanOrEqual(after.day.most);
  const sum = (hours: { out: number }[]) => hours.reduce((total, { out }) => total + out, 0);
  expect(sum(after.hours)).toBe(sum(before.hours) + 600);
});

test('a network is found by each name that an account has for it, and without reading payments where nobody has used it', async () => {
  const { clientId } = (await desk.signIn({})).signedIn;
  const undone = new Error('undone');
  const tried = desk.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into payment (client_id, direction, status, amount, country, method, provider, idempotency_key, request_hash, created_at, updated_at)
       select $1, 'deposit', 'succeeded', 500, 'CI', method, provider, 'network ' || method || provider, '', now(), now() + seconds * interval '1 s'
       from (values ('free', 'one', 10), ('free-money', 'one', 40), ('free-momo', 'two', 30), ('freedom', 'two', 20)) v (method, provider, seconds)`,
      [clientId],
    );
    await tx.query('set local enable_seqscan = off');
    const found = async (filters: object) =>
      (
        await tx.query<{ at: string }>(
          `select p.method || ' at ' || p.provider as at from console.find_payments($1::jsonb || '{"view": "all"}', null, 10) p order by 1`,
          [filters],
        )
      ).map(({ at }) => at);
    const health = await tx.query<{ one: { network: string; provider: string; month: object; day: object } }>(
      'select one from console.network_health($1) one',
      [paying.token],
    );
    const months = health
      .filter(({ one: { network } }) => network.startsWith('free'))
      .map(({ one: { network, provider, month, day } }) => [network, provider, month, day]);
    const figures = (deposited: number, median: number, most: number) => ({
      deposits: deposited,
      deposited,
      withdrawals: 0,
      withdrawn: 0,
      median,
      most: expect.closeTo(most) as number,
    });
    expect(months).toEqual(
      [
        ['free', 'one', figures(2, 25, 38.5)],
        ['free', 'two', figures(1, 30, 30)],
        ['freedom', 'two', figures(1, 20, 20)],
      ].map(([network, provider, month]) => [network, provider, month, month]),
    );
    const planned = async (filters: object) => {
      const [{ where }] = (await tx.query('select console.payments_where($1) as where', [filters])) as [
        { where: string },
      ];
      const plan = await tx.query<{ 'QUERY PLAN': string }>(`explain select from payment p where ${where}`);
      return plan.map((line) => line['QUERY PLAN']).join('\n');
    };
    expect(await found({ network: 'free' })).toEqual(['free at one', 'free-momo at two', 'free-money at one']);
    expect(await found({ network: 'free', provider: 'two' })).toEqual(['free-momo at two']);
    expect(await found({ network: 'free', provider: 'three' })).toEqual([]);
    expect(await planned({ network: 'free' })).toContain(`method = ANY ('{free,free-momo,free-money}'`);
    for (const nowhere of [{ network: 'nobody' }, { network: 'freedom', provider: 'one' }]) {
      expect(await found(nowhere)).toEqual([]);
      expect(await planned(nowhere)).toContain('One-Time Filter: false');
    }
    throw undone;
  });
  await expect(tried).rejects.toBe(undone);
});

test('payments are searched in every status that their direction can have, and in no other', async () => {
  const [{ directions, statuses }] = (await desk.owner.query<{ directions: string[]; statuses: string[] }>(
    'select enum_range(null::payment_direction)::text[] as directions, enum_range(null::payment_status)::text[] as statuses',
  )) as [{ directions: string[]; statuses: string[] }];
  const { clientId } = (await desk.signIn({})).signedIn;
  for (const direction of directions) {
    for (const status of statuses) {
      // The statuses that the table allows.
      const taken = await desk.owner
        .transact(async (tx) => {
          await tx.query('set local session_replication_role = replica');
          await tx.query(
            `insert into payment (client_id, direction, status, amount, from_win, country, method, provider, idempotency_key, request_hash)
             values ($1, $2::payment_direction, $3::payment_status, 500, case when $2::payment_direction = 'withdrawal' then 500 else 0 end, 'CI', 'wave', 'sandbox', 'status', '')`,
            [clientId, direction, status],
          );
          throw new Error('undone');
        })
        .catch((error: Error & { constraint?: string }) => {
          if (error.constraint !== 'payment_status_of_its_direction' && error.message !== 'undone') throw error;
          return error.constraint === undefined;
        });
      const [{ kept }] = (await desk.owner.query(
        `select cardinality(console.statuses_of($1::payment_direction, array[$2]::payment_status[])) = 1 as kept`,
        [direction, status],
      )) as [{ kept: boolean }];
      expect(kept, `${direction} ${status}`).toBe(taken);
    }
  }
  expect((await risk.get('/payments?view=all&direction=withdrawal&status=expired')).json().data).toEqual([]);
});

/** A worker's database that is gone right after the first statement with these words. */
function dyingAfter(db: Database, words: string): Database {
  return {
    ...db,
    transact: (work) =>
      db.transact(async (tx) =>
        work({
          ...tx,
          query: async (sql: never, params: never) => {
            const rows = await tx.query(sql, params);
            if (String(sql).includes(words)) throw new Error('the process has ended');
            return rows as never;
          },
        }),
      ),
  };
}
