import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { explainBalance } from '#contract/explanation.ts';
import type { getDraw } from '#contract/operator/draws.ts';
import type { explainPlayerWallet, getPlayerWallets } from '#contract/operator/explanation.ts';
import type { getOperatorPayment } from '#contract/operator/payments.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { winningSelections } from '#domain/outcome.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { Caller } from '#tests/support/money/payment-site.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';
import {
  changeHistory,
  createDraw,
  drawWithResult,
  moveDraw,
  newTicket,
  openDesk,
} from '#tests/support/players/play.ts';

type Own = AnswerOf<typeof explainBalance>;
type Theirs = AnswerOf<typeof explainPlayerWallet>;
type Wallets = AnswerOf<typeof getPlayerWallets>['data'];
type Draw = AnswerOf<typeof getDraw>['data'];
type Payment = AnswerOf<typeof getOperatorPayment>['data'];

let site: PaymentDesk;
let desk: TicketDesk;
let support: SignedInOperator;
let risk: SignedInOperator;

beforeAll(async () => {
  site = await startPaymentDesk();
  desk = await openDesk(site);
  support = await site.operator('support');
  risk = await site.operator('risk');
});
afterAll(async () => {
  desk.clock.stop();
  await site.close();
});

/** A withdrawal to it fails for certain. */
const failing = '+2250707070700';
const order = [1, 2, 3, 4, 5, 6, 7, 8, 9];

async function read<T>(operator: SignedInOperator, path: string): Promise<T> {
  const answer = await operator.get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}
const walletsAt = async ({ signedIn }: Caller, at?: string) =>
  (await read<{ data: Wallets }>(support, `/clients/${signedIn.clientId}/wallets${at ? `?at=${at}` : ''}`)).data;
const paymentAt = async (id: string, at?: string) =>
  (await read<{ data: Payment }>(risk, `/payments/${id}${at ? `?at=${at}` : ''}`)).data;
const drawAt = async (id: string, at?: string) =>
  (await read<{ data: Draw }>(risk, `/draws/${id}${at ? `?at=${at}` : ''}`)).data;

