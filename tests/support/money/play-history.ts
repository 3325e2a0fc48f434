import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import type { Fact } from '#server/payments/machine.ts';
import { paymentColumns, type PaymentRow } from '#server/payments/payment-row.ts';
import { holdWithdrawal, transition } from '#server/payments/transition.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, createPlayer, moveDraw, moveTickets, newTicket, openDesk } from '#tests/support/players/play.ts';

/** A payment of a client, and what its provider says of it. */
export async function pay(
  { db }: TestDatabase,
  { clientId }: SignedIn,
  direction: 'deposit' | 'withdrawal',
  { amount, fromDep = 0 }: { amount: number; fromDep?: number },
  facts: readonly Fact[],
): Promise<string> {
  const id = await db.transact(async (tx) => {
    const fromWin = direction === 'withdrawal' ? amount - fromDep : 0;
    const [payment] = await tx.query<PaymentRow>(
      `insert into payment (client_id, direction, amount, from_win, from_dep, country, method, phone, first_name, last_name,
         provider, idempotency_key, request_hash)
       values ($1, $2, $3, $4, $5, 'CI', 'orange', '+2250707070707', 'Awa', 'Koné', 'sandbox', $6, '')
       returning ${paymentColumns}`,
      [clientId, direction, amount, fromWin, fromDep, randomUUID()],
    );
    if (direction === 'withdrawal' && !(await holdWithdrawal(tx, payment!))) throw new Error('too little money');
    return payment!.id;
  });
  for (const fact of facts) await db.transact((tx) => transition(tx, id, fact));
  return id;
}

export const confirmed: Fact = { kind: 'confirmed', amount: null };
export const declined: Fact = { kind: 'declined', code: 'no' };

/** Takes the draws as far as they are due. */
export async function advanceDraws({ worker: db }: TestDatabase): Promise<void> {
  while (
    (await closeDueDraw(db)) ||
    (await sealDueDraw(db, testKeys)) ||
    (await voidLostDraw(db)) ||
    (await drawDueDraw(db, testKeys))
  );
}

/** Everything that a site goes through: draws that are settled, void, half paid and open, payments of every kind. */
export async function playHistory(database: TestDatabase): Promise<void> {
  const { worker: db, owner } = database;
  const desk = await openDesk(database);
  const players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(owner, { dep: 3_000, win: 2_000 })));
  const settled = await createDraw(owner);
  const lost = await createDraw(owner);
  const halfPaid = await createDraw(owner);
  const open = await createDraw(owner, { closesIn: 7_200_000 });
  for (const player of players) {
    const all = '123456789'.split('').map((number) => newTicket(settled, { selectedNumbers: [number] }));
    await placeBets(desk, player, [
      ...all,
      newTicket(halfPaid, { name: 'IziABC' }),
      newTicket(lost, { betAmount: 500 }),
    ]);
    const some = '123456789'.split('').map((number) => newTicket(halfPaid, { selectedNumbers: [number] }));
    await placeBets(desk, player, [...some, newTicket(lost, { betAmount: 700 }), newTicket(open)]);
  }
  const [first, second] = players as [SignedIn, SignedIn];
  await pay(database, first, 'deposit', { amount: 900 }, [confirmed]);
  await pay(database, first, 'deposit', { amount: 600 }, [confirmed, { kind: 'refunded_in_part', amount: 200 }]);
  await pay(database, first, 'deposit', { amount: 300 }, []);
  await pay(database, first, 'deposit', { amount: 200 }, [declined]);
  await pay(database, second, 'withdrawal', { amount: 400 }, [confirmed]);
  await pay(database, second, 'withdrawal', { amount: 200 }, [declined]);
  await pay(database, second, 'withdrawal', { amount: 100 }, [declined, confirmed]);
  await pay(database, second, 'withdrawal', { amount: 150 }, [{ kind: 'under_way' }]);

  desk.clock.stop();
  for (const draw of [settled, halfPaid]) await moveDraw(owner, draw, { closesIn: 0, drawsIn: 60_000 });
  await moveDraw(owner, lost, { closesIn: 0, drawsIn: 1 });
  await sleep(5);
  await advanceDraws(database);
  for (const draw of [settled, halfPaid]) await moveDraw(owner, draw, { closesIn: 0, drawsIn: 1 });
  await sleep(5);
  await advanceDraws(database);
  // Draws are settled in the order in which they closed: of the last one only one client is paid.
  await settleDueDraw(db);
  await settleDueDraw(db);
  const [left] = await owner.query<{ id: string; result: number }>(
    `select id, result from draw where finished_at is null and status = 'drawn'`,
  );
  const one = Math.floor(left!.result / 100_000_000);
  const top = [one, Math.floor(left!.result / 10_000_000) % 10, Math.floor(left!.result / 1_000_000) % 10];
  await db.query('select list_wins($1, $2, $3, $4)', [left!.id, [2, 4, 4, 4], [one, ...top], [6, 2, 2, 2]]);
  await db.query('select pay_dues($1, 1)', [left!.id]);
}

/** Makes everything there is so many hours older, with what a pass has seen. */
export async function moveBack(owner: TestDatabase['owner'], hours: number): Promise<void> {
  const older = `interval '1 hour' * ${hours}`;
  await owner.transact(async (tx) => {
    await tx.query(`set local session_replication_role = 'replica'`);
    await tx.query(`update posting set at = at - ${older}`);
    await moveTickets(tx, hours);
    const times = ['opens_at', 'closes_at', 'draws_at', 'dues_listed_at', 'finished_at'];
    await tx.query(`update draw set ${times.map((time) => `${time} = ${time} - ${older}`).join(', ')}`);
    await tx.query('update reconciliation_pass set horizon = pg_current_xact_id()');
  });
}
