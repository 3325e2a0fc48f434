import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import { webhookTypes } from '#contract/calls/operator/webhooks.ts';
import type * as contract from '#contract/operator/webhooks.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors } from '#server/operator-work/executors.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { openWebhookKeys } from '#server/webhooks/keys.ts';
import { sendWebhooks } from '#server/webhooks/send-webhooks.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { startPaymentDesk, webhookKey, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import { runWebhookSecret } from '#scripts/webhook-secret/run-webhook-secret.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';
import {
  createDraw,
  createPlayer,
  drawWithResult,
  moveDraw,
  newTicket,
  openDesk,
} from '#tests/support/players/play.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/stand-ins/webhook-receiver.ts';

type Endpoint = AnswerOf<typeof contract.listWebhookEndpoints>['data'][number];
type Delivery = AnswerOf<typeof contract.listWebhookDeliveries>['data'][number];

let site: PaymentDesk;
let receiver: WebhookReceiver;
let admin: SignedInOperator;
let compliance: SignedInOperator;
const sending = { key: webhookKey, hosts: ['localhost'], log: pino({ level: 'silent' }) };

beforeAll(async () => {
  site = await startPaymentDesk();
  receiver = await startWebhookReceiver();
  admin = await site.operator('admin');
  compliance = await site.operator('compliance');
});
afterAll(async () => {
  await receiver.stop();
  await site.close();
});
beforeEach(async () => {
  await site.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('delete from webhook_delivery; delete from webhook_event; delete from webhook_endpoint');
  });
  await receiver.order({});
  receiver.received.length = 0;
});

/** Asks for an endpoint. @returns the request, or the code of the refusal */
async function ask(id: string, values: object = {}, operator = admin): Promise<string> {
  const answer = await operator.post('/requests', {
    kind: 'webhook_endpoint',
    about: id,
    values: { url: receiver.url, types: webhookTypes, generation: 1, ...values },
    reason: 'A partner.',
  });
  return answer.statusCode === 202 ? answer.json().data.id : `${answer.statusCode} ${answer.json().code}`;
}

async function make(values: object = {}, id: string = randomUUID()): Promise<string> {
  expect(await site.approve(await ask(id, values), compliance)).toEqual({ status: 'done', because: null });
  return id;
}

/** Makes one, without its test event. */
async function makeQuiet(values: object = {}): Promise<string> {
  const id = await make(values);
  await site.owner.query('delete from webhook_event');
  return id;
}

const list = async () => (await admin.get('/webhooks')).json<{ data: Endpoint[] }>().data;
const deliveries = async (id: string, more = '') =>
  (await admin.get(`/webhooks/${id}/deliveries${more}`)).json<{ data: Delivery[] }>().data;
const send = async (id: string) => {
  while ((await sendWebhooks(site.worker, sending, id)) > 0);
};
/** The received messages, without the time of writing. */
const got = () =>
  receiver.received.map(({ body }) => {
    const { timestamp, ...rest } = JSON.parse(body) as { timestamp: string; type: string; data: unknown };
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    return rest;
  });
const makeDue = () => site.owner.query('update webhook_delivery set next_try_at = now() where next_try_at is not null');

test('two operators make an endpoint, which is sent a test that its receiver can verify', async () => {
  const id = randomUUID();
  for (const role of ['compliance', 'auditor', 'payments'] as const) {
    expect(await ask(id, {}, await site.operator(role))).toBe('403 not_allowed');
  }
  expect(await ask(id, { generation: 2 })).toBe('409 conflict');
  for (const url of [
    'http://partner.example/',
    'https://8.8.8.8/',
    'https://partner.example:444/',
    'https://a:b@c.example/',
  ]) {
    expect(await ask(id, { url })).toBe('400 invalid_request');
  }
  for (const types of [[], ['webhook.test'], ['draw.drawn', 'draw.drawn']]) {
    expect(await ask(id, { types })).toBe('400 invalid_request');
  }
  await make({}, id);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const env = { WEBHOOK_KEY: webhookKey.toString('hex') };
  expect(runWebhookSecret([id, '1'], env, print, print)).toBe(0);
  const [secret, publicKey] = lines as [string, string];
  expect(await list()).toMatchObject([
    { id, url: receiver.url, generation: 1, publicKey, waiting: 1, stoppedAt: null },
  ]);

  await receiver.order({ secret, publicKey });
  await send(id);
  expect(got()).toEqual([{ type: 'webhook.test', data: { endpoint: id } }]);
  expect(receiver.received[0]!.verified).toEqual(['v1a', 'v1']);
  expect(await deliveries(id)).toMatchObject([
    { event: receiver.received[0]!.id, type: 'webhook.test', state: 'delivered', tries: 1, status: 200, failure: null },
  ]);
  expect((await (await site.operator('payments')).get('/webhooks')).statusCode).toBe(403);
});