/** The database's time, later than all that was done and earlier than all that follows: to the millisecond. */
async function moment(): Promise<string> {
  const [row] = await site.owner.query<{ at: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as at, pg_sleep(0.002)`,
  );
  return row!.at.toISOString();
}

async function settle(draw: string): Promise<void> {
  await drawWithResult(site.owner, draw, order);
  while (await settleDueDraw(site.worker));
}

async function depositOf(player: Caller, amount: number) {
  const { data: payment } = (await player.deposit({ amount })).body;
  await site.decide(payment, 'approve');
  await untilPasses(async () => expect((await player.payment(payment.id)).status).toBe('succeeded'));
  return payment;
}

test('each franc of a wallet leads to its deposit, ticket, withdrawal or adjustment, for player and operators', async () => {
  const awa = await site.join({ phone: failing });
  const { clientId } = awa.signedIn;
  const first = await depositOf(awa, 1_000);
  const second = await depositOf(awa, 500);
  const [lost, voided] = [await createDraw(site.owner), await createDraw(site.owner)];
  const winner = newTicket(lost, { selectedNumbers: ['1'], betAmount: 200 });
  await placeBets(desk, awa.signedIn, [winner]);
  const refunded = newTicket(voided, { betAmount: 900 });
  await placeBets(desk, awa.signedIn, [refunded]);
  await settle(lost);
  const beforeVoid = await moment();
  await moveDraw(site.owner, voided, { closesIn: -2_000, drawsIn: -1_000 });
  while (await closeDueDraw(site.worker));
  while (await voidLostDraw(site.worker));
  while (await settleDueDraw(site.worker));
  expect(await drawAt(voided, beforeVoid)).toMatchObject({
    status: 'open',
    total: { tickets: 1, staked: 900 },
    dues: null,
  });
  expect(await drawAt(voided, await moment())).toMatchObject({
    status: 'void',
    dues: { owed: 1, paid: 1, paidAmount: 900 },
  });
  const { data: withdrawal } = (await awa.withdraw({ amount: 500 })).body;
  await untilPasses(async () => {
    await site.sweep();
    expect((await awa.payment(withdrawal.id)).status).toBe('failed');
  });
  const adjusted = randomUUID();
  await site.owner.query(
    `select post_adjustment($1, $2, 'adjustment', 'client_win', 70, 'jo', 'counted twice', 'We owed you this.')`,
    [clientId, adjusted],
  );
  await site.owner.query(`select post_adjustment($1, $2, 'client_dep', 'adjustment', 50)`, [clientId, randomUUID()]);

  // 1,500 were paid in, 1,100 staked and 50 taken: 350 of the second deposit are left; 900 came back.
  const dep = (await awa.get<Own>('/clients/balance/explanation?wallet=dep')).body;
  expect(dep.meta).toEqual({ balance: 1_250, unexplained: 0, next: null });
  expect(dep.data).toMatchObject([
    { kind: 'refund', credited: 900, left: 900, reference: refunded.id, ticket: { drawId: voided, betAmount: 900 } },
    {
      kind: 'deposit',
      credited: 500,
      left: 350,
      reference: second.id,
      payment: { provider: 'sandbox', method: 'orange' },
    },
  ]);
  // 1,200 were won, 500 of them withdrawn and returned: the oldest went, and the returned money counts as the newest.
  const win = (await awa.get<Own>('/clients/balance/explanation?wallet=win')).body;
  expect(win.meta.balance).toBe(1_270);
  expect(win.data).toMatchObject([
    { kind: 'adjustment', left: 70, reference: adjusted, note: 'We owed you this.' },
    { kind: 'withdrawal_returned', left: 500, reference: withdrawal.id, payment: { provider: 'sandbox' } },
    { kind: 'payout', credited: 1_200, left: 700, reference: winner.id, ticket: { name: 'IziOne', drawId: lost } },
  ]);
  expect(first.id).not.toBe(second.id);

  const theirs = await read<Theirs>(support, `/clients/${clientId}/explanation?wallet=win`);
  expect(theirs.meta).toEqual(win.meta);
  expect(theirs.data).toMatchObject(win.data);
  expect(theirs.data[0]!.adjustment).toEqual({ author: 'jo', reason: 'counted twice', request: null });
  expect(JSON.stringify(win)).not.toContain('counted twice');

  // The pages are those of the player alone, whoever's place is given.
  const page = (await awa.get<Own>('/clients/balance/explanation?wallet=win&limit=1')).body;
  const rest = (await awa.get<Own>(`/clients/balance/explanation?wallet=win&limit=5&cursor=${page.meta.next}`)).body;
  expect([...page.data, ...rest.data]).toEqual(win.data);
  const stranger = await site.join({ dep: 40 });
  const stolen = (await stranger.get<Own>(`/clients/balance/explanation?wallet=win&cursor=${page.meta.next}`)).body;
  expect(stolen.data).toEqual([]);

  const [look] = await site.owner.query<{ looks: number }>(
    `select count(*) as looks from console.view_log where subject = $1 and what = 'explanation'`,
    [`client ${clientId}`],
  );
  expect(look!.looks).toBe(1);
  expect((await risk.get('/clients/999999999/explanation?wallet=dep')).statusCode).toBe(404);
  expect((await awa.get('/clients/balance/explanation?wallet=held')).status).toBe(400);
  expect((await awa.get('/clients/balance/explanation?wallet=dep&cursor=5')).status).toBe(400);
  await expectBooksBalance(site.owner);
});

test('wallets, a payment and their explanation are shown as they were read at each moment', async () => {
  const awa = await site.join({ win: 2_000, phone: failing });
  const { clientId } = awa.signedIn;
  const moments: { at: string; wallets: Wallets; payment: Payment | null; left: Theirs }[] = [];
  let id: string | null = null;
  const keep = async () => {
    const wallets = await walletsAt(awa);
    const payment = id === null ? null : await paymentAt(id);
    const left = await read<Theirs>(support, `/clients/${clientId}/explanation?wallet=win`);
    moments.push({ at: await moment(), wallets, payment, left });
  };
  await keep();
  await depositOf(awa, 300);
  await keep();
  id = (await awa.withdraw({ amount: 700 })).body.data.id;
  await keep();
  await untilPasses(async () => {
    await site.sweep();
    expect((await awa.payment(id!)).status).toBe('failed');
  });
  await keep();
  const draw = await createDraw(site.owner);
  await placeBets(desk, awa.signedIn, [newTicket(draw, { betAmount: 400 })]);
  await keep();
  expect(moments.map(({ wallets }) => wallets.held)).toEqual([0, 0, 700, 0, 0]);

  const lasting = ({ status, amount, refunded, failure, mismatch, story, postings, wallet }: Payment) => {
    return { status, amount, refunded, failure, mismatch, story, postings, wallet };
  };
  for (const { at, wallets, payment, left } of moments) {
    expect(await walletsAt(awa, at)).toEqual(wallets);
    const then = await read<Theirs>(support, `/clients/${clientId}/explanation?wallet=win&at=${at}`);
    expect(then).toEqual(left);
    if (payment === null) continue;
    const shown = await paymentAt(id!, at);
    expect(lasting(shown)).toEqual(lasting(payment));
    expect([shown.canBe, shown.dueAt]).toEqual([[], null]);
  }
  const before = moments[0]!.at;
  expect((await risk.get(`/payments/${id}?at=${before}`)).json()).toMatchObject({ status: 404, code: 'not_there_yet' });
});

test('a draw is shown as it was read at each moment, and its sales are counted by minutes', async () => {
  const [awa, ben] = [await site.join({ dep: 10_000 }), await site.join({ dep: 10_000 })];
  const draw = await createDraw(site.owner, { closesIn: 600_000 });
  const bet = (player: Caller, name: 'IziOne' | 'IziABC', number: number) =>
    placeBets(desk, player.signedIn, [newTicket(draw, { name, betAmount: 100, selectedNumbers: [String(number)] })]);
  await bet(awa, 'IziOne', 1);
  await bet(awa, 'IziABC', 1);
  // Two tickets of three minutes ago, which the worker has counted.
  await changeHistory(
    site.owner,
    `update ticket set accepted_at = accepted_at - interval '3 minutes' where draw_id = $1`,
    [draw],
  );
  await changeHistory(site.owner, `update commitment set committed_at = now() - interval '1 day' where draw_id = $1`, [
    draw,
  ]);
  await site.owner.query(`update sales_counted set through = date_trunc('minute', now()) - interval '10 minutes'`);
  await site.owner.query('select count_sales(60, $1)', ['UTC']);
  const [kept] = await site.owner.query<{ tickets: number }>(
    'select sum(tickets)::int as tickets from draw_minute where draw_id = $1',
    [draw],
  );
  expect(kept!.tickets).toBe(2);
  // Both players win with any result.
  for (const number of order) for (const player of [awa, ben]) await bet(player, 'IziOne', number);

  const moments: { at: string; draw: Draw }[] = [];
  const keep = async () => {
    const shown = await drawAt(draw);
    moments.push({ at: await moment(), draw: shown });
  };
  await keep();
  const stopped = await risk.post('/stops', { drawId: draw, sentence: 'We look at this draw.', reason: 'a test' });
  expect(stopped.statusCode, stopped.body).toBe(201);
  await keep();
  await moveDraw(site.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  while (await closeDueDraw(site.worker));
  await keep();
  while (await sealDueDraw(site.worker, testKeys));
  await keep();
  await moveDraw(site.owner, draw, { closesIn: -10_000, drawsIn: -1 });
  while (await drawDueDraw(site.worker, testKeys));
  await keep();
  // One of the two is paid, then the other one.
  const { result } = moments.at(-1)!.draw;
  const winning = winningSelections(result!.map(Number), ['IziOne', 'IziABC']);
  await site.owner.query('select list_wins($1, $2, $3, $4)', [
    draw,
    winning.betTypeCodes,
    winning.selections,
    winning.mults,
  ]);
  await keep();
  await site.owner.query('select pay_dues($1, 1)', [draw]);
  await keep();
  while (await settleDueDraw(site.worker));
  await keep();
  expect(moments.map(({ draw: { status } }) => status)).toEqual(
    'open open closed closed drawn drawn drawn settled'.split(' '),
  );
  const owed = moments.at(-1)!.draw.dues!.owed;
  const paid = moments.slice(5).map(({ draw: { dues } }) => dues!.paid);
  expect([paid[0], paid[2], paid[1]! > 0 && paid[1]! < owed]).toEqual([0, owed, true]);

  // The test has moved the planned times since.
  const lasting = ({ status, result, sales, total, dues, seal, sealBefore, stops, life }: Draw) => {
    return {
      status,
      result,
      sales,
      total,
      dues,
      seal,
      sealBefore,
      stops,
      real: life.map(({ step, real }) => [step, real]),
    };
  };
  for (const { at, draw: then } of moments) expect(lasting(await drawAt(draw, at))).toEqual(lasting(then));
  // A minute ago only the two tickets were sold that were counted; before, none.
  const ago = (minutes: number) => new Date(Date.parse(moments[0]!.at) - minutes * 60_000).toISOString();
  expect((await drawAt(draw, ago(1))).total).toMatchObject({ tickets: 2, staked: 200, won: null, paid: null });
  const [early] = await site.owner.query<{ at: Date }>(
    `select max(accepted_at) as at from ticket where draw_id = $1 and accepted_at < now() - interval '1 minute'`,
    [draw],
  );
  // The moment is in a minute that is counted as a whole, but not over at that moment.
  expect((await drawAt(draw, early!.at.toISOString())).total).toMatchObject({ tickets: 2, staked: 200 });
  expect((await drawAt(draw, ago(20))).total).toMatchObject({ tickets: 0, staked: 0 });
  expect((await drawAt(draw, ago(1))).requests).toEqual([]);
});

test('a moment in the future, or before any data, gets a clear answer', async () => {
  const awa = await site.join({ dep: 100 });
  const draw = await createDraw(site.owner);
  const { data: payment } = (await awa.deposit({ amount: 400 })).body;
  const { clientId } = awa.signedIn;
  for (const path of [
    `/clients/${clientId}/wallets?`,
    `/clients/${clientId}/explanation?wallet=dep&`,
    `/draws/${draw}?`,
    `/payments/${payment.id}?`,
  ]) {
    for (const [at, status, code] of [
      ['9999-12-31T23:59:59.999Z', 400, 'invalid_request'],
      ['2999-12-31T23:59:59.999Z', 422, 'moment_ahead'],
      [new Date(Date.now() + 86_400_000).toISOString(), 422, 'moment_ahead'],
      ['2020-01-01T00:00:00Z', 404, 'not_there_yet'],
      ['1900-01-01T00:00:00Z', 404, 'not_there_yet'],
      ['yesterday', 400, 'invalid_request'],
      ['2026-02-30T00:00:00Z', 400, 'invalid_request'],
    ] as const) {
      const answer = await risk.get(`${path}at=${at}`);
      expect([path, at, answer.statusCode, answer.json().code]).toEqual([path, at, status, code]);
    }
  }
  expect((await risk.get(`/draws/${randomUUID()}?at=2026-01-01T00:00:00Z`)).statusCode).toBe(404);
  expect((await risk.get(`/payments/${randomUUID()}?at=2026-01-01T00:00:00Z`)).statusCode).toBe(404);
});
