import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/replay.ts';
import type { listPlayerStatement } from '#contract/operator/players.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import {
  changeHistory,
  createDraw,
  drawWithResult,
  moveDraw,
  newTicket,
  openDesk,
  readClock,
} from '#tests/support/players/play.ts';

type Day = AnswerOf<typeof contract.getPlayerDay>['data'];
type DayPage = AnswerOf<typeof contract.replayPlayer>;
type DayLine = DayPage['data'][number];
type DrawPage = AnswerOf<typeof contract.replayDraw>;
type Statement = AnswerOf<typeof listPlayerStatement>;

let site: PaymentDesk;
let desk: TicketDesk;
let support: SignedInOperator;
let risk: SignedInOperator;
let draws: SignedInOperator;
let auditor: SignedInOperator;

beforeAll(async () => {
  await untilDayLasts();
  site = await startPaymentDesk();
  desk = await openDesk(site);
  support = await site.operator('support');
  risk = await site.operator('risk');
  draws = await site.operator('draws');
  auditor = await site.operator('auditor');
});
afterAll(async () => {
  desk.clock.stop();
  await site.close();
});

/** A withdrawal to it fails for certain. */
const failing = '+2250707070700';
const order = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const dayMs = 24 * 60 * 60 * 1_000;

async function read<T>(operator: SignedInOperator, path: string): Promise<T> {
  const answer = await operator.get(path);
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  return answer.json<T>();
}

/** All lines of a paged list, read in pages of this size. */
async function readAll<T extends { data: readonly unknown[]; meta: { next: string | null } }>(
  operator: SignedInOperator,
  path: string,
  limit = 100,
): Promise<T['data'][number][]> {
  const lines: unknown[] = [];
  for (let cursor = ''; ;) {
    const page = await read<T>(operator, `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`);
    expect(page.data.length).toBeLessThanOrEqual(limit);
    lines.push(...page.data);
    if (page.meta.next === null) return lines;
    cursor = `&cursor=${page.meta.next}`;
  }
}

/** Today and days before it, by the database's clock in Abidjan, which is UTC. */
const dayAgo = async (days: number) =>
  new Date((await readClock(site.owner)) - days * dayMs).toISOString().slice(0, 10);

/** The wallet is what each line says, from line to line, and no line is missing between two. */
function follow({ opening, closing, sums }: Day, lines: readonly DayLine[]): void {
  let { dep, win } = opening;
  for (const line of lines) {
    if (line.wallet === 'dep') dep += line.amount!;
    if (line.wallet === 'win') win += line.amount!;
    expect([line.id, line.dep, line.win]).toEqual([line.id, dep, win]);
  }
  expect([dep, win]).toEqual([closing.dep, closing.win]);
  const added = new Map<string, number>();
  for (const { kind, amount } of lines) if (amount !== null) added.set(kind, (added.get(kind) ?? 0) + amount);
  expect(Object.fromEntries(sums.map(({ kind, amount }) => [kind, amount]))).toEqual(Object.fromEntries(added));
}

const note = (clientId: number, kind: string, detail = {}) =>
  site.owner.query(`select record_security_event($1, $2, null, null, null, $3)`, [
    clientId,
    kind,
    JSON.stringify(detail),
  ]);

