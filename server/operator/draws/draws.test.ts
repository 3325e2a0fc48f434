import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { fillTimetable } from '#server/draws/life/fill-timetable.ts';
import { createDrawReader } from '#server/draws/read/read-draws.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors, type ExecutorDeps } from '#server/operator-work/executors.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { countReads } from '#tests/support/database/plan.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import {
  changeHistory,
  createDraw,
  createDraws,
  createPlayer,
  moveDraw,
  newTicket,
  openDesk,
} from '#tests/support/players/play.ts';

type Listed = AnswerOf<typeof contract.listDraws>;
type Opened = AnswerOf<typeof contract.getDraw>['data'];
type House = AnswerOf<typeof contract.getHouseResults>;
type Curve = AnswerOf<typeof contract.getDrawCurve>['data'];
type Stops = AnswerOf<typeof contract.listStops>['data'];

let database: TestDatabase;
let http: Http;
let desk: TicketDesk;
const people = {} as Record<OperatorRole, SignedInOperator>;

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
  desk = await openDesk(database);
  await database.worker.query(`select make_first_timetable(5, 30, 'Africa/Abidjan')`);
  for (const role of operatorRoles) people[role] = await signInOperator(http, [role]);
});
afterEach(() => expectBooksBalance(database.owner));
afterAll(async () => {
  desk.clock.stop();
  await http.close();
  await database.drop();
});

const minute = 60_000;
/** The sentences for players about a draw that was called off. */
const told = { toldEn: 'Its prizes were wrong.', toldFr: 'Ses gains étaient faux.' };

