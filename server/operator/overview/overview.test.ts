import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Http } from '#server/http/http.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { askAs, makeDemoOperator } from '#tests/support/operator/requests.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import {
  changeHistory,
  createDraw,
  createPlayer,
  moveDraw,
  newTicket,
  openDesk,
  ticketIdAt,
} from '#tests/support/players/play.ts';
import { createSalesCount, createWatch } from '#server/operator-work/watch.ts';

let database: TestDatabase;
let http: Http;
let desk: TicketDesk;
let payments: TestOperator;
let auditor: TestOperator;
let admin: TestOperator;
beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database, {
    about: async () => ({
      version: '1.2.3',
      mode: 'demo',
      zone: 'Africa/Abidjan',
      startedAt: new Date().toISOString(),
      code: { atStart: 'ab', now: 'ab', measuredAt: new Date().toISOString() },
      settings: 'ab',
      keys: [],
      review: null,
    }),
  });
  desk = await openDesk(database);
  [payments, auditor, admin] = await Promise.all([
    makeOperator(database.owner, ['payments']),
    makeOperator(database.owner, ['auditor']),
    makeOperator(database.owner, ['admin']),
  ]);
});
afterAll(async () => {
  desk.clock.stop();
  await http.close();
  await database.drop();
});
beforeEach(() => database.owner.query('delete from message'));

const never = new AbortController().signal;
const contacts = ['watch@example.com', '+2250700000001'];
const watch = () => createWatch({ db: database.worker, contacts, log: { warn: () => {} } }).step(never);
const countSales = async (timeZone = 'Africa/Abidjan') => {
  while (await createSalesCount({ db: database.worker, timeZone }).step(never));
};
const get = async (operator: TestOperator, path: string) =>
  JSON.parse((await callAs(http, operator, 'GET', path)).payload);

async function openAlarms() {
  const { data } = await get(payments, '/alarms?state=open');
  return (data as { kind: string; subject: string }[]).map(({ kind, subject }) => `${kind} of ${subject}`);
}

test('a draw that is not sealed raises one alarm, by mail and SMS, which closes by itself', async () => {
  const drawId = await createDraw(database.owner);
  await watch();
  expect(await openAlarms()).toEqual([]);
  await moveDraw(database.owner, drawId, { closesIn: -6_000, drawsIn: 20_000 });
  await Promise.all([watch(), watch(), watch()]);
  await watch();
  expect(await openAlarms()).toEqual([`no_seal of draw ${drawId}`]);
  const told = await database.owner.query('select recipient, template, parameters from message order by recipient');
  const parameters = { kind: 'no_seal', subject: `draw ${drawId}` };
  expect(told).toEqual([
    { recipient: '+2250700000001', template: 'alarm', parameters },
    { recipient: 'watch@example.com', template: 'alarm', parameters },
  ]);
  await moveDraw(database.owner, drawId, { closesIn: 60_000, drawsIn: 90_000 });
  await watch();
  expect(await openAlarms()).toEqual([]);
  const { data } = await get(payments, '/alarms');
  expect(data).toEqual([expect.objectContaining({ kind: 'no_seal', closedAt: expect.stringMatching(/Z$/) })]);
});

test('the books raise an alarm: no pass for three minutes, and a mismatch', async () => {
  await database.owner.query(
    `insert into reconciliation_pass (scope, next_since, horizon, started_at, finished_at, mismatches)
     select 'recent', now(), '1', now() - interval '4 min', now() - interval '4 min', 0`,
  );
  await database.owner.query(
    `insert into mismatch (check_name, subject, subject_id, detail, found_at, last_found_at) values ('wallet', 'account', '7', '{}', now(), now())`,
  );
  await watch();
  expect((await openAlarms()).toSorted()).toEqual(['mismatch of books', 'no_pass of books']);
  await database.owner.query('delete from reconciliation_pass');
  await changeHistory(database.owner, 'delete from mismatch', []);
  await watch();
  expect(await openAlarms()).toEqual([]);
});

