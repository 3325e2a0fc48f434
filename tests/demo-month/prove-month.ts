import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '#second-opinion/run.ts';
import { runVerify } from '#scripts/verify/run-verify.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { monthWithWithdrawals } from '#tests/support/database/demo-month.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createOutsider } from '#tests/support/players/outsider.ts';
import { startApp } from '#tests/support/site/app.ts';
import { makeDemoMonth, type DemoMonth, type MonthMade } from '#server/demo-month/make-month.ts';

/** Makes so many days of an invented month, and holds them to all that a real past is held to. */
export function proveMonth({ days, players }: { readonly days: number; readonly players: number }): void {
  const settings: DemoMonth = { keys: testKeys, closeSecondsBefore: 30, patienceHours: 24, seed: 7, days, players };
  const draws = days * 24;

  let database: TestDatabase;
  let made: MonthMade | null;
  beforeAll(async () => {
    ({ database, made } = await monthWithWithdrawals(settings, 1, async ({ owner }) => {
      // This site ran before: its sums begin with now, and its sales were last counted an hour ago.
      await owner.query(`update sales_counted set through = through - interval '1 hour'`);
      await owner.query(`insert into account_hours_until (until) values (date_trunc('hour', clock_timestamp()))`);
    }));
  });
  afterAll(() => database.drop());

  test('its money adds up to the franc', async () => {
    expect(made).toMatchObject({ draws, players });
    expect(made!.tickets).toBeGreaterThan(1_000);
    await expectBooksBalance(database.owner);
    expect((await reconcile(database.worker, 'full')).mismatches).toEqual([]);
    while ((await database.worker.query<{ more: boolean }>('select keep_account_hours() as more'))[0]!.more);
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
    expect(row).toEqual({ draws, tickets: made!.tickets, strangers: 0 });
  });

  test('a second program works it out again, and finds the same figures of each day', async () => {
    const url = new URL(`postgres://izi_opinion@localhost/${database.config.database}`);
    url.searchParams.set('host', database.config.host!);
    const signal = new AbortController().signal;
    const ask = async (args: string[]) => {
      const [print, tell]: string[][] = [[], []];
      const code = await run(
        args,
        { OPINION_DATABASE_URL: url.href },
        {
          print: (line) => void print!.push(line),
          tell: (line) => void tell!.push(line),
          signal,
        },
      );
      expect(code, [...tell!, ...print!].join('\n')).toBe(0);
      return { print: print!, tell: tell!.at(-1) };
    };
    const zone = 'Asia/Kathmandu';
    const days = await database.owner.query<{
      day: string;
      tickets: number;
      stakes: number;
      won: number;
      payouts: number;
      refunded: number;
    }>(
      `select to_char(d.finished_at at time zone $1, 'YYYY-MM-DD') as day, sum(f.tickets)::integer as tickets,
         coalesce(sum(f.stakes) filter (where d.status = 'settled'), 0)::integer as stakes,
         coalesce(sum(f.won) filter (where d.status = 'settled'), 0)::integer as won,
         coalesce(sum(f.payouts) filter (where d.status = 'settled'), 0)::integer as payouts,
         coalesce(sum(f.payouts) filter (where d.status = 'void'), 0)::integer as refunded
       from draw d join draw_figure f on f.draw_id = d.id where d.finished_at is not null group by 1 order by 1`,
      [zone],
    );
    const range = ['--from', days[0]!.day, '--to', days.at(-1)!.day, '--zone', zone];
    const figures = await ask([...range, '--figures', '--json']);
    expect(figures.print.map((line) => JSON.parse(line) as object)).toMatchObject(days);
    expect(days.some(({ refunded }) => refunded > 0)).toBe(true);
    // Both opinions of a sealed draw, and the one afterwards of the draw that was called off.
    expect((await ask(range)).tell).toBe(
      `${2 * draws - 1} opinions on ${draws} draws: 0 disagree, 0 draws could not be judged`,
    );
  });

  test('the worker counts sales from where the month ends', async () => {
    expect(
      await database.owner.query(
        'select through > (select max(at) from sale_minute) as "isCounted" from sales_counted',
      ),
    ).toEqual([{ isCounted: true }]);
  });

  test('a site goes on from it, and anybody can verify its draws', async () => {
    const site = await startApp({ DRAW_EVERY_MINUTES: '1' }, { database });
    try {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      expect(await runVerify([site.url], print, print), lines.join('\n')).toBe(0);
      expect(lines.length).toBeGreaterThanOrEqual(draws - 1);
      const { data } = (await createOutsider(site.url).call('/results?status=drawn,settled,void&limit=20')).json;
      expect(data).toHaveLength(20);
    } finally {
      await site.close();
    }
  });
}