async function read<T>(operator: SignedInOperator, path: string): Promise<T> {
  const answer = await operator.get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const open = async (id: string) => (await read<{ data: Opened }>(people.draws, `/draws/${id}`)).data;

/** The worker's part: carries out what two have signed. */
const carryOut = () =>
  createCarryingOut({
    db: database.worker,
    executors: createExecutors({} as ExecutorDeps),
    log: createLog('silent'),
  }).step(new AbortController().signal);

/** Asks, approves and carries out. @returns the request's status */
async function askAndApprove(asker: SignedInOperator, body: object, approver: SignedInOperator) {
  const asked = await asker.post('/requests', { reason: 'Because of a test', ...body });
  expect(asked.statusCode, asked.body).toBe(202);
  const { id } = asked.json<{ data: { id: string } }>().data;
  const approved = await approver.post(`/requests/${id}/decision`, { decision: 'approve', reason: 'I looked' });
  expect(approved.statusCode, approved.body).toBe(200);
  await carryOut();
  return (await read<{ data: { status: string } }>(asker, `/requests/${id}`)).data.status;
}

/** A draw that was sold, sealed, drawn and paid. */
async function createSettledDraw(): Promise<string> {
  const draw = await createDraw(database.owner, { closesIn: 10 * minute });
  const player = await createPlayer(database.owner, { dep: 10_000 });
  await placeBets(desk, player, [
    ...Array.from({ length: 9 }, (_, index) => newTicket(draw, { selectedNumbers: [String(index + 1)] })),
    newTicket(draw, { name: 'Izi3x' }),
  ]);
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  while (await closeDueDraw(database.worker));
  while (await sealDueDraw(database.worker, testKeys));
  await moveDraw(database.owner, draw, { closesIn: -10_000, drawsIn: -1 });
  while (await drawDueDraw(database.worker, testKeys));
  while (await settleDueDraw(database.worker));
  return draw;
}

describe('sales in the last minutes', () => {
  test('are the sums up to each counted minute, beside those of the same time in the weeks before', async () => {
    const [draw, week, fortnight, void_] = (await createDraws(
      database.owner,
      [3, 4, 5, 6].map((at) => ({ closesIn: at * minute, drawsIn: (at + 1) * minute })),
    )) as [string, string, string, string];
    const earlier: [string, number, string][] = [
      [week, 7, 'open'],
      [fortnight, 14, 'open'],
      [void_, 21, 'void'],
    ];
    for (const [id, days, status] of earlier) {
      await changeHistory(
        database.owner,
        `update draw d set draws_at = n.draws_at - $2 * interval '1 day', closes_at = n.closes_at - $2 * interval '1 day',
           opens_at = n.opens_at - $2 * interval '1 day', status = $3
         from draw n where n.id = $4 and d.id = $1`,
        [id, days, status, draw],
      );
    }
    const [at] = await database.owner.query<{ close: Date; now: Date }>(
      `select closes_at as close, date_trunc('minute', clock_timestamp()) as now from draw where id = $1`,
      [draw],
    );
    const first = Math.floor(at!.close.getTime() / minute) * minute - 5 * minute;
    const sell = (id: string, days: number, at: number, stakes: number) =>
      database.owner.query(
        'insert into draw_minute (draw_id, at, bet_type, tickets, stakes) values ($1, $2, 1, 1, $3)',
        [id, new Date(at - days * 24 * 60 * minute), stakes],
      );
    for (const [id, days, stakes] of [
      [draw, 0, 500],
      [week, 7, 300],
      [fortnight, 14, 700],
      [void_, 21, 9_000],
    ] as const) {
      await sell(id, days, first - 10 * minute, stakes);
      await sell(id, days, first, 100);
    }
    await database.owner.query(`update sales_counted set through = $1`, [new Date(first + minute)]);
    const { from, closesAt, sold, usual } = (await read<{ data: Curve }>(people.support, `/draws/${draw}/curve`)).data;
    expect([Date.parse(from), closesAt]).toEqual([first, at!.close.toISOString()]);
    expect(sold.map(({ stakes }) => stakes)).toEqual([500, 600]);
    expect(usual[0]).toMatchObject({ mean: 500, least: 300, most: 700 });
    expect(usual.at(-1)).toEqual({ at: closesAt, mean: 600, least: 400, most: 800 });
    expect((await people.support.get(`/draws/${crypto.randomUUID()}/curve`)).statusCode).toBe(404);
    expect((await people.admin.get(`/draws/${draw}/curve`)).statusCode).toBe(403);
  });
});

describe('draws', () => {
  test('are listed in pages in both directions, without missing or repeated draws', async () => {
    for (let index = 0; index < 7; index++) await createDraw(database.owner, { closesIn: (30 + index) * minute });
    for (const order of ['draws', '-draws']) {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const cursor: string = next === null ? '' : `&cursor=${next}`;
        const page: Listed = await read(people.risk, `/draws?order=${order}&limit=3${cursor}`);
        seen.push(...page.data.map(({ drawsAt }) => drawsAt));
        ({ next } = page.meta);
      } while (next !== null);
      const sorted = seen.toSorted();
      expect(seen).toEqual(order === 'draws' ? sorted : sorted.toReversed());
      expect(new Set(seen).size).toBe(seen.length);
      const [count] = await database.owner.query<{ count: number }>('select count(*) as count from draw');
      expect(seen).toHaveLength(count!.count);
    }
  });

  test('are found by day, status, kind and late step', async () => {
    await untilDayLasts();
    const [today] = await database.owner.query<{ day: string; next: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD') as day,
         to_char(clock_timestamp() at time zone 'UTC' + interval '300 days', 'YYYY-MM-DD') as next`,
    );
    const settled = await createSettledDraw();
    const stuck = await createDraw(database.owner, { closesIn: 10 * minute });
    await moveDraw(database.owner, stuck, { closesIn: -30_000, drawsIn: 5 * minute });
    const ids = async (filters: string) =>
      (await read<Listed>(people.auditor, `/draws?limit=100&${filters}`)).data.map(({ id }) => id);
    expect(await ids(`day=${today!.day}`)).toEqual(expect.arrayContaining([settled, stuck]));
    expect(await ids(`day=${today!.next}`)).toEqual([]);
    expect(await ids('status=settled,void')).toContain(settled);
    expect(await ids('status=settled,void')).not.toContain(stuck);
    expect(await ids('kind=5')).toContain(settled);
    expect(await ids('kind=1')).toEqual([]);
    expect(await ids('kind=-1,2')).toContain(settled);
    expect(await ids('status=-settled,void')).toContain(stuck);
    expect(await ids('status=-settled,void')).not.toContain(settled);
    expect(await ids('needs=somebody')).toEqual([stuck]);
    expect(await ids(`day=${today!.day}..${today!.next}`)).toEqual(expect.arrayContaining([settled, stuck]));
    expect(await ids('staked=1000..1000')).toContain(settled);
    expect(await ids('staked=1001..')).not.toContain(settled);
    expect(await ids('staked=..999')).toEqual(expect.arrayContaining([stuck]));
    const { net } = (await read<Listed>(people.draws, '/draws?limit=100')).data.find(({ id }) => id === settled)!;
    expect(await ids(`net=${net}..${net}`)).toContain(settled);
    expect(await ids(`net=..${net! - 1}`)).not.toContain(settled);
    // One is finished, and its lateness was recorded; the other is not.
    expect(await ids('late=closed')).toEqual(expect.arrayContaining([settled, stuck]));
    expect(await ids('late=paid')).not.toContain(stuck);
    const [row] = (await read<Listed>(people.draws, '/draws?needs=somebody')).data;
    expect(row).toMatchObject({ id: stuck, late: { step: 'closed' }, tickets: 0, staked: 0, paid: null, net: null });
    expect(row!.late!.seconds).toBeGreaterThan(29);
    const first = async (from: string) =>
      (await read<Listed>(people.draws, `/draws?order=draws&limit=1&from=${from}`)).data[0]?.id;
    expect(await first(row!.drawsAt)).toBe(stuck);
    expect(await first(new Date(Date.parse(row!.drawsAt) + 1).toISOString())).not.toBe(stuck);
    expect((await people.draws.get('/draws?late=never')).statusCode).toBe(400);
    expect((await people.draws.get('/draws?cursor=x')).statusCode).toBe(400);
    await moveDraw(database.owner, stuck, { closesIn: 10 * minute, drawsIn: 11 * minute });
  });

  test('what the house has won is summed up by five minutes, quarters of an hour and two hours', async () => {
    const partsOf = async (span: string) => (await read<House>(people.support, `/house-results?span=${span}`)).data;
    const sumOf = async (span: string) => {
      const sums = { draws: 0, below: 0, net: 0 };
      for (const part of await partsOf(span))
        for (const what of ['draws', 'below', 'net'] as const) sums[what] += part[what];
      return sums;
    };
    const before = { hours: await sumOf('hours'), week: await sumOf('week') };
    const now = await createSettledDraw();
    const [earlier, older] = [await createSettledDraw(), await createSettledDraw()];
    for (const [id, days] of [
      [earlier, 2],
      [older, 8],
    ] as const) {
      await changeHistory(
        database.owner,
        `update draw set draws_at = draws_at - $2 * interval '1 day', closes_at = closes_at - $2 * interval '1 day',
           opens_at = opens_at - $2 * interval '1 day' where id = $1`,
        [id, days],
      );
    }
    const { data } = await read<Listed>(people.draws, '/draws?status=settled&limit=100');
    const nets = [now, earlier].map((one) => data.find(({ id }) => id === one)!.net!);
    const after = (span: 'hours' | 'week', added: readonly number[]) => ({
      draws: before[span].draws + added.length,
      below: before[span].below + added.filter((net) => net < 0).length,
      net: before[span].net + added.reduce((sum, net) => sum + net, 0),
    });
    expect(await sumOf('hours')).toEqual(after('hours', nets.slice(0, 1)));
    expect(await sumOf('week')).toEqual(after('week', nets));
    for (const [span, minutes] of [
      ['hours', 5],
      ['day', 15],
      ['week', 120],
    ] as const) {
      const parts = await partsOf(span);
      expect(parts.filter(({ at }) => Date.parse(at) % (minutes * minute) !== 0)).toEqual([]);
      expect(parts.map(({ at }) => at)).toEqual(parts.map(({ at }) => at).toSorted());
    }
    expect((await people.support.get('/house-results?span=year')).statusCode).toBe(400);
    expect((await people.admin.get('/house-results')).statusCode).toBe(403);
  });

  test('draws with a late step, or of a former kind, are found without reading the others', async () => {
    const undone = new Error('undone');
    const trial = database.owner.transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      // Three thousand that came in time, and a late one long ago, which was of another kind.
      await tx.query(
        `insert into draw (id, draws_at, opens_at, closes_at, rules, status, result, closed_at, sealed_at, drawn_at, dues_listed_at, finished_at, was_late)
         select gen_random_uuid(), at, at - interval '1 day', at - interval '30 s', 'izi-1', 'settled', 123456789, at - interval '30 s',
           at - interval '29 s', at + w.late, at + w.late, at + w.late, n = 1
         from (select n, case when n = 1 then timestamptz '2020-01-15' else '2024-01-01' end + n * interval '5 min' as at from generate_series(1, 3000) n) d
         cross join lateral (select case when n = 1 then interval '1 min' else '0' end as late) w`,
      );
      await tx.query(
        `insert into commitment (draw_id, record, commitment, signature, secrets, operator_key)
         select id, decode(repeat('00', 137), 'hex'), sha256(''), sha256('') || sha256(''), '', sha256('') from draw where draws_at < '2025-01-01'`,
      );
      await tx.query(
        `insert into timetable_version (number, begins_at, every_minutes, close_seconds_before, time_zone, request_id)
         values (2, '2020-01-01', 15, 30, 'UTC', gen_random_uuid()), (3, '2020-02-01', 5, 30, 'UTC', gen_random_uuid()),
           (4, '2024-01-05', 15, 30, 'UTC', gen_random_uuid()), (5, '2024-01-03', 10, 30, 'UTC', gen_random_uuid()),
           (6, '2024-01-08', 15, 30, 'UTC', gen_random_uuid()), (7, '2024-01-08', 5, 30, 'UTC', gen_random_uuid())`,
      );
      await tx.query('analyze draw, commitment');
      const list = (kind: number[] | null, late: string[] | null, to: Date | null) => () =>
        tx.query(
          'select item from console.list_draws($1, null, $4, null, $2, $3, false, null, null, null, false, 50)',
          [people.auditor.token, kind, late, to],
        );
      // Those of the other tests are late too.
      const until = new Date('2025-01-01');
      expect(await list(null, ['drawn'], until)()).toHaveLength(1);
      expect(await countReads(tx, 'draw', list(null, ['drawn'], until))).toBeLessThan(100);
      expect(await list([15], null, until)()).toHaveLength(1);
      expect(await countReads(tx, 'draw', list([15], null, until))).toBeLessThan(100);
      expect(await countReads(tx, 'draw', list([60], null, null))).toBe(0);
      // The times of a kind are those of timetable_at, for versions that begin in any order.
      const wrong = await tx.query(
        `select draws_at, k from draw cross join unnest(array[5, 10, 15, 60]) k
         where coalesce(console.times_of_kinds(array[k]) @> draws_at, false) <> ((timetable_at(draws_at)).every_minutes = k)`,
      );
      expect(wrong).toEqual([]);
      throw undone;
    });
    await expect(trial).rejects.toBe(undone);
  });

  test('show what they sold and paid, their life and seal and neighbours, and can be verified', async () => {
    const before = await createSettledDraw();
    const id = await createSettledDraw();
    const draw = await open(id);
    const [paid] = await database.owner.query<{ amount: number }>(
      `select coalesce(sum(amount), 0)::bigint as amount from posting where kind = 'payout' and draw_id = $1`,
      [id],
    );
    expect(draw.sales.map(({ name, tickets, staked }) => ({ name, tickets, staked }))).toEqual([
      { name: 'IziOne', tickets: 9, staked: 900 },
      { name: 'Izi3x', tickets: 1, staked: 100 },
    ]);
    expect(draw.sales[0]).toMatchObject({ won: 1, paid: 600 });
    expect(draw.total).toMatchObject({ tickets: 10, staked: 1_000, paid: paid!.amount });
    expect(draw.dues).toEqual({
      owed: draw.total.won,
      owedAmount: paid!.amount,
      paid: draw.total.won,
      paidAmount: paid!.amount,
      players: 1,
    });
    expect(draw.life.map(({ step }) => step)).toEqual([
      'committed',
      'open',
      'closed',
      'sealed',
      'drawn',
      'listed',
      'paid',
    ]);
    expect(draw.life.every(({ planned, real }) => planned !== null && real !== null)).toBe(true);
    expect(draw.seal).toMatchObject({ tickets: 10, totalStake: 1_000 });
    expect(draw.sealBefore).toMatchObject({ drawId: before });
    expect((await open(before)).sealAfter).toMatchObject({ drawId: id, hash: draw.seal!.hash });

    const verify = async () =>
      (await read<AnswerOf<typeof contract.verifyDraw>>(people.auditor, `/draws/${id}/verification`)).data;
    const steps = await verify();
    expect(steps.filter(({ state }) => state === 'passed').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['draw', 'rules', 'commitment', 'seal', 'seal-chain', 'leaves', 'root', 'seed', 'result']),
    );
    // The draw was moved, so that the test need not wait, and its signed record was not.
    expect(steps.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual(['shown']);
    await changeHistory(
      database.owner,
      'update seal set record = set_byte(record, 100, 255 - get_byte(record, 100)) where draw_id = $1',
      [id],
    );
    expect((await verify()).find(({ name }) => name === 'root')).toMatchObject({ state: 'failed' });
    expect((await people.draws.get('/draws/01990000-0000-7000-8000-000000000000')).statusCode).toBe(404);
  });

  test('name the draws before and after them', async () => {
    // Far ahead of the draws of the other tests, of which none comes between.
    const twoDays = 2 * 24 * 60 * minute;
    const [first, second, third] = await createDraws(
      database.owner,
      [1, 2, 3].map((at) => ({ closesIn: twoDays + at * minute, drawsIn: twoDays + (at + 1) * minute })),
    );
    const besides = await Promise.all([first!, second!, third!].map(open));
    expect(besides.map(({ drawBefore }) => drawBefore?.id).slice(1)).toEqual([first, second]);
    expect(besides.map(({ drawAfter }) => drawAfter)).toEqual([
      { id: second, drawsAt: besides[1]!.drawsAt },
      { id: third, drawsAt: besides[2]!.drawsAt },
      null,
    ]);
  });

  test('have their tickets by time and their winners by size, page by page, with players and when they were paid', async () => {
    const id = await createSettledDraw();
    type Page = AnswerOf<typeof contract.listDrawTickets>;
    const all = async (filters: string) => {
      const seen: Page['data'][number][] = [];
      let next: string | null = null;
      do {
        const cursor: string = next === null ? '' : `&cursor=${next}`;
        const page: Page = await read(people.risk, `/draws/${id}/tickets?limit=3${filters}${cursor}`);
        seen.push(...page.data);
        ({ next } = page.meta);
      } while (next !== null);
      return seen;
    };
    const tickets = await all('');
    expect(tickets).toHaveLength(10);
    expect(new Set(tickets.map(({ id: one }) => one)).size).toBe(10);
    const times = tickets.map(({ acceptedAt }) => acceptedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const winners = await all('&winners=yes');
    expect(winners.map(({ paid }) => paid)).toEqual(winners.map(({ paid }) => paid).toSorted((a, b) => b! - a!));
    expect(winners.map(({ id: one }) => one).toSorted()).toEqual(
      tickets
        .filter(({ status }) => status === 'win')
        .map(({ id: one }) => one)
        .toSorted(),
    );
    const won = winners.find(({ name }) => name === 'IziOne')!;
    expect(won).toMatchObject({ stake: 100, paid: 600, places: [true], paidAt: expect.any(String) });
    expect(tickets.filter(({ status }) => status === 'lost')[0]).toMatchObject({ paid: 0, paidAt: null });
    expect(await all('&name=Izi3x')).toHaveLength(1);
    expect(await all('&stake=101..')).toEqual([]);
    const standing = (wanted: string) => tickets.filter(({ status }) => status === wanted).map(({ id: one }) => one);
    expect((await all('&status=win')).map(({ id: one }) => one)).toEqual(standing('win'));
    expect((await all('&status=-win')).map(({ id: one }) => one)).toEqual(standing('lost'));
    expect(await all('&status=pending,void')).toEqual([]);
    expect(await all(`&player=${won.id}`)).toMatchObject([{ id: won.id }]);
    expect(await all('&player=Nobody')).toEqual([]);
    expect((await people.risk.get('/draws/01990000-0000-7000-8000-000000000000/tickets')).statusCode).toBe(404);
    expect((await people.draws.get(`/draws/${id}/tickets`)).statusCode).toBe(403);
  });

  test('draws on sale show what they have sold so far', async () => {
    const id = await createDraw(database.owner, { closesIn: 10 * minute });
    await placeBets(desk, await createPlayer(database.owner, { dep: 300 }), [newTicket(id), newTicket(id)]);
    const draw = await open(id);
    expect(draw.sales).toEqual([{ name: 'IziOne', tickets: 2, staked: 200, won: null, paid: null }]);
    expect(draw).toMatchObject({ total: { tickets: 2, staked: 200, paid: null }, dues: null, seal: null, late: null });
    const { data: listed } = await read<Listed>(people.draws, '/draws?status=open');
    expect(listed.find((one) => one.id === id)).toMatchObject({ tickets: 2, staked: 200, paid: null });
  });
});

describe('sales', () => {
  test('are stopped by one operator, and started again by two others', async () => {
    const id = await createDraw(database.owner, { closesIn: 10 * minute });
    const body = { drawId: id, name: 'IziOne', sentence: 'Back at noon.', reason: 'A price looks wrong' };
    const stopped = await people.draws.post('/stops', body);
    expect(stopped.statusCode, stopped.body).toBe(201);
    expect((await people.risk.post('/stops', body)).json()).toMatchObject({ code: 'conflict' });
    const [stop] = (await read<{ data: Stops }>(people.risk, '/stops?active=yes')).data;
    expect(stop).toMatchObject({
      id: stopped.json<{ data: { id: string } }>().data.id,
      draw: { id },
      name: 'IziOne',
      sentence: 'Back at noon.',
      reason: 'A price looks wrong',
      stoppedBy: people.draws.name,
      own: false,
      endedAt: null,
      asked: null,
    });
    expect((await open(id)).stops).toMatchObject([{ id: stop!.id, name: 'IziOne', ofAllDraws: false }]);
    const players = createDrawReader(database.db, { timeZone: 'UTC', everyMinutes: 5 });
    expect((await players.get(id)).data.stops).toMatchObject([{ name: 'IziOne', sentence: 'Back at noon.' }]);
    const player = await createPlayer(database.owner, { dep: 300 });
    await expect(placeBets(desk, player, [newTicket(id)])).rejects.toMatchObject({ code: 'sales_stopped' });

    const start = { kind: 'start_sales', about: stop!.id };
    expect((await people.draws.post('/requests', { ...start, reason: 'All is well' })).json()).toMatchObject({
      code: 'conflict',
    });
    expect(await askAndApprove(people.risk, start, people.compliance)).toBe('done');
    await placeBets(desk, player, [newTicket(id)]);
    expect((await players.get(id)).data.stops).toEqual([]);
    const [ended] = (await read<{ data: Stops }>(people.auditor, '/stops?active=no')).data;
    expect(ended).toMatchObject({ id: stop!.id });
    expect(ended!.request).not.toBeNull();
    expect((await people.risk.post('/requests', { ...start, reason: 'Once more' })).statusCode).toBe(404);
  });

  test('are listed in pages', async () => {
    const draws = [];
    for (let index = 0; index < 5; index++) draws.push(await createDraw(database.owner, { closesIn: 10 * minute }));
    for (const drawId of draws) await people.risk.post('/stops', { drawId, sentence: 'Later', reason: 'A test' });
    const first = await read<Listed & { data: Stops }>(people.risk, '/stops?limit=3&active=yes');
    const second = await read<{ data: Stops }>(people.risk, `/stops?limit=3&active=yes&cursor=${first.meta.next}`);
    const seen = [...first.data, ...second.data] as Stops;
    expect(seen.map(({ draw }) => draw!.id)).toEqual(draws.toReversed());
    await database.owner.query('update sales_stop set ended_at = clock_timestamp() where ended_at is null');
  });
});

test('a draw is called off by two operators: players read a sentence in their language, and operators the reason', async () => {
  const id = await createDraw(database.owner, { closesIn: 10 * minute });
  const reason = 'The wrong prizes were announced for it';
  const callingOff = { kind: 'call_off_draw', values: told, reason };
  expect(await askAndApprove(people.draws, { ...callingOff, about: id }, people.compliance)).toBe('done');
  while (await settleDueDraw(database.worker));
  const draw = await open(id);
  expect(draw).toMatchObject({ status: 'void', calledOff: { reason, ...told }, late: null });
  const players = createDrawReader(database.db, { timeZone: 'UTC', everyMinutes: 5 });
  expect((await players.get(id)).data).toMatchObject({ status: 'void', calledOff: { reason: told.toldEn } });
  expect((await players.get(id, 'fr')).data).toMatchObject({ calledOff: { reason: told.toldFr } });
  expect(draw.requests).toMatchObject([{ kind: 'call_off_draw', status: 'done', askedBy: people.draws.name }]);
  const [listed] = (await read<Listed>(people.draws, '/draws?status=void')).data;
  expect(listed).toMatchObject({ id, calledOff: true });
  // An operator who only sees draws does not see who asked for what.
  expect((await read<{ data: Opened }>(people.support, `/draws/${id}`)).data.requests).toEqual([]);

  const late = await createDraw(database.owner, { closesIn: minute });
  const callOff = (about: string) => people.draws.post('/requests', { ...callingOff, about });
  expect((await callOff(late)).json()).toMatchObject({ code: 'conflict', unmet: { code: 'closes_in_a_minute' } });
  const unknown = await callOff('01990000-0000-7000-8000-000000000000');
  expect(unknown.statusCode).toBe(404);
});

test('a call-off waits no longer than the draw can be called off, is asked for once, and closes by itself when it is too late', async () => {
  const id = await createDraw(database.owner, { closesIn: 5 * minute });
  const player = await createPlayer(database.owner, { dep: 1_000 });
  await placeBets(desk, player, [newTicket(id)]);
  const act = { kind: 'call_off_draw', about: id, values: told };
  const { closesAt } = await open(id);
  const latest = new Date(Date.parse(closesAt) - minute).toISOString();
  const { data: tried } = (await people.draws.post('/requests/trial', act)).json();
  const facts = { tickets: 1, staked: 100, worst: null };
  expect(tried).toMatchObject({ expiresAt: latest, facts });
  const asked = (await people.draws.post('/requests', { ...act, reason: 'Wrong prizes' })).json().data.id as string;
  const again = await people.draws.post('/requests', { ...act, reason: 'Wrong prizes' });
  expect(again.json()).toMatchObject({ unmet: { code: 'not_asked_already' } });
  await placeBets(desk, player, [newTicket(id)]);
  const seen = async () => (await read<{ data: object }>(people.compliance, `/requests/${asked}`)).data;
  expect(await seen()).toMatchObject({ facts, nowFacts: { tickets: 2, staked: 200 }, expiresAt: latest });
  await moveDraw(database.owner, id, { closesIn: minute, drawsIn: 2 * minute });
  await carryOut();
  const failure = { code: 'closes_in_a_minute', params: null };
  expect(await seen()).toMatchObject({ status: 'failed', failure, approvedBy: null, mayApprove: false });
  const waiting = await read<{ data: object[] }>(people.compliance, '/requests?whose=for_me');
  expect(waiting.data).toEqual([]);
  await moveDraw(database.owner, id, { closesIn: 5 * minute, drawsIn: 6 * minute });
});

test('an approved call-off that comes too late fails, and names the check that is not met', async () => {
  const id = await createDraw(database.owner, { closesIn: 10 * minute });
  const asked = await people.draws.post('/requests', {
    kind: 'call_off_draw',
    about: id,
    values: told,
    reason: 'Wrong prizes',
  });
  const request = asked.json<{ data: { id: string } }>().data.id;
  await people.compliance.post(`/requests/${request}/decision`, { decision: 'approve', reason: 'Yes' });
  await moveDraw(database.owner, id, { closesIn: minute / 2, drawsIn: minute });
  await carryOut();
  const { data } = await read<{ data: { status: string; failure: object } }>(people.draws, `/requests/${request}`);
  expect(data).toMatchObject({ status: 'failed', failure: { code: 'closes_in_a_minute', params: null } });
  expect((await open(id)).status).toBe('open');
});

test('the timetable can be previewed, and is changed by two operators', async () => {
  const plan = { timetable: { everyMinutes: 5, closeSecondsBefore: 30, timeZone: 'Africa/Abidjan' }, daysAhead: 1 / 8 };
  await fillTimetable(database.worker, { ...plan, keys: testKeys, chain: null, patienceHours: 24 });
  type Timetable = AnswerOf<typeof contract.getTimetable>['data'];
  const timetable = (await read<{ data: Timetable }>(people.risk, '/timetable')).data;
  expect(timetable).toMatchObject({
    current: 1,
    versions: [{ number: 1, beginsAt: null, everyMinutes: 5, request: null }],
  });

  type Trial = AnswerOf<typeof contract.tryTimetable>['data'];
  const beginsAt = new Date(Math.ceil((Date.now() + 5 * minute) / (60 * minute)) * 60 * minute).toISOString();
  const trial = async (query: string) =>
    (await read<{ data: Trial }>(people.draws, `/timetable/trial?closeSecondsBefore=60&${query}`)).data;
  const later = await trial('everyMinutes=15');
  expect(later).toMatchObject({ beginsAt: timetable.committedUntil, calledOff: 0, kept: 0, hasTickets: false });
  expect(later.wanted.length).toBe(8);
  const sooner = await trial(`everyMinutes=15&beginsAt=${beginsAt}`);
  expect(sooner.calledOff).toBeGreaterThan(0);
  expect(sooner.today.length).toBe(24);

  const values = { everyMinutes: 15, closeSecondsBefore: 60 };
  // The approver sees what happens to the committed draws.
  const { calledOff, kept } = sooner;
  const asked = await people.draws.post('/requests/trial', { kind: 'timetable', values: { ...values, beginsAt } });
  expect(asked.json().data.facts).toEqual({ firstDrawAfter: beginsAt, calledOff, kept });
  const change = (different: object) =>
    people.draws.post('/requests', { kind: 'timetable', values: { ...values, ...different }, reason: 'Try' });
  const refused = await change({ closeSecondsBefore: 900 });
  expect(refused.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: 'closeSecondsBefore' }] });
  for (const wrong of [{ everyMinutes: 7 }, { closeSecondsBefore: 0 }, { beginsAt: 'tomorrow' }]) {
    expect((await change(wrong)).statusCode).toBe(400);
  }
  expect(await askAndApprove(people.draws, { kind: 'timetable', values }, people.compliance)).toBe('done');
  const after = (await read<{ data: Timetable }>(people.auditor, '/timetable')).data;
  expect(after.versions.map(({ number }) => number)).toEqual([2, 1]);
  expect(after.versions[0]).toMatchObject({ everyMinutes: 15, closeSecondsBefore: 60 });
  expect(after.current).toBe(1);
});
