import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '#second-opinion/run.ts';
import { runVerify } from '#scripts/verify/run-verify.ts';
import { clientOfMonth, ensureDemoClient } from '#server/demo.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { monthWithWithdrawals } from '#tests/support/database/demo-month.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { documentKey } from '#tests/support/players/documents.ts';
import { createOutsider } from '#tests/support/players/outsider.ts';
import { startApp } from '#tests/support/site/app.ts';
import { leaveWork } from '#server/demo-month/leave-work.ts';
import { makeDemoMonth, type DemoMonth, type MonthMade } from '#server/demo-month/make-month.ts';

/** Makes so many days of an invented month, and holds them to all that a real past is held to. */
export function proveMonth({ days, players }: { readonly days: number; readonly players: number }): void {
  const terms = { keys: testKeys, closeSecondsBefore: 30, patienceHours: 24 };
  const settings: DemoMonth = { ...terms, seed: 7, days, players, client: clientOfMonth };
  const draws = days * 24;

  let database: TestDatabase;
  let made: MonthMade | null;
  beforeAll(async () => {
    ({ database, made } = await monthWithWithdrawals(settings, 1, async ({ owner }) => {
      // This site ran before: its sums begin with now, and its sales were last counted an hour ago.
      await owner.query(`update sales_counted set through = through - interval '1 hour'`);
      await ensureDemoClient(owner);
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
    // There is something of each kind to look at.
    const kinds = await database.owner.query<{ kind: string }>('select distinct kind::text from posting order by 1');
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['bet', 'deposit', 'payout', 'refund', 'stakes_banked', 'withdrawal', 'withdrawal_paid']),
    );
  });

  test('leaves work in the queues of the console, and its money still adds up', async () => {
    await database.owner.query(`insert into site_mode (mode) values ('demo') on conflict do nothing`);
    await leaveWork(database.owner, { keys: openKeyRing(documentKey), personKey: Buffer.alloc(32, 'person') });
    const [queues] = await database.owner.query(
      `select (select count(*) from payment where status = 'review') as held, (select count(*) from payment where status = 'unknown') as unknown,
         (select array_agg(mismatch) from payment where mismatch is not null) as mismatched,
         (select count(*) from console.care_case where closed_at is null) as cases,
         (select count(*) from identity_check where status = 'waiting') as documents,
         (select array_agg(failing order by failing) from (
            select (console.unmet_check(r) ->> 'code') as failing from console.request r where r.status = 'asked'
          ) f) as requests,
         (select array_agg(w.kind) from console.what_is_wrong() w where w.kind = 'payment_unknown') as alarms`,
    );
    expect(queues).toEqual({
      held: 3,
      unknown: 1,
      mismatched: ['amount_mismatch'],
      cases: 1,
      documents: 2,
      requests: ['wallet_not_negative', null],
      alarms: ['payment_unknown'],
    });
    await expectBooksBalance(database.owner);
    expect((await reconcile(database.worker, 'full')).mismatches).toEqual([]);
  });

  test('is made once, and only where there is no past', async () => {
    expect(await makeDemoMonth(database.owner, settings)).toBeNull();
    // The application's login may not even see whether there is one.
    await expect(makeDemoMonth(database.db, settings)).rejects.toThrow('permission denied');
  });

  test('is told from what was played', async () => {
    const [row] = await database.owner.query<{ draws: number; tickets: number; shown: number }>(
      `select (select count(*) from draw where draws_at between first_draw_at and last_draw_at)::integer as draws,
         (select count(*) from ticket where client_id between first_client and last_client)::integer as tickets,
         (select count(*) from ticket t join client c on c.id = t.client_id where c.phone = $1)::integer as shown
       from demo_month`,
      [clientOfMonth.phone],
    );
    expect(row!.draws).toBe(draws);
    expect(row!.tickets + row!.shown).toBe(made!.tickets);
  });

  test('the client that signs in has won, lost, paid in and taken out, before it was given its money', async () => {
    const [client] = await database.owner.query<{ id: number; wallets: number; last: number; isSorted: boolean }>(
      `select c.id, w.dep + w.win as wallets, p.dep_after + p.win_after as last,
         (select bool_and(is_later) from (select at >= lag(at, 1, at) over (order by id) as is_later from posting where client_id = c.id))
           as "isSorted"
       from client c join wallet w on w.client_id = c.id join posting p on p.client_id = c.id and p.kind = 'adjustment'
       where c.phone = $1`,
      [clientOfMonth.phone],
    );
    expect(client).toMatchObject({ last: client!.wallets, isSorted: true });
    // Each line of the statement follows from the one before.
    const wrong = await database.owner.query(
      `select id from (
         select id, kind, dep_after + win_after as now, lag(dep_after + win_after, 1, 0::bigint) over (order by id) +
           case when to_account in ('client_dep', 'client_win') then amount else 0 end -
           case when from_account in ('client_dep', 'client_win') then amount else 0 end as expected
         from posting where client_id = $1
       ) p where now <> expected`,
      [client!.id],
    );
    expect(wrong).toEqual([]);
    const [had] = await database.owner.query(
      `select count(*) filter (where won) > 0 as won, count(*) filter (where not won) > 0 as lost,
         (select count(*) from payment where client_id = $1 and direction = 'deposit' and status = 'succeeded') > 0 as "paidIn",
         (select count(*) from payment where client_id = $1 and direction = 'withdrawal' and status = 'paid') > 0 as "takenOut",
         (select count(*) from play_limit where client_id = $1 and amount > 0)::integer as limits
       from (select exists (select from due u where u.ticket_id = t.id and u.draw_id = t.draw_id) as won from ticket t where client_id = $1)`,
      [client!.id],
    );
    expect(had).toEqual({ won: true, lost: true, paidIn: true, takenOut: true, limits: 1 });
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
    const site = await startApp({ DRAW_EVERY_MINUTES: '1', DOCUMENT_KEY: documentKey.toString('hex') }, { database });
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