test('a day of a player has all events in order, and each balance follows from the one before', async () => {
  const awa = await site.join({ win: 300, phone: failing });
  const { clientId } = awa.signedIn;
  await note(clientId, 'sign_in', { device: 'Chrome on Android' });
  await note(clientId, 'sign_in_failed');
  await note(clientId, 'limit_raised', { limit: 'stake', period: 'day' });
  const { data: payment } = (await awa.deposit({ amount: 1_000 })).body;
  await site.decide(payment, 'approve');
  await untilPasses(async () => expect((await awa.payment(payment.id)).status).toBe('succeeded'));
  const [drawn, voided] = [await createDraw(site.owner), await createDraw(site.owner)];
  const winner = newTicket(drawn, { selectedNumbers: ['1'], betAmount: 800 });
  const loser = newTicket(drawn, { selectedNumbers: ['9'], betAmount: 100 });
  // Its stake is paid from both wallets.
  const refunded = newTicket(voided, { betAmount: 200 });
  await placeBets(desk, awa.signedIn, [winner, loser]);
  await placeBets(desk, awa.signedIn, [refunded]);
  await drawWithResult(site.owner, drawn, order);
  while (await settleDueDraw(site.worker));
  await moveDraw(site.owner, voided, { closesIn: -2_000, drawsIn: -1_000 });
  while (await closeDueDraw(site.worker));
  while (await voidLostDraw(site.worker));
  while (await settleDueDraw(site.worker));
  const { data: withdrawal } = (await awa.withdraw({ amount: 500 })).body;
  await untilPasses(async () => {
    await site.sweep();
    expect((await awa.payment(withdrawal.id)).status).toBe('failed');
  });
  await site.owner.query(
    `select post_adjustment($1, $2, 'adjustment', 'client_win', 70, 'jo', 'counted twice', 'We owed you this.')`,
    [clientId, randomUUID()],
  );
  for (const act of [
    `console.tighten_limit($1, $2, 'stake', 'week', 40000, 'a test')`,
    `console.lock_player($1, $2, 'play', 'a test')`,
    `console.start_break($1, $2, 'day', 'a test', 'UTC')`,
  ]) {
    await site.console.query(`select ${act}`, [risk.token, clientId]);
  }
  await note(clientId, 'identity_sent');
  await site.owner.query(
    `insert into notice (client_id, kind, subject, amount, happened_at, due_at, told_at)
     values ($1, 'win', $2, 4800, now(), null, clock_timestamp())`,
    [clientId, drawn],
  );
  // Another player's notice must not show.
  await note((await site.join({ win: 5 })).signedIn.clientId, 'sign_in');

  const lines = await readAll<DayPage>(risk, `/clients/${clientId}/replay`);
  const day = (await read<{ data: Day }>(risk, `/clients/${clientId}/day`)).data;
  follow(day, lines);
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted());
  expect(lines.map(({ id }) => id)).toEqual([...new Set(lines.map(({ id }) => id))]);

  // Its closing sums, computed in other ways: the wallet as it is, the postings, the statement.
  const [wallet] = await site.owner.query('select dep, win, held, owed from wallet where client_id = $1', [clientId]);
  expect(day.closing).toEqual(wallet);
  expect(day.opening).toEqual({ dep: 0, win: 0, held: 0, owed: 0 });
  const money = lines.filter(({ what }) => what === 'money');
  const statement = await readAll<Statement>(risk, `/clients/${clientId}/statement`);
  expect(money.map(({ at, kind, wallet: of, amount, dep, win }) => ({ at, kind, of, amount, dep, win }))).toEqual(
    statement.toReversed().map(({ at, kind, wallet: of, amount, dep, win }) => ({ at, kind, of, amount, dep, win })),
  );
  const summed = await site.owner.query<{ kind: string; amount: number }>(
    `select p.kind::text, sum(case when p.from_account in ('client_dep', 'client_win') then -p.amount else p.amount end)::bigint as amount
     from posting p where p.client_id = $1 group by p.kind order by p.kind`,
    [clientId],
  );
  expect(day.sums.map(({ kind, amount }) => ({ kind, amount }))).toEqual(summed);

  const found = (what: DayLine['what']) => lines.filter((line) => line.what === what);
  expect(found('money').map(({ kind }) => kind)).toEqual(
    'adjustment deposit bet bet bet bet payout refund refund withdrawal withdrawal_returned adjustment'.split(' '),
  );
  expect(found('account').map(({ kind }) => kind)).toEqual([
    'sign_in',
    'sign_in_failed',
    'limit_raised',
    'identity_sent',
  ]);
  expect(found('account')[0]!.detail).toEqual({ device: 'Chrome on Android' });
  const events = await site.owner.query<{ kind: string }>(
    `select e.kind::text from payment_event e join payment p on p.id = e.payment_id where p.client_id = $1 order by e.id`,
    [clientId],
  );
  expect(found('payment').map(({ kind }) => kind)).toEqual(events.map(({ kind }) => kind));
  expect(found('payment').at(-1)).toMatchObject({
    payment: { id: withdrawal.id, direction: 'withdrawal', amount: 500, status: 'failed' },
  });
  expect(found('draw')).toMatchObject([
    { kind: 'drawn', draw: { id: drawn, result: order.map(String), tickets: 2, staked: 900, won: 4_800 } },
    { kind: 'void', draw: { id: voided, result: null, tickets: 1, staked: 200, won: 200 } },
  ]);
  expect(found('money').find(({ kind }) => kind === 'payout')).toMatchObject({
    amount: 4_800,
    draw: { id: drawn },
    ticket: { name: 'IziOne', selectedNumbers: ['1'], betAmount: 800 },
  });
  expect(found('money').at(-1)).toMatchObject({
    who: 'jo',
    detail: { reason: 'counted twice', told: 'We owed you this.' },
  });
  expect(found('limit')).toMatchObject([
    { kind: 'limit_set', who: risk.name, detail: { limit: 'stake', period: 'week', amount: 40_000, reason: 'a test' } },
  ]);
  expect(found('lock')).toMatchObject([{ kind: 'lock_begun', who: risk.name, detail: { lock: 'play' } }]);
  expect(found('break')).toMatchObject([{ kind: 'break_begun', detail: { break: 'day' } }]);
  expect(found('notice')).toMatchObject([{ kind: 'win', draw: { id: drawn }, detail: { amount: 4_800 } }]);

  // Small pages are the same, and so is the file.
  expect(await readAll<DayPage>(risk, `/clients/${clientId}/replay`, 1)).toEqual(lines);
  expect(await readAll<DayPage>(risk, `/clients/${clientId}/replay`, 7)).toEqual(lines);
  const file = await auditor.get(`/clients/${clientId}/replay?day=${await dayAgo(0)}&as=csv`);
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(lines.length + 1);
  // Support does not see decisions about documents.
  const theirs = await readAll<DayPage>(support, `/clients/${clientId}/replay`);
  expect(theirs).toEqual(lines.filter(({ kind }) => kind !== 'identity_sent'));

  const [looks] = await site.owner.query<{ looks: number }>(
    `select count(*) as looks from console.view_log where subject = $1 and what = 'replay'`,
    [`client ${clientId}`],
  );
  expect(looks!.looks).toBeGreaterThan(0);
  await expectBooksBalance(site.owner);
});

