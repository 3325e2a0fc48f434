import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import {
  createOutsider,
  register,
  signUp,
  ticketFor,
  type Account,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { changeHistory, createDraw, drawWithResult, moveDraw } from '#tests/support/players/play.ts';
import { pushOrigin, startPushService, type PushService } from '#tests/support/stand-ins/push-service.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { createSendingLimits } from '#server/identity/codes/sending-limits.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { sendMessages } from '#server/messages/send-messages.ts';
import { sendByChannel, type OutgoingMessage, type Sender } from '#server/messages/sender.ts';
import { usualPushHosts } from './push/endpoint.ts';
import { createPushSender } from './push/push-sender.ts';
import { openPushIdentity } from './push/vapid.ts';
import { noteDraw, noteLimits, tellNext } from './tell.ts';

let site: TestApp;
let service: PushService;
let push: Sender;
const log = pino({ level: 'silent' });
const sending = createSendingLimits({ scale: 1_000, budget: { hour: 100_000, day: 1_000_000, smsPrice: 25 }, log });

beforeAll(async () => {
  // Without the worker nothing is told but by the test.
  site = await startApp({ ROLES: 'web', RATE_LIMIT_SCALE: '1000' });
  service = await startPushService();
  const identity = openPushIdentity(randomBytes(32), () => 'https://izi.example');
  push = createPushSender({ db: site.database.worker, identity, hosts: usualPushHosts, fetch: service.fetch });
});
beforeEach(() => {
  service.answerWith(201);
  service.pushed.length = 0;
});
afterAll(async () => {
  service.close();
  await site.close();
});

interface Person {
  readonly client: Outsider;
  readonly account: Account;
  readonly id: number;
}

async function join(more: object = {}): Promise<Person> {
  const client = createOutsider(site.url);
  const account = await signUp(client, '22', more);
  const id = (await client.call('/users/me')).json.id as number;
  await site.database.owner.query('delete from message where recipient = $1', [account.phone]);
  await site.database.owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_dep', 100000)`, [
    id,
    randomUUID(),
  ]);
  // The test runs by day, whatever the time of this machine is.
  await client.call('/clients/notices', { method: 'PUT', body: { quietFrom: '00:00', quietTo: '00:00' } });
  return { client, account, id };
}

async function subscribe({ client }: Person): Promise<string> {
  const { status, json } = await client.call('/clients/push', { body: service.subscribe() });
  expect(status).toBe(201);
  return json.data.id;
}

const settings = ({ client }: Person, body: object) => client.call('/clients/notices', { method: 'PUT', body });