test('payments unknown for more than a quarter of an hour raise one alarm for their provider', async () => {
  const { clientId, phone } = await createPlayer(database.owner, { win: 5_000 });
  await database.owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     overriding system value values ($1, $2, '', 'Awa', 'Koné', '1990-01-02', 'CI', now())`,
    [clientId, phone],
  );
  await changeHistory(
    database.owner,
    `insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider, status,
       created_at, idempotency_key, request_hash)
     select $1, 'withdrawal', 1000, 1000, 'CI', 'orange', '+2250707070707', 'Awa', 'Koné', 'sandbox', 'unknown',
       now() - n * interval '10 min', 'key' || n, '' from generate_series(1, 3) n`,
    [clientId],
  );
  await watch();
  expect(await openAlarms()).toEqual(['payment_unknown of provider sandbox']);
  const { data } = await get(payments, '/alarms?state=open');
  expect(data[0].detail).toMatchObject({ payments: 2, amount: 2_000 });
  const { data: overview } = await get(payments, '/overview');
  expect(overview.payments).toContainEqual(expect.objectContaining({ queue: 'unknown', count: 3, amount: 3_000 }));
  const [first, ...others] = (await get(payments, '/inbox')).data;
  expect(first).toMatchObject({ what: 'alarm', place: 'now', kind: 'payment_unknown', amount: 2_000, owner: null });
  const unknown = { what: 'payment', place: 'now', kind: 'unknown', clientId, amount: 1_000, owner: null };
  expect(others).toMatchObject([unknown, unknown, unknown]);
  // An operator who sees players masked sees initials here too.
  expect(others[0].player).toBe('A. K.');
  expect((await get(auditor, '/inbox')).data[1].player).toBe('Awa Koné');
  await changeHistory(
    database.owner,
    `update payment set mismatch = 'amount_mismatch', status = case when idempotency_key = 'key1' then status else 'paid' end
     where idempotency_key in ('key1', 'key2')`,
    [],
  );
  expect((await get(payments, '/overview')).data.payments).toMatchObject([
    { queue: 'waiting', count: 0, oldestAt: null },
    { queue: 'unknown', count: 1, amount: 1_000 },
    { queue: 'mismatched', count: 2, amount: 2_000, oldestAt: expect.stringMatching(/Z$/) },
    { queue: 'held', count: 0 },
  ]);
  const counts = { alarm: 1, draw: 0, payment: 3, request: 0, care: 0, document: 0 };
  expect((await get(payments, '/waiting')).data.counts).toEqual(counts);
  expect((await get(auditor, '/waiting')).data.counts).toEqual(counts);
  // An admin sees no payments.
  expect((await get(admin, '/waiting')).data.counts).toEqual({ ...counts, payment: 0 });
  expect((await get(admin, '/inbox')).data).toHaveLength(1);
  const [{ id }] = others;
  expect((await callAs(http, auditor, 'POST', `/inbox/payment/${id}/take`)).statusCode).toBe(403);
  expect((await callAs(http, admin, 'POST', `/inbox/payment/${id}/take`)).statusCode).toBe(404);
  const line = (await callAs(http, payments, 'POST', `/inbox/payment/${id}/take`)).json().data.audit;
  expect(line).toEqual(expect.any(Number));
  // A second time changes nothing.
  expect((await callAs(http, payments, 'POST', `/inbox/payment/${id}/take`)).json()).toEqual({ data: { audit: null } });
  const taken = (await get(payments, '/inbox')).data.find((item: { id: string }) => item.id === id);
  expect(taken.owner).toBe(payments.name);
  const [audited] = await database.owner.query(`select act, subject from console.audit where number = $1`, [line]);
  expect(audited).toEqual({ act: 'item_taken', subject: `payment ${id}` });
  await changeHistory(database.owner, `update payment set status = 'paid', mismatch = null`, []);
  await watch();
  expect((await get(payments, '/waiting')).data.counts).toMatchObject({ alarm: 0, payment: 0 });
  expect((await callAs(http, payments, 'POST', `/inbox/payment/${id}/take`)).statusCode).toBe(404);
});

test('requests are shown to operators who may approve them, and not to the asker', async () => {
  const risk = await makeOperator(database.owner, ['risk']);
  await database.owner.query(
    `insert into console.request (kind, subject, reason, asked_by, status, expires_at, unsigned, act, console_url)
     select 'lift_undo', 'client 1', 'They called.', id, 'asked', clock_timestamp() + interval '1 hour', 'demo', '\\x00', 'http://localhost' from console.operator
     where name = $1`,
    [risk.name],
  );
  expect((await get(risk, '/waiting')).data.counts.request).toBe(0);
  const compliance = await makeOperator(database.owner, ['compliance']);
  expect((await get(compliance, '/waiting')).data.counts.request).toBe(1);
  expect((await get(compliance, '/inbox')).data).toContainEqual(
    expect.objectContaining({
      what: 'request',
      place: 'today',
      kind: 'lift_undo',
      subject: 'client 1',
      detail: { number: expect.any(Number), askedBy: risk.name },
      until: expect.stringMatching(/Z$/),
      owner: compliance.name,
    }),
  );
  expect((await get(payments, '/waiting')).data.counts.request).toBe(0);
  await changeHistory(database.owner, `delete from console.request`, []);
});

test('the settings show which acts take two, and the providers that have payments', async () => {
  const { data } = await get(auditor, '/settings');
  expect(data.kinds).toContainEqual({
    kind: 'lift_undo',
    ask: ['support', 'risk', 'compliance'],
    approve: ['risk', 'compliance'],
    minutes: 1_440,
  });
  expect(data.providers).toEqual([{ name: 'sandbox', lastAt: expect.stringMatching(/Z$/) }]);
  expect((await callAs(http, payments, 'GET', '/settings')).statusCode).toBe(403);
});

test('every screen knows whether sales go on, and which draw is late', async () => {
  const risk = await makeOperator(database.owner, ['risk']);
  const sales = async () => (await get(admin, '/waiting')).data.sales;
  const drawId = await createDraw(database.owner, { closesIn: 20_000 });
  expect(await sales()).toMatchObject({
    next: { id: drawId },
    stoppedAt: null,
    isPartly: false,
    late: 0,
    lateAt: null,
  });
  const body = { name: 'IziOne', drawId, sentence: 'Back at noon.', reason: 'A price looks wrong' };
  expect((await callAs(http, risk, 'POST', '/stops', body)).statusCode).toBe(201);
  expect(await sales()).toMatchObject({ stoppedAt: null, isPartly: true });
  expect((await callAs(http, risk, 'POST', '/stops', { ...body, name: null, drawId: null })).statusCode).toBe(201);
  expect(await sales()).toMatchObject({ stoppedAt: expect.stringMatching(/Z$/), isPartly: true });
  await changeHistory(database.owner, 'delete from sales_stop', []);
  await moveDraw(database.owner, drawId, { closesIn: -4_000, drawsIn: 20_000 });
  expect(await sales()).toMatchObject({ late: 0 });
  await moveDraw(database.owner, drawId, { closesIn: -12_000, drawsIn: 20_000 });
  expect(await sales()).toMatchObject({ late: 1, lateAt: expect.stringMatching(/Z$/) });
  const { data } = await get(risk, '/inbox');
  expect(data).toMatchObject([{ what: 'draw', id: drawId, place: 'now', kind: 'closed' }]);
  // The alarm about it takes its place.
  await watch();
  expect((await get(risk, '/inbox')).data).toMatchObject([{ what: 'alarm', subject: `draw ${drawId}` }]);
  await moveDraw(database.owner, drawId, { closesIn: 60_000, drawsIn: 90_000 });
  await watch();
});

test('an alarm is taken by an operator, which is audited, and a closed alarm cannot be taken', async () => {
  const drawId = await createDraw(database.owner);
  await moveDraw(database.owner, drawId, { closesIn: -6_000, drawsIn: 20_000 });
  await watch();
  const { data } = await get(admin, '/alarms?state=open');
  const path = `/inbox/alarm/${data[0].id}/take`;
  expect((await callAs(http, auditor, 'POST', path)).statusCode).toBe(403);
  // A look writes nothing.
  const taken = await callAs(http, admin, 'POST', path);
  expect(taken.statusCode).toBe(200);
  const [line] = await database.owner.query<{ number: number }>(
    `select number from console.audit where act = 'alarm_taken'`,
  );
  expect(taken.json()).toEqual({ data: { audit: line!.number } });
  expect((await callAs(http, admin, 'POST', path)).json()).toEqual({ data: { audit: null } });
  expect((await callAs(http, payments, 'POST', path)).statusCode).toBe(200);
  expect((await get(auditor, '/alarms?state=open')).data[0]).toMatchObject({ takenBy: payments.name });
  const lines = await database.owner.query(
    `select convert_from(record, 'UTF8')::jsonb -> 'before' ->> 'takenBy' as before,
       convert_from(record, 'UTF8')::jsonb -> 'after' ->> 'takenBy' as after
     from console.audit where act = 'alarm_taken' order by number`,
  );
  expect(lines).toEqual([
    { before: null, after: admin.name },
    { before: admin.name, after: payments.name },
  ]);
  await moveDraw(database.owner, drawId, { closesIn: 60_000, drawsIn: 90_000 });
  await watch();
  expect((await callAs(http, payments, 'POST', path)).statusCode).toBe(409);
  expect((await callAs(http, payments, 'POST', '/inbox/alarm/999999/take')).statusCode).toBe(404);
});

test('the content of an alarm cannot be changed', async () => {
  await expect(database.owner.query(`update console.alarm set kind = 'other'`)).rejects.toThrow(
    'cannot change like that',
  );
  await expect(database.owner.query('delete from console.alarm')).rejects.toThrow();
  await expect(database.db.query('select * from console.alarm')).rejects.toThrow('permission denied');
  await expect(database.console.query('select * from console.watch()')).rejects.toThrow('permission denied');
});

test('sales are counted once, minute by minute, and compared with a week ago', async () => {
  const player = await createPlayer(database.owner, { dep: 10_000 });
  const drawId = await createDraw(database.owner, { closesIn: 30_000, opensIn: -8 * 24 * 3_600_000 });
  await placeBets(desk, player, [newTicket(drawId), newTicket(drawId)]);
  const [{ stake }] = (await database.owner.query<{ stake: number }>('select stake from ticket limit 1')) as [
    { stake: number },
  ];
  // Two minutes ago, and the same a week ago; all of them for the next draw.
  await changeHistory(database.owner, `update ticket set accepted_at = accepted_at - interval '2 min'`, []);
  await changeHistory(
    database.owner,
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select client_id, ${ticketIdAt(`accepted_at - interval '7 days'`)}, draw_id, bet_type, selection, stake, stake_win, accepted_at - interval '7 days' from ticket`,
    [],
  );
  await database.owner.query(
    `update sales_counted set through = date_trunc('minute', clock_timestamp()) - interval '8 days'`,
  );
  await Promise.all([countSales(), countSales()]);
  await countSales();
  const { data } = await get(payments, '/overview');
  expect(data.sales).toMatchObject({
    fiveMinutes: 2 * stake,
    ticketsOfFiveMinutes: 2,
    fiveMinutesLastWeek: 2 * stake,
  });
  expect(data.sales.minutes).toEqual([expect.objectContaining({ stakes: 2 * stake, tickets: 2 })]);
  expect(data.sales.lastWeek).toEqual(data.sales.minutes);
  expect(data.nextDraw).toMatchObject({ id: drawId, stakes: 4 * stake, tickets: 4 });
});

