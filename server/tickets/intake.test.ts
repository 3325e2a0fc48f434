import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '#database/connect.ts';
import { expectBooksBalance } from '#tests/support/books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createDraw, createPlayer, newTicket } from '#tests/support/play.ts';
import { adjust } from '#server/ledger/transfer.ts';
import { createIntake, defaultIntakeLimits, type Accepted, type Checkout } from './intake.ts';
import { writeBatch } from './write-batch.ts';

let database: TestDatabase;
let drawId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  drawId = await createDraw(database.owner);
});
afterEach(() => expectBooksBalance(database.owner));
afterAll(() => database.drop());

async function createCheckouts(count: number): Promise<Checkout[]> {
  const players = await Promise.all(Array.from({ length: count }, () => createPlayer(database.owner, { dep: 1_000 })));
  return players.map(({ clientId }) => checkoutOf(clientId));
}

function checkoutOf(clientId: number): Checkout {
  return { clientId, tickets: [{ id: newTicket(drawId).id, drawId, betType: 2, selection: 5, stake: 100 }] };
}

/** Keeps the wallet of a client locked, and the statement that wants it waiting, until told. */
function holdWallet(clientId: number): Promise<() => Promise<void>> {
  return hold((tx) => tx.query('select from wallet where client_id = $1 for update', [clientId]));
}

/** Keeps a transaction open after `work` until told. */
async function hold(work: (tx: Queryable) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holding = database.owner.transact(async (tx) => {
    await work(tx);
    done.resolve();
    await promise;
  });
  await done.promise;
  return async () => {
    release();
    await holding;
  };
}

test('while one statement waits another serves other clients, and a client is in one of them only', async () => {
  const intake = createIntake(database.db);
  const [held, ...others] = await createCheckouts(40);
  const release = await holdWallet(held!.clientId);
  const answers: string[] = [];
  const first = intake.place(held!).then(() => answers.push('first'));
  await sleep(50);
  const again = intake.place(checkoutOf(held!.clientId)).then(() => answers.push('again'));
  expect(await Promise.all(others.map((checkout) => intake.place(checkout)))).not.toContain(null);
  expect(answers).toEqual([]);
  await release();
  await Promise.all([first, again]);
  expect(answers).toEqual(['first', 'again']);
});

test('few wait for the statement under way, for a while, and go together in the next one', async () => {
  const intake = createIntake(database.db, { ...defaultIntakeLimits, patienceMs: 300 });
  const [held, ...others] = await createCheckouts(10);
  const release = await holdWallet(held!.clientId);
  const first = intake.place(held!);
  await sleep(50);
  const waiting = others.map((checkout) => intake.place(checkout));
  await sleep(50);
  const [stored] = await database.owner.query<{ count: number }>(
    'select count(*) from ticket where client_id = any ($1)',
    [others.map((checkout) => checkout.clientId)],
  );
  expect(stored?.count).toBe(0);
  const accepted = await Promise.all(waiting);
  expect(new Set(accepted.map((each) => each?.acceptedAt.getTime())).size).toBe(1);
  await release();
  expect(await first).not.toBe(null);
});

test('what is too much is refused at once, what waited too long untried, and the rest is placed', async () => {
  const limits = { ...defaultIntakeLimits, writers: 1, maxWaitingTickets: 5, maxWaitingOfClient: 2, maxWaitMs: 150 };
  const intake = createIntake(database.db, limits);
  const [held, greedy, ...others] = await createCheckouts(6);
  const release = await holdWallet(held!.clientId);
  const first = intake.place(held!);
  await sleep(50);
  const overloaded = { code: 'overloaded', retryAfterSeconds: 1 };

  const late = [intake.place(greedy!), intake.place(checkoutOf(greedy!.clientId))];
  await expect(intake.place(checkoutOf(greedy!.clientId))).rejects.toMatchObject(overloaded);
  const refusals = Promise.all(late.map((each) => expect(each).rejects.toMatchObject(overloaded)));
  await sleep(limits.maxWaitMs + 50);
  const inTime = others.slice(0, 3).map((checkout) => intake.place(checkout));
  await expect(intake.place(others[3]!)).rejects.toMatchObject(overloaded);
  await release();

  await refusals;
  expect(await Promise.all([first, ...inTime])).not.toContain(null);
  expect(await intake.place(others[3]!)).not.toBe(null);
});

test('draining answers what waits and refuses what comes', async () => {
  const intake = createIntake(database.db);
  const checkouts = await createCheckouts(100);
  const placed = Promise.all(checkouts.map((checkout) => intake.place(checkout)));
  const drained = intake.drain();
  await expect(intake.place(checkoutOf(checkouts[0]!.clientId))).rejects.toMatchObject({ code: 'overloaded' });
  await drained;
  expect(await placed).not.toContain(null);
});

test('a bet and a payment that waited for the same change of a wallet do not wait for each other', async () => {
  const [checkout] = (await createCheckouts(1)) as [Checkout];
  const { clientId } = checkout;
  const addFive = (tx: Queryable) => adjust(tx, { clientId, reference: randomUUID(), amount: 5 });
  // A payment that begins locks the wallet as its row refers to it does, so that the wallet's row has two owners.
  const endReference = await hold((tx) =>
    tx.query('select from wallet where client_id = $1 for key share', [clientId]),
  );
  const endChange = await hold(addFive);
  const { promise: answer, resolve, reject } = Promise.withResolvers<Accepted | null>();
  const written = writeBatch(database.db, [{ checkout, resolve, reject }], Infinity);
  await expect.poll(countWaits).toBe(1);
  const payment = addFive(database.owner);
  await expect.poll(countWaits).toBe(2);
  await endChange();
  const outcomes = await Promise.allSettled([answer, payment]);
  await Promise.all([written, endReference()]);
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: expect.objectContaining({ dep: 905 }) },
    { status: 'fulfilled', value: 'done' },
  ]);
});

/** How many statements in this database wait for a lock. */
async function countWaits(): Promise<number> {
  const waits = await database.db.query(
    'select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted',
  );
  return waits.length;
}
