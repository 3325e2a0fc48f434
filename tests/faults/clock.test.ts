import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import {
  addFunds,
  balanceOf,
  createOutsider,
  paymentBody,
  paymentStatus,
  signUp,
  ticketFor,
  waitFor,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { patience } from '#tests/support/patience.ts';
import { createDraw } from '#tests/support/players/play.ts';
import { createDataFolder, fewDraws, startServer, type ServerProcess } from '#tests/support/site/server.ts';

const tenMinutes = 10 * 60_000;
/** The clock error of each process; all of them use one database. */
const wrongBy = [tenMinutes, -tenMinutes];
const preload = join(import.meta.dirname, '../support/site/shift-clock.ts');
/** The time that a slow machine may take to answer; far less than ten minutes. */
const toleranceMs = 4 * 60_000;

let database: TestDatabase;
const sites: { readonly data: Awaited<ReturnType<typeof createDataFolder>>; readonly server: ServerProcess }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const ms of wrongBy) {
    const data = await createDataFolder();
    const server = await startServer(data.folder, {
      ...settingsFor(database.config),
      ...keySettings,
      ...fewDraws,
      NODE_OPTIONS: `--import=${preload}`,
      CLOCK_WRONG_BY_MS: String(ms),
      // Shorter than the clock error.
      PAYMENT_EXPIRE_MINUTES: '5',
      SANDBOX_SECRET: 'the same secret for both processes',
    });
    sites.push({ data, server });
  }
});
afterAll(async () => {
  for (const { data, server } of sites) {
    await server.end('SIGTERM');
    await data.remove();
  }
  await database.drop();
});

test('clocks ten minutes fast or slow change no close, no payment and no session', async () => {
  const players = [];
  for (const { server } of sites) {
    const [, shown] = /by its clock it is (\S+)/.exec(server.output())!;
    expect(Math.abs(Date.parse(shown!) - Date.now())).toBeGreaterThan(tenMinutes - toleranceMs);
    const outsider = createOutsider(server.url);
    const account = await signUp(outsider);
    await addFunds(outsider, account, 1_000);
    const undecided = await startDeposit(outsider, paymentBody(account, 700));
    players.push({ outsider, account, undecided });
  }

  const closesIn = patience(8_000);
  const drawId = await createDraw(database.owner, { closesIn, drawsIn: closesIn + 10_000 });
  const closesAt = performance.now() + closesIn;
  for (const { outsider } of players) {
    const { status, text, json } = await outsider.call('/bets', { body: { tickets: [ticket(drawId)] } });
    expect(status, text).toBe(201);
    expectSameTime(json.data[0].acceptedAt);
    expectSameTime((await outsider.call('/draws?status=open&limit=1')).json.meta.now);
  }
  await sleep(closesAt - performance.now());
  for (const { outsider } of players) {
    const { status, json } = await outsider.call('/bets', { body: { tickets: [ticket(drawId)] } });
    expect([status, json.code]).toEqual([422, 'draw_closed']);
  }
  await waitFor(() => isSettled(drawId), 'the result of the draw');

  await database.owner.query('update payment set due_at = clock_timestamp() where due_at is not null');
  await waitFor(isNoPaymentDue, 'the sweep');
  for (const { outsider, undecided } of players) {
    expect(await paymentStatus(outsider, undecided)).toBe('pending');
    const { dep, win } = await balanceOf(outsider);
    expect(dep).toBe(900);
    expect(win).toBeGreaterThanOrEqual(0);
    for (const line of (await outsider.call('/clients/transactions')).json.data) expectSameTime(line.at);
  }
  await expectBooksBalance(database.owner);
});

const ticket = (drawId: string) => ticketFor({ id: drawId }, 'IziOne', '5', 100);

async function startDeposit(outsider: Outsider, body: object): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  return (await outsider.call('/clients/deposit', { body, headers })).json.data.id;
}

function expectSameTime(shown: string): void {
  expect(Math.abs(Date.parse(shown) - Date.now())).toBeLessThan(toleranceMs);
}

async function isSettled(drawId: string): Promise<boolean> {
  const rows = await database.owner.query(`select from draw where id = $1 and status = 'settled'`, [drawId]);
  return rows.length > 0;
}

async function isNoPaymentDue(): Promise<boolean> {
  return (await database.owner.query('select from payment where due_at <= clock_timestamp()')).length === 0;
}