/** Each person bets on a 1 in the first place, as often as said, and wins; or the draw is void. */
async function finishDraw(people: readonly Person[], { bets = 1, isVoid = false } = {}): Promise<string> {
  const { owner, worker: db } = site.database;
  const id = await createDraw(owner, { closesIn: 60 * 60_000 });
  for (const { client } of people) {
    const tickets = Array.from({ length: bets }, () => ticketFor({ id }, 'IziOne', '1', 100));
    expect((await client.call('/bets', { body: { tickets } })).status).toBe(201);
  }
  if (isVoid) {
    await moveDraw(owner, id, { closesIn: -60_000, drawsIn: -50_000 });
    await changeHistory(owner, `update draw set status = 'void', closed_at = now() where id = $1`, [id]);
  } else {
    await drawWithResult(owner, id, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }
  while (await settleDueDraw(db));
  return id;
}

const telling = () => ({ db: site.database.worker, sending, timeZone: 'Africa/Abidjan' });

/** Notes and tells everything there is, and sends it. @returns the e-mails and SMS */
async function tell(): Promise<OutgoingMessage[]> {
  while (await noteDraw(site.database.worker));
  while (await tellNext(telling()));
  return send();
}

async function send(sender = push): Promise<OutgoingMessage[]> {
  const sent: OutgoingMessage[] = [];
  const keep: Sender = async (message) => void sent.push(message);
  const { db } = site.database;
  const all = {
    sender: sendByChannel({ sms: keep, email: keep, push: sender }),
    codeKey: openKeyRing('a key for tests'),
    log,
  };
  while ((await sendMessages(db, { ...all, publicUrl: () => 'https://izi.example' })) > 0);
  return sent;
}

const makeDue = (table: 'message' | 'notice') =>
  site.database.owner.query(
    table === 'message'
      ? 'update message set next_try_at = now() where next_try_at is not null'
      : 'update notice set due_at = now() where due_at is not null',
  );

test('a client with consent gets one encrypted push a draw, without an amount, and others get nothing', async () => {
  const [awa, kofi] = [await join(), await join()];
  await subscribe(awa);
  const drawId = await finishDraw([awa, kofi], { bets: 3 });
  // Processes at once tell it once.
  while (await noteDraw(site.database.worker));
  await Promise.all([tellNext(telling()), tellNext(telling()), tellNext(telling())]);
  expect(await tell()).toEqual([]);
  expect(service.pushed).toHaveLength(1);
  const { shown, headers } = service.pushed[0]!;
  expect(shown).toEqual({
    title: 'You have won',
    body: 'You have won in a draw. It is in your wallet.',
    tag: `win ${drawId}`,
    url: '/my-bets',
    lang: 'en',
  });
  expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'normal' });
  expect(headers['topic']).toMatch(/^[\w-]{32}$/);
  expect(await site.database.owner.query('select from notice where client_id = $1', [kofi.id])).toEqual([]);

  // The client has chosen amounts, French, e-mail and SMS, and no push of this kind.
  const on = (channel: string, wanted = true) => ({ kind: 'win', channel, wanted });
  await settings(awa, { showAmounts: true, smsFrom: 1_000, choices: [on('sms'), on('email'), on('push', false)] });
  await awa.client.call(`/users/${awa.id}`, { method: 'PUT', body: { locale: 'fr' } });
  await finishDraw([awa], { bets: 3 });
  const sent = await tell();
  // Her e-mail address is not proven.
  expect(sent.map(({ channel, to, text }) => [channel, to, text])).toEqual([
    ['sms', awa.account.phone, 'Izi : vous avez gagné 1 800 F CFA. La somme est dans votre portefeuille.'],
  ]);
  expect(service.pushed).toHaveLength(1);
  await finishDraw([awa]);
  expect(await tell(), 'less than she wants an SMS for').toEqual([]);
  await finishDraw([awa], { isVoid: true });
  await tell();
  expect(service.pushed.at(-1)!.shown).toMatchObject({
    title: 'Tirage annulé',
    body: 'Un tirage a été annulé. Votre mise de 100\u202FF\u202FCFA est revenue dans votre portefeuille.',
    url: '/fr/my-bets',
  });
});

