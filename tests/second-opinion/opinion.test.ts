import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '#second-opinion/run.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import type { Http } from '#server/http/http.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { changeHistory, createDraw, createPlayer, moveDraw } from '#tests/support/players/play.ts';

// A second program judges draws of the real server, on the real database, with a login of its own.

let database: TestDatabase;
let http: Http;
let draws: SignedInOperator;
let folder: string;
let players: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
  draws = await signInOperator(http, ['draws']);
  folder = await mkdtemp(join(tmpdir(), 'izi-opinion-'));
  players = await Promise.all([1, 2].map(async () => (await createPlayer(database.owner)).clientId));
});
afterAll(async () => {
  await http.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const minute = 60_000;
const anId = '01990000-0000-7000-8000-000000000000';

/** Every selection of the small bet types in one draw, so that every tier is hit, and some orders. */
function bets(): [type: number, selection: number, stake: number][] {
  const numbers = Array.from('123456789');
  const some = (slots: number, from = ''): string[] =>
    from.length === slots
      ? [from]
      : numbers.filter((number) => !from.includes(number)).flatMap((number) => some(slots, from + number));
  return betNames.flatMap((name) => {
    const { code, slots, minStake } = betTypes[name];
    const selections =
      slots === 9
        ? Array.from({ length: 60 }, () => numbers.toSorted(() => randomBytes(1)[0]! - 128).join(''))
        : some(slots);
    return selections.map((selection): [number, number, number] => [code, Number(selection), minStake]);
  });
}

/** A draw with tickets of two players. Their stakes came from both wallets. */
async function createSold(sold: readonly (readonly [number, number, number])[]): Promise<string> {
  const draw = await createDraw(database.owner, { closesIn: 30 * minute });
  await database.owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select (array[$1, $2]::bigint[])[1 + n % 2], id, $3, type, selection, stake, n % 3 * stake / 2, date_trunc('milliseconds', clock_timestamp())
     from unnest($4::uuid[], $5::smallint[], $6::integer[], $7::integer[]) with ordinality as t (id, type, selection, stake, n)`,
    [
      ...players,
      draw,
      sold.map(() => uuidv7(Date.now(), randomBytes(10))),
      sold.map(([type]) => type),
      sold.map(([, selection]) => selection),
      sold.map(([, , stake]) => stake),
    ],
  );
  return draw;
}

let nth = 0;
/** Each of these has a moment of its own. */
async function seal(draw: string): Promise<void> {
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: minute + ++nth });
  while (await closeDueDraw(database.worker));
  while (await sealDueDraw(database.worker, testKeys));
}
async function finish(draw: string): Promise<void> {
  await moveDraw(database.owner, draw, { closesIn: -10_000, drawsIn: -++nth });
  while (await closeDueDraw(database.worker));
  while (await drawDueDraw(database.worker, testKeys));
  while (await settleDueDraw(database.worker));
}

interface Said {
  readonly draw: string;
  readonly phase: string;
  readonly agrees: boolean;
  readonly tickets: number;
  readonly stakes: number;
  readonly root: string | null;
  readonly result: number | null;
  readonly won: number;
  readonly due: number;
  readonly duesDigest: string;
  readonly differs: string[];
  readonly late: boolean | null;
}

const address = () => {
  const { host, database: name } = database.config;
  const url = new URL(`postgres://izi_opinion@localhost/${name}`);
  url.searchParams.set('host', host!);
  return url.href;
};

async function ask(args: readonly string[], signal = new AbortController().signal, lines: string[] = []) {
  const told: string[] = [];
  const code = await run(
    [...args, '--json'],
    { OPINION_DATABASE_URL: address() },
    {
      print: (line) => void lines.push(line),
      tell: (line) => void told.push(line),
      signal,
    },
  );
  return { code, said: lines.map((line) => JSON.parse(line) as Said), told };
}

const journal = () => ['--journal', join(folder, 'journal')];
const notes = (draw: string) =>
  database.opinion.query<{ phase: string; late: boolean; agrees: boolean; differs: string[] }>(
    'select phase, late, agrees, differs from opinion.note where draw_id = $1 order by id',
    [draw],
  );
const alarms = async () => {
  await database.worker.query('select console.watch()');
  const rows = await database.owner.query<{ alarm: string }>(
    `select kind || ' of ' || subject as alarm from console.alarm where closed_at is null and kind like '%opinion%' order by 1`,
  );
  return rows.map(({ alarm }) => alarm);
};
const opened = async (draw: string) =>
  (await draws.get(`/draws/${draw}`)).json<{ data: { opinions: Record<'before' | 'after', object | null> } }>().data
    .opinions;
const history = (sql: string, ...params: unknown[]) => changeHistory(database.owner, sql, params);

test('the program agrees, before and after, on all bet types and hits, on nothing sold, and on draws called off', async () => {
  const [full, empty, lost] = [await createSold(bets()), await createSold([]), await createSold(bets().slice(-90))];
  expect((await ask(['--draw', full])).told).toEqual([`· ${full}: it is not sealed yet`]);
  await seal(full);
  await seal(empty);
  expect(await opened(full)).toEqual({ before: null, drawn: null, after: null });
  for (const draw of [full, empty]) {
    const { code, said } = await ask(['--draw', draw, ...journal()]);
    expect(said).toMatchObject([{ draw, phase: 'before', agrees: true, late: false, differs: [] }]);
    expect(code).toBe(0);
  }
  for (const draw of [full, empty, lost]) await finish(draw);
  const after = async (draw: string) => {
    const { code, said } = await ask(['--draw', draw, ...journal()]);
    expect(said).toMatchObject([{ draw, phase: 'after', agrees: true, differs: [] }]);
    expect(code).toBe(0);
    return said[0]!;
  };
  const [facts] = await database.owner.query(
    `select d.result, (select count(*) from due where draw_id = d.id) as won, (select sum(to_win) from due where draw_id = d.id)::bigint as due,
       (select count(*) from ticket where draw_id = d.id) as tickets from draw d where id = $1`,
    [full],
  );
  const judged = await after(full);
  expect(judged).toMatchObject(facts!);
  // The small bet types have each won, so that there are dues to agree on.
  expect(judged.won).toBeGreaterThan(1 + 2 + 3 + 100 + 6);
  expect(await after(empty)).toMatchObject({ tickets: 0, won: 0, due: 0 });
  expect(await after(lost)).toMatchObject({ tickets: 90, won: 90, result: null, root: null });
  // Asked again, it says the same, and no line is added.
  expect((await after(full)).duesDigest).toBe(judged.duesDigest);
  expect(await notes(full)).toEqual([
    { phase: 'before', late: false, agrees: true, differs: [] },
    { phase: 'after', late: true, agrees: true, differs: [] },
  ]);
  expect(await opened(full)).toMatchObject({
    before: { agrees: true, late: false, tickets: judged.tickets },
    after: { agrees: true, program: expect.stringContaining('izi-second-opinion') },
  });
  expect(await alarms()).toEqual([]);

  // Its own file is compared with too: whoever holds the site's database cannot change that.
  const kept = await readFile(join(folder, 'journal'), 'utf8');
  await writeFile(join(folder, 'journal'), kept.replaceAll(judged.root!, 'ab'.repeat(32)));
  expect((await ask(['--draw', full, '--no-note', ...journal()])).said[0]!.differs).toEqual([
    'the tickets are not those that were seen before the draw',
  ]);
});

test('an opinion that comes late says so', async () => {
  const draw = await createSold(bets().slice(0, 5));
  await seal(draw);
  await finish(draw);
  const { code, said } = await ask(['--draw', draw]);
  expect(said).toMatchObject([
    { phase: 'before', late: true, agrees: true },
    { phase: 'after', agrees: true },
  ]);
  expect(code).toBe(0);
  expect(await opened(draw)).toMatchObject({ before: { late: true }, after: { late: false } });
});

test('every wrong due and payment is named, raises an alarm, and is closed when it is corrected', async () => {
  const draw = await createSold(bets());
  await seal(draw);
  await ask(['--draw', draw]);
  await finish(draw);
  type Due = { ticket_id: string; client_id: number; to_win: number };
  const dues = await database.owner.query<Due>('select * from due where draw_id = $1 order by ticket_id', [draw]);
  const [franc, missing, other, paidMore, unpaid, paidOther] = dues as [Due, Due, Due, Due, Due, Due];
  const [loser] = (await database.owner.query(
    'select id, client_id from ticket t where draw_id = $1 and not exists (select from due where ticket_id = t.id) order by id limit 1',
    [draw],
  )) as [{ id: string; client_id: number }];
  const otherThan = (client: number) => players.find((player) => player !== client)!;
  await history('update due set to_win = to_win + 1 where ticket_id = $1', franc.ticket_id);
  await history('delete from due where ticket_id = $1', missing.ticket_id);
  await history('insert into due values ($1, $2, $3, 0, 500)', draw, loser.client_id, loser.id);
  await history('insert into due values ($1, $2, $3, 0, 700)', draw, loser.client_id, anId);
  await history('update due set client_id = $2 where ticket_id = $1', other.ticket_id, otherThan(other.client_id));
  await history('update posting set amount = amount + 1 where reference = $1', paidMore.ticket_id);
  await history('update posting set draw_id = $2 where reference = $1', unpaid.ticket_id, anId);
  await history(
    'update posting set client_id = $2 where reference = $1',
    paidOther.ticket_id,
    otherThan(paidOther.client_id),
  );
  const { code, said } = await ask(['--draw', draw, '--first', '6']);
  expect(code).toBe(1);
  expect(said[0]!.differs.toSorted()).toEqual(
    [
      `ticket ${franc.ticket_id}: due ${franc.to_win}, the site listed ${franc.to_win + 1}`,
      `ticket ${franc.ticket_id}: the site listed ${franc.to_win + 1}, and paid ${franc.to_win}`,
      `ticket ${missing.ticket_id}: due ${missing.to_win}, the site listed 0`,
      `ticket ${missing.ticket_id}: the site listed 0, and paid ${missing.to_win}`,
      `ticket ${loser.id}: due 0, the site listed 500`,
      `ticket ${loser.id}: the site listed 500, and paid 0`,
      `ticket ${anId}: something is due to it, and the draw has no such ticket`,
      `ticket ${anId}: due 0, the site listed 700`,
      `ticket ${anId}: the site listed 700, and paid 0`,
      `ticket ${anId}: something is due to a client who did not buy it`,
      `ticket ${other.ticket_id}: something is due to a client who did not buy it`,
      `ticket ${paidMore.ticket_id}: the site listed ${paidMore.to_win}, and paid ${paidMore.to_win + 1}`,
      `ticket ${unpaid.ticket_id}: the site listed ${unpaid.to_win}, and paid 0`,
      `ticket ${paidOther.ticket_id}: something was paid to another client, or from another account`,
    ].toSorted(),
  );
  expect(await alarms()).toEqual([`opinion_disagrees of draw ${draw}`]);
  expect(await opened(draw)).toMatchObject({
    before: { agrees: true },
    after: { agrees: false, differs: { length: 14 } },
  });

  await history('update due set to_win = to_win - 1 where ticket_id = $1', franc.ticket_id);
  await history(
    'insert into due values ($1, $2, $3, 0, $4)',
    draw,
    missing.client_id,
    missing.ticket_id,
    missing.to_win,
  );
  await history('delete from due where ticket_id in ($1, $2)', loser.id, anId);
  await history('update due set client_id = $2 where ticket_id = $1', other.ticket_id, other.client_id);
  await history('update posting set amount = amount - 1 where reference = $1', paidMore.ticket_id);
  await history('update posting set draw_id = $2 where reference = $1', unpaid.ticket_id, draw);
  await history('update posting set client_id = $2 where reference = $1', paidOther.ticket_id, paidOther.client_id);
  expect((await ask(['--draw', draw])).code).toBe(0);
  expect(await alarms()).toEqual([]);
});

test('a changed ticket, order, seal, result or figure is detected', async () => {
  const draw = await createSold(bets().slice(0, 80));
  await seal(draw);
  await ask(['--draw', draw]);
  await finish(draw);
  expect((await ask(['--draw', draw])).code).toBe(0);
  const one = '(select id from ticket where draw_id = $1 order by id limit 1)';
  const swapped = `update tree_chunk set hashes = substring(hashes from 33 for 32) || substring(hashes from 1 for 32) || substring(hashes from 65)
    where draw_id = $1 and tier = 0`;
  const cases: [sql: string, back: string, says: RegExp[]][] = [
    [
      `update ticket set stake = stake + 300 where id = ${one}`,
      `update ticket set stake = stake - 300 where id = ${one}`,
      [
        /francs staked, the seal says/,
        /have the root/,
        /published leaves/,
        /not those that were seen before/,
        /tickets, stakes, won/,
      ],
    ],
    [
      `update ticket set accepted_at = accepted_at + interval '1 ms' where id = ${one}`,
      `update ticket set accepted_at = accepted_at - interval '1 ms' where id = ${one}`,
      [/have the root/],
    ],
    [
      `update ticket set stake = stake + 1 where id = ${one}`,
      `update ticket set stake = stake - 1 where id = ${one}`,
      [/a stake of \d+ is not allowed/],
    ],
    [
      `insert into ticket select client_id, '${anId}', draw_id, bet_type, selection, stake, stake_win, accepted_at from ticket where id = ${one}`,
      `delete from ticket where draw_id = $1 and id = '${anId}'`,
      [/81 tickets, the seal says 80/],
    ],
    [swapped, swapped, [/not in their order/]],
    [
      `update draw set result = case result when 123456789 then 987654321 else 123456789 end where id = $1`,
      '',
      [/the result is \d{9}, the site says \d{9}/],
    ],
    [
      `update draw_figure set payouts = payouts + 1 where draw_id = $1 and bet_type = 1`,
      `update draw_figure set payouts = payouts - 1 where draw_id = $1 and bet_type = 1`,
      [/^IziOrder: tickets, stakes, won and paid are/],
    ],
    [`update opinion.note set root = sha256('') where draw_id = $1`, '', [/not those that were seen before the draw/]],
    [`update reveal set seed = sha256('') where draw_id = $1`, '', [/seed is not the one/]],
    [
      `update seal set record = set_byte(record, 20, 255 - get_byte(record, 20)) where draw_id = $1`,
      '',
      [/names another record/],
    ],
    [`update commitment set record = set_byte(record, 0, 0) where draw_id = $1`, '', [/no record of a draw/]],
  ];
  for (const [sql, back, says] of cases) {
    await history(sql, draw);
    const { code, said } = await ask(['--draw', draw, '--no-note']);
    expect(code, sql).toBe(1);
    for (const sentence of says) expect(said[0]!.differs, sql).toContainEqual(expect.stringMatching(sentence));
    if (back !== '') await history(back, draw);
  }
});

test('the program judges each draw before and after, and an alarm is raised only where it is missing', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const watching = ask(['--watch'], stop.signal, lines);
  const draw = await createSold(bets().slice(-30));
  await seal(draw);
  const phases = async () => (await notes(draw)).map(({ phase, late, agrees }) => `${phase} ${late} ${agrees}`);
  await expect.poll(phases).toEqual(['before false true']);
  // A broken connection is made again.
  await database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'izi second opinion' and datname = current_database()`,
  );
  await finish(draw);
  await expect.poll(phases).toEqual(['before false true', 'after true true']);
  stop.abort();
  await watching;

  const missed = await createSold([]);
  await seal(missed);
  await finish(missed);
  const none = 'no_opinion of draws';
  expect(await alarms()).not.toContain(none);
  await history(`update draw set dues_listed_at = dues_listed_at - interval '6 min' where id = $1`, missed);
  expect(await alarms()).toContain(none);
  await ask(['--draw', missed]);
  expect(await alarms()).not.toContain(none);
});

test('the program’s login reads what it judges, writes its opinions, and nothing else', async () => {
  const draw = await createSold(bets().slice(0, 3));
  const { opinion } = database;
  const rights = await database.owner.query<{ name: string }>(
    `select c.oid::regclass::text || ' ' || p as name from pg_class c cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relnamespace in ('public'::regnamespace, 'console'::regnamespace, 'sandbox'::regnamespace, 'opinion'::regnamespace)
       and case when c.relkind = 'S' then false else has_table_privilege('izi_opinion', c.oid, p) or p <> 'delete' and p <> 'truncate' and has_any_column_privilege('izi_opinion', c.oid, p) end
     union all
     select p.oid::regprocedure::text from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'console'::regnamespace, 'sandbox'::regnamespace, 'opinion'::regnamespace)
       and has_function_privilege('izi_opinion', p.oid, 'execute')
     order by 1`,
  );
  expect(rights.map(({ name }) => name)).toEqual([
    'opinion.draw select',
    'opinion.due select',
    'opinion.figure select',
    'opinion.leaf_chunk select',
    'opinion.note select',
    'opinion.note_after(uuid,bigint,bigint,bytea,integer,bigint,bigint,bytea,text[],text)',
    'opinion.note_before(uuid,bigint,bigint,bytea,text[],text)',
    'opinion.note_drawn(uuid,bigint,bigint,bytea,integer,text[],text)',
    'opinion.payment select',
    'opinion.ticket select',
  ]);
  const columns = await database.owner.query<{ name: string }>(
    `select distinct column_name::text as name from information_schema.columns where table_schema = 'opinion'
     and (column_name like '%client%' or column_name like '%secret%' or column_name like '%phone%')`,
  );
  expect(columns).toEqual([]);
  // The login reads nothing of a draw on sale: neither its tickets, nor what identifies them by their leaves.
  const nothing = async () => {
    expect(await opinion.query('select from opinion.ticket where draw_id = $1', [draw])).toEqual([]);
    expect(
      await opinion.query(
        'select from opinion.ticket t join opinion.draw d on d.id = t.draw_id where d.seal is null and d.status <> $1',
        ['void'],
      ),
    ).toEqual([]);
    expect(await opinion.query('select salt_key, seed, seal from opinion.draw where id = $1', [draw])).toEqual([
      { salt_key: null, seed: null, seal: null },
    ]);
  };
  await nothing();
  // A function of its own does not help either, though it looks at rows before they are filtered.
  await opinion.transact(async (tx) => {
    await tx.query(
      `create function pg_temp.peek(uuid) returns boolean language plpgsql cost 0.0000001 as $$ begin raise notice '%', $1; return $1 <> '${draw}'; end $$`,
    );
    const seen = await tx.query('select from opinion.ticket where pg_temp.peek(draw_id) and draw_id = $1', [draw]);
    expect(seen).toEqual([]);
  });
  const denied = /permission denied/;
  const attacks: [sql: string, refusal: RegExp][] = [
    ['select * from ticket', denied],
    ['select * from client', denied],
    ['select * from draw_salt', denied],
    ['select secrets from commitment', denied],
    ['select * from wallet', denied],
    ['select * from console.operator', denied],
    ['insert into opinion.note (draw_id) values (null)', denied],
    ['update opinion.note set agrees = true', denied],
    ['delete from opinion.note', denied],
    ['truncate opinion.note', denied],
    [`update opinion.draw set status = 'void'`, /cannot update view/],
    [`insert into opinion.due values ('${draw}', '${anId}', 1, 1, true)`, /cannot insert into view/],
    ['select opinion.add_note(null)', denied],
    [`select from opinion.draw where id = '${draw}' for update`, denied],
    ['select console.watch()', denied],
    [`select pay_dues('${draw}', 1)`, denied],
    [`select void_lost_draw()`, denied],
    [`select opinion.note_before('${draw}', 3, 900, sha256(''), '{}', 'x')`, /is not sealed/],
    [`select opinion.note_after('${draw}', 3, 900, null, null, 0, 0, sha256(''), '{}', 'x')`, /is not finished/],
    [`select opinion.note_drawn('${draw}', 3, 900, null, 123456789, '{}', 'x')`, /is not drawn/],
    [`select opinion.note_drawn(null, 0, 0, null, null, '{}', 'x')`, /is not drawn/],
    [`select opinion.note_before('${anId}', 0, 0, sha256(''), '{}', 'x')`, /is not sealed/],
    [`select opinion.note_after(null, 0, 0, null, null, 0, 0, sha256(''), '{}', 'x')`, /is not finished/],
  ];
  for (const [sql, refusal] of attacks) await expect(opinion.query(sql), sql).rejects.toThrow(refusal);

  for (const table of ['draw', 'opinion.draw', 'opinion.note']) {
    const locking = opinion.transact((tx) => tx.query(`lock table ${table} in row exclusive mode`));
    await expect(locking, table).rejects.toThrow(denied);
  }

  await seal(draw);
  // It cannot say that it agrees with another seal or result, nor talk without an end.
  const before = (root: string, differs = '{}', program = 'x') =>
    opinion.query(`select opinion.note_before('${draw}', 3, 900, ${root}, '${differs}', '${program}')`);
  const root = `(select substring(seal from 89 for 32) from opinion.draw where id = '${draw}')`;
  await expect(before(`sha256('')`)).rejects.toThrow('is not the seal');
  await expect(before('null')).rejects.toThrow('is not the seal');
  await expect(before(root, `{${'x'.repeat(13_000)}}`)).rejects.toThrow('note_is_short');
  await expect(before(root, '{}', 'x'.repeat(101))).rejects.toThrow('note_is_short');
  // The console shows what it says.
  await expect(before(root, '{NULL}')).rejects.toThrow('note_differs_by_sentences');
  await expect(before(root, '{{a,b}}')).rejects.toThrow('note_differs_by_sentences');
  await expect(
    opinion.query(`select opinion.note_before('${draw}', 9007199254740992, 900, ${root}, '{a}', 'x')`),
  ).rejects.toThrow('note_counts_tickets');
  for (let said = 0; said < 20; said++) await before(root, `{"something ${said}"}`);
  await expect(before(root, '{"something else"}')).rejects.toThrow('has too many opinions');
  await before(root, '{"something 19"}');
  expect(await notes(draw)).toHaveLength(20);
  // An open transaction does not keep a draw from being drawn and paid.
  const [status] = await opinion.transact(async (tx) => {
    await tx.query(`select opinion.note_before('${draw}', 3, 900, ${root}, '{"something 19"}', 'x')`);
    await tx.query('select * from opinion.draw');
    await finish(draw);
    return database.owner.query<{ status: string }>('select status from draw where id = $1', [draw]);
  });
  expect(status).toEqual({ status: 'settled' });
  await expect(
    opinion.query(`select opinion.note_after('${draw}', 3, 900, ${root}, 1, 0, 0, sha256(''), '{}', 'x')`),
  ).rejects.toThrow('is not the result');
});
