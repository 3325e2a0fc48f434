import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import type { Database, Queryable } from '#database/connect.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createDraw, createPlayer, moveDraw, newTicket, intakeLimits } from '#tests/support/players/play.ts';
import { standStill } from '#tests/support/stand-still.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { adjust } from '#server/ledger/transfer.ts';
import type { Accepted, Checkout, Verdict } from './checkout.ts';
import { createIntake, defaultIntakeLimits, type Intake } from './intake.ts';

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

/** Keeps the wallet of a client locked until told. */
function holdWallet(clientId: number): Promise<() => Promise<void>> {
  return hold((tx) => tx.query('select from wallet where client_id = $1 for update', [clientId]));
}

/** Keeps the statement that stores this checkout's ticket waiting until told: somebody may be about to store the same id. */
function holdTicket({ tickets: [ticket] }: Checkout): Promise<() => Promise<void>> {
  const store = `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
    values (0, $1, $2, 2, 5, 100, 0, now())`;
  return hold((tx) => tx.query(store, [ticket!.id, drawId]), { undone: true });
}

/** Places checkouts, all of which have to be taken. */
async function accept(intake: Intake, ...checkouts: Checkout[]): Promise<Accepted[]> {
  return (await Promise.all(checkouts.map((checkout) => intake.place(checkout)))).map(accepted);
}

function accepted(verdict: Verdict): Accepted {
  if (verdict.answer !== 'placed') throw new Error(`a checkout was answered ${verdict.answer}`);
  return verdict;
}