test('the overview shows what is not on sale, and how near the next draw is to a cap, to those who may see it', async () => {
  const risk = await makeOperator(database.owner, ['risk']);
  const drawId = await createDraw(database.owner, { closesIn: 20_000 });
  expect((await get(risk, '/overview')).data).toMatchObject({ stops: [], nextDraw: { id: drawId, cap: null } });
  const reason = 'A price looks wrong';
  const stop = (body: object) => callAs(http, risk, 'POST', '/stops', { sentence: 'Back at noon.', reason, ...body });
  expect((await stop({ drawId, name: 'IziOne' })).statusCode).toBe(201);
  expect((await stop({ drawId: null, name: null })).statusCode).toBe(201);
  const cap = { name: null, measure: 'worst', amount: 40_000_000 };
  expect((await callAs(http, risk, 'POST', '/caps', { draw: drawId, reason, ...cap })).statusCode).toBe(201);
  const seen = (await get(risk, '/overview')).data;
  const by = { sentence: 'Back at noon.', stoppedBy: risk.name, reason };
  expect(seen.stops).toMatchObject([
    { name: null, draw: null, ...by },
    { name: 'IziOne', draw: { id: drawId }, ...by },
  ]);
  expect(seen.nextDraw.cap).toEqual({ ...cap, figure: null });
  await database.owner.query(
    `insert into exposure_look (draw_id, due_at, computed_at, figures)
     values ($1, now(), now(), '{"worst": 10000000, "p9999": 0, "byType": {}}')`,
    [drawId],
  );
  expect((await get(risk, '/overview')).data.nextDraw.cap).toEqual({ ...cap, figure: 10_000_000 });
  const other = (await get(payments, '/overview')).data;
  expect(other.stops[0]).toMatchObject({ sentence: 'Back at noon.', stoppedBy: null, reason: null });
  expect(other.nextDraw.cap).toBeNull();
});

