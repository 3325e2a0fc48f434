import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBets } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { waitMs } from '#tests/support/patience.ts';
import { changeHistory, createDraw, createPlayer, newTicket, openDesk } from '#tests/support/players/play.ts';
import { keepSums } from './kept-sums.ts';
import { reconcile } from './reconcile.ts';

// The database's clock was an hour ahead for a while. Rows of that time are dated in the coming hour, until it has passed.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('after the clock was put back, sums and passes over the books continue, and miss nothing', async () => {
  const { worker: db, owner } = database;
  const desk = await openDesk(database);
  const player = await createPlayer(owner, { dep: 5_000 });
  const draw = await createDraw(owner, { closesIn: 3 * 3_600_000 });
  /** A minute ago, so that a pass has surely seen it. */
  const bet = async () => {
    const { id } = newTicket(draw);
    await placeBets(desk, player, [newTicket(draw, { id })]);
    await changeHistory(owner, `update posting set at = at - interval '1 min' where reference = $1`, [id]);
    await changeHistory(owner, `update ticket set accepted_at = accepted_at - interval '1 min' where id = $1`, [id]);
  };
  const keepAll = async () => {
    while (await keepSums(db, 'Africa/Abidjan'));
  };
  /** Until there is a pass after that of the coming hour. A transaction of another database of the server holds the order back. */
  const passUntilSeen = async () => {
    const pass = async () => {
      await reconcile(db, 'recent');
      const [seen] = await owner.query<{ until: Date | null }>('select all_seen_until() as until');
      return seen!.until;
    };
    await expect.poll(pass, { timeout: waitMs }).not.toBeNull();
  };

  await bet();
  await reconcile(db, 'full');
  await keepAll();
  // The state that passes and sums of that hour leave.
  await owner.query(`update reconciliation_pass set next_since = next_since + interval '1 hour'`);
  await owner.query(`update account_hours_until set until = until + interval '1 hour'`);

  await bet();
  // A recent pass has to see the rows since the clock was put back.
  const change = (by: number) =>
    changeHistory(owner, 'update posting set dep_after = dep_after + $1 where id = (select max(id) from posting)', [
      by,
    ]);
  await change(1);
  const { scope, mismatches } = await reconcile(db, 'recent');
  expect([scope, ...mismatches.map(({ check }) => check)]).toEqual(['recent', 'statement', 'wallet']);
  await change(-1);

  await passUntilSeen();
  await keepAll();
  expect((await reconcile(db, 'full')).mismatches).toEqual([]);
  expect(await owner.query(`select sum(postings)::integer as bets from account_hour where kind = 'bet'`)).toEqual([
    { bets: 2 },
  ]);
  desk.clock.stop();
});
