import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { noteBooks } from '#server/reconciliation/state.ts';
import { createEndedMonth, endMonth, finishDraws } from '#tests/support/database/months.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { waitMs } from '#tests/support/patience.ts';
import { untilPasses } from '#tests/support/until-passes.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import { runMonths } from './months/run-months.ts';

let site: TestDatabase;
beforeAll(async () => {
  site = await createEndedMonth();
});
afterAll(() => site.drop());

async function runOn(of: TestDatabase, args: readonly string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runMonths(args, settingsFor(of.config), print, print);
  return { code, said: lines.join('\n') };
}
const run = (...args: string[]) => runOn(site, args);
const alarms = (kind: string) =>
  site.owner.query('select subject, detail from console.what_is_wrong() where kind = $1', [kind]);

test('a month is closed, frozen and read again, each when the step before is done', async () => {
  expect((await run()).said).toMatch(/^before {3}open\n\d{4}-\d\d {2}open\n\d{4}-\d\d {2}ahead\n/);
  expect(await run('freeze', 'before')).toEqual({ code: 1, said: '✗ before is not closed.' });
  await untilPasses(async () =>
    expect((await run('close')).said).toContain('a draw with tickets of it is not finished'),
  );
  await finishDraws(site);
  await untilPasses(async () => expect(await run('close')).toMatchObject({ code: 0 }));
  expect(await run('close')).toEqual({ code: 0, said: '✓ No month is over that is not closed.' });
  expect(await run('check')).toEqual({ code: 0, said: '✓ before\n✓ Closed months are as they were.' });

  // Until it is frozen, somebody who may do everything can change it.
  const raise = (by: number) =>
    changeHistory(
      site.owner,
      `update ticket set stake = stake + $1 where id = (select min(id::text)::uuid from ticket)`,
      [by],
    );
  await raise(100);
  const changed = await run('check', 'before');
  expect(changed.code).toBe(1);
  expect(changed.said).toMatch(
    /tickets: (\d+) rows, (\d+) XOF, [0-9a-f]{64} when it was closed, \1 rows, \d+ XOF, [0-9a-f]{64} now/,
  );
  const books = () => noteBooks(site.worker).read();
  const changedMonths = () => alarms('month_changed');
  expect(await books()).toBe('mismatch');
  expect(await changedMonths()).toEqual([
    { subject: 'month before', detail: { what: 'tickets', at: expect.any(String) } },
  ]);
  await raise(-100);
  // The timer freezes the month and reads it again.
  expect(await run('keep')).toEqual({
    code: 0,
    said: '✓ before is frozen.\n✓ before\n✓ Closed months are as they were.',
  });
  expect(await changedMonths()).toEqual([]);
  expect(await books()).not.toBe('mismatch');
  await expect(raise(100)).rejects.toThrow('history never changes: UPDATE on ticket_before is refused');
  await expect(
    changeHistory(
      site.owner,
      `insert into posting select client_id, id + 1, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after
       from posting where kind = 'bet' order by id limit 1`,
      [],
    ),
  ).rejects.toThrow('history never changes: INSERT on posting_before is refused');
  expect((await run()).said).toMatch(/^before {3}frozen, \d+ tickets, \d+ postings\n/);
  // Again it changes nothing.
  expect(await run('freeze', 'before')).toEqual({ code: 0, said: '✓ before is frozen.' });
  expect(await run('check')).toMatchObject({ code: 0 });
});

test('closed months that no timer keeps are an alarm', async () => {
  const state = (sql: string) => changeHistory(site.owner, `update month set ${sql} where begins_on = '-infinity'`, []);
  expect(await alarms('month_unkept')).toEqual([]);
  await state(`closed_at = now() - interval '4 days'`);
  expect(await alarms('month_unkept')).toEqual([]);
  for (const unkept of ['frozen_at = null', 'checked_at = null', `checked_at = now() - interval '36 days'`]) {
    await state(unkept);
    expect(await alarms('month_unkept'), unkept).toEqual([{ subject: 'months', detail: { month: 'before' } }]);
    expect(await run('keep')).toMatchObject({ code: 0 });
    expect(await alarms('month_unkept'), unkept).toEqual([]);
  }
});