test('the business of today is compared with the same time of yesterday and of a week ago', async () => {
  await untilDayLasts();
  const before = (await get(payments, '/business')).data;
  const player = await createPlayer(database.owner, { dep: 5_000 });
  const { clientId } = player;
  await changeHistory(database.owner, 'delete from sales_stop', []);
  await placeBets(desk, player, [newTicket(await createDraw(database.owner))]);
  const add = (key: string, ago: string) =>
    changeHistory(
      database.owner,
      `insert into payment (client_id, direction, amount, country, method, phone, first_name, last_name, provider, status,
         created_at, idempotency_key, request_hash)
       values ($1, 'deposit', 700, 'CI', 'orange', '+2250707070707', 'Awa', 'Koné', 'sandbox', 'succeeded',
         clock_timestamp() - $3::interval, $2, '')`,
      [clientId, key, ago],
    );
  await add('now', '0 s');
  await add('yesterday', '1 day');
  await add('later-yesterday', '1 day -1 min');
  await add('last-week', '7 days');
  const after = (await get(payments, '/business')).data;
  const more = (when: 'today' | 'yesterday' | 'lastWeek') => after[when].deposits - before[when].deposits;
  expect([more('today'), more('yesterday'), more('lastWeek')]).toEqual([700, 700, 700]);
  expect(after.today.players).toBeGreaterThan(0);
  expect((await callAs(http, admin, 'GET', '/business')).statusCode).toBe(403);
});