/** Keeps a transaction open after `work` until told, and then commits it or takes it back. */
async function hold(work: (tx: Queryable) => Promise<unknown>, { undone = false } = {}): Promise<() => Promise<void>> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const rollback = new Error('taken back');
  const holding = database.owner
    .transact(async (tx) => {
      await work(tx);
      done.resolve();
      await promise;
      if (undone) throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  await done.promise;
  // A test that fails before it lets go must not fail those after it.
  onTestFinished(() => release());
  return async () => {
    release();
    await holding;
  };
}

/** The database, and how many statements an intake has sent to it. */
function countStatements(): { readonly db: Database; readonly sent: () => number } {
  let count = 0;
  const query: Database['query'] = (sql, params) => {
    count += 1;
    return database.db.query(sql, params);
  };
  return { db: { ...database.db, query }, sent: () => count };
}

async function countTickets(...checkouts: Checkout[]): Promise<number> {
  const [row] = await database.owner.query<{ count: number }>(
    'select count(*) from ticket where client_id = any ($1)',
    [checkouts.map(({ clientId }) => clientId)],
  );
  return row!.count;
}

test('while one statement waits, another serves other clients, and a client is in only one of them', async () => {
  const intake = createIntake(database.db, intakeLimits);
  const [held, ...others] = await createCheckouts(40);
  const release = await holdTicket(held!);
  const answers: string[] = [];
  const first = accept(intake, held!).then(() => answers.push('first'));
  await expect.poll(countWaits).toBe(1);
  const again = accept(intake, checkoutOf(held!.clientId)).then(() => answers.push('again'));
  await accept(intake, ...others);
  expect(answers).toEqual([]);
  await release();
  await Promise.all([first, again]);
  expect(answers).toEqual(['first', 'again']);
});

test('a few checkouts wait for the running statement, for a limited time, and go together in the next one', async () => {
  const intake = createIntake(database.db, {
    ...intakeLimits,
    patienceMs: patience(2_000),
    maxWaitMs: patience(10_000),
  });
  const [held, ...others] = await createCheckouts(10);
  const release = await holdTicket(held!);
  const first = accept(intake, held!);
  await expect.poll(countWaits).toBe(1);
  const waiting = accept(intake, ...others);
  await sleep(50);
  expect(await countTickets(...others)).toBe(0);
  expect(new Set((await waiting).map((each) => each.acceptedAt.getTime())).size).toBe(1);
  await release();
  await first;
});

test('too many are refused at once, those that waited too long are not tried, and the rest are placed', async () => {
  const few = { ...intakeLimits, writers: 1, maxWaitingTickets: 5, maxWaitingOfClient: 2, maxWaitMs: patience(3_000) };
  const intake = createIntake(database.db, few);
  const [held, greedy, ...others] = await createCheckouts(6);
  const release = await holdTicket(held!);
  const first = accept(intake, held!);
  await expect.poll(countWaits).toBe(1);
  const overloaded = { code: 'overloaded', retryAfterSeconds: 1 };

  const late = [intake.place(greedy!), intake.place(checkoutOf(greedy!.clientId))];
  await expect(intake.place(checkoutOf(greedy!.clientId))).rejects.toMatchObject(overloaded);
  const refusals = Promise.all(late.map((each) => expect(each).rejects.toMatchObject(overloaded)));
  await sleep(few.maxWaitMs + 250);
  const inTime = accept(intake, ...others.slice(0, 3));
  await expect(intake.place(others[3]!)).rejects.toMatchObject(overloaded);
  await release();

  await Promise.all([refusals, first, inTime]);
  await accept(intake, others[3]!);
});

test('checkouts that wait while this process is suspended are placed afterwards', async () => {
  const limits = { ...intakeLimits, maxWaitMs: patience(800) };
  const intake = createIntake(database.db, limits);
  const [held, other] = await createCheckouts(2);
  const release = await holdTicket(held!);
  const first = accept(intake, held!);
  await expect.poll(countWaits).toBe(1);
  const again = accept(intake, checkoutOf(held!.clientId), other!);
  standStill(2 * limits.maxWaitMs);
  await release();
  await Promise.all([first, again]);
});

test('draining answers waiting checkouts, also for a locked wallet, and refuses new ones', async () => {
  const intake = createIntake(database.db, intakeLimits);
  const [held, ...others] = await createCheckouts(100);
  const release = await holdWallet(held!.clientId);
  const placed = accept(intake, held!, ...others);
  const drained = intake.drain();
  await expect(intake.place(checkoutOf(held!.clientId))).rejects.toMatchObject({ code: 'overloaded' });
  await sleep(50);
  await release();
  await drained;
  await placed;
});

describe('a wallet that is locked by something else', () => {
  test('delays nobody in the same batch, and its checkouts are placed in their order once it is free', async () => {
    const { db, sent } = countStatements();
    const intake = createIntake(db, intakeLimits);
    const [held, ...others] = await createCheckouts(40);
    const release = await holdWallet(held!.clientId);
    const answers: string[] = [];
    const first = accept(intake, held!).then(() => answers.push('first'));
    const again = accept(intake, checkoutOf(held!.clientId)).then(() => answers.push('again'));
    await accept(intake, ...others);
    expect(answers).toEqual([]);
    await sleep(100);
    await release();
    await Promise.all([first, again]);
    expect(answers).toEqual(['first', 'again']);
    expect(await countTickets(held!)).toBe(2);
    // One for all, one after each rest of 2, 4, 8, 16 and 32 ms, and one that waits.
    expect(sent()).toBeLessThan(20);
  });

  test('a wallet that is locked by something else for too long is reported after some tries; the checkout was not placed, and can be sent again', async () => {
    const { db, sent } = countStatements();
    const intake = createIntake(db, { ...intakeLimits, maxBusyMs: defaultIntakeLimits.maxBusyMs });
    const [held] = (await createCheckouts(1)) as [Checkout];
    const release = await holdWallet(held.clientId);
    await expect(intake.place(held)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    expect(sent()).toBeLessThan(10);
    await release();
    expect(await countTickets(held)).toBe(0);
    await accept(intake, held);
    expect(await countTickets(held)).toBe(1);
  });

  test('its lock times out while this process is suspended: the checkout is tried again', async () => {
    const intake = createIntake(database.db, intakeLimits);
    const [held] = (await createCheckouts(1)) as [Checkout];
    const release = await holdWallet(held.clientId);
    const placed = accept(intake, held);
    await expect.poll(countWaits).toBe(1);
    // The database gives up after three seconds. What holds the wallet may be suspended as well.
    standStill(3_300);
    await release();
    await placed;
    expect(await countTickets(held)).toBe(1);
  });

  test('a wallet that is locked by something else by one after the other gets its turn, and does not delay a draw that closes in the meantime', async () => {
    const closing = await createDraw(database.owner);
    const intake = createIntake(database.db, intakeLimits);
    const [player] = (await createCheckouts(1)) as [Checkout];
    const checkout = { ...player, tickets: player.tickets.map((ticket) => ({ ...ticket, drawId: closing })) };
    const release = await holdWallet(player.clientId);
    const placed = accept(intake, checkout);
    await expect.poll(countWaits).toBe(1);
    // A worker that closes draws passes over a locked one.
    const free = 'select from draw where id = $1 for update skip locked';
    expect(await database.owner.query(free, [closing])).toHaveLength(1);
    const next = holdWallet(player.clientId);
    await expect.poll(countWaits).toBe(2);
    await release();
    await placed;
    await (
      await next
    )();
  });

  test('lets only a few wait for their turn; further ones try again, and are answered in time', async () => {
    const intake = createIntake(database.db, { ...intakeLimits, maxBusyMs: patience(2_000) });
    const held = await createCheckouts(4);
    const releases = await Promise.all(held.map(({ clientId }) => holdWallet(clientId)));
    const outcomes = held.map((checkout) => intake.place(checkout));
    const refusals = outcomes.map((outcome) => expect(outcome).rejects.toMatchObject({ code: 'unavailable' }));
    await expect.poll(countWaits).toBe(2);
    await Promise.all(refusals);
    for (const release of releases) await release();
    await accept(intake, ...held);
    expect(await countTickets(...held)).toBe(4);
  });

  test('is no reason to refuse tickets that another process is placing, even if their draw has closed since', async () => {
    const closing = await createDraw(database.owner);
    const [player] = (await createCheckouts(1)) as [Checkout];
    const checkout = { ...player, tickets: player.tickets.map((ticket) => ({ ...ticket, drawId: closing })) };
    const release = await holdTicket(checkout);
    const here = accept(createIntake(database.db, intakeLimits), checkout);
    await expect.poll(countWaits).toBe(1);
    const there = createIntake(database.db, intakeLimits).place(checkout);
    await sleep(20);
    await release();
    await here;
    expect(await there).toEqual({ answer: 'placed_before' });
    await moveDraw(database.owner, closing, { closesIn: -1_000, drawsIn: 5_000 });
    expect(await createIntake(database.db, intakeLimits).place(checkout)).toEqual({ answer: 'placed_before' });
    expect(await countTickets(checkout)).toBe(1);
  });
});

test('a draw that is locked for longer than the backoff of a bet does not refuse the bet', async () => {
  const locked = await createDraw(database.owner);
  const { db, sent } = countStatements();
  const [player] = (await createCheckouts(1)) as [Checkout];
  const checkout = { ...player, tickets: player.tickets.map((ticket) => ({ ...ticket, drawId: locked })) };
  const release = await hold((tx) => tx.query('select from draw where id = $1 for update', [locked]));
  const placed = accept(createIntake(db, intakeLimits), checkout);
  // Six tries with a growing backoff, one that waits for the wallet, which is free, and two more.
  await Promise.race([placed, expect.poll(sent).toBeGreaterThanOrEqual(9)]);
  await release();
  await placed;
});

describe('a ticket id of another client', () => {
  const conflict = ({ tickets: [ticket] }: Checkout) => ({
    answer: 'in_the_way',
    tickets: { [ticket!.id]: 'ticket_conflict' },
  });
  const withTickets = (checkout: Checkout, { tickets }: Checkout): Checkout => ({ ...checkout, tickets });

  test('costs the others in the batch nothing: one statement answers all of them', async () => {
    const { db, sent } = countStatements();
    const intake = createIntake(db, intakeLimits);
    const [known, ...checkouts] = (await createCheckouts(33)) as [Checkout, ...Checkout[]];
    await accept(createIntake(database.db, intakeLimits), known);
    const bad = checkouts.slice(0, 8).map((checkout) => withTickets(checkout, known));
    const placed = accept(intake, ...checkouts.slice(8));
    // Those with the same id never go together, so they take turns.
    const refused = await Promise.all(bad.map((checkout) => intake.place(checkout)));
    expect(refused).toEqual(bad.map(conflict));
    await placed;
    expect(sent()).toBeLessThanOrEqual(bad.length);
  });

  test('each with a different id: one statement identifies all eight in a batch', async () => {
    const { db, sent } = countStatements();
    const intake = createIntake(db, intakeLimits);
    const checkouts = await createCheckouts(40);
    const known = checkouts.slice(0, 8);
    await accept(createIntake(database.db, intakeLimits), ...known);
    const bad = checkouts.slice(8, 16).map((checkout, index) => withTickets(checkout, known[index]!));
    const verdicts = await Promise.all([...bad, ...checkouts.slice(16)].map((checkout) => intake.place(checkout)));
    expect(verdicts.slice(0, 8)).toEqual(bad.map(conflict));
    for (const verdict of verdicts.slice(8)) accepted(verdict);
    expect(sent()).toBe(1);
  });

  test('a ticket id of another client that another process stores at the same moment makes the batch run once more, as a whole', async () => {
    const { db, sent } = countStatements();
    const [contested, ...others] = (await createCheckouts(32)) as [Checkout, ...Checkout[]];
    const [winner] = (await createCheckouts(1)) as [Checkout];
    const release = await hold((tx) =>
      tx.query(
        `select from place_checkouts(array[$1::bigint], array[$2::uuid], array[$1::bigint], array[$3::uuid], array[$2::uuid], '{2}',
           '{5}', '{100}')`,
        [winner.clientId, drawId, contested.tickets[0]!.id],
      ),
    );
    const intake = createIntake(db, intakeLimits);
    const placed = accept(intake, ...others);
    const refused = intake.place(contested);
    await expect.poll(countWaits).toBe(1);
    await release();
    expect(await refused).toEqual(conflict(contested));
    await placed;
    expect(sent()).toBe(2);
    expect(await countTickets(winner)).toBe(1);
  });

  test('sent by two clients at the same moment is placed once', async () => {
    const { db, sent } = countStatements();
    const intake = createIntake(db, intakeLimits);
    const [one, other] = (await createCheckouts(2)) as [Checkout, Checkout];
    const same = withTickets(other, one);
    const verdicts = await Promise.all([one, same].map((checkout) => intake.place(checkout)));
    accepted(verdicts[0]!);
    expect(verdicts[1]).toEqual(conflict(same));
    expect(sent()).toBe(2);
  });
});

test('a bet and a payment of one client do not wait for each other', async () => {
  const [checkout] = (await createCheckouts(1)) as [Checkout];
  const { clientId } = checkout;
  const addFive = (tx: Queryable) => adjust(tx, { clientId, reference: randomUUID(), amount: 5 });
  // A payment that begins locks the wallet as its row refers to it does, so that the wallet's row has two owners.
  const endReference = await hold((tx) =>
    tx.query('select from wallet where client_id = $1 for key share', [clientId]),
  );
  const endChange = await hold(addFive);
  const bet = accept(createIntake(database.db, intakeLimits), checkout);
  const payment = addFive(database.owner);
  await expect.poll(countWaits).toBe(1);
  await endChange();
  expect(await payment).toBe('done');
  expect(await bet).toMatchObject([{ win: 0 }]);
  await endReference();
  const [wallet] = await database.owner.query('select dep from wallet where client_id = $1', [clientId]);
  expect(wallet).toEqual({ dep: 910 });
});

/** How many statements in this database wait for a lock. */
async function countWaits(): Promise<number> {
  const waits = await database.db.query(
    'select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted',
  );
  return waits.length;
}

describe('a statement that fails', () => {
  const failing = (code: string, constraint?: string) => {
    const refused = Object.assign(new Error(`failed with ${code}`), { code, constraint });
    let statements = 0;
    const db = {
      query: () => {
        statements += 1;
        return Promise.reject(refused);
      },
    } as unknown as Database;
    return { db, count: () => statements };
  };

  test.each([
    ['because the server only reads is not tried in halves', '25006', undefined, 1],
    ['because a month is missing is not tried in halves', '23514', undefined, 1],
    ['because of one checkout is halved until that one is alone', '23514', 'ticket_stake_positive', 15],
  ])('%s', async (_, code, constraint, statements) => {
    const { db, count } = failing(code, constraint);
    const intake = createIntake(db, intakeLimits);
    const placed = Array.from({ length: 8 }, (_, index) => intake.place(checkoutOf(index + 1)));
    const answers = await Promise.allSettled(placed);
    expect(answers.map((answer) => answer.status === 'rejected' && (answer.reason as Refusal).code)).toEqual(
      Array.from({ length: 8 }, () => 'unavailable'),
    );
    expect(count()).toBe(statements);
  });
});