test('a day ends where the next one begins, also if a posting has a time before the one it follows', async () => {
  const awa = await site.join({ dep: 10_000 });
  const { clientId } = awa.signedIn;
  const draw = await createDraw(site.owner, { closesIn: 600_000 });
  for (let bet = 0; bet < 12; bet += 1)
    await placeBets(desk, awa.signedIn, [newTicket(draw, { betAmount: 100 * (bet + 1) })]);
  const postings = await site.owner.query<{ id: number; dep: number }>(
    'select id, dep_after as dep from posting where client_id = $1 order by id',
    [clientId],
  );
  const midnight = `${await dayAgo(1)}T00:00:00Z`;
  // Three days, and at each midnight two that are stamped the other way round.
  const stamps = [
    -90_000_000, -5_000, 2, -3, 1_000, 1_000, 5_000, 86_399_990, 86_400_004, 86_399_999, 86_400_001, 86_401_000,
    86_402_000,
  ];
  for (const [index, { id }] of postings.entries()) {
    await changeHistory(
      site.owner,
      `update posting set at = $3::timestamptz + $4 * interval '1 ms' where client_id = $1 and id = $2`,
      [clientId, id, midnight, stamps[index]!],
    );
  }
  const days = [];
  for (const ago of [3, 2, 1, 0]) {
    const of = await dayAgo(ago);
    const lines = await readAll<DayPage>(risk, `/clients/${clientId}/replay?day=${of}`, 3);
    const day = (await read<{ data: Day }>(risk, `/clients/${clientId}/day?day=${of}`)).data;
    follow(day, lines);
    days.push({ day, lines });
  }
  for (const [index, { day }] of days.slice(1).entries()) expect(day.opening).toEqual(days[index]!.day.closing);
  expect(days.flatMap(({ lines }) => lines.map(({ dep }) => dep))).toEqual(postings.map(({ dep }) => dep));
  expect(days.map(({ lines }) => lines.length)).toEqual([1, 3, 6, 3]);
  const [wallet] = await site.owner.query<{ dep: number }>('select dep from wallet where client_id = $1', [clientId]);
  expect(days.at(-1)!.day.closing.dep).toBe(wallet!.dep);
  // The wallet as it was at the end of a day has the same amounts.
  for (const { day } of days.slice(0, -1)) {
    const at = new Date(Date.parse(day.to) - 1).toISOString();
    const { data } = await read<{ data: Day['closing'] }>(risk, `/clients/${clientId}/wallets?at=${at}`);
    expect(data).toEqual(day.closing);
  }
});

