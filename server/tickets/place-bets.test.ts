import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { NewTicket } from '#contract/bets.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createDraw, createPlayer, moveDraw, newTicket, openDesk, intakeLimits } from '#tests/support/players/play.ts';
import { createIntake } from './intake.ts';
import { placeBets, type TicketDesk } from './place-bets.ts';
import { listBets } from './read-bets.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { waitMs } from '#tests/support/patience.ts';

let database: TestDatabase;
let desk: TicketDesk;
let openDraw: string;
let closedDraw: string;
let laterDraw: string;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  openDraw = await createDraw(database.owner);
  closedDraw = await createDraw(database.owner, { closesIn: -1_000 });
  laterDraw = await createDraw(database.owner, { opensIn: 60_000, closesIn: 120_000 });
});
afterEach(() => expectBooksBalance(database.owner));
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

async function refusalOf(player: SignedIn, tickets: NewTicket[]): Promise<Refusal> {
  const outcome = await placeBets(desk, player, tickets).then(
    () => new Error('it was placed'),
    (error: unknown) => error,
  );
  if (!(outcome instanceof Refusal)) throw outcome;
  return outcome;
}

async function countTickets(player: SignedIn): Promise<number> {
  const [row] = await database.owner.query<{ count: number }>(
    'select count(*) as count from ticket where client_id = $1',
    [player.clientId],
  );
  return row!.count;
}

describe('a valid checkout', () => {
  test('uses deposits first, then winnings, and answers with the tickets and the balance', async () => {
    const player = await createPlayer(database.owner, { dep: 500, win: 1_000 });
    const tickets = [
      newTicket(openDraw, { name: 'IziOrder' }),
      newTicket(openDraw, { name: 'IziTwo', betAmount: 400 }),
      newTicket(openDraw, { name: 'IziABC', betAmount: 100 }),
    ];
    const placed = await placeBets(desk, player, tickets);

    expect(placed.balance).toBe(700);
    expect(await readWallet(database.db, player.clientId)).toEqual({ dep: 0, win: 700, held: 0 });
    expect(placed.tickets.map(({ id, name, betAmount, status }) => ({ id, name, betAmount, status }))).toEqual(
      tickets.map(({ id, name, betAmount }) => ({ id, name, betAmount, status: 'pending' })),
    );
    const shares = await database.owner.query<{ stake: number; stake_win: number }>(
      'select stake, stake_win from ticket where client_id = $1 order by stake',
      [player.clientId],
    );
    expect(shares).toEqual([
      { stake: 100, stake_win: 100 },
      { stake: 300, stake_win: 0 },
      { stake: 400, stake_win: 200 },
    ]);
    const lines = await database.owner.query(
      `select amount, dep_after, win_after from posting where client_id = $1 and kind = 'bet' order by id`,
      [player.clientId],
    );
    expect(lines).toEqual([
      { amount: 300, dep_after: 200, win_after: 1_000 },
      { amount: 200, dep_after: 0, win_after: 1_000 },
      { amount: 200, dep_after: 0, win_after: 800 },
      { amount: 100, dep_after: 0, win_after: 700 },
    ]);
  });

  test('may be sent again, also after the draw has closed, and takes no more money', async () => {
    const player = await createPlayer(database.owner, { dep: 1_000 });
    const draw = await createDraw(database.owner);
    const tickets = [newTicket(draw), newTicket(draw)];
    const first = await placeBets(desk, player, tickets);
    expect(await placeBets(desk, player, tickets)).toEqual(first);
    await moveDraw(database.owner, draw, { closesIn: -1_000, drawsIn: 5_000 });
    const later = await placeBets(desk, player, tickets);
    expect(later.tickets.map((ticket) => ticket.id)).toEqual(first.tickets.map((ticket) => ticket.id));
    expect(later.balance).toBe(800);
    expect(await countTickets(player)).toBe(2);
  });

  test('is listed by the draws of its tickets, a page at a time', async () => {
    const player = await createPlayer(database.owner, { dep: 1_000 });
    const otherDraw = await createDraw(database.owner);
    const tickets = [newTicket(openDraw), newTicket(otherDraw), newTicket(openDraw)];
    await placeBets(desk, player, tickets);
    const idsOf = async (query: Parameters<typeof listBets>[2]) => {
      const { data, meta } = await listBets(database.db, player.clientId, query);
      return { ids: data.map(({ id }) => id), next: meta.next };
    };
    const [first, other, third] = tickets.map(({ id }) => id);
    const newestFirst = [first!, third!].toSorted((a, b) => (a < b ? 1 : -1));
    expect(await idsOf({ drawId: openDraw })).toEqual({ ids: newestFirst, next: null });
    expect(await idsOf({ drawId: otherDraw, status: ['pending'] })).toEqual({ ids: [other], next: null });
    expect(await idsOf({ drawId: openDraw, limit: 1 })).toEqual({ ids: [newestFirst[0]], next: newestFirst[0] });
    expect(await idsOf({ drawId: openDraw, cursor: newestFirst[0] })).toEqual({ ids: [newestFirst[1]], next: null });
    expect(await idsOf({ drawId: laterDraw })).toEqual({ ids: [], next: null });
  });

  test('sent fifty times at once is placed once', async () => {
    const player = await createPlayer(database.owner, { dep: 100_000 });
    const tickets = [newTicket(openDraw, { betAmount: 700 }), newTicket(openDraw, { betAmount: 300 })];
    // On a busy machine the last one waits longer than a player should.
    const patient = { ...desk, intake: createIntake(database.db, { ...intakeLimits, maxWaitMs: waitMs }) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => placeBets(patient, player, tickets)));
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], balance: 99_000 });
    expect(await countTickets(player)).toBe(2);
  });

  test('is placed three times of twenty when the money is enough for three', async () => {
    const player = await createPlayer(database.owner, { dep: 250, win: 110 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => placeBets(desk, player, [newTicket(openDraw)])),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'insufficient_funds' });
    }
    expect(await countTickets(player)).toBe(3);
    expect(await readWallet(database.db, player.clientId)).toEqual({ dep: 0, win: 60, held: 0 });
  });

  test('is placed three times at twenty desks, which act like twenty processes', async () => {
    const player = await createPlayer(database.owner, { dep: 300 });
    const desks = await Promise.all(Array.from({ length: 20 }, () => openDesk(database)));
    const outcomes = await Promise.allSettled(desks.map((one) => placeBets(one, player, [newTicket(openDraw)])));
    for (const { clock } of desks) clock.stop();
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
    expect(await countTickets(player)).toBe(3);
  });
});

