import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { findDraw } from '#server/draws/draw.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { TestOperator } from '#tests/support/operator/operators.ts';
import { approveAs, askAs, makeDemoOperator } from '#tests/support/operator/requests.ts';
import { createDraw, createPlayer, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';

let database: TestDatabase;
let desk: TicketDesk;
let draws: TestOperator;
let compliance: TestOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  draws = await makeDemoOperator(database, ['draws']);
  compliance = await makeDemoOperator(database, ['compliance']);
});
afterEach(() => expectBooksBalance(database.owner));
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

const minute = 60_000;
const reason = 'The wrong prizes were announced for it';
const told = { toldEn: 'Its prizes were wrong.', toldFr: 'Ses gains étaient faux.' };
const statusOf = async (draw: string) => (await findDraw(database.db, draw))!.status;
const ask = (draw: string, operator = draws) =>
  askAs(database, operator, { kind: 'call_off_draw', subject: `draw ${draw}`, newValues: told, reason });
const execute = (request: string) => database.worker.query('select console.execute_call_off_draw($1)', [request]);

/** A request that two people have made and approved. */
async function approved(draw: string): Promise<string> {
  const request = await ask(draw);
  await approveAs(database, compliance, request);
  return request;
}

test('every stake goes back once to the wallets that paid it, and players read a sentence in their language', async () => {
  const draw = await createDraw(database.owner, { closesIn: 10 * minute });
  const player = await createPlayer(database.owner, { dep: 150, win: 500 });
  const before = await readWallet(database.db, player.clientId);
  await placeBets(desk, player, [newTicket(draw), newTicket(draw, { name: 'IziTwo' })]);
  const request = await approved(draw);
  const done = await Promise.allSettled([execute(request), execute(request)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await findDraw(database.db, draw)).toMatchObject({
    status: 'void',
    called_off_told: { en: told.toldEn, fr: told.toldFr },
    sealed_at: null,
  });
  const error = await placeBets(desk, player, [newTicket(draw)]).catch((refusal: Refusal) => refusal);
  expect(error).toMatchObject({ code: 'draw_closed' });
  await Promise.all([settleDueDraw(database.worker), settleDueDraw(database.worker)]);
  expect(await readWallet(database.db, player.clientId)).toEqual(before);
  const figures = await database.owner.query(
    'select bet_type, tickets, stakes, won, payouts from draw_figure where draw_id = $1 order by 1',
    [draw],
  );
  expect(figures).toEqual([
    { bet_type: 2, tickets: 1, stakes: 100, won: 0, payouts: 100 },
    { bet_type: 3, tickets: 1, stakes: 100, won: 0, payouts: 100 },
  ]);
  expect(await closeDueDraw(database.worker)).toBe(false);
});

describe('the last minute before the close', () => {
  test('a call-off cannot be asked for', async () => {
    const draw = await createDraw(database.owner, { closesIn: minute });
    await expect(ask(draw)).rejects.toThrow('closes_in_a_minute');
  });

  test('an earlier request cannot be approved', async () => {
    const draw = await createDraw(database.owner, { closesIn: 10 * minute });
    const request = await ask(draw);
    await moveDraw(database.owner, draw, { closesIn: minute, drawsIn: 2 * minute });
    await expect(approveAs(database, compliance, request)).rejects.toThrow('closes_in_a_minute');
  });

  test('an approved request is not carried out', async () => {
    const draw = await createDraw(database.owner, { closesIn: 10 * minute });
    const request = await approved(draw);
    await moveDraw(database.owner, draw, { closesIn: minute, drawsIn: 2 * minute });
    await expect(execute(request)).rejects.toThrow('closes_in_a_minute');
    expect(await statusOf(draw)).toBe('open');
  });

  test('a request that was carried out in time is not committed late', async () => {
    const inTime = patience(700);
    const draw = await createDraw(database.owner, { closesIn: minute + inTime });
    const request = await approved(draw);
    const late = database.worker.transact(async (tx) => {
      await tx.query('select console.execute_call_off_draw($1)', [request]);
      await sleep(inTime + 300);
    });
    await expect(late).rejects.toThrow('called off too late');
    expect(await statusOf(draw)).toBe('open');
  });
});

test('a closed, a sealed and a void draw cannot be called off', async () => {
  const draw = await createDraw(database.owner, { closesIn: 10 * minute });
  const request = await approved(draw);
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 10 * minute });
  while (await closeDueDraw(database.worker));
  await expect(execute(request)).rejects.toThrow('draw_open');
  await expect(ask(draw)).rejects.toThrow('draw_open');
  expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
  await expect(execute(request)).rejects.toThrow('draw_open');
  expect(await voidLostDraw(database.worker)).toBe(false);
  const other = await createDraw(database.owner, { closesIn: 10 * minute });
  const one = await approved(other);
  await expect(ask(other)).rejects.toThrow('not_asked_already');
  await execute(one);
  await expect(ask(other)).rejects.toThrow('draw_open');
});

