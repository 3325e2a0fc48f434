import { afterAll, beforeAll, expect, test } from 'vitest';
import { betTypes } from '#domain/bet-types.ts';
import { createDraw, createPlayer, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { TestOperator } from '#tests/support/operator/operators.ts';
import { approveAs, askAs, makeDemoOperator } from '#tests/support/operator/requests.ts';

let database: TestDatabase;
let desk: TicketDesk;
let risk: TestOperator;
let otherRisk: TestOperator;
let compliance: TestOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  risk = await makeDemoOperator(database, ['risk']);
  otherRisk = await makeDemoOperator(database, ['risk']);
  compliance = await makeDemoOperator(database, ['compliance']);
});
afterAll(async () => {
  await expectBooksBalance(database.owner);
  desk.clock.stop();
  await database.drop();
});

const { code } = betTypes.IziTwo;

async function lower(draw: string | null, amount: number, operator = risk): Promise<string> {
  const [row] = await database.console.query<{ outcome: string }>(
    `select outcome from console.lower_cap($1, $2, $3, 'worst', $4, 'A test')`,
    [operator.token, draw, code, amount],
  );
  return row!.outcome;
}

const raising = (draw: string | null, amount: number | null) => ({
  kind: 'raise_cap',
  subject: null,
  newValues: { draw, betType: code, measure: 'worst', amount },
});

const raise = (request: string) => database.worker.query('select console.execute_raise_cap($1)', [request]);

/** Hands in figures as a worker would that has just computed this worst case of IziTwo. */
async function handIn(draw: string, worst: number): Promise<{ began: number; ended: number }> {
  await database.worker.query('select claim_exposure_looks(100)');
  const figure = { worst, p9999: worst };
  const figures = { ...figure, byType: { [code]: { ...figure, without: { worst: 0, p9999: 0 } } } };
  const [row] = await database.worker.query<{ began: number; ended: number }>(
    `select began, ended from keep_exposure_look($1, clock_timestamp(), $2, 'No more.')`,
    [draw, JSON.stringify(figures)],
  );
  return row!;
}

const amountOf = async (draw: string | null) => {
  const [row] = await database.owner.query<{ amount: number | null }>(
    `select amount from cap_of($1, $2::smallint, 'worst')`,
    [draw, code],
  );
  return row?.amount;
};

const placed = async (draw: string) => {
  const player = await createPlayer(database.owner, { dep: 100 });
  return placeBets(desk, player, [newTicket(draw, { name: 'IziTwo' })]).then(
    () => 'placed',
    ({ code: refused }: { code: string }) => refused,
  );
};