describe('a refused checkout places nothing, takes nothing and names the reason', () => {
  const good = () => newTicket(openDraw);
  const cases: [string, () => NewTicket[], string, string[]][] = [
    [
      'wrong numbers',
      () => [good(), newTicket(openDraw, { selectedNumbers: ['0'] })],
      'invalid_selection',
      ['tickets.1.selectedNumbers'],
    ],
    [
      'repeated numbers',
      () => [newTicket(openDraw, { name: 'IziTwo', selectedNumbers: ['3', '3'] })],
      'invalid_selection',
      ['tickets.0.selectedNumbers'],
    ],
    [
      'a stake off its step',
      () => [newTicket(openDraw, { betAmount: 150 }), good()],
      'stake_out_of_range',
      ['tickets.0.betAmount'],
    ],
    [
      'a stake of nothing',
      () => [newTicket(openDraw, { betAmount: 0 })],
      'stake_out_of_range',
      ['tickets.0.betAmount'],
    ],
    [
      'both wrong',
      () => [newTicket(openDraw, { betAmount: 1, selectedNumbers: [] })],
      'invalid_selection',
      ['tickets.0.selectedNumbers', 'tickets.0.betAmount'],
    ],
    [
      'a draw that closed',
      () => [good(), newTicket(closedDraw), newTicket(closedDraw)],
      'draw_closed',
      ['tickets.1.drawId', 'tickets.2.drawId'],
    ],
    [
      'an unknown draw',
      () => [newTicket('01990000-0000-7000-8000-000000000000'), good()],
      'unknown_draw',
      ['tickets.0.drawId'],
    ],
    ['a draw that is not open yet', () => [good(), newTicket(laterDraw)], 'draw_not_open', ['tickets.1.drawId']],
    [
      'a closed draw beside wrong numbers, an unknown draw and an old id',
      () => [
        newTicket(openDraw, { selectedNumbers: ['0'] }),
        newTicket(closedDraw),
        good(),
        newTicket('01990000-0000-7000-8000-000000000000', { betAmount: 150 }),
        newTicket(laterDraw, { id: uuidv7(Date.now() - 25 * 3_600_000, randomBytes(10)) }),
      ],
      'invalid_request',
      [
        'tickets.0.selectedNumbers',
        'tickets.1.drawId',
        'tickets.3.betAmount',
        'tickets.3.drawId',
        'tickets.4.id',
        'tickets.4.drawId',
      ],
    ],
    [
      'the same id twice',
      () => {
        const one = good();
        return [one, { ...one }];
      },
      'invalid_request',
      ['tickets.1.id'],
    ],
    [
      'an id from yesterday',
      () => [newTicket(openDraw, { id: uuidv7(Date.now() - 25 * 3_600_000, randomBytes(10)) })],
      'invalid_request',
      ['tickets.0.id'],
    ],
    [
      'an id from the future',
      () => [newTicket(openDraw, { id: uuidv7(Date.now() + 6 * 60_000, randomBytes(10)) })],
      'invalid_request',
      ['tickets.0.id'],
    ],
    ['more than the wallet holds', () => [newTicket(openDraw, { betAmount: 1_100 })], 'insufficient_funds', []],
  ];
  test.each(cases)('%s', async (_name, tickets, code, paths) => {
    const player = await createPlayer(database.owner, { dep: 600, win: 400 });
    const refusal = await refusalOf(player, tickets());
    expect(refusal.code).toBe(code);
    expect((refusal.errors ?? []).map((error) => error.path)).toEqual(paths);
    expect(await countTickets(player)).toBe(0);
    expect(await readWallet(database.db, player.clientId)).toEqual({ dep: 600, win: 400, held: 0 });
  });

  test.each([-26, 1])('an id of %i hours from now, where the process has that clock', async (hours) => {
    const ms = hours * 3_600_000;
    const player = await createPlayer(database.owner, { dep: 600 });
    const wrong = { ...desk, clock: { ...desk.clock, now: () => Date.now() + ms } };
    const ticket = newTicket(openDraw, { id: uuidv7(Date.now() + ms, randomBytes(10)) });
    const refusal = await placeBets(wrong, player, [ticket]).catch((error: unknown) => error as Refusal);
    expect(refusal).toMatchObject({ code: 'invalid_request', errors: [{ path: 'tickets.0.id', id: ticket.id }] });
    expect(await countTickets(player)).toBe(0);
    expect(await readWallet(database.db, player.clientId)).toEqual({ dep: 600, win: 0, held: 0 });
  });

  test('an unconfirmed phone', async () => {
    const player = { ...(await createPlayer(database.owner, { dep: 100 })), confirmed: false };
    expect((await refusalOf(player, [good()])).code).toBe('phone_unconfirmed');
  });

  test('a known id with other contents, in any of its fields', async () => {
    const player = await createPlayer(database.owner, { dep: 1_000 });
    const ticket = newTicket(openDraw, { betAmount: 200 });
    const otherDraw = await createDraw(database.owner);
    await placeBets(desk, player, [ticket]);
    for (const change of [
      { betAmount: 300 },
      { selectedNumbers: ['9'] },
      { name: 'IziABC' as const },
      { drawId: otherDraw },
    ]) {
      const refusal = await refusalOf(player, [good(), { ...ticket, ...change }]);
      expect(refusal.code).toBe('ticket_conflict');
      expect(refusal.errors!.map((error) => error.path)).toContain('tickets.1.id');
    }
    expect(await countTickets(player)).toBe(1);
  });

  test('a placed ticket among new ones: it is named, and so is each other ticket that is refused', async () => {
    const player = await createPlayer(database.owner, { dep: 1_000 });
    const placed = good();
    await placeBets(desk, player, [placed]);
    const first = await refusalOf(player, [good(), placed]);
    expect(first).toMatchObject({
      code: 'ticket_conflict',
      errors: [{ path: 'tickets.1.id', code: 'ticket_conflict', message: expect.any(Function), id: placed.id }],
    });
    const closed = newTicket(closedDraw);
    const second = await refusalOf(player, [closed, placed, good()]);
    expect(second.code).toBe('ticket_conflict');
    expect(second.errors).toMatchObject([
      { path: 'tickets.0.drawId', code: 'draw_closed', id: closed.id },
      { path: 'tickets.1.id', code: 'ticket_conflict', id: placed.id },
    ]);
    expect(await countTickets(player)).toBe(1);
  });

  test('at the first try, and only the database reads the rules', async () => {
    const player = await createPlayer(database.owner, { dep: 100 });
    let tries = 0;
    const place: TicketDesk['intake']['place'] = (checkout) => {
      tries += 1;
      return desk.intake.place(checkout);
    };
    const query = () => Promise.reject(new Error('nothing else is asked'));
    const counting: TicketDesk = {
      ...desk,
      db: { ...database.db, query },
      intake: { ...desk.intake, place },
    };
    for (const [ticket, code] of [
      [newTicket(laterDraw), 'draw_not_open'],
      [newTicket(closedDraw), 'draw_closed'],
      [newTicket(openDraw, { betAmount: 200 }), 'insufficient_funds'],
    ] as const) {
      await expect(placeBets(counting, player, [ticket])).rejects.toMatchObject({ code });
    }
    expect(tries).toBe(3);
  });

  test("somebody else's id, one after the other and both at once", async () => {
    const [ama, kofi] = [
      await createPlayer(database.owner, { dep: 500 }),
      await createPlayer(database.owner, { dep: 500 }),
    ];
    const ticket = good();
    await placeBets(desk, ama, [ticket]);
    expect((await refusalOf(kofi, [ticket])).code).toBe('ticket_conflict');
    expect((await refusalOf(kofi, [good(), ticket])).code).toBe('ticket_conflict');
    expect(await countTickets(kofi)).toBe(0);

    const contested = good();
    const outcomes = await Promise.allSettled([ama, kofi].map((player) => placeBets(desk, player, [contested])));
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await countTickets(ama)) + (await countTickets(kofi))).toBe(2);
  });
});

test('one bad checkout in a batch does not fail its neighbours', async () => {
  const players = await Promise.all(Array.from({ length: 8 }, () => createPlayer(database.owner, { dep: 100 })));
  const taken = newTicket(openDraw);
  await placeBets(desk, await createPlayer(database.owner, { dep: 100 }), [taken]);
  const outcomes = await Promise.allSettled(
    players.map((player, index) => placeBets(desk, player, [index === 3 ? taken : newTicket(openDraw)])),
  );
  expect(outcomes.map((outcome) => outcome.status)).toEqual(
    players.map((_, index) => (index === 3 ? 'rejected' : 'fulfilled')),
  );
});
