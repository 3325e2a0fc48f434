import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWebhookKeys } from '#server/webhooks/keys.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { webhookKey } from '#tests/support/operator/payment-desk.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/stand-ins/webhook-receiver.ts';
import type { Orders } from '#tests/support/stand-ins/webhook-receiver-process.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

const endpoint = '0193f0a0-0000-7000-8000-000000000001';
const keys = openWebhookKeys(webhookKey, endpoint, 1);
let database: TestDatabase;
let receiver: WebhookReceiver;
const senders: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startWebhookReceiver();
  await database.owner.query(
    `insert into webhook_endpoint (id, url, types, generation, public_key) values ($1, $2, '{alarm.opened}', 1, $3)`,
    [endpoint, receiver.url, keys.publicKey],
  );
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map(kill));
});
afterAll(async () => {
  await receiver.stop();
  await database.drop();
});

const answerWith = (answer: Orders['answer']) =>
  receiver.order({ answer: answer!, publicKey: `whpk_${keys.publicKey.toString('base64')}`, secret: keys.secret });

function startSender(): ChildProcess {
  const settings = JSON.stringify({ ...database.config, user: 'izi_worker' });
  const sender = fork(join(import.meta.dirname, '../support/stand-ins/webhook-sender-process.ts'), [settings], {
    execArgv: [],
  });
  senders.push(sender);
  return sender;
}

async function kill(sender: ChildProcess): Promise<void> {
  if (sender.signalCode !== null) return;
  const ended = once(sender, 'exit');
  sender.kill('SIGKILL');
  await ended;
}

/** Something happens so many times. @returns the ids of its events */
async function happen(times: number): Promise<string[]> {
  const before = await ids();
  await database.owner.query(
    `insert into console.alarm (kind, subject, detail) select 'mismatch', 'number ' || gen_random_uuid(), '{}' from generate_series(1, $1)`,
    [times],
  );
  return (await ids()).filter((id) => !before.includes(id));
}

const ids = async () =>
  (await database.owner.query<{ id: string }>('select id from webhook_event')).map(({ id }) => id);

/** Ends the waits that are longer than so many seconds, of what was tried so many times at most. A lease lasts a minute. */
const passTime = ({ from = 65, tries = 10 } = {}) =>
  database.owner.query(
    `update webhook_delivery set next_try_at = clock_timestamp()
     where next_try_at > clock_timestamp() + $1 * interval '1 s' and tries <= $2`,
    [from, tries],
  );
const state = async () => {
  const [row] = await database.owner.query<{ waiting: number; delivered: number; least: number }>(
    `select count(next_try_at)::integer as waiting, count(delivered_at)::integer as delivered,
       coalesce(min(tries) filter (where next_try_at is not null), 0) as least from webhook_delivery`,
  );
  return row!;
};

test('a receiver that fails for an hour misses nothing, and gets nothing twice that it cannot recognise', async () => {
  // Two workers send all the time.
  startSender();
  startSender();
  await answerWith(503);
  const early = await happen(30);
  // The hour: at 0, 5 seconds, 5 minutes and 35 minutes everything fails, in every way; more happens meanwhile.
  for (const [tries, answer] of ([503, 'reset', 500, 429] as const).entries()) {
    await answerWith(answer);
    await untilPasses(async () => {
      await passTime({ tries });
      expect((await state()).least).toBeGreaterThan(tries);
    });
  }
  const late = await happen(30);
  expect((await state()).delivered).toBe(0);
  // A try is counted before it leaves.
  await untilPasses(() => expect(receiver.received.length).toBeGreaterThanOrEqual(4 * 30));
  const failed = receiver.received.length;

  await answerWith(204);
  await untilPasses(async () => {
    await passTime();
    expect(await state()).toEqual({ waiting: 0, delivered: 60, least: 0 });
  });
  const taken = receiver.received.slice(failed);
  expect([...new Set(taken.map(({ id }) => id))].toSorted()).toEqual([...early, ...late].toSorted());
  // All tries of an event have the same id and the same body, and each is signed by itself.
  const bodies = Map.groupBy(receiver.received, ({ id }) => id);
  for (const tries of bodies.values()) expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
  for (const { verified } of taken) expect(verified).toEqual(['v1a', 'v1']);
});

test('an event whose worker is killed right after sending is sent again, with the same id', async () => {
  await answerWith('hold');
  receiver.received.length = 0;
  const sender = startSender();
  const [id] = await happen(1);
  await untilPasses(() => expect(receiver.received.map((one) => one.id)).toEqual([id]));
  await kill(sender);
  await answerWith(200);
  startSender();
  // The lease of the dead worker has not ended.
  expect(await state()).toMatchObject({ waiting: 1 });
  await passTime({ from: 0 });
  await untilPasses(async () => expect(await state()).toMatchObject({ waiting: 0, delivered: 61 }));
  expect(receiver.received.map((one) => one.id)).toEqual([id, id]);
});