test('one operator can only lower a cap; a draw’s own cap wins over the general one; raising takes two others', async () => {
  const [draw, other] = [await createDraw(database.owner), await createDraw(database.owner)];
  expect(await lower(null, 10_000)).toBe('lowered');
  expect(await lower(null, 10_000)).toBe('not_lower');
  expect(await lower(draw, 20_000)).toBe('not_lower');
  // Two at the same time: the second one is not lower any more, and is refused.
  const both = await Promise.all([lower(draw, 8_000), lower(draw, 8_000, compliance)]);
  expect(both.toSorted()).toEqual(['lowered', 'not_lower']);
  expect([await amountOf(draw), await amountOf(other)]).toEqual([8_000, 10_000]);
  for (const role of ['draws', 'support', 'payments', 'auditor', 'admin'] as const) {
    await expect(lower(draw, 1, await makeDemoOperator(database, [role]))).rejects.toThrow('no operator with one');
  }

  // It is the last look's figure that pauses, at 90 % and not before.
  expect(await handIn(other, 8_999)).toEqual({ began: 0, ended: 0 });
  expect(await placed(other)).toBe('placed');
  expect(await handIn(other, 9_000)).toEqual({ began: 1, ended: 0 });
  expect(await handIn(other, 9_000)).toEqual({ began: 0, ended: 0 });
  expect(await placed(other)).toBe('sales_stopped');
  expect(await placed(draw)).toBe('placed');
  // A figure that is lower frees nothing by itself, and nor does a stop's way back.
  expect(await handIn(other, 100)).toEqual({ began: 0, ended: 0 });
  const [pause] = await database.owner.query<{ id: string; reason: string }>(
    'select id, reason from sales_stop where draw_id = $1',
    [other],
  );
  expect(pause!.reason).toMatch(/ is \d{1,3}(\u00A0\d{3})+ XOF: the cap is 10\u00A0000 XOF$/);
  // The console says it in its own language, from these values.
  const cap = { name: 'IziTwo', measure: 'worst', amount: 10_000, figure: 9_000 };
  const [listed] = await database.console.query('select item from console.list_stops($1, true, null, 1)', [risk.token]);
  expect(listed).toMatchObject({ item: { id: pause!.id, cap } });
  const [caps] = await database.console.query('select console.read_caps($1, $2) as read', [risk.token, other]);
  expect(caps).toMatchObject({ read: { pauses: [{ id: pause!.id, cap }] } });
  const [overview] = await database.console.query('select console.read_overview($1) as read', [risk.token]);
  expect(overview).toMatchObject({ read: { stops: [{ id: pause!.id, cap }] } });
  const starts = { kind: 'start_sales', subject: `draw ${other}`, newValues: { stop: pause!.id } };
  await expect(askAs(database, otherRisk, starts)).rejects.toThrow('not_paused_by_cap');

  // Raising is refused to the operator who lowered it, and to one operator alone.
  await expect(askAs(database, risk, raising(null, 50_000))).rejects.toThrow('not_their_cap');
  await expect(askAs(database, otherRisk, raising(null, 9_000))).rejects.toThrow('cap_raised');
  const request = await askAs(database, otherRisk, raising(null, 10_001));
  await expect(approveAs(database, otherRisk, request)).rejects.toThrow('no operator with one of the roles');
  await expect(raise(request)).rejects.toThrow('not_approved');
  await approveAs(database, compliance, request);
  const done = await Promise.allSettled([raise(request), raise(request)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([await amountOf(draw), await amountOf(other)]).toEqual([8_000, 10_001]);

  // Raised, but not far enough; then far enough, by a look that is younger than the raise.
  expect(await handIn(other, 9_001)).toEqual({ began: 0, ended: 0 });
  const away = await askAs(database, otherRisk, raising(other, null));
  // The approver sees the exposure at the moment of the request.
  expect(await database.owner.query('select facts from console.request where id = $1', [away])).toEqual([
    { facts: { exposureNow: 9_001 } },
  ]);
  await approveAs(database, compliance, away);
  await raise(away);
  expect(await placed(other)).toBe('sales_stopped');
  expect(await handIn(other, 9_001)).toEqual({ began: 0, ended: 1 });
  expect(await placed(other)).toBe('placed');
  // The books' check of acts finds a request of two behind everything.
  expect(await database.worker.query(`select * from console.acts_without_two('-infinity')`)).toEqual([]);
  const acts = await database.owner.query<{ act: string }>(
    `select record ->> 'act' as act from (select convert_from(record, 'UTF8')::jsonb as record from console.audit) a
     where record ->> 'act' in ('cap_lowered', 'sales_paused', 'pause_ended') order by 1`,
  );
  expect(acts.map(({ act }) => act)).toEqual(['cap_lowered', 'cap_lowered', 'pause_ended', 'sales_paused']);
  // The report of what stopped sales, and let them continue, has the pauses of caps too.
  const [report] = await database.owner.query<{ what: string[]; books: { report: number; difference: number }[] }>(
    `select array(select cells ->> 'what' from console.rows_of_site_changes('-infinity', 'infinity', 'UTC', null, 100) order by key) as what,
       console.sums_of_site_changes('-infinity', 'infinity', 'UTC') -> 'books' as books`,
  );
  expect(report!.what).toEqual(['sales_paused', 'pause_ended']);
  expect(report!.books).toMatchObject([
    { report: 1, difference: 0 },
    { report: 1, difference: 0 },
  ]);
});

test('a request fails when the cap has changed or the draw has closed, and a late look pauses nothing', async () => {
  const draw = await createDraw(database.owner);
  expect(await lower(draw, 5_000)).toBe('lowered');
  const changed = await askAs(database, otherRisk, raising(draw, 7_000));
  await approveAs(database, compliance, changed);
  expect(await lower(draw, 4_000)).toBe('lowered');
  await expect(raise(changed)).rejects.toThrow('cap_unchanged');
  await database.worker.query(`select console.fail_request($1, 'cap_unchanged')`, [changed]);
  expect(await amountOf(draw)).toBe(4_000);

  expect(await handIn(draw, 4_000)).toEqual({ began: 1, ended: 0 });
  const late = await askAs(database, otherRisk, raising(draw, 7_000));
  await approveAs(database, compliance, late);
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  while (await closeDueDraw(database.worker));
  await expect(raise(late)).rejects.toThrow('draw_on_sale');
  expect(await handIn(draw, 1_000_000)).toEqual({ began: 0, ended: 0 });
  expect(await lower(draw, 1)).toBe('not_on_sale');
  const stops = await database.owner.query<{ ended: boolean; request_id: string | null }>(
    'select ended_at is not null as ended, request_id from sales_stop where draw_id = $1',
    [draw],
  );
  expect(stops).toEqual([{ ended: true, request_id: null }]);
});

test('no login writes a cap or a pause, or ends one; a change by the owner of the tables is detected', async () => {
  const draw = await createDraw(database.owner);
  await lower(draw, 3_000);
  await handIn(draw, 3_000);
  const request = await askAs(database, otherRisk, raising(draw, 9_000));
  for (const login of [database.db, database.console]) {
    for (const sql of [
      `insert into exposure_cap (measure, amount, reason, set_by) values ('worst', 1, 'x', 1)`,
      'update exposure_cap set amount = null',
      'delete from exposure_cap',
      'truncate exposure_cap',
      'select * from exposure_cap',
      `insert into exposure_look (draw_id, due_at) values ('${draw}', now())`,
      'update exposure_look set figures = null',
      `update sales_stop set ended_at = now()`,
      `select stop_sales('${draw}', null, 'a', 'b', null, 1)`,
      'select hold_caps()',
      `select look_at_exposures_now(null)`,
    ]) {
      await expect(login.query(sql), sql).rejects.toThrow('permission denied');
    }
  }
  for (const sql of [
    `select console.lower_cap('x', null, null, 'worst', 1, 'y')`,
    `select console.read_caps('x', null)`,
  ]) {
    await expect(database.db.query(sql), sql).rejects.toThrow('permission denied');
  }
  for (const sql of [
    `select console.execute_raise_cap('${request}')`,
    'select claim_exposure_looks(1)',
    `select keep_exposure_look('${draw}', now(), '{}', 'x')`,
  ]) {
    await expect(database.console.query(sql), sql).rejects.toThrow('permission denied');
  }
  await expect(raise(request)).rejects.toThrow('not_approved');
  // False figures of a worker do not end a pause, unless two operators have raised the cap.
  expect(await handIn(draw, 0)).toEqual({ began: 0, ended: 0 });
  expect(await placed(draw)).toBe('sales_stopped');

  const { owner } = database;
  await expect(owner.query('delete from exposure_cap')).rejects.toThrow('history never changes');
  const forged = `insert into exposure_cap (draw_id, bet_type, measure, amount, before, reason, set_by)
    values ('${draw}', ${code}, 'worst', 90000, 100000, 'x', 1)`;
  // The column `before` of the row is not trusted.
  await expect(owner.query(forged)).rejects.toThrow('exposure_cap_raised_by_two');
  await owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(forged);
  });
  expect(
    await database.worker.query(`select subject, detail ->> 'kind' as kind from console.acts_without_two('-infinity')`),
  ).toEqual([{ subject: 'act', kind: 'raise_cap' }]);
});
