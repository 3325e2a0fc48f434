import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '#database/connect.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { noteDraw } from '#server/notices/tell.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { makeOperator } from '#tests/support/operator/operators.ts';
import { changeHistory, createDraw, createPlayer, moveDraw } from '#tests/support/players/play.ts';
import { createDueWatch, dueWorks } from './due-watch.ts';

let database: TestDatabase;
let owner: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ owner } = database);
});
afterAll(() => database.drop());

async function readDue(): Promise<string[]> {
  const [row] = await database.worker.query<{ due: string[] }>('select work_due() as due');
  return row!.due;
}

/** Writes a row, sees that the work is due, and takes the row away again. */
async function expectDueWith(work: string, insert: string, remove: string): Promise<void> {
  expect(await readDue(), `before ${insert}`).not.toContain(work);
  await changeHistory(owner, insert, []);
  expect(await readDue(), insert).toContain(work);
  await changeHistory(owner, remove, []);
  expect(await readDue(), remove).not.toContain(work);
}

test('each step of a draw’s life is due before it does something, and none is due after the last one', async () => {
  const draw = await createDraw(owner);
  expect(await readDue()).toEqual([]);
  const { worker } = database;
  const steps: [{ closesIn: number; drawsIn: number } | null, () => Promise<boolean>][] = [
    [{ closesIn: -1, drawsIn: 60_000 }, () => closeDueDraw(worker)],
    [null, () => sealDueDraw(worker, testKeys)],
    [{ closesIn: -2, drawsIn: -1 }, () => drawDueDraw(worker, testKeys)],
    [null, () => settleDueDraw(worker)],
  ];
  for (const [moved, step] of steps) {
    if (moved !== null) await moveDraw(owner, draw, moved);
    expect(await readDue(), String(step)).toContain('draws');
    expect(await step(), String(step)).toBe(true);
  }
  expect(await readDue()).toEqual(expect.arrayContaining(['exposures', 'notices']));
  expect(await noteDraw(worker)).toBe(true);
  expect(await readDue()).toEqual(['exposures']);
});

test('a sealed draw is not due before its moment', async () => {
  const draw = await createDraw(owner);
  await moveDraw(owner, draw, { closesIn: -1, drawsIn: 60_000 });
  expect(await closeDueDraw(database.worker)).toBe(true);
  expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
  expect(await readDue()).not.toContain('draws');
});

test('a draw that was not sealed in time is due to be void, and then to be refunded', async () => {
  const draw = await createDraw(owner);
  await moveDraw(owner, draw, { closesIn: -2, drawsIn: 60_000 });
  expect(await closeDueDraw(database.worker)).toBe(true);
  await moveDraw(owner, draw, { closesIn: -2, drawsIn: -1 });
  for (const step of [voidLostDraw, settleDueDraw]) {
    expect(await readDue(), step.name).toContain('draws');
    expect(await step(database.worker), step.name).toBe(true);
  }
});

test('payments, messages, notices, webhooks, payouts of the sandbox, caps, requests and statements are due when their moment has come', async () => {
  await changeHistory(owner, 'delete from draw_to_tell', []);
  const { clientId } = await createPlayer(owner, { win: 1_000 });
  const { name } = await makeOperator(owner, ['risk']);
  const operator = `(select id from console.operator where name = '${name}')`;
  const payment = (due: string) =>
    `insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider,
       idempotency_key, request_hash, status, due_at)
     values (${clientId}, 'withdrawal', 500, 500, 'CI', 'orange', '+2250707070707', 'Awa', 'Koné', 'sandbox', 'k', '', 'unknown', ${due})`;
  await changeHistory(owner, payment(`now() + interval '1 hour'`), []);
  await expectDueWith('payments', `update payment set due_at = now()`, 'delete from payment');
  const inserts: [string, string, string][] = [
    ['messages', 'message', `(recipient, channel, template) values ('a@b.example', 'email', 'code')`],
    [
      'notices',
      'notice',
      `(client_id, kind, subject, happened_at) values (${clientId}, 'win', '${crypto.randomUUID()}', now())`,
    ],
    [
      'sandbox',
      'sandbox.payout',
      `(ref, merchant_reference, amount, method, phone, status, decides_at) values ('r', 'm', 1, 'orange', '1', 'processing', now())`,
    ],
    [
      'webhooks',
      'webhook_delivery',
      `(event_id, endpoint_id) values ('${crypto.randomUUID()}', '${crypto.randomUUID()}')`,
    ],
    [
      'statements',
      'console.provider_statement',
      `(account, file_name, sha256, bytes, layout, period, key_sealed, uploaded_by, state)
       values ('pawapay', 'a.csv', sha256(''), 1, '{}', tstzrange(now() - interval '1 day', now()), '\\x00', ${operator}, 'reading')`,
    ],
    ['sandbox', 'sandbox.notice', `(body) values ('{}')`],
    ['caps', 'exposure_cap', `(measure, amount, reason, set_by) values ('worst', 1, 'x', ${operator})`],
    [
      'requests',
      'console.request',
      `(kind, subject, reason, asked_by, status, expires_at, unsigned, act, console_url)
       values ('lift_undo', 'client 1', 'They called.', ${operator}, 'asked', now() + interval '1 hour', 'demo', '\\x00', 'http://localhost')`,
    ],
  ];
  for (const [work, table, row] of inserts)
    await expectDueWith(work, `insert into ${table} ${row}`, `delete from ${table}`);
});

test('the database names the works that this program knows, and no other', async () => {
  const [row] = await owner.query<{ body: string }>(`select prosrc as body from pg_proc where proname = 'work_due'`);
  const named = [...row!.body.matchAll(/then '(\w+)' end/g)].map(([, name]) => name);
  expect(named).toEqual([...dueWorks]);
});

test('wakes what is due, and nothing else', async () => {
  const watch = createDueWatch({ query: async () => [{ due: ['messages'] }] as never });
  const [messages, draws] = [vi.fn<() => void>(), vi.fn<() => void>()];
  watch.when('messages')(messages);
  watch.when('draws')(draws);
  expect(await watch.work.step(new AbortController().signal)).toBe(false);
  expect(messages).toHaveBeenCalledOnce();
  expect(draws).not.toHaveBeenCalled();
});