test('at night wins wait for the morning and arrive as one; a payment does not wait', async () => {
  const awa = await join();
  await subscribe(awa);
  const { owner } = site.database;
  // The whole day but for a minute that is not now.
  const [{ now }] = (await owner.query<{ now: string }>(
    `select to_char((clock_timestamp() at time zone 'Africa/Abidjan') - interval '5 minutes', 'HH24:MI') as now`,
  )) as [{ now: string }];
  const [{ before }] = (await owner.query<{ before: string }>(
    `select to_char($1::time - interval '1 minute', 'HH24:MI') as before`,
    [now],
  )) as [{ before: string }];
  await settings(awa, { quietFrom: now, quietTo: before, showAmounts: true });
  await finishDraw([awa]);
  await finishDraw([awa], { bets: 2 });
  const started = await awa.client.call('/clients/withdraw', {
    body: {
      customerDetails: {
        amount: 500,
        country: 'CI',
        method: 'mobile_money',
        phone: awa.account.phone,
        firstName: 'Ama',
        lastName: 'Koné',
      },
    },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(started.status).toBe(202);
  await owner.query(`update payment set status = 'paid', due_at = null where client_id = $1`, [awa.id]);
  await owner.query(
    `insert into notice (client_id, kind, subject, what, happened_at) values ($1, 'limit', 'stake x', 'stakes_reached', now())`,
    [awa.id],
  );
  await tell();
  expect(service.pushed.map(({ shown }) => shown['title'])).toEqual(['Withdrawal paid']);
  const [row] = await owner.query<{ waiting: number; later: boolean }>(
    `select count(*) as waiting, bool_and(due_at > clock_timestamp() + interval '1 hour') as later
     from notice where client_id = $1 and due_at is not null`,
    [awa.id],
  );
  expect(row).toEqual({ waiting: 2, later: true });

  await settings(awa, { quietFrom: '00:00', quietTo: '00:00' });
  await makeDue('notice');
  await tell();
  expect(service.pushed.map(({ shown }) => shown['body'])).toEqual([
    'Your withdrawal of 500\u202FXOF was paid.',
    'You have won 1\u202F800\u202FXOF in 2 draws. It is in your wallet.',
  ]);
});

test('a process that dies between send and mark sends again and replaces the first; ended ones are dropped', async () => {
  const awa = await join();
  const id = await subscribe(awa);
  await finishDraw([awa]);
  while (await noteDraw(site.database.worker));
  while (await tellNext(telling()));
  // It is sent, and the process never gets the answer.
  void send(async (message) => {
    await push(message);
    return new Promise(() => {});
  });
  await expect.poll(() => service.pushed.length).toBe(1);
  expect(await send(), 'it is leased').toEqual([]);
  await makeDue('message');
  await send();
  await makeDue('message');
  await send();
  expect(service.pushed).toHaveLength(2);
  expect(service.pushed[1]!.shown).toEqual(service.pushed[0]!.shown);
  expect(service.pushed[1]!.headers['topic']).toBe(service.pushed[0]!.headers['topic']);

  // The push service asks to wait, then is down, then knows the browser no more.
  const { owner } = site.database;
  const state = async () =>
    (
      await owner.query(
        `select attempts, coalesce(next_try_at > clock_timestamp() + interval '10 minutes', false) as later,
         next_try_at is null as ended from message order by id desc limit 1`,
      )
    )[0];
  await finishDraw([awa]);
  service.answerWith(429, { 'retry-after': '900' });
  await tell();
  expect(await state()).toEqual({ attempts: 1, later: true, ended: false });
  service.answerWith(503);
  await makeDue('message');
  await send();
  expect(await state()).toEqual({ attempts: 2, later: false, ended: false });
  service.answerWith(410);
  await makeDue('message');
  await send();
  expect(await state()).toMatchObject({ ended: true });
  expect(await owner.query('select from push_subscription where id = $1', [id])).toEqual([]);
});

test('a subscription needs a proven phone and an address of a push service, and ends with its session', async () => {
  const { owner } = site.database;
  const stranger = createOutsider(site.url);
  await register(stranger);
  const subscription = service.subscribe();
  expect((await stranger.call('/clients/push', { body: subscription })).json.code).toBe('phone_unconfirmed');
  expect((await stranger.call('/clients/notices', { method: 'PUT', body: { showAmounts: true } })).json.code).toBe(
    'phone_unconfirmed',
  );

  const [awa, kofi] = [await join(), await join()];
  for (const wrong of [
    { endpoint: 'https://127.0.0.1/x' },
    { endpoint: subscription.endpoint.replace(pushOrigin, 'https://push.example') },
    { keys: { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
    { keys: { ...subscription.keys, auth: 'AAAA' } },
  ]) {
    expect((await awa.client.call('/clients/push', { body: { ...subscription, ...wrong } })).status).toBe(400);
  }
  const first = (await awa.client.call('/clients/push', { body: subscription })).json.data.id;
  expect((await awa.client.call('/clients/push', { body: subscription })).json.data.id).toBe(first);
  const { data } = (await awa.client.call('/clients/notices')).json;
  const endpointHash = createHash('sha256').update(subscription.endpoint).digest('hex');
  expect(data.browsers).toMatchObject([{ id: first, endpointHash, current: true }]);
  expect(Buffer.from(data.pushKey, 'base64url')).toHaveLength(65);
  // The next client in this browser takes the subscription over; messages on their way to the first client are given up.
  await finishDraw([awa]);
  while (await noteDraw(site.database.worker));
  while (await tellNext(telling()));
  const second = (await kofi.client.call('/clients/push', { body: subscription })).json.data.id;
  expect(second).not.toBe(first);
  await send();
  expect(service.pushed).toEqual([]);
  await awa.client.call(`/clients/push/${second}`, { method: 'DELETE' });
  const left = () => owner.query('select from push_subscription where id = $1', [second]);
  expect(await left(), 'it is not hers').toHaveLength(1);
  await owner.query('delete from session where client_id = $1', [kofi.id]);
  expect(await left()).toEqual([]);
});

test('limits and breaks are reported once, and not to excluded persons; an erased client leaves nothing', async () => {
  const { owner, worker: db } = site.database;
  const people = await Promise.all([join(), join(), join()]);
  const [awa, kofi, yao] = people as [Person, Person, Person];
  const ofYao = (await Promise.all(people.map(subscribe)))[2]!;
  await awa.client.call('/clients/limits', {
    method: 'PUT',
    body: { limits: [{ kind: 'stake', period: 'day', amount: 300 }] },
  });
  await finishDraw([awa], { bets: 3 });
  const over = (id: number, kind: string, ended: string) =>
    owner.query(
      `insert into play_break (client_id, kind, starts_at, ends_at)
       values ($1, $2::break_kind, clock_timestamp() - interval '2 days', clock_timestamp() + $3::interval)`,
      [id, kind, ended],
    );
  await over(kofi.id, 'day', '-1 minute');
  await over(yao.id, 'exclusion', '-1 minute');
  await noteLimits(db);
  await noteLimits(db);
  await tell();
  expect(service.pushed.map(({ shown }) => shown['title']).toSorted()).toEqual([
    'Break over',
    'Limit reached',
    'You have won',
  ]);
  // During a break only notices about money are sent.
  await finishDraw([kofi]);
  await over(kofi.id, 'week', '5 days');
  await owner.query(
    `insert into notice (client_id, kind, subject, what, happened_at) values ($1, 'limit', 'stake x', 'stakes_reached', now())`,
    [kofi.id],
  );
  service.pushed.length = 0;
  await tell();
  expect(service.pushed.map(({ shown }) => shown['title'])).toEqual(['You have won']);

  await settings(yao, { choices: [{ kind: 'win', channel: 'sms', wanted: true }] });
  await finishDraw([yao]);
  while (await noteDraw(db));
  while (await tellNext(telling()));
  await changeHistory(owner, 'update wallet set dep = 0, win = 0 where client_id = $1', [yao.id]);
  await changeHistory(
    owner,
    `insert into closing (client_id, asked_at, erases_at) values ($1, now() - interval '15 days', now() - interval '1 day')`,
    [yao.id],
  );
  const [erased] = await owner.query<{ done: boolean }>('select erase_client($1) as done', [yao.id]);
  expect(erased!.done).toBe(true);
  for (const table of ['notice', 'notice_choice', 'notice_setting', 'push_subscription']) {
    expect(await owner.query(`select from ${table} where client_id = $1`, [yao.id]), table).toEqual([]);
  }
  const to = [ofYao, yao.account.phone];
  expect(await owner.query('select from message where recipient = any ($1)', [to])).toEqual([]);
});

test('quiet hours may include midnight', async () => {
  const until = async (from: string, to: string, at: string) => {
    const [row] = await site.database.owner.query<{ ends: Date | null }>(
      `select quiet_until($1::time, $2::time, 'Africa/Abidjan', $3::timestamptz) as ends`,
      [from, to, at],
    );
    return row!.ends?.toISOString() ?? null;
  };
  expect(await until('22:00', '07:00', '2026-11-23T21:59:59Z')).toBeNull();
  expect(await until('22:00', '07:00', '2026-11-23T22:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
  expect(await until('22:00', '07:00', '2026-11-24T06:59:59Z')).toBe('2026-11-24T07:00:00.000Z');
  expect(await until('22:00', '07:00', '2026-11-24T07:00:00Z')).toBeNull();
  expect(await until('13:00', '14:00', '2026-11-24T13:30:00Z')).toBe('2026-11-24T14:00:00.000Z');
  expect(await until('00:00', '00:00', '2026-11-24T00:00:00Z')).toBeNull();
});