test('each run of the timer reads a part of the months, those first that were not read for longest', async () => {
  const database = await createEndedMonth({ finished: true });
  const keep = async () => (await runOn(database, ['keep'])).said.split('\n').slice(-2, -1);
  try {
    for (const _ of [1, 2]) {
      await untilPasses(async () =>
        expect((await runOn(database, ['close'])).said).toMatch(/closed\.$|not over|No month is over/),
      );
      await endMonth(database.owner, { hoursAgo: 30 });
    }
    await untilPasses(async () => expect((await runOn(database, ['close'])).code).toBe(0));
    const read = [await keep(), await keep(), await keep()].flat();
    expect(read[0]).toBe('✓ before');
    expect(read).toHaveLength(3);
    expect(new Set(read).size).toBe(3);
    // None is due before its 28 days are over, but one that was found changed.
    expect(await keep()).toEqual([]);
    await changeHistory(
      database.owner,
      `update month set checked_at = checked_at - interval '27 days' where begins_on = '-infinity'`,
      [],
    );
    expect(await keep()).toEqual(['✓ before']);
    expect(await keep()).toEqual([]);
  } finally {
    await database.drop();
  }
});

test('what it does not know is told how it is used', async () => {
  for (const args of [['melt'], ['freeze'], ['check', '2026-13'], ['close', 'before', 'now'], ['move', 'before']]) {
    expect(await run(...args)).toMatchObject({
      code: 2,
      said: expect.stringContaining('npm run months -- close') as string,
    });
  }
});

