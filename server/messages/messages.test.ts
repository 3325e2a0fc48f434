import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createHttp } from '#server/http/http.ts';
import { findPhones } from '#server/identity/phone-number.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { enqueueMessage, type NewMessage } from './enqueue.ts';
import { oneTimeCode } from './one-time-code.ts';
import { registerOutboxRoute } from './outbox-route.ts';
import { removeOldMessages, sendMessages, startSendingMessages } from './send-messages.ts';
import { outboxSender, sendByChannel, Undeliverable, type OutgoingMessage, type Sender } from './sender.ts';

let database: TestDatabase;
const logged: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const codeKey = openKeyRing('a key for tests');
const publicUrl = () => 'https://izi.example';
const phone = '+2250712345678';
/** A message that can be told from others by its code. */
const sms = (number: number, to = phone): NewMessage => ({
  clientId: null,
  to,
  channel: 'sms',
  template: 'confirm_phone',
  parameters: { nonce: nonceOf(number).toString('hex') },
});
const nonceOf = (number: number) => Buffer.from(String(number).padStart(16, '0'));
const codeOf = (number: number, to = phone) =>
  oneTimeCode(codeKey.current.secret, { purpose: 'confirm_phone', destination: to, nonce: nonceOf(number) });
/** The same message as it leaves. */
const outgoing = (number: number, to = phone): Omit<OutgoingMessage, 'key'> => ({
  to,
  channel: 'sms',
  text: `Your Izi code is ${codeOf(number, to)}. It is valid for 10 minutes. Never share it.`,
});
const send = (sender: Sender) => sendMessages(database.db, { sender, codeKey, publicUrl, log });
const readState = () =>
  database.owner.query<{ nonce: string; sent: boolean; attempts: number; due: boolean }>(
    `select parameters ->> 'nonce' as nonce, sent_at is not null as sent, attempts, next_try_at is not null as due from message order by id`,
  );
const makeDue = () => database.owner.query('update message set next_try_at = now() where next_try_at is not null');

function collect(): { sender: Sender; sent: Omit<OutgoingMessage, 'key'>[]; keys: string[] } {
  const sent: Omit<OutgoingMessage, 'key'>[] = [];
  const keys: string[] = [];
  const sender: Sender = ({ key, ...message }) => {
    keys.push(key);
    return Promise.resolve(void sent.push(message));
  };
  return { sent, keys, sender };
}

test('a message is sent once its transaction is committed, and only once', async () => {
  const { sender, sent } = collect();
  await database.db.transact(async (tx) => {
    await enqueueMessage(tx, sms(1));
    expect(await send(sender)).toBe(0);
  });
  expect(await send(sender)).toBe(1);
  expect(await send(sender)).toBe(0);
  expect(sent).toEqual([outgoing(1)]);
  expect(await readState()).toEqual([{ nonce: nonceOf(1).toString('hex'), sent: true, attempts: 1, due: false }]);
});