test('the players of a day so far are those of each counted minute who had not come before, and those who came since', async () => {
  const [awa, ben, cleo] = [
    await createPlayer(database.owner, {}),
    await createPlayer(database.owner, {}),
    await createPlayer(database.owner, {}),
  ];
  const drawId = await createDraw(database.owner);
  const midnight = Date.parse(new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10));
  const at = (time: string) => new Date(midnight + Date.parse(`1970-01-01T${time}Z`)).toISOString();
  const bought: [string, { readonly clientId: number }][] = [
    [new Date(midnight - 1_000).toISOString(), ben],
    [at('10:00:10'), awa],
    [at('10:30:20'), ben],
    [at('10:30:25'), awa],
    [at('10:30:30'), ben],
    [at('11:00:40'), cleo],
    [at('11:00:50'), ben],
  ];
  for (const [time, { clientId }] of bought) {
    await changeHistory(
      database.owner,
      `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
       select $1, ${ticketIdAt('at')}, $2, 1, 123456789, 100, 0, at from (select $3::timestamptz as at) one`,
      [clientId, drawId, time],
    );
  }
  const players = async (until: string) => {
    const [row] = await database.owner.query<{ kept: number; read: number }>(
      `select console.players_between($1, $2, 'Africa/Abidjan')::int as kept,
         (select count(distinct client_id)::int from ticket where accepted_at >= $1 and accepted_at < $2) as read`,
      [at('00:00:00'), until],
    );
    expect(row!.kept, until).toBe(row!.read);
    return row!.kept;
  };
  const moments = ['09:00:00', '10:00:10', '10:00:11', '10:30:22', '10:31:00', '11:00:45', '23:59:59'].map(at);
  moments.push(new Date(midnight + 86_400_000).toISOString());
  const seen = async () => Promise.all(moments.map(players));
  const counted = [0, 0, 1, 2, 2, 3, 3, 3];
  for (const table of ['sale_minute', 'draw_minute']) {
    await database.owner.query(`delete from ${table} where at >= $1`, [at('00:00:00')]);
  }
  await database.owner.query('update sales_counted set through = $1, zone = null, zone_since = null', [at('00:00:00')]);
  expect(await seen()).toEqual(counted);
  const came = async () =>
    (
      await database.owner.query<{ players: number | null }>(
        `select first_players as players from sale_minute where at >= $1 and at < $1::timestamptz + interval '1 day' order by at`,
        [at('00:00:00')],
      )
    ).map((minute) => minute.players);
  // The worker has counted until 10:31; what is later is read from the tickets.
  await database.owner.query(`select count_sales(631, 'Africa/Abidjan')`);
  expect(await came()).toEqual([1, 1]);
  expect(await seen()).toEqual(counted);
  await countSales();
  expect(await came()).toEqual([1, 1, 1]);
  expect(await seen()).toEqual(counted);
  // The kept sums are what is read.
  await database.owner.query('update sale_minute set first_players = 0 where at = $1', [at('10:00:00')]);
  for (const moment of moments.slice(-2)) await expect(players(moment)).rejects.toThrow('to be 3');
  // A day that was not counted from its beginning is read from its tickets.
  const countedSince = (moment: string) => database.owner.query('update sales_counted set zone_since = $1', [moment]);
  await countedSince(at('00:01:00'));
  expect(await seen()).toEqual(counted);
  await countedSince(at('00:00:00'));
  // So are days of another time zone, which begin at other moments.
  await database.owner.query(
    `update sales_counted set through = date_trunc('minute', clock_timestamp()) - interval '2 minutes'`,
  );
  await database.owner.query(`delete from sale_minute where at >= clock_timestamp() - interval '3 minutes'`);
  await database.owner.query(`delete from draw_minute where at >= clock_timestamp() - interval '3 minutes'`);
  await countSales('Pacific/Auckland');
  expect(await seen()).toEqual(counted);
});