test('the command of the secret says what it wants', () => {
  const lines: string[] = [];
  const run = (args: string[], env = {}) =>
    runWebhookSecret(
      args,
      env,
      () => {},
      (line) => void lines.push(line),
    );
  for (const args of [[], ['x', '1'], [randomUUID(), '0'], [randomUUID(), '1', '2']]) expect(run(args)).toBe(2);
  expect(run([randomUUID(), '1'])).toBe(2);
  expect(lines.at(-1)).toBe('✗ WEBHOOK_KEY is not set');
});

test('without a key of the site no endpoint is made', async () => {
  const request = await ask(randomUUID());
  await compliance.post(`/requests/${request}/decision`, { decision: 'approve', reason: 'Looked at both.' });
  const executors = createExecutors({ identity: {} as never, askProvider: site.payments.ask });
  await createCarryingOut({ db: site.worker, executors, log: sending.log }).step(new AbortController().signal);
  expect(await site.ended(request)).toEqual({ status: 'failed', because: 'webhooks_off' });
  expect(await list()).toEqual([]);
});

test('what happens is an event in the same transaction, and nothing is written where nobody listens', async () => {
  const { owner } = site;
  const events = () => owner.query<{ type: string; data: object }>('select type, data from webhook_event order by at');
  const player = await site.join();
  const before = (await player.deposit()).body.data;
  await site.decide(before, 'approve');
  // The sweep passes over a payment whose notice is being handled.
  await site.sweep();
  await player.becomes(before.id, 'succeeded');
  expect(await events()).toEqual([]);

  const id = await makeQuiet({ types: webhookTypes.filter((type) => type !== 'payment.mismatched') });
  const client = player.signedIn.clientId;
  const deposit = (await player.deposit()).body.data;
  await site.decide(deposit, 'decline');
  await site.sweep();
  await player.becomes(deposit.id, 'failed');
  const final = { payment: deposit.id, client, direction: 'deposit', amount: 1_000, status: 'failed' };
  expect(await events()).toMatchObject([{ type: 'payment.final', data: final }]);
  // The word that money moved is stronger, and a new event.
  await owner.query(`update payment set status = 'succeeded', mismatch = 'amount_mismatch' where id = $1`, [
    deposit.id,
  ]);
  expect(await events()).toMatchObject([{}, { type: 'payment.final', data: { ...final, status: 'succeeded' } }]);

  await owner.query(`select take_break($1, 'week', 'UTC')`, [client]);
  await owner.query(`select take_break($1, 'exclusion', 'UTC')`, [client]);
  await owner.query(`insert into console.alarm (kind, subject, detail) values ('no_pass', 'books', '{}')`);
  await owner.query(`update console.alarm set closed_at = clock_timestamp()`);
  expect((await events()).slice(2)).toMatchObject([
    { type: 'client.excluded', data: { client, until: expect.any(String) } },
    { type: 'alarm.opened', data: { alarm: expect.any(Number), kind: 'no_pass' } },
    { type: 'alarm.closed', data: { alarm: expect.any(Number), kind: 'no_pass' } },
  ]);
  await expect(
    owner.transact(async (tx) => {
      await tx.query(`insert into console.alarm (kind, subject, detail) values ('mismatch', 'books', '{}')`);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await events()).toHaveLength(5);
  await send(id);
  // The order is not promised.
  const sorted = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).toSorted();
  expect(sorted(got())).toEqual(sorted(await events()));
});

test('a held withdrawal and what an operator decides about it are events', async () => {
  await makeQuiet({ types: ['withdrawal.held', 'withdrawal.decided'] });
  const { owner } = site;
  const { clientId } = await createPlayer(owner, { win: 1_000 });
  const [payment] = await owner.query<{ id: string }>(
    `insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider,
       idempotency_key, request_hash)
     values ($1, 'withdrawal', 500, 500, 'CI', 'orange', '+225', 'A', 'B', 'sandbox', 'k', '') returning id`,
    [clientId],
  );
  await owner.query(`insert into withdrawal_review (payment_id, reasons, until) values ($1, '{amount}', now())`, [
    payment!.id,
  ]);
  await owner.query(`update payment set status = 'review' where id = $1`, [payment!.id]);
  await owner.query(
    `insert into withdrawal_review_end (payment_id, verdict, decided_by, reason) select $1, 'released', min(id), 'a test' from console.operator`,
    [payment!.id],
  );
  expect(await owner.query('select type, data from webhook_event order by at')).toEqual([
    {
      type: 'withdrawal.held',
      data: { payment: payment!.id, client: clientId, direction: 'withdrawal', amount: 500 },
    },
    { type: 'withdrawal.decided', data: { payment: payment!.id, verdict: 'released' } },
  ]);
});

test('a draw is told from its seal to its payouts, with every ticket that was paid, at most 300 in an event', async () => {
  const { owner, worker } = site;
  const id = await makeQuiet({ types: webhookTypes.filter((type) => /^(draw|bet)/.test(type)) });
  const desk = await openDesk(site);
  const player = await createPlayer(owner, { dep: 100_000 });
  const [draw, lost] = [await createDraw(owner), await createDraw(owner, { closesIn: 3_600_000 })];
  const placed: string[] = [];
  for (let checkout = 0; checkout < 7; checkout++) {
    const tickets = Array.from({ length: 50 }, () => newTicket(draw, { selectedNumbers: ['5'] }));
    await placeBets(desk, player, tickets);
    placed.push(...tickets.map((ticket) => ticket.id));
  }
  await placeBets(desk, player, [newTicket(draw, { selectedNumbers: ['1'] })]);
  const refunded = newTicket(lost);
  await placeBets(desk, player, [refunded]);
  desk.clock.stop();
  // Its own life, up to the seal; the result is the test's.
  await moveDraw(owner, draw, { closesIn: -1, drawsIn: 60_000 });
  expect(await closeDueDraw(worker)).toBe(true);
  expect(await sealDueDraw(worker, testKeys)).toBe(true);
  await drawWithResult(owner, draw, [5, 1, 2, 3, 4, 6, 7, 8, 9]);
  await settleDueDraw(worker);
  await moveDraw(owner, lost, { closesIn: -1, drawsIn: 60_000 });
  await closeDueDraw(worker);
  await moveDraw(owner, lost, { closesIn: -2, drawsIn: -1 });
  expect(await voidLostDraw(worker)).toBe(true);
  await settleDueDraw(worker);
  await send(id);
  const all = got();
  const ofDraw = (type: string, of: string) =>
    all
      .filter((one) => one.type === type && (one.data as { draw: string }).draw === of)
      .map(({ data }) => data as never);
  expect(ofDraw('draw.sealed', draw)).toHaveLength(1);
  const paid = ofDraw('bet.settled', draw) as { status: string; tickets: { id: string; paid: number }[] }[];
  expect(paid.map(({ status, tickets }) => `${status} ${tickets.length}`).toSorted()).toEqual(['won 300', 'won 50']);
  expect(paid.flatMap(({ tickets }) => tickets.map((ticket) => ticket.id)).toSorted()).toEqual(placed.toSorted());
  const stake = newTicket(draw).betAmount;
  expect(new Set(paid.flatMap(({ tickets }) => tickets.map((ticket) => ticket.paid)))).toEqual(new Set([6 * stake]));
  expect(ofDraw('draw.settled', draw)).toMatchObject([
    { status: 'settled', tickets: 351, stakes: 351 * stake, paidTickets: 350, payouts: 350 * 6 * stake },
  ]);
  expect(ofDraw('draw.called_off', lost)).toHaveLength(1);
  expect(ofDraw('bet.settled', lost)).toMatchObject([
    { status: 'refunded', tickets: [{ id: refunded.id, paid: refunded.betAmount }] },
  ]);
  expect(ofDraw('draw.settled', lost)).toMatchObject([{ status: 'void', tickets: 1, paidTickets: 1 }]);
  for (const { body } of receiver.received) expect(Buffer.byteLength(body)).toBeLessThan(20_000);
});

test('the numbers of a drawn draw are an event', async () => {
  const { owner, worker } = site;
  await makeQuiet({ types: ['draw.drawn'] });
  const draw = await createDraw(owner);
  await moveDraw(owner, draw, { closesIn: -1, drawsIn: 60_000 });
  await closeDueDraw(worker);
  await sealDueDraw(worker, testKeys);
  await moveDraw(owner, draw, { closesIn: -2, drawsIn: -1 });
  expect(await drawDueDraw(worker, testKeys)).toBe(true);
  const [event] = await owner.query<{ data: { draw: string; numbers: string[] } }>('select data from webhook_event');
  expect(event!.data.draw).toBe(draw);
  expect(event!.data.numbers.toSorted().join('')).toBe('123456789');
});

const failed = async (id: string) => {
  const [row] = await site.owner.query<{ tries: number; waits: number; status: number | null; failure: string | null }>(
    `select tries, extract(epoch from next_try_at - clock_timestamp())::float8 as waits, status, failure from webhook_delivery where endpoint_id = $1`,
    [id],
  );
  return row!;
};

test('what is not taken is tried at longer and longer times; after the last one the endpoint is stopped, with an alarm', async () => {
  const id = await make();
  await receiver.order({ answer: 500 });
  const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, wait] of waits.entries()) {
    await makeDue();
    await send(id);
    const state = await failed(id);
    expect(state).toMatchObject({ tries: index + 1, status: 500 });
    expect(state.waits).toBeGreaterThan(wait * 0.8);
    expect(state.waits).toBeLessThan(wait * 1.21);
  }
  expect(await list()).toMatchObject([{ failingSince: expect.any(String), stoppedAt: null, waiting: 1 }]);
  const alarms = () =>
    site.owner.query(
      `select subject, detail ->> 'because' as because from console.what_is_wrong() where kind = 'webhook_failing'`,
    );
  expect(await alarms()).toEqual([]);
  await site.owner.query(`update webhook_endpoint set failing_since = now() - interval '25 hours'`);
  expect(await alarms()).toEqual([{ subject: `webhook ${id}`, because: null }]);
  await makeDue();
  await send(id);
  expect(await list()).toMatchObject([{ stoppedBecause: 'failing', waiting: 0 }]);
  expect(await alarms()).toEqual([{ subject: `webhook ${id}`, because: 'failing' }]);
  expect(await deliveries(id, '?state=given_up')).toMatchObject([{ tries: 10, status: 500 }]);
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);

  // An operator who stops it has seen the alarm.
  const stopped = await compliance.post(`/webhooks/${id}/stop`, { reason: 'They are gone.' });
  expect(stopped.json()).toMatchObject({ data: { audit: expect.any(Number) } });
  expect((await compliance.post(`/webhooks/${id}/stop`, { reason: 'They are gone.' })).json().data.audit).toBeNull();
  expect(await alarms()).toEqual([]);
  expect((await compliance.post(`/webhooks/${randomUUID()}/stop`, { reason: 'They are gone.' })).statusCode).toBe(404);
});

