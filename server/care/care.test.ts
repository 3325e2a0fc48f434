import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCare } from './care.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/care.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import type { Identity } from '#server/identity/identity.ts';
import { createSecurityLog } from '#server/identity/security-log/security-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { changeHistory } from '#tests/support/players/play.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const timeZone = 'Africa/Abidjan';

interface Event {
  readonly at: number;
  readonly amount: number;
}
interface Bet extends Event {
  readonly draw: number;
}

/** The history of one player, in memory: written into the database, and counted here in another way than there. */
class Past {
  readonly bets: Bet[] = [];
  readonly deposits: (Event & { readonly refused?: boolean })[] = [];
  readonly raises: number[] = [];
  readonly breaks: number[] = [];
  /** Francs that a draw paid. */
  readonly paid = new Map<number, number>();
}

type Row = AnswerOf<typeof contract.getPlayerCare>['data']['indicators'][number];

let database: TestDatabase;
let http: Http;
let risk: TestOperator;
let compliance: TestOperator;
/** Yesterday at noon, so that it is not night; draws were every five minutes. */
let now: number;
const pasts = new Map<number, Past>();
/** The expected signs of each player, such as `night 1`. */
const expected = new Map<number, string[]>();

const drawAt = (at: number) => Math.ceil(at / (5 * minute)) * 5 * minute;
const idOf = (at: number, serial: number) =>
  `${at
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${serial.toString(16).padStart(12, '0')}`;