test('a message that is rolled back is never sent', async () => {
  const { sender, sent } = collect();
  await expect(
    database.db.transact(async (tx) => {
      await enqueueMessage(tx, sms(1));
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await send(sender);
  expect(sent).toEqual([]);
});

test('several workers at once send each message once', async () => {
  for (let number = 0; number < 60; number++) await enqueueMessage(database.db, sms(number));
  const { sender, sent } = collect();
  const work = async () => {
    while ((await send(sender)) > 0);
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(new Set(sent.map(({ text }) => text)).size).toBe(60);
  expect(sent).toHaveLength(60);
});

test('a failed message is tried again, later each time, and given up after eight tries', async () => {
  await enqueueMessage(database.db, sms(1));
  const failing: Sender = () => Promise.reject(new Error('no answer'));
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt++) {
    expect(await send(failing)).toBe(1);
    const [row] = await database.owner.query<{ seconds: number | null }>(
      'select extract(epoch from next_try_at - now())::float8 as seconds from message',
    );
    if (row?.seconds != null) delays.push(Math.round(row.seconds / 15) * 15);
    expect(await send(failing)).toBe(0);
    await makeDue();
  }
  expect(delays).toEqual([15, 30, 60, 120, 240, 480, 960]);
  expect(await readState()).toEqual([{ nonce: nonceOf(1).toString('hex'), sent: false, attempts: 8, due: false }]);
  expect(logged.join('')).not.toContain(codeOf(1));
});

test('a message that can never arrive is given up at once, and does not delay the others', async () => {
  await enqueueMessage(database.db, sms(1, '+2250700000000'));
  await enqueueMessage(database.db, sms(2));
  const sender: Sender = ({ to }) =>
    to.endsWith('0000') ? Promise.reject(new Undeliverable('no')) : Promise.resolve();
  await send(sender);
  expect((await readState()).map(({ sent, due }) => [sent, due])).toEqual([
    [false, false],
    [true, false],
  ]);
});

test('a worker that dies while sending leaves the message to the next', async () => {
  await enqueueMessage(database.db, sms(1));
  void send(() => new Promise(() => {}));
  await expect.poll(async () => (await readState())[0]?.attempts).toBe(1);
  const { sender, sent } = collect();
  expect(await send(sender)).toBe(0);
  await makeDue();
  expect(await send(sender)).toBe(1);
  expect(sent).toEqual([outgoing(1)]);
});

test('the worker sends new messages, and stops when told', async () => {
  const { sender, sent } = collect();
  const worker = startSendingMessages(database.worker, { sender, codeKey, publicUrl, log });
  await enqueueMessage(database.db, sms(1));
  await expect.poll(() => sent.length).toBe(1);
  await worker.stop();
  await enqueueMessage(database.db, sms(2));
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(sent).toHaveLength(1);
});

test('each channel has its sender', async () => {
  const [byPhone, byMail] = [collect(), collect()];
  const sender = sendByChannel({ sms: byPhone.sender, email: byMail.sender, push: outboxSender });
  await sender({ ...outgoing(1), key: '1' });
  await sender({ to: 'awa@example.com', channel: 'email', text: 'two', key: '2' });
  expect(byPhone.sent.map(({ text }) => text)).toEqual([outgoing(1).text]);
  expect(byMail.sent.map(({ text }) => text)).toEqual(['two']);
});

test('old messages are removed', async () => {
  await enqueueMessage(database.db, sms(1));
  await enqueueMessage(database.db, sms(2));
  await database.owner.query(`update message set created_at = now() - interval '31 days' where id = 1`);
  await removeOldMessages(database.worker);
  expect((await readState()).map(({ nonce }) => nonce)).toEqual([nonceOf(2).toString('hex')]);
});

describe('the demo inbox', () => {
  async function read(query: Record<string, string> | string, outbox = true) {
    const http = createHttp({ authenticate: () => Promise.resolve(null), log, rateLimitScale: 1, checkAnswers: true });
    registerOutboxRoute(http, database.db, { outbox, codeKey, publicUrl, findPhones });
    const response = await http.inject({ url: '/api/outbox', query });
    await http.close();
    return response;
  }

  test('shows a message at once, newest first, before and after it is sent', async () => {
    await enqueueMessage(database.db, sms(1));
    await send(outboxSender);
    await enqueueMessage(database.db, sms(2));
    await enqueueMessage(database.db, sms(3, '+2250787654321'));
    const response = await read({ to: '+2250712345678' });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject([outgoing(2), outgoing(1)]);
  });

  test.each([
    ['+2250712345678', { to: '+2250712345678' }],
    ['with spaces', { to: '+225 07 12 34 56 78' }],
    ['a plus that was not encoded', 'to=+2250712345678'],
    ['without the plus', { to: '2250712345678' }],
    ['with two zeros for the plus', { to: '00 225 07 12 34 56 78' }],
    ['as it is dialled in its country', { to: '07 12 34 56 78' }],
  ])('finds a phone: %s', async (_name, query) => {
    await enqueueMessage(database.db, sms(1));
    expect((await read(query)).json().data).toHaveLength(1);
  });

  test('finds an e-mail address in any case', async () => {
    await enqueueMessage(database.db, {
      to: 'Awa@Example.com',
      channel: 'email',
      template: 'password_changed',
      parameters: {},
      clientId: null,
    });
    expect((await read({ to: 'awa@example.COM' })).json().data).toHaveLength(1);
  });

  test('does not exist where messages are really sent', async () => {
    await enqueueMessage(database.db, sms(1));
    expect((await read({ to: '+2250712345678' }, false)).statusCode).toBe(404);
  });

  test.each([
    ['nobody', {}],
    ['an empty text', { to: ' ' }],
    ['NUL', 'to=a%00b'],
  ])('needs a recipient: %s is refused', async (_name, query) => {
    const response = await read(query);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].path).toBe('to');
  });
});