test.each([
  ['retry-after', { answer: 503, headers: { 'retry-after': '600' } }, { status: 503, failure: null }, 600],
  ['a redirect', { answer: 302, headers: { location: 'http://localhost/' } }, { status: 302, failure: null }, 5],
  ['a cut connection', { answer: 'reset' }, { status: null, failure: 'no_answer' }, 5],
] as const)('%s is a try that failed', async (_, orders, expected, wait) => {
  const id = await make();
  await receiver.order(orders);
  await send(id);
  const state = await failed(id);
  expect(state).toMatchObject({ tries: 1, ...expected });
  expect(state.waits).toBeGreaterThan(wait * 0.5);
  expect(state.waits).toBeLessThan(wait * 1.3);
});

test('410 stops an endpoint at once; two operators start it again', async () => {
  const id = await make();
  await receiver.order({ answer: 410 });
  await send(id);
  expect(await list()).toMatchObject([{ id, stoppedBecause: 'gone', waiting: 0 }]);
  await receiver.order({});
  // Its terms stay; that is a change because it is stopped.
  await make({}, id);
  expect(await list()).toMatchObject([{ id, stoppedBecause: null, failingSince: null }]);
  expect(await ask(id)).toBe('409 conflict');
  await send(id);
  expect(got().map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test']);
});

test('a host that is not in WEBHOOK_HOSTS is sent nothing', async () => {
  const id = await make({ url: 'https://partner.example/izi' });
  await send(id);
  expect(await failed(id)).toMatchObject({ tries: 1, status: null, failure: 'host_not_allowed' });
});

test('new keys sign beside the former ones for 24 hours', async () => {
  const id = await make();
  const former = openWebhookKeys(webhookKey, id, 1);
  const next = openWebhookKeys(webhookKey, id, 2);
  const ordersOf = ({ secret, publicKey }: typeof next) => ({
    secret,
    publicKey: `whpk_${publicKey.toString('base64')}`,
  });
  await make({ generation: 2 }, id);
  expect(await list()).toMatchObject([{ generation: 2, formerUntil: expect.any(String) }]);
  const verifiedWith = async (keys: typeof next) => {
    receiver.received.length = 0;
    await receiver.order(ordersOf(keys));
    await site.owner.query('update webhook_delivery set next_try_at = now(), tries = 0');
    await send(id);
    return receiver.received[0]!.verified;
  };
  expect(await verifiedWith(former)).toEqual(['v1a', 'v1']);
  expect(await verifiedWith(next)).toEqual(['v1a', 'v1']);
  await site.owner.query(`update webhook_endpoint set former_until = now()`);
  expect(await verifiedWith(former)).toEqual([]);
  expect(await verifiedWith(next)).toEqual(['v1a', 'v1']);
});

test('one operator has one event or a span sent again, with the same ids, also what was missed while it was stopped', async () => {
  const { owner } = site;
  const id = await makeQuiet({ types: ['alarm.opened'] });
  const opened = async (subject: string) => {
    await owner.query(`insert into console.alarm (kind, subject, detail) values ('mismatch', $1, '{}')`, [subject]);
    const [event] = await owner.query<{ id: string }>('select id from webhook_event order by at desc limit 1');
    return event!.id;
  };
  const first = await opened('one');
  await send(id);
  await admin.post(`/webhooks/${id}/stop`, { reason: 'A pause.' });
  const missed = await opened('two');
  const span = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const replay = (body: object) => admin.post(`/webhooks/${id}/replay`, { reason: 'They lost it.', ...body });
  expect((await replay(span)).statusCode).toBe(404);
  await make({ types: ['alarm.opened'] }, id);
  receiver.received.length = 0;
  const answer = await replay(span);
  expect(answer.json()).toMatchObject({ data: { events: 2, audit: expect.any(Number) } });
  await send(id);
  const ids = receiver.received.filter(({ body }) => !body.includes('webhook.test')).map((one) => one.id);
  expect(ids.toSorted()).toEqual([first, missed].toSorted());

  receiver.received.length = 0;
  expect((await replay({ event: first })).json()).toMatchObject({ data: { events: 1 } });
  await send(id);
  expect(receiver.received.map((one) => one.id)).toEqual([first]);
  expect((await replay({ event: randomUUID() })).json()).toMatchObject({ data: { events: 0, audit: null } });
  for (const wrong of [
    {},
    { from: span.from },
    { event: first, ...span },
    { from: '2026-01-01T00:00:00.000Z', until: span.until },
  ]) {
    expect((await replay(wrong)).statusCode).toBe(400);
  }
  expect(
    (await (await site.operator('auditor')).post(`/webhooks/${id}/replay`, { reason: 'Why not.', event: first }))
      .statusCode,
  ).toBe(403);
});

test('events go after 31 days, and the processes of players write none themselves', async () => {
  const { owner, worker, db } = site;
  await make();
  await owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update webhook_event set at = now() - interval '32 days'`);
  });
  await worker.query('select remove_old_webhooks()');
  expect(await owner.query('select from webhook_delivery')).toEqual([]);
  for (const sql of [
    'select from webhook_endpoint',
    `insert into webhook_event (type, data) values ('draw.drawn', '{}')`,
    `select send_out('draw.drawn', '{}')`,
    'select * from claim_webhooks(gen_random_uuid(), 1)',
  ]) {
    await expect(db.query(sql), sql).rejects.toThrow('permission denied');
  }
  await expect(worker.query(`update webhook_endpoint set url = 'https://evil.example'`)).rejects.toThrow(
    'permission denied',
  );
});