describe('a month that goes apart', () => {
  let database: TestDatabase;
  const months = (...args: string[]) => runOn(database, args);
  const untilClosed = () => untilPasses(async () => expect((await months('close')).said).toMatch(/closed\.$|not over/));
  const places = async () =>
    (
      await database.owner.query<{ places: string }>(
        `select place_of_month('ticket', '-infinity') || ' ' || place_of_month('posting', '-infinity') as places`,
      )
    )[0]!.places;
  const rows = async () =>
    (
      await database.db.query<{ rows: string }>(
        `select (select count(*) || ' ' || count(distinct id) from every_ticket) || ' ' ||
           (select count(*) || ' ' || count(distinct id) from every_posting) as rows`,
      )
    )[0]!.rows;

  beforeAll(async () => {
    database = await createEndedMonth({ finished: true });
  });
  afterAll(() => database.drop());

  test('is frozen, and no pass reads it any more', async () => {
    expect((await months('detach', 'before')).said).toContain('it is not frozen');
    await untilClosed();
    expect(await months('freeze', 'before')).toMatchObject({ code: 0 });
    expect((await months('detach', 'before')).said).toContain('the month after it is not closed');
    await endMonth(database.owner, { hoursAgo: 30 });
    await untilClosed();
    // A day before the open month a draw of it was finished: so it is not old enough.
    const [draw] = await database.owner.query<{ id: string; at: string }>(
      'select id, finished_at::text as at from draw where exists (select from ticket where draw_id = draw.id) limit 1',
    );
    const finish = (at: string) =>
      changeHistory(database.owner, 'update draw set finished_at = $2::timestamptz where id = $1', [draw!.id, at]);
    await finish('now');
    expect((await months('detach', 'before')).said).toContain('still reads draws of it');
    await finish(draw!.at);
  });

  test('is read by passes, checks and lists as before, and comes back', async () => {
    const before = await rows();
    expect(await months('detach', 'before')).toEqual({ code: 0, said: '✓ before is apart, in the schema years.' });
    expect(await places()).toBe('apart apart');
    expect((await months()).said).toMatch(/^before {3}apart/);
    expect(await rows()).toBe(before);
    await expectBooksBalance(database.owner);
    expect((await reconcile(database.worker, 'full')).mismatches).toEqual([]);
    expect(await months('check')).toMatchObject({ code: 0 });
    // Only the owner reads it there.
    await expect(database.worker.query('select from years.ticket_before')).rejects.toThrow('permission denied');
    await expect(
      changeHistory(database.owner, 'update years.posting_before set amount = amount + 1', []),
    ).rejects.toThrow('history never changes');
    expect(await months('attach', 'before')).toEqual({ code: 0, said: '✓ before is part of the tables.' });
    expect(await places()).toBe('part part');
    expect(await rows()).toBe(before);
  });

  test('is put into another tablespace beside those who read it, keeps its triggers, and comes back from there', async () => {
    const { owner, config } = database;
    const before = await rows();
    const place = `slow_${config.database}`;
    const makers = connect({
      config,
      applicationName: 'izi test',
      max: 1,
      statementTimeoutMs: waitMs,
      parameters: { allow_in_place_tablespaces: 'on' },
    });
    await makers.query(`create tablespace ${place} location ''`);
    await makers.end();
    expect(await months('move', 'before', place)).toMatchObject({
      code: 1,
      said: expect.stringContaining('not apart'),
    });
    expect(await months('detach', 'before')).toMatchObject({ code: 0 });
    const moved = await owner.transact(async (tx) => {
      // A reader of the table keeps it from being replaced, and keeps nobody else from reading.
      await tx.query('select from every_posting limit 1');
      const moving = months('move', 'before', place);
      await untilPasses(async () =>
        expect(
          await owner.query(
            `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
          ),
        ).toHaveLength(1),
      );
      expect(await rows()).toBe(before);
      return { moving };
    });
    expect(await moved.moving).toMatchObject({ code: 0 });
    const elsewhere = () =>
      owner.query(
        `select relname from pg_class where relnamespace = 'years'::regnamespace and relkind in ('r', 'i')
           and reltablespace is distinct from (select oid from pg_tablespace where spcname = $1)`,
        [place],
      );
    expect(await elsewhere()).toEqual([]);
    expect(await rows()).toBe(before);
    expect(await months('check', 'before')).toMatchObject({ code: 0 });
    await expect(changeHistory(owner, 'delete from years.ticket_before', [])).rejects.toThrow('history never changes');
    await expect(owner.query('truncate years.posting_before')).rejects.toThrow('history never changes');
    expect(await months('attach', 'before')).toMatchObject({ code: 0 });
    expect(await rows()).toBe(before);
    expect(await months('check', 'before')).toMatchObject({ code: 0 });
    expect(await months('detach', 'before')).toMatchObject({ code: 0 });
    expect(await months('move', 'before', 'pg_default')).toMatchObject({ code: 0 });
    await owner.query(`drop tablespace ${place}`);
    expect(await months('attach', 'before')).toMatchObject({ code: 0 });
    expect(await rows()).toBe(before);
  });

  test('goes on where a process died, at whatever step and in either direction', async () => {
    const { owner } = database;
    const before = await rows();
    const leave = async () => {
      // Somebody who reads the table keeps the last step from being done.
      await owner.transact(async (tx) => {
        await tx.query('select from posting limit 1');
        const impatient = connect({
          config: database.config,
          applicationName: 'izi test',
          max: 1,
          statementTimeoutMs: 500,
        });
        await expect(
          impatient.query('alter table posting detach partition posting_before concurrently'),
        ).rejects.toThrow('statement timeout');
        await impatient.end();
      });
      expect(await places()).toBe('apart leaving');
    };
    const steps: (() => Promise<unknown>)[] = [
      () => owner.query(`select note_month_apart('-infinity', true)`),
      () => owner.query('alter table ticket detach partition ticket_before concurrently'),
      () => owner.query('alter table ticket_before set schema years'),
      leave,
      () => owner.query('alter table posting detach partition posting_before finalize'),
      () => owner.query('alter table posting_before set schema years'),
      () => owner.query(`select attach_month('ticket', '-infinity')`),
      () => owner.query(`select attach_month('posting', '-infinity')`),
    ];
    for (let died = 1; died <= steps.length; died++) {
      for (const end of ['detach', 'attach']) {
        for (const step of steps.slice(0, died)) {
          await step();
          expect(await rows(), `after ${died} steps`).toBe(before);
        }
        expect(await months(end, 'before'), `${end} after ${died} steps`).toMatchObject({ code: 0 });
        expect(await places()).toBe(end === 'detach' ? 'apart apart' : 'part part');
        expect(await rows()).toBe(before);
        expect(await months('attach', 'before')).toMatchObject({ code: 0 });
      }
    }
    expect(await months('check')).toMatchObject({ code: 0 });
    expect((await reconcile(database.worker, 'full')).mismatches).toEqual([]);
  });
});