test('a binary search finds the same last posting before a moment as reading all of them', async () => {
  const [player, nobody] = [await site.join(), await site.join()];
  const { clientId } = player.signedIn;
  // A thousand in five days, each up to five minutes before or after its turn, with gaps between the numbers.
  await changeHistory(
    site.owner,
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, at, dep_after, win_after)
     select case when n % 3 = 0 then $1::bigint else $2 end, 'adjustment', 'client_dep', 1, 'adjustment', gen_random_uuid(),
       timestamptz '2026-01-01' + n * interval '7 minutes' + (random() - 0.5) * interval '10 minutes', n, 0
     from generate_series(1, 1000) n`,
    [clientId, clientId + 1_000_000],
  );
  const [different] = await site.owner.query<{ asked: number; different: number }>(
    `select count(*) as asked, count(*) filter (where last_posting_by($1, m.at) <> coalesce(
       (select max(p.id) from posting p where p.client_id = $1 and p.at <= m.at), 0)) as different
     from (
       select timestamptz '2025-12-31 12:00' + n * interval '13 minutes' as at from generate_series(1, 600) n
       union all select at from posting where client_id = $1
       union all select at - interval '1 microsecond' from posting where client_id = $1
     ) m`,
    [clientId],
  );
  expect(different).toEqual({ asked: 600 + 2 * 333, different: 0 });
  const [none] = await site.owner.query('select last_posting_by($1, now()) as id', [nobody.signedIn.clientId]);
  expect(none).toEqual({ id: 0 });
  await changeHistory(site.owner, `delete from posting where at < '2026-01-10'`, []);
});

test('a draw is replayed from first ticket to last payout, by minute and by ticket, with the same sums', async () => {
  const players = [await site.join({ dep: 10_000 }), await site.join({ dep: 10_000 })];
  const draw = await createDraw(site.owner, { closesIn: 600_000 });
  for (const [index, { signedIn }] of players.entries()) {
    for (const number of order) {
      await placeBets(desk, signedIn, [
        newTicket(draw, { selectedNumbers: [String(number)], betAmount: 100 * (index + 1) }),
      ]);
    }
  }
  // The sales spread over ten minutes, of which the worker has counted the first.
  await changeHistory(
    site.owner,
    `update ticket t set accepted_at = t.accepted_at - (interval '30 s' * n.n)
     from (select id, row_number() over (order by id desc) as n from ticket where draw_id = $1) n where n.id = t.id`,
    [draw],
  );
  await site.owner.query(`update sales_counted set through = date_trunc('minute', now()) - interval '20 minutes'`);
  await site.owner.query('select count_sales(60, $1)', ['UTC']);
  await site.owner.query(`update sales_counted set through = date_trunc('minute', now()) - interval '4 minutes'`);
  await site.owner.query(`delete from draw_minute where draw_id = $1 and at >= (select through from sales_counted)`, [
    draw,
  ]);
  const stopped = await risk.post('/stops', { drawId: draw, sentence: 'We look at this draw.', reason: 'a test' });
  expect(stopped.statusCode, stopped.body).toBe(201);
  const capped = await risk.post('/caps', { draw, name: null, measure: 'worst', amount: 5_000_000, reason: 'a test' });
  expect(capped.statusCode, capped.body).toBeLessThan(300);
  const onSale = await readAll<DrawPage>(risk, `/draws/${draw}/replay`);
  expect(onSale.at(-1)).toMatchObject({ staked: 9 * 100 + 9 * 200, paid: 0 });
  await drawWithResult(site.owner, draw, order);
  while (await settleDueDraw(site.worker));

  const path = `/draws/${draw}/replay`;
  const byMinute = await readAll<DrawPage>(risk, path);
  const byTicket = await readAll<DrawPage>(risk, `${path}?by=ticket`);
  const sum = (lines: DrawPage['data'], kinds: string) =>
    lines.filter(({ kind }) => kinds.split(' ').includes(kind)).reduce((total, { amount }) => total + amount!, 0);
  const [books] = await site.owner.query<{ staked: number; due: number; tickets: number }>(
    `select (select sum(stake)::int from ticket where draw_id = $1) as staked, (select count(*)::int from ticket where draw_id = $1) as tickets,
       (select sum(to_dep + to_win)::int from due where draw_id = $1) as due`,
    [draw],
  );
  for (const lines of [byMinute, byTicket]) {
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted());
    expect(sum(lines, 'sold ticket')).toBe(books!.staked);
    expect(sum(lines, 'payouts payout')).toBe(books!.due);
    // Along the way, too.
    let [staked, paid] = [0, 0];
    for (const line of lines) {
      if (line.what === 'sales') staked += line.amount!;
      if (line.what === 'payouts') paid += line.amount!;
      expect([line.staked, line.paid]).toEqual([staked, paid]);
    }
    expect(lines.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'committed',
        'open',
        'stop_begun',
        'cap_set',
        'closed',
        'sealed',
        'drawn',
        'listed',
        'paid',
      ]),
    );
    expect(lines.at(-1)).toMatchObject({ kind: 'paid', staked: books!.staked, paid: books!.due });
  }
  const { data } = await read<{ data: { total: object } }>(risk, `/draws/${draw}`);
  expect(data.total).toMatchObject({ tickets: books!.tickets, staked: books!.staked, paid: books!.due });
  const tickets = byTicket.filter(({ kind }) => kind === 'ticket');
  expect(tickets).toHaveLength(18);
  expect(new Set(tickets.map(({ ticket }) => ticket!.clientId))).toEqual(
    new Set(players.map(({ signedIn }) => signedIn.clientId)),
  );
  expect(byMinute.filter(({ kind }) => kind === 'sold').length).toBeGreaterThan(5);
  expect(byMinute.find(({ kind }) => kind === 'drawn')!.result).toEqual(order.map(String));

  for (const limit of [1, 4]) {
    expect(await readAll<DrawPage>(risk, path, limit)).toEqual(byMinute);
    expect(await readAll<DrawPage>(risk, `${path}?by=ticket`, limit)).toEqual(byTicket);
  }
  // The owner of a ticket is hidden without access to players; caps are hidden from support.
  const seen = await readAll<DrawPage>(draws, `${path}?by=ticket`);
  expect(seen).toEqual(
    byTicket.map((line) => ({ ...line, ticket: line.ticket && { ...line.ticket, clientId: null } })),
  );
  const theirs = await readAll<DrawPage>(support, path);
  expect(theirs.map(({ id }) => id)).toEqual(byMinute.filter(({ what }) => what !== 'cap').map(({ id }) => id));
  const file = await auditor.get(`${path}?by=ticket&as=csv`);
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(byTicket.length + 1);
});

test('unknown, future and forbidden replays get a clear answer', async () => {
  const { clientId } = (await site.join({ dep: 10 })).signedIn;
  const draw = await createDraw(site.owner);
  const codes = async (operator: SignedInOperator, ...paths: string[]) => {
    const answers = await Promise.all(paths.map((path) => operator.get(path)));
    return answers.map((answer) => (answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json().code}`));
  };
  const ofPlayer = (id: number, query: string) => [`/clients/${id}/replay?${query}`, `/clients/${id}/day?${query}`];
  expect(await codes(risk, ...ofPlayer(clientId, `day=${await dayAgo(-2)}`))).toEqual(
    Array(2).fill('422 moment_ahead'),
  );
  expect(await codes(risk, ...ofPlayer(clientId, 'day=2020-02-02'))).toEqual(Array(2).fill('404 not_there_yet'));
  expect(await codes(risk, ...ofPlayer(clientId, 'day=2026-02-30'))).toEqual(Array(2).fill('400 invalid_request'));
  expect(await codes(risk, ...ofPlayer(999_999_999, ''))).toEqual(Array(2).fill('404 not_found'));
  expect(await codes(draws, ...ofPlayer(clientId, ''))).toEqual(Array(2).fill('403 not_allowed'));
  expect(await codes(risk, `/draws/${randomUUID()}/replay`, `/draws/${draw}/replay?by=hour`)).toEqual([
    '404 not_found',
    '400 invalid_request',
  ]);
  for (const cursor of ['5', '1.1.x', `1.1.${'a'.repeat(40)}`, '1.1.1.1']) {
    expect(await codes(risk, ...ofPlayer(clientId, `cursor=${cursor}`).slice(0, 1))).toEqual(['400 invalid_request']);
    expect(await codes(risk, `/draws/${draw}/replay?cursor=${cursor}`)).toEqual(['400 invalid_request']);
  }
  expect(await codes(risk, `/draws/${draw}/replay?cursor=9999999999999999.9.a.1.1`)).toEqual([200]);
});