test('the overview is refused to an admin and without a session', async () => {
  expect((await callAs(http, admin, 'GET', '/overview')).statusCode).toBe(403);
  expect((await callAs(http, null, 'GET', '/overview')).statusCode).toBe(401);
});

test('a request about a draw names its moment, and one to cancel it the stakes that would go back', async () => {
  const [draws, compliance] = [
    await makeDemoOperator(database, ['draws']),
    await makeDemoOperator(database, ['compliance']),
  ];
  const drawId = await createDraw(database.owner, { closesIn: 600_000 });
  await placeBets(desk, await createPlayer(database.owner, { dep: 300 }), [newTicket(drawId), newTicket(drawId)]);
  const [{ at }] = (await database.owner.query('select console.instant(draws_at) as at from draw where id = $1', [
    drawId,
  ])) as [{ at: string }];
  await askAs(database, draws, {
    kind: 'call_off_draw',
    subject: `draw ${drawId}`,
    newValues: { toldEn: 'Its prizes were wrong.', toldFr: 'Ses gains étaient faux.' },
    reason: 'The wrong prizes were announced for it',
  });
  expect((await get(compliance, '/inbox')).data).toContainEqual(
    expect.objectContaining({
      kind: 'call_off_draw',
      amount: 200,
      detail: { number: expect.any(Number), askedBy: draws.name, drawsAt: at },
    }),
  );
  const [listed] = (await get(compliance, '/requests?whose=for_me')).data;
  expect(listed).toMatchObject({ drawsAt: at });
  expect((await get(compliance, `/requests/${listed.id}`)).data).toMatchObject({ drawsAt: at });
  await changeHistory(database.owner, `delete from console.request`, []);
  await moveDraw(database.owner, drawId, { closesIn: 60_000, drawsIn: 90_000 });
});