test('a bet at the same moment is refunded if it came before the call-off, and refused otherwise', async () => {
  for (let round = 0; round < 5; round++) {
    const draw = await createDraw(database.owner, { closesIn: 10 * minute });
    const players = await Promise.all(Array.from({ length: 6 }, () => createPlayer(database.owner, { dep: 100_000 })));
    const request = await approved(draw);
    const playing = players.map(async (player) => {
      for (;;) {
        const refusal = await placeBets(desk, player, [newTicket(draw)]).then(
          () => null,
          (error: Refusal) => error,
        );
        if (refusal?.code === 'draw_closed') return;
        expect(refusal).toBeNull();
      }
    });
    const sales = () => database.owner.query('select from ticket where draw_id = $1 limit 1', [draw]);
    await expect.poll(sales, { interval: 5 }).toHaveLength(1);
    await execute(request);
    await Promise.all(playing);
    while (await settleDueDraw(database.worker));
    for (const { clientId } of players) {
      expect(await readWallet(database.db, clientId)).toEqual({ dep: 100_000, win: 0, held: 0 });
    }
    const [sold] = await database.owner.query<{ tickets: number }>(
      'select count(*) as tickets from ticket where draw_id = $1',
      [draw],
    );
    expect(sold!.tickets).toBeGreaterThan(0);
  }
});

test('a process that dies in the middle has changed nothing, and another one carries the request out', async () => {
  const draw = await createDraw(database.owner, { closesIn: 10 * minute });
  const request = await approved(draw);
  const death = new Error('the process dies');
  await expect(
    database.worker.transact(async (tx) => {
      await tx.query('select console.execute_call_off_draw($1)', [request]);
      throw death;
    }),
  ).rejects.toThrow(death);
  expect(await statusOf(draw)).toBe('open');
  await execute(request);
  expect(await statusOf(draw)).toBe('void');
});

test('no login calls a draw off without two operators', async () => {
  const draw = await createDraw(database.owner, { closesIn: 10 * minute });
  const asked = await ask(draw);
  await expect(execute(asked)).rejects.toThrow('not_approved');
  await expect(approveAs(database, draws, asked)).rejects.toThrow();
  await expect(ask(draw, compliance)).rejects.toThrow('no operator with one of the roles');
  await expect(execute('01990000-0000-7000-8000-000000000000')).rejects.toThrow('not_approved');
  for (const login of [database.db, database.console]) {
    for (const sql of [
      `update draw set status = 'void' where id = '${draw}'`,
      `insert into call_off (draw_id, reason, told_en, told_fr, request_id) values ('${draw}', 'x', 'x', 'x', gen_random_uuid())`,
      `select call_off_draws(array['${draw}']::uuid[], 'x', 'x', 'x', gen_random_uuid())`,
      `insert into draw_figure (draw_id, bet_type, tickets, stakes, won, payouts) values ('${draw}', 1, 1, 1, 0, 0)`,
      `insert into console.kind (kind, ask_roles, approve_roles, lasts) values ('call_off_draw', '{draws}', '{draws}', '1 hour')`,
    ]) {
      await expect(login.query(sql), sql).rejects.toThrow('permission denied');
    }
  }
  await expect(database.console.query('select console.execute_call_off_draw($1)', [asked])).rejects.toThrow(
    'permission denied',
  );
  // Even the owner cannot do it without the row that two operators lead to, or with it in the last minute.
  await expect(database.owner.query(`update draw set status = 'void' where id = $1`, [draw])).rejects.toThrow(
    'cannot be void yet',
  );
  await moveDraw(database.owner, draw, { closesIn: minute - 1, drawsIn: 2 * minute });
  const late = database.owner.transact(async (tx) => {
    await tx.query(
      `insert into call_off (draw_id, reason, told_en, told_fr, request_id) values ($1, 'x', 'x', 'x', gen_random_uuid())`,
      [draw],
    );
    await tx.query(`update draw set status = 'void' where id = $1`, [draw]);
  });
  await expect(late).rejects.toThrow('cannot be void yet');
});
