import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerify } from '#scripts/verify/run-verify.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { announceOperatorKey } from '#server/fair-draw/operator-keys.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createOutsider } from '#tests/support/players/outsider.ts';
import { startApp } from '#tests/support/site/app.ts';
import { makeDemoMonth, type DemoMonth, type MonthMade } from '#server/demo-month/make-month.ts';

const settings: DemoMonth = {
  keys: testKeys,
  closeSecondsBefore: 30,
  patienceHours: 24,
  seed: 7,
  days: 3,
  players: 40,
};

let database: TestDatabase;
let made: MonthMade | null;
beforeAll(async () => {
  database = await createTestDatabase();
  await announceOperatorKey(database.owner, testKeys);
  // This site ran before: its sums begin with now.
  await database.owner.query(`insert into account_hours_until (until) values (date_trunc('hour', clock_timestamp()))`);
  made = await makeDemoMonth(database.owner, settings);
});
afterAll(() => database.drop());

test('its money adds up to the franc', async () => {
  expect(made).toMatchObject({ draws: 72, players: 40 });
  expect(made!.tickets).toBeGreaterThan(1_000);
  await expectBooksBalance(database.owner);
  expect((await reconcile(database.db, 'full')).mismatches).toEqual([]);
  while ((await database.db.query<{ more: boolean }>('select keep_account_hours() as more'))[0]!.more);
  const [kept] = await database.owner.query(
    `select (select sum(postings) from account_hour) = (select count(*) from posting, account_hours_until where at < until) as whole,
       (select sum(postings) from account_hour) > 1000 as many`,
  );
  expect(kept).toEqual({ whole: true, many: true });
  // So that there is something of each kind to look at.
  const kinds = await database.owner.query<{ kind: string }>('select distinct kind::text from posting order by 1');
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['bet', 'deposit', 'payout', 'refund', 'stakes_banked', 'withdrawal', 'withdrawal_paid']),
  );
});

test('is made once, and only where there is no past', async () => {
  expect(await makeDemoMonth(database.owner, settings)).toBeNull();
  // The application's login may not even see whether there is one.
  await expect(makeDemoMonth(database.db, settings)).rejects.toThrow('permission denied');
});

test('is told from what was played', async () => {
  const [row] = await database.owner.query<{ draws: number; tickets: number; strangers: number }>(
    `select (select count(*) from draw where draws_at between first_draw_at and last_draw_at)::integer as draws,
       (select count(*) from ticket where client_id between first_client and last_client)::integer as tickets,
       (select count(*) from ticket where client_id not between first_client and last_client)::integer as strangers
     from demo_month`,
  );
  expect(row).toEqual({ draws: 72, tickets: made!.tickets, strangers: 0 });
});

test('a site goes on from it, and anybody can verify its draws', async () => {
  const site = await startApp({ DRAW_EVERY_MINUTES: '1' }, { database });
  try {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(await runVerify([site.url], print, print), lines.join('\n')).toBe(0);
    expect(lines.length).toBeGreaterThanOrEqual(71);
    const { data } = (await createOutsider(site.url).call('/results?status=drawn,settled,void&limit=20')).json;
    expect(data).toHaveLength(20);
  } finally {
    await site.close();
  }
}, 60_000);