beforeAll(async () => {
  database = await createTestDatabase();
  const identity = { forget: () => {}, security: createSecurityLog(database.worker, createLog('silent')) };
  http = await startConsole(database, { identity: identity as unknown as Identity });
  risk = await makeOperator(database.owner, ['risk']);
  compliance = await makeOperator(database.owner, ['compliance']);
  now = Math.floor(Date.now() / day) * day - 12 * hour;
  const add = (signs: string[], live: (past: Past) => void) => {
    const past = new Past();
    live(past);
    pasts.set(pasts.size + 1, past);
    expected.set(pasts.size, signs);
  };
  const times = (many: number, each: (n: number) => void) => Array.from({ length: many }, (_, n) => each(n));
  const bet = (past: Past, ago: number, amount = 1) =>
    past.bets.push({ at: now - ago, amount, draw: drawAt(now - ago) });
  /** Four players: just below the first threshold, at it, just below the second one, and at it. */
  const edges = (kind: string, notable: number, strong: number, live: (past: Past, value: number) => void) => {
    for (const value of [notable - 1, notable, strong - 1, strong]) {
      const level = value >= strong ? 2 : value >= notable ? 1 : 0;
      add(level > 0 ? [`${kind} ${level}`] : [], (past) => live(past, value));
    }
  };
  const morning = 3 * hour;

  edges('deposits', 4, 8, (past, value) =>
    times(value, (n) => past.deposits.push({ at: now - n * hour, amount: 100 })),
  );
  edges('deposited', 50_000, 200_000, (past, amount) => past.deposits.push({ at: now - hour, amount }));
  edges('deposits_refused', 3, 6, (past, value) =>
    times(value, (n) => past.deposits.push({ at: now - n * hour, amount: 100, refused: true })),
  );
  edges('limits_raised', 2, 4, (past, value) => times(value, (n) => past.raises.push(now - n * day)));
  edges('staked', 50_000, 200_000, (past, amount) => bet(past, 6 * day, amount));
  edges('chased', 3, 10, (past, value) =>
    times(value, (n) => {
      // Twice the stake ten minutes after the loss; winnings are not a loss.
      const ago = (Math.floor(n / 5) * 24 - 2 + morning / hour + (n % 5) / 2) * hour;
      const drawn = drawAt(now - ago);
      bet(past, ago, 10);
      bet(past, now - drawn - 10 * minute, 20);
      past.paid.set(drawAt(drawn + 10 * minute), 20);
    }),
  );
  edges('draws_in_a_row', 24, 72, (past, value) => times(value, (n) => bet(past, n * 5 * minute)));
  edges('night', 20, 100, (past, value) => times(value, (n) => bet(past, 7 * hour + 1 + Math.floor(n / 20) * day)));
  edges('after_break', 5, 30, (past, value) => {
    past.breaks.push(now - 3 * day - 2 * hour);
    times(value, () => bet(past, 3 * day));
  });
  // Large deposits, but no larger than is usual for this player.
  add([], (past) => times(29 * 8, (n) => past.deposits.push({ at: now - n * 3 * hour, amount: 25_000 })));
  add([], (past) => times(5, (week) => bet(past, week * 7 * day + hour, 200_000)));
  // Each is just outside a rule: almost twice the stake, a millisecond after ten minutes, one draw left out, five o'clock, a day after the break.
  add([], (past) =>
    times(5, (n) => {
      const ago = morning + n * day;
      const drawn = drawAt(now - ago);
      bet(past, ago, 10);
      bet(past, now - drawn - 9 * minute, 19);
      past.paid.set(drawAt(drawn + 9 * minute), 100);
      bet(past, now - drawn - 10 * minute - 1, 40);
    }),
  );
  add([], (past) => times(47, (n) => n !== 23 && bet(past, n * 5 * minute)));
  add([], (past) => times(25, () => bet(past, 7 * hour)));
  add([], (past) => {
    past.breaks.push(now - 4 * day);
    times(10, () => bet(past, 3 * day));
  });
  await write();
  // The database is a copy of one that may have been made long before.
  await database.owner.query('update console.care_noted set through = clock_timestamp()');
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

/** Inserts each row of one JSON array into a table, as if it had been written at its time. */
async function put(table: string, columns: string, rows: readonly object[]): Promise<void> {
  await changeHistory(
    database.owner,
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

const iso = (at: number) => new Date(at).toISOString();
let serial = 0;

const phoneOf = (id: number) => `+22507${String(id).padStart(8, '0')}`;
const clientColumns =
  'id, phone, password_hash, first_name, last_name, birth_date, country, role, accepted_terms_at, confirmed_at, created_at, password_is_weak, locale';
const clientOf = (id: number) => ({
  id,
  phone: phoneOf(id),
  password_hash: 'x',
  first_name: 'Awa',
  last_name: 'Sylla',
  birth_date: '1990-01-01',
  country: 'CI',
  role: 'client',
  accepted_terms_at: iso(now),
  confirmed_at: iso(now),
  created_at: iso(now - 60 * day),
  password_is_weak: false,
  locale: 'en',
});

function putDeposits(of: readonly (readonly [number, Past])[]): Promise<void> {
  return put(
    'payment',
    'id, client_id, direction, amount, from_win, from_dep, country, method, provider, status, created_at, updated_at, asked, idempotency_key, request_hash',
    of.flatMap(([client_id, { deposits }]) =>
      deposits.map(({ at, amount, refused }) => ({
        id: idOf(at, ++serial),
        client_id,
        direction: 'deposit',
        amount,
        from_win: 0,
        from_dep: 0,
        country: 'CI',
        method: 'wave',
        provider: 'sandbox',
        status: refused ? 'failed' : 'succeeded',
        created_at: iso(at),
        updated_at: iso(at),
        asked: 0,
        idempotency_key: `k${serial}`,
        request_hash: '\\x00',
      })),
    ),
  );
}

async function write(): Promise<void> {
  const all = [...pasts];
  const first = drawAt(now - 36 * day);
  const draws = Array.from(
    { length: Math.ceil((now + hour - first) / (5 * minute)) },
    (_, i) => first + i * 5 * minute,
  );
  await put(
    'draw',
    'id, draws_at, opens_at, closes_at, rules, status, result, closed_at, sealed_at, drawn_at, finished_at',
    draws.map((at) => ({
      id: idOf(at, 0),
      draws_at: iso(at),
      opens_at: iso(at - day),
      closes_at: iso(at - 30_000),
      rules: 'izi-9-v1',
      ...(at <= now
        ? {
            status: 'settled',
            result: 123_456_789,
            closed_at: iso(at),
            sealed_at: iso(at),
            drawn_at: iso(at),
            finished_at: iso(at),
          }
        : { status: 'open' }),
    })),
  );
  await put(
    'client',
    clientColumns,
    all.map(([id]) => clientOf(id)),
  );
  await Promise.all(all.map(([id]) => database.owner.query('select open_wallet($1)', [id])));
  await put(
    'ticket',
    'client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at',
    all.flatMap(([client_id, { bets }]) =>
      bets.map(({ at, amount, draw }) => ({
        client_id,
        id: idOf(at, ++serial),
        draw_id: idOf(draw, 0),
        bet_type: 1,
        selection: 1,
        stake: amount,
        stake_win: 0,
        accepted_at: iso(at),
      })),
    ),
  );
  await put(
    'due',
    'draw_id, client_id, ticket_id, to_dep, to_win',
    all.flatMap(([client_id, { paid }]) =>
      [...paid].map(([draw, to_win]) => ({
        draw_id: idOf(draw, 0),
        client_id,
        ticket_id: idOf(draw, ++serial),
        to_dep: 0,
        to_win,
      })),
    ),
  );
  await putDeposits(all);
  await put(
    'play_break',
    'client_id, kind, starts_at, ends_at',
    all.flatMap(([client_id, { breaks }]) =>
      breaks.map((at) => ({ client_id, kind: 'day', starts_at: iso(at - day), ends_at: iso(at) })),
    ),
  );
  // Their table is cut into months, and the owner makes them.
  await database.owner.query(`create table raised_before partition of security_event default`);
  await put(
    'security_event',
    'id, client_id, at, kind, detail',
    all.flatMap(([client_id, { raises }]) =>
      raises.map((at) => ({ id: idOf(at, ++serial), client_id, at: iso(at), kind: 'limit_raised', detail: {} })),
    ),
  );
}

/** The indicators of a player, counted from the past in memory; the usual in 28ths of its sum. */
function count({ bets, deposits, raises, breaks, paid }: Past): Map<string, { value: number; usual: number }> {
  const figures = new Map<string, { value: number; usual: number }>();
  const add = (kind: string, days: number, events: readonly Event[]) => {
    const sum = (from: number, to: number) =>
      events.filter(({ at }) => at > now - to * day && at <= now - from * day).reduce((all, e) => all + e.amount, 0);
    figures.set(kind, { value: sum(0, days), usual: Math.round((sum(days, days + 28) * days * 100) / 28) / 100 });
  };
  const ones = (events: readonly { at: number }[]) => events.map(({ at }) => ({ at, amount: 1 }));
  const good = deposits.filter(({ refused }) => !refused);
  add('deposits', 1, ones(good));
  add('deposited', 1, good);
  add('deposits_refused', 1, ones(deposits.filter(({ refused }) => refused)));
  add('limits_raised', 7, ones(raises.map((at) => ({ at }))));
  add('staked', 7, bets);
  add('night', 7, ones(bets.filter(({ at }) => new Date(at).getUTCHours() < 5)));
  add('after_break', 7, ones(bets.filter(({ at }) => breaks.some((end) => end <= at && end > at - day))));
  const total = (some: readonly Event[]) => some.reduce((all, { amount }) => all + amount, 0);
  const drawsOf = [...new Set(bets.map(({ draw }) => draw))].toSorted((a, b) => a - b);
  const lost = drawsOf
    .filter((draw) => draw <= now)
    .map((draw) => ({ at: draw, stake: total(bets.filter((bet) => bet.draw === draw)) }))
    .filter(({ at, stake }) => stake > (paid.get(at) ?? 0));
  const first = drawsOf.map((draw) => {
    const placed = bets.filter((bet) => bet.draw === draw);
    return { at: Math.min(...placed.map(({ at }) => at)), stake: total(placed) };
  });
  const chased = lost.filter(({ at, stake }) =>
    first.some((next) => next.at >= at && next.at <= at + 10 * minute && next.stake >= 2 * stake),
  );
  add('chased', 7, ones(chased));
  const longest = (some: readonly Bet[]) => {
    const times = new Set(some.map(({ draw }) => draw));
    let most = 0;
    for (const start of times) {
      let length = 0;
      while (times.has(start + length * 5 * minute)) length++;
      most = Math.max(most, length);
    }
    return most;
  };
  figures.set('draws_in_a_row', {
    value: longest(bets.filter(({ at }) => at > now - day)),
    usual: longest(bets.filter(({ at }) => at <= now - day && at > now - 29 * day)),
  });
  return figures;
}

const indicatorsAt = (client: number, at: Date) =>
  database.owner.query<Row & { usual: string }>('select * from care_indicators($1, $2, $3)', [client, timeZone, at]);

test('each sign of each player equals a second way of counting, and fires exactly at its limit', async () => {
  for (const [client, past] of pasts) {
    const rows = await indicatorsAt(client, new Date(now));
    const got = new Map(rows.map(({ kind, value, usual }) => [kind, { value, usual: Number(usual) }]));
    expect(got, `player ${client}`).toEqual(count(past));
    const signs = rows.filter(({ level }) => level > 0).map(({ kind, level }) => `${kind} ${level}`);
    expect(signs, `player ${client}`).toEqual(expected.get(client));
  }
});

/** A player of now with a proven phone: deposits that failed or succeeded, some minutes ago. */
async function addPlayer(failed: number, succeeded = 0): Promise<number> {
  const id = pasts.size + 1;
  const past = new Past();
  const at = Date.now() - 5 * minute;
  for (let n = 0; n < failed + succeeded; n++) past.deposits.push({ at, amount: 100, refused: n < failed });
  pasts.set(id, past);
  await put('client', clientColumns, [clientOf(id)]);
  await database.owner.query('select open_wallet($1)', [id]);
  await putDeposits([[id, past]]);
  return id;
}

const isDue = () => database.worker.query<{ more: boolean }>('select note_care_due() as more');
const measure = (most = 50) =>
  database.worker.query<{ n: number }>('select measure_care($1, $2) as n', [timeZone, most]).then(([row]) => row!.n);
const actOnce = () =>
  database.worker.query<{ acted: boolean }>('select act_on_care($1) as acted', [timeZone]).then(([row]) => row!.acted);
async function actAll(): Promise<void> {
  while (await actOnce());
}
const measured = async () =>
  (
    await database.owner.query<{ client_id: number }>('select client_id from console.care_measure order by client_id')
  ).map(({ client_id }) => client_id);
const age = (table: string, by: string, client: number) =>
  changeHistory(
    database.owner,
    table === 'care_act'
      ? `update console.care_act set at = at - $2::interval, ends_at = ends_at - $2::interval where client_id = $1`
      : `update operator_limit set set_at = set_at - $2::interval, ends_at = ends_at - $2::interval where client_id = $1`,
    [client, by],
  );
/** Sets the last run of the worker to a quarter of an hour ago. */
const later = () =>
  database.owner.query(`update console.care_noted set through = clock_timestamp() - interval '20 minutes'`);
const workOnce = (acts: boolean) => createCare({ db: database.worker, timeZone, acts });

test('the worker measures active players, alone or with others or after a crash, and opens one case', async () => {
  expect(await isDue()).toEqual([{ more: false }]);
  const [strong, notable, none] = [await addPlayer(6), await addPlayer(3), await addPlayer(1)];
  await later();
  // When two workers note at the same time, one does it; the other does not wait.
  await database.worker.transact(async (tx) => {
    await tx.query('select note_care_due()');
    expect(await isDue()).toEqual([{ more: false }]);
  });
  const due = await database.owner.query<{ client_id: number }>(
    'select client_id from console.care_due order by client_id',
  );
  // Players whose acts are long ago are left out, even if there were many.
  expect(due.map(({ client_id }) => client_id)).toEqual([strong, notable, none]);

  // Dies before its commit: the next one does the same again.
  await expect(
    database.worker.transact(async (tx) => {
      await tx.query('select measure_care($1, 2)', [timeZone]);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await measured()).toEqual([]);
  await database.worker.transact(async (tx) => {
    await tx.query('select measure_care($1, 2)', [timeZone]);
    expect(await measure()).toBe(1);
  });
  expect(await measure()).toBe(0);
  expect(await measured()).toEqual([strong, notable]);

  // The same round again changes nothing, and opens no second case.
  await later();
  await workOnce(false).step(new AbortController().signal);
  expect(await measured()).toEqual([strong, notable]);
  expect(await database.owner.query('select client_id, opened_by, kinds from console.care_case')).toEqual([
    { client_id: strong, opened_by: 'worker', kinds: ['deposits_refused'] },
  ]);
  expect(await database.owner.query('select from console.care_act')).toEqual([]);
  // A sign that is over is measured again after six hours, and forgotten.
  await changeHistory(
    database.owner,
    `update payment set created_at = created_at - interval '2 days' where client_id = $1`,
    [notable],
  );
  await database.owner.query(`update console.care_measure set measured_at = measured_at - interval '7 hours'`);
  await later();
  await workOnce(false).step(new AbortController().signal);
  expect(await measured()).toEqual([strong]);
});

test('a strong sign leads to one limit that ends by itself, a week later to a break, and the player is told', async () => {
  const [player] = await measured();
  const state = async () => {
    const limits = await database.owner.query<{ kind: string; amount: number | null }>(
      `select kind, amount from play_limits_at($1, $2, clock_timestamp()) where period = 'week' order by kind`,
      [player, timeZone],
    );
    const acts = await database.owner.query<{ did: string }>(
      'select did from console.care_act where client_id = $1 order by at',
      [player],
    );
    const [pause] = await database.owner.query<{ days: number | null }>(
      `select round(extract(epoch from break_ends_at($1, clock_timestamp()) - clock_timestamp()) / 86400)::integer as days`,
      [player],
    );
    return {
      limits: limits.map(({ kind, amount }) => `${kind} ${amount}`),
      acts: acts.map(({ did }) => did),
      days: pause!.days,
    };
  };
  // The site's own accounts are never limited.
  await database.owner.query(
    `insert into console.test_account (client_id, marked_by, reason) values ($1, 'jo', 'ours')`,
    [player],
  );
  await actAll();
  expect((await state()).acts).toEqual([]);
  await database.owner.query('delete from console.test_account');
  await database.owner.query('update console.care_measure set act_at = clock_timestamp()');

  // Two workers at once, and one that dies.
  await expect(
    database.worker.transact(async (tx) => {
      await tx.query('select act_on_care($1)', [timeZone]);
      expect(await actOnce()).toBe(false);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect((await state()).acts).toEqual([]);
  await Promise.all([actAll(), actAll(), workOnce(true).step(new AbortController().signal)]);
  expect(await state()).toEqual({ limits: ['deposit 5000', 'stake 5000'], acts: ['limit'], days: null });
  await later();
  await workOnce(true).step(new AbortController().signal);
  await actAll();
  expect((await state()).acts).toEqual(['limit']);
  const messages = await database.owner.query('select template from message where recipient = $1', [phoneOf(player!)]);
  expect(messages).toEqual([{ template: 'care_limit' }]);
  const lines = () =>
    database.owner.query<{ act: string }>(
      `select act from console.audit where subject = $1 and operator_id is null order by number`,
      [`client ${player}`],
    );
  expect(await lines()).toEqual([{ act: 'care_limits_set' }]);

  // The sign is still strong a week later.
  await age('care_act', '7 days', player!);
  await database.owner.query('update console.care_measure set act_at = clock_timestamp()');
  await actAll();
  await database.owner.query('update console.care_measure set act_at = clock_timestamp()');
  await actAll();
  expect(await state()).toEqual({ limits: ['deposit 5000', 'stake 5000'], acts: ['limit', 'break'], days: 7 });
  expect(await lines()).toEqual([{ act: 'care_limits_set' }, { act: 'care_break_started' }]);

  // The limit ends by itself; one of an operator does not, and lies above it.
  const tighten = { kind: 'stake', period: 'week', amount: 9_000, reason: 'agreed on the phone' };
  expect((await callAs(http, compliance, 'POST', `/clients/${player}/tighten-limit`, tighten)).statusCode).toBe(200);
  expect((await state()).limits).toEqual(['deposit 5000', 'stake 5000']);
  await changeHistory(
    database.owner,
    `update operator_limit set ends_at = clock_timestamp() where set_by = 'worker'`,
    [],
  );
  expect((await state()).limits).toEqual(['deposit null', 'stake 9000']);
  // Nothing is done about a sign that is over.
  await changeHistory(
    database.owner,
    `update payment set created_at = created_at - interval '2 days' where client_id = $1`,
    [player],
  );
  await changeHistory(database.owner, 'delete from play_break where client_id = $1', [player]);
  await age('care_act', '8 days', player!);
  await database.owner.query('update console.care_measure set act_at = clock_timestamp()');
  await actAll();
  expect((await state()).acts).toEqual(['limit', 'break']);
});

test('support sees only its own cases, each contact and change is recorded once, and a case is closed once', async () => {
  const support = await makeOperator(database.owner, ['support']);
  const get = async <T>(operator: TestOperator, path: string) => (await callAs(http, operator, 'GET', path)).json<T>();
  type Cases = AnswerOf<typeof contract.listCareCases>;
  type Case = AnswerOf<typeof contract.getCareCase>;
  const strong = await addPlayer(6, 2);
  await later();
  await workOnce(false).step(new AbortController().signal);
  const { data: signs } = await get<AnswerOf<typeof contract.listCareSigns>>(risk, '/care/signs?kind=deposits_refused');
  const mine = signs.find(({ id }) => id === strong)!;
  expect(mine).toMatchObject({ strong: 1, notable: 0, indicators: [{ kind: 'deposits_refused', value: 6, level: 2 }] });
  const one = `/care/cases/${mine.openCase}`;
  expect((await get<Cases>(risk, '/care/cases?state=open&limit=1')).data).toMatchObject([{ id: mine.openCase }]);
  const all: number[] = [];
  for (let cursor = ''; ;) {
    const { data, meta } = await get<Cases>(risk, `/care/cases?limit=1${cursor}`);
    all.push(...data.map(({ id }) => id));
    if (meta.next === null) break;
    cursor = `&cursor=${meta.next}`;
  }
  expect(all).toHaveLength(2);
  expect(all[0]).toBe(mine.openCase);
  expect((await get<Cases>(support, '/care/cases')).data).toEqual([]);
  expect((await callAs(http, support, 'GET', one)).statusCode).toBe(404);

  const post = async (operator: TestOperator, path: string, body: object) => {
    const answer = await callAs(http, operator, 'POST', path, body);
    const { code, data } = answer.json<{ code?: string; data?: { audit: number | null } }>();
    if (code === undefined) expect(data!.audit).toEqual(expect.any(Number));
    return code ?? answer.statusCode;
  };
  const contact = { number: 1, way: 'call', reached: true, text: 'Will set a limit.' };
  expect(await post(support, `${one}/contacts`, contact)).toBe('not_found');
  expect(await post(compliance, `${one}/assign`, { to: risk.name })).toBe('conflict');
  expect(await post(compliance, `${one}/assign`, { to: support.name })).toBe(200);
  const twice = await Promise.all([1, 2].map(() => post(support, `${one}/contacts`, contact)));
  expect(new Set(twice)).toEqual(new Set([201, 'conflict']));
  expect(await post(risk, `${one}/contacts`, { ...contact, number: 2 })).toBe('not_allowed');
  expect(await post(compliance, '/care/cases', { clientId: strong, reason: 'a call' })).toBe('conflict');
  expect(await post(compliance, '/care/cases', { clientId: 999_999, reason: 'a call' })).toBe('not_found');
  // A list names the player whole to those who see players so, and by initials to others.
  const [row] = await database.owner.query<{ whole: string; initials: string }>(
    `select first_name || ' ' || last_name as whole, left(first_name, 1) || '. ' || left(last_name, 1) || '.' as initials from client where id = $1`,
    [strong],
  );
  for (const [operator, name] of [
    [compliance, row!.whole],
    [risk, row!.initials],
  ] as const) {
    const { data: seen } = await get<AnswerOf<typeof contract.listCareSigns>>(operator, '/care/signs');
    expect(seen.find(({ id }) => id === strong)!.name).toBe(name);
    expect((await get<Cases>(operator, `/care/cases?client=${strong}`)).data).toMatchObject([{ name }]);
  }
  expect((await get<Cases>(support, '/care/cases')).data).toMatchObject([{ name: row!.initials }]);
  const { data } = await get<Case>(support, one);
  expect(data).toMatchObject({ clientId: strong, openedBy: 'worker', assignedTo: support.name, acts: [] });
  expect(data.contacts).toMatchObject([{ number: 1, by: support.name, reached: true, text: 'Will set a limit.' }]);
  // Two deposits before the case, nothing since.
  expect(data.changes).toHaveLength(2);
  expect(data.changes[0]).toMatchObject({ depositedBefore: 200, depositedAfter: 0, stakedBefore: 0, stakedAfter: 0 });
  const closing = { outcome: 'tools', reason: 'has set a limit' };
  expect(await post(support, `${one}/close`, closing)).toBe(200);
  expect(await post(compliance, `${one}/close`, closing)).toBe('conflict');
  expect(await post(support, `${one}/contacts`, { ...contact, number: 2 })).toBe('conflict');
  // The same days open no other one.
  await later();
  await workOnce(false).step(new AbortController().signal);
  expect((await get<Cases>(risk, `/care/cases?client=${strong}`)).data).toMatchObject([
    { outcome: 'tools', contacts: 1, reached: true },
  ]);
  expect((await get<{ data: object }>(risk, '/care/figures')).data).toEqual({
    opened: 2,
    tried: 1,
    reached: 1,
    limited: 1,
    paused: 1,
    waiting: 1,
  });

  const care = await get<AnswerOf<typeof contract.getPlayerCare>>(risk, `/clients/${strong}/care`);
  expect(care.data.indicators).toHaveLength(9);
  expect(care.data.indicators[0]).toMatchObject({
    kind: 'deposits_refused',
    value: 6,
    notable: 3,
    strong: 6,
    times: 0,
  });
  expect(
    await database.owner.query(`select distinct what from console.view_log where subject = $1`, [`client ${strong}`]),
  ).toEqual([{ what: 'care' }]);
  for (const path of ['/care/signs?cursor=5', '/care/cases?cursor=x', '/care/cases/x']) {
    expect((await callAs(http, risk, 'GET', path)).statusCode, path).toBe(400);
  }

  // Nobody does it by SQL.
  for (const [db, sql] of [
    [
      database.worker,
      `insert into console.care_act (client_id, did, ends_at, indicators) values (1, 'break', now(), '[]')`,
    ],
    [database.worker, 'select * from console.care_contact'],
    [database.console, 'update console.care_case set closed_at = null'],
    [database.console, `select act_on_care('UTC')`],
  ] as const) {
    await expect(db.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  }

  // Erasing an account removes the data of its care.
  await database.owner.query(
    `insert into closing (client_id, asked_at, erases_at) values ($1, now() - interval '15 days', now() - interval '1 day')`,
    [strong],
  );
  expect(await database.worker.query('select erase_client($1) as erased', [strong])).toEqual([{ erased: true }]);
  expect((await get<Cases>(risk, `/care/cases?client=${strong}`)).data).toEqual([]);
  expect(await measured()).not.toContain(strong);
});
