import { randomUUID } from 'node:crypto';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { run } from '#second-opinion/run.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import type { Background } from '#server/background/background.ts';
import { createRoundVerifier } from '#server/fair-draw/verify-rounds.ts';
import { findDraw } from '#server/draws/draw.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { startDrawWorker } from '#server/draws/life/draw-worker.ts';
import { heedOpinions } from '#server/draws/life/heed-opinions.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { openDrawNews, type DrawNews } from '#server/draws/read/draw-news.ts';
import type { Http } from '#server/http/http.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { isRaised } from '#server/payments/operation-flag.ts';
import { keepOpinionRule } from '#server/start-checks.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { ownChain, signRound } from '#tests/support/draws/fair-draw.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { patience } from '#tests/support/patience.ts';
import {
  changeHistory,
  createDraw,
  createPlayer,
  emptyTimetable,
  moveDraw,
  newTicket,
  openDesk,
} from '#tests/support/players/play.ts';

// Where draws wait for the second opinion, one that it has refused pays nobody until two operators decide. The program, the
// server and the database are the real ones; what is false is put into the tables by their owner.

let database: TestDatabase;
let desk: TicketDesk;
let http: Http;
let asks: SignedInOperator;
let approves: SignedInOperator;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  http = await startConsole(database);
  asks = await signInOperator(http, ['draws']);
  approves = await signInOperator(http, ['compliance']);
  folder = await mkdtemp(join(tmpdir(), 'izi-hold-'));
  const { hash, publicKey, genesis, period } = ownChain;
  await writeFile(
    join(folder, 'chain'),
    JSON.stringify({ hash: toHex(hash), public_key: toHex(publicKey), genesis_time: genesis, period }),
  );
});
afterEach(() => expectBooksBalance(database.owner));
afterAll(async () => {
  desk.clock.stop();
  await http.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const minute = 60_000;
const waits = (seconds: number | null) => keepOpinionRule(database.owner, seconds);
const history = (sql: string, ...params: unknown[]) => changeHistory(database.owner, sql, params);
const statusOf = async (draw: string) => (await findDraw(database.worker, draw))!.status;
const winOf = async (clientId: number) => (await readWallet(database.worker, clientId)).win;
const holdOf = async (draw: string) =>
  (await database.worker.query<{ hold: string | null }>('select hold_of($1) as hold', [draw]))[0]!.hold;
const stopped = () => isRaised(database.worker, 'withdrawals_stopped');
const listWins = (draw: string) =>
  database.worker.query('select list_wins($1, $2, $3, $4)', [draw, [2, 2, 2], [7, 8, 9], [6, 6, 6]]);
const payOne = (draw: string) => database.worker.query('select pay_dues($1, 1)', [draw]);
const settleAll = async () => {
  while (await settleDueDraw(database.worker));
};
async function alarms(kind: string): Promise<string[]> {
  await database.worker.query('select console.watch()');
  const rows = await database.owner.query<{ subject: string }>(
    'select subject from console.alarm where closed_at is null and kind = $1 order by 1',
    [kind],
  );
  return rows.map(({ subject }) => subject);
}

interface Said {
  readonly phase: string;
  readonly agrees: boolean;
  readonly differs: string[];
}

async function judge(args: readonly string[], signal = new AbortController().signal) {
  const { host, database: name } = database.config;
  const url = new URL(`postgres://izi_opinion@localhost/${name}`);
  url.searchParams.set('host', host!);
  const said: Said[] = [];
  await run(
    [...args, '--json', '--beacon-chain', join(folder, 'chain')],
    { OPINION_DATABASE_URL: url.href },
    { print: (line) => void said.push(JSON.parse(line) as Said), tell: () => {}, signal },
  );
  return said;
}

let nth = 0;
/** A sealed draw on which each of these players has staked 100 francs on each number being first, so that each wins 600. */
async function sealed(players: readonly { clientId: number }[], chain: BeaconChain | null = null): Promise<string> {
  const draw = await createDraw(database.owner, { closesIn: 30 * minute, patienceHours: 1 }, chain);
  for (const player of players) {
    const tickets = Array.from('123456789', (number) => newTicket(draw, { selectedNumbers: [number] }));
    await placeBets(desk, player as never, tickets);
  }
  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: minute + ++nth });
  while (await closeDueDraw(database.worker));
  while (await sealDueDraw(database.worker, testKeys));
  return draw;
}

async function drawNumbers(draw: string): Promise<void> {
  await moveDraw(database.owner, draw, { closesIn: -10_000, drawsIn: -++nth });
  while (await drawDueDraw(database.worker, testKeys));
  expect(await statusOf(draw)).toBe('drawn');
}

const players = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.owner, { dep: 900 })));

/** Another result than the one that follows from the seed. */
const falsify = (draw: string) =>
  history('update draw set result = case result when 123456789 then 987654321 else 123456789 end where id = $1', draw);

/** A drawn draw that the second opinion has refused. */
async function refused(of: readonly { clientId: number }[]): Promise<string> {
  const draw = await sealed(of);
  await judge(['--draw', draw]);
  await drawNumbers(draw);
  await falsify(draw);
  await judge(['--draw', draw]);
  expect(await holdOf(draw)).toBe('held');
  return draw;
}

const reason = 'The other machine had an old chain';
const askToPay = (draw: string) => asks.post('/requests', { kind: 'pay_held_draw', about: draw, reason });
/** @returns the request */
async function approved(draw: string): Promise<string> {
  const asked = await askToPay(draw);
  expect(asked.statusCode, asked.body).toBe(202);
  const { id } = asked.json<{ data: { id: string } }>().data;
  const answer = await approves.post(`/requests/${id}/decision`, { decision: 'approve', reason: 'Compared' });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return id;
}
const execute = (request: string) => database.worker.query('select console.execute_pay_held_draw($1)', [request]);

/**
 * Whether withdrawals may resume after a full pass that began a while ago and found nothing. The books of a false draw
 * do not agree.
 */
async function mayResume(after: string): Promise<boolean> {
  await database.owner.query('delete from reconciliation_pass');
  await database.owner.query(
    `insert into reconciliation_pass (scope, next_since, horizon, started_at, finished_at, mismatches)
     select 'full', $1, '1', $1, clock_timestamp(), 0 from (select $1::timestamptz) t`,
    [after],
  );
  const [row] = await database.owner.query<{ done: boolean }>('select resume_withdrawals() as done');
  return row!.done;
}
const clock = async () => (await database.owner.query<{ at: string }>('select clock_timestamp()::text as at'))[0]!.at;

test('without the setting nothing waits, and no opinion stops a payment or a withdrawal', async () => {
  const [player] = await players(1);
  const draw = await sealed([player!]);
  await drawNumbers(draw);
  await database.opinion.query(
    `select opinion.note_drawn($1, 0, 0, null, null, '{"the beacon’s value is not signed by its chain"}', 'x')`,
    [draw],
  );
  await heedOpinions(database.worker);
  expect([await holdOf(draw), await stopped()]).toEqual([null, false]);
  expect(await settleDueDraw(database.worker)).toBe(true);
  expect(await statusOf(draw)).toBe('settled');
  expect(await winOf(player!.clientId)).toBe(600);
  expect(await alarms('draw_held')).toEqual([]);
  // An opinion from before the setting was on stays an alarm only.
  await waits(60);
  await heedOpinions(database.worker);
  expect(await stopped()).toBe(false);
});

test('a beacon value that its chain has not signed pays nobody, until two operators decide', async () => {
  await waits(60);
  const [one, two, behind] = (await players(3)) as [never, never, never];
  const clients = [one, two].map(({ clientId }) => clientId as number);
  // A beacon binds the seal's time to the real close.
  const draw = await createDraw(
    database.owner,
    { closesIn: patience(4_000), drawsIn: patience(4_000) + 8_000 },
    ownChain,
  );
  for (const player of [one, two]) {
    await placeBets(
      desk,
      player,
      Array.from('123456789', (number) => newTicket(draw, { selectedNumbers: [number] })),
    );
  }
  await expect.poll(() => closeDueDraw(database.worker)).toBe(true);
  expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
  expect(await judge(['--draw', draw])).toMatchObject([{ phase: 'before', differs: [] }]);
  const [{ round }] = (await database.owner.query('select beacon_round as round from commitment where draw_id = $1', [
    draw,
  ])) as [{ round: number }];
  await expect.poll(async () => (await findDraw(database.worker, draw))!.draws_at < new Date()).toBe(true);
  await history(
    'insert into beacon_round (chain, round, signature) values ($1, $2, $3)',
    ownChain.hash,
    round,
    signRound(round),
  );
  await expect.poll(() => drawDueDraw(database.worker, testKeys, createRoundVerifier([ownChain]))).toBe(true);
  await history(
    'update beacon_round set signature = $3 where (chain, round) = ($1, $2)',
    ownChain.hash,
    round,
    signRound(round + 1),
  );

  // Until it is judged nobody is paid.
  expect(await holdOf(draw)).toBe('waits');
  expect(await settleDueDraw(database.worker)).toBe(false);
  await expect(listWins(draw)).rejects.toThrow('waits for the second opinion');
  const beforeIt = await clock();
  const said = await judge(['--draw', draw]);
  expect(said.find(({ phase }) => phase === 'drawn')).toMatchObject({
    agrees: false,
    differs: ['the beacon’s value is not signed by its chain'],
  });
  await heedOpinions(database.worker);
  expect([await holdOf(draw), await stopped()]).toEqual(['held', true]);

  // No later attempt pays it, whoever asks; and a draw behind it is paid.
  await expect(listWins(draw)).rejects.toThrow('the second opinion refused it');
  expect(await payOne(draw)).toEqual([{ pay_dues: 0 }]);
  const later = await sealed([behind]);
  await judge(['--draw', later]);
  await drawNumbers(later);
  await judge(['--draw', later]);
  await settleAll();
  expect([await statusOf(draw), await statusOf(later)]).toEqual(['drawn', 'settled']);
  expect(await Promise.all(clients.map(winOf))).toEqual([0, 0]);
  expect(await alarms('draw_held')).toEqual([`draw ${draw}`]);
  expect(await alarms('opinion_disagrees')).toContain(`draw ${draw}`);
  await history(`update draw set drawn_at = drawn_at - interval '3 min' where id = $1`, draw);
  expect(await alarms('dues_unpaid')).toEqual([]);

  const opened = (await asks.get(`/draws/${draw}`)).json<{ data: { hold: object; opinions: { drawn: object } } }>();
  expect(opened.data.hold).toMatchObject({ state: 'held', unjudgedAt: null, released: null });
  expect(opened.data.opinions.drawn).toMatchObject({ agrees: false });

  const request = await approved(draw);
  const shown = (await approves.get(`/requests/${request}`)).json<{ data: { oldValues: object } }>().data;
  expect(shown.oldValues).toMatchObject({
    held: true,
    status: 'drawn',
    tickets: 18,
    staked: 1_800,
    payouts: 1_200,
    because: ['the beacon’s value is not signed by its chain'],
  });
  const done = await Promise.allSettled([execute(request), execute(request)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await Promise.all([settleAll(), settleAll(), settleAll()]);
  await settleAll();
  expect(await statusOf(draw)).toBe('settled');
  expect(await Promise.all(clients.map(winOf))).toEqual([600, 600]);
  expect(await alarms('draw_held')).toEqual([]);
  expect((await asks.get(`/draws/${draw}`)).json<{ data: { hold: object } }>().data.hold).toMatchObject({
    state: null,
    released: { reason, request },
  });

  // Withdrawals resume only when the books were looked over since, and are not stopped by the same words again.
  expect(await mayResume(beforeIt)).toBe(false);
  expect(await mayResume(await clock())).toBe(true);
  await heedOpinions(database.worker);
  expect(await stopped()).toBe(false);
});

test('a draw without an opinion is paid when its wait is over, with an alarm until there is one', async () => {
  await waits(4);
  const [player] = await players(1);
  const draw = await sealed([player!]);
  await drawNumbers(draw);
  expect([await holdOf(draw), await settleDueDraw(database.worker)]).toEqual(['waits', false]);
  await expect.poll(() => holdOf(draw)).toBeNull();
  await settleAll();
  expect([await statusOf(draw), await winOf(player!.clientId)]).toEqual(['settled', 600]);
  expect(await alarms('paid_unjudged')).toEqual(['draws']);
  expect((await asks.get(`/draws/${draw}`)).json<{ data: { hold: object } }>().data.hold).toMatchObject({
    state: null,
    unjudgedAt: expect.any(String),
  });
  await judge(['--draw', draw]);
  expect(await alarms('paid_unjudged')).toEqual([]);
});

test('a draw with an agreeing opinion is paid at once, through notifications in both directions', async () => {
  await waits(600);
  const [player] = await players(1);
  const stop = new AbortController();
  const watching = judge(['--watch'], stop.signal);
  let worker: Background | null = null;
  let news: DrawNews | null = null;
  try {
    const draw = await sealed([player!]);
    await expect
      .poll(() => database.owner.query('select from opinion.note where draw_id = $1', [draw]))
      .toHaveLength(1);
    news = await openDrawNews(database.worker);
    const plan = { ...emptyTimetable, keys: testKeys, chain: null };
    worker = startDrawWorker({ db: database.worker, plan, beacons: [], news, log: pino({ level: 'silent' }) });
    await moveDraw(database.owner, draw, { closesIn: -10_000, drawsIn: -++nth });
    await expect.poll(() => statusOf(draw), { interval: 20 }).toBe('settled');
    const [took] = await database.owner.query<{ ms: number }>(
      'select extract(epoch from finished_at - drawn_at)::float8 * 1000 as ms from draw where id = $1',
      [draw],
    );
    expect(took!.ms).toBeLessThan(10_000);
    expect(await winOf(player!.clientId)).toBe(600);
    expect(await database.owner.query('select from opinion.unjudged where draw_id = $1', [draw])).toEqual([]);
  } finally {
    await worker?.stop();
    await news?.close();
    stop.abort();
    await watching;
  }
});

describe('a late refusal', () => {
  const disagree = (draw: string, says = 'the result is another one') =>
    database.opinion.query(`select opinion.note_drawn($1, 0, 0, null, null, array[$2], 'x')`, [draw, says]);

  test('stops a draw that is being paid, and each client is paid once in the end', async () => {
    await waits(600);
    const of = await players(3);
    const draw = await sealed(of);
    await judge(['--draw', draw]);
    await drawNumbers(draw);
    await judge(['--draw', draw]);
    const [{ result }] = (await database.owner.query('select result from draw where id = $1', [draw])) as [
      { result: number },
    ];
    // The refusal is there before the listing is committed: nobody is paid from it.
    await database.worker.transact(async (tx) => {
      const first = Number(String(result)[0]);
      await tx.query('select list_wins($1, $2, $3, $4)', [draw, [2], [first], [6]]);
      await tx.query('select pay_dues($1, 1)', [draw]);
      await disagree(draw);
    });
    await expect(payOne(draw)).rejects.toThrow('the second opinion refused it');
    expect(await settleDueDraw(database.worker)).toBe(false);
    const paid = await Promise.all(of.map(({ clientId }) => winOf(clientId)));
    expect(paid.toSorted((one, other) => one - other)).toEqual([0, 0, 600]);
    await heedOpinions(database.worker);
    expect(await stopped()).toBe(true);
    expect(await alarms('draw_held')).toEqual([`draw ${draw}`]);
    await execute(await approved(draw));
    await Promise.all([settleAll(), settleAll()]);
    expect(await Promise.all(of.map(({ clientId }) => winOf(clientId)))).toEqual([600, 600, 600]);
    expect(await mayResume(await clock())).toBe(true);
  });

  test('stays after a later agreement, and counts once if it is sent twice', async () => {
    await waits(600);
    const draw = await refused(await players(1));
    await disagree(draw, 'once more');
    await Promise.all([disagree(draw, 'once more'), disagree(draw, 'once more')]);
    const notes = await database.owner.query(`select from opinion.note where draw_id = $1 and phase = 'drawn'`, [draw]);
    expect(notes).toHaveLength(2);
    await database.opinion.query(
      `select opinion.note_drawn(d.id, 9, 900, substring(d.seal from 89 for 32), d.result, '{}', 'x') from opinion.draw d where d.id = $1`,
      [draw],
    );
    expect([await holdOf(draw), await settleDueDraw(database.worker)]).toEqual(['held', false]);
    // Switching the rule off is for the draws to come.
    await waits(null);
    expect(await holdOf(draw)).toBe('held');
    await execute(await approved(draw));
    await settleAll();
    expect(await statusOf(draw)).toBe('settled');
  });
});

describe('two operators', () => {
  test('decide about opinions that both have seen: a new one makes the request void', async () => {
    await waits(600);
    const draw = await refused(await players(1));
    const request = await approved(draw);
    await database.opinion.query(`select opinion.note_drawn($1, 0, 0, null, null, '{"it is worse"}', 'x')`, [draw]);
    await expect(execute(request)).rejects.toThrow('opinion_unchanged');
    expect(await holdOf(draw)).toBe('held');
    // The worker ends a request that can never be done, and only then the same may be asked for again.
    await database.worker.query('select console.fail_request($1, $2)', [request, 'opinion_unchanged']);
    await execute(await approved(draw));
    await settleAll();
    expect(await statusOf(draw)).toBe('settled');
    expect((await askToPay(draw)).statusCode).toBe(409);
  });

  test('wait until the result is judged too', async () => {
    await waits(2);
    const draw = await sealed(await players(1));
    await database.opinion.query(`select opinion.note_before($1, 0, 0, null, '{"a ticket was added"}', 'x')`, [draw]);
    await drawNumbers(draw);
    expect(await holdOf(draw)).toBe('held');
    expect((await askToPay(draw)).json()).toMatchObject({
      unmet: { code: 'opinion_given' },
    });
    await sleep(2_100);
    expect([await holdOf(draw), await settleDueDraw(database.worker)]).toEqual(['held', false]);
    await execute(await approved(draw));
    await settleAll();
    expect(await statusOf(draw)).toBe('settled');
  });

  test('two operators also decide about the stakes of a void draw whose tickets were refused', async () => {
    await waits(600);
    const of = await players(1);
    const [honest, doubtful] = [await sealed([], ownChain), await sealed(of, ownChain)];
    await database.opinion.query(`select opinion.note_before($1, 0, 0, null, '{"a ticket was added"}', 'x')`, [
      doubtful,
    ]);
    // Their beacon did not come in time.
    const lost = -2 * 60 * minute;
    for (const draw of [honest, doubtful]) {
      await moveDraw(database.owner, draw, { closesIn: lost - 10_000 - nth, drawsIn: lost - ++nth });
      expect(await voidLostDraw(database.worker)).toBe(true);
      expect(await statusOf(draw)).toBe('void');
    }
    await expect(database.worker.query('select list_refunds($1)', [doubtful])).rejects.toThrow('refused it');
    await settleAll();
    const finished = await database.owner.query('select id from draw where finished_at is not null and id = any ($1)', [
      [honest, doubtful],
    ]);
    expect(finished).toEqual([{ id: honest }]);
    await execute(await approved(doubtful));
    await settleAll();
    expect(await readWallet(database.worker, of[0]!.clientId)).toMatchObject({ dep: 900, win: 0 });
  });
});

test('no login except the owner of the tables writes the holds of a draw, and none is ever changed', async () => {
  const denied = /permission denied/;
  const draw = await refused(await players(1));
  const attacks = [
    'insert into opinion.rule (number) values (99)',
    `insert into opinion.release (draw_id, reason, request_id) values ('${draw}', 'x', '${randomUUID()}')`,
    `insert into opinion.wait values ('${draw}', now())`,
    `delete from opinion.wait`,
    `update opinion.wait set until = now()`,
    `insert into opinion.unjudged values ('${draw}')`,
    `insert into opinion.heeded values (1)`,
    `insert into opinion.note (draw_id) values ('${draw}')`,
    `select note_unjudged('${draw}')`,
  ];
  for (const db of [database.worker, database.console, database.opinion]) {
    for (const sql of attacks) await expect(db.query(sql), sql).rejects.toThrow(denied);
  }
  for (const sql of [
    `select opinion.note_drawn('${draw}', 0, 0, null, null, '{}', 'x')`,
    `select console.execute_pay_held_draw('${randomUUID()}')`,
  ]) {
    await expect(database.worker.query(sql), sql).rejects.toThrow(/permission denied|not_approved/);
    await expect(database.console.query(sql), sql).rejects.toThrow(denied);
  }
  for (const table of ['rule', 'wait', 'unjudged', 'release', 'heeded']) {
    const [column] = await database.owner.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 limit 1',
      [`opinion.${table}`],
    );
    for (const sql of [
      `update opinion.${table} set ${column!.name} = ${column!.name}`,
      `delete from opinion.${table}`,
    ]) {
      await expect(database.owner.query(sql), sql).rejects.toThrow('history never changes');
    }
    await expect(database.owner.query(`truncate opinion.${table} cascade`)).rejects.toThrow('history never changes');
  }
  await execute(await approved(draw));
  await settleAll();
});

test('an open transaction with an opinion delays no draw, withdrawal or pass', async () => {
  await waits(1);
  const draw = await sealed(await players(1));
  await judge(['--draw', draw]);
  await drawNumbers(draw);
  await database.opinion.transact(async (tx) => {
    await tx.query(`select opinion.note_drawn($1, 0, 0, null, null, '{"not committed"}', 'x')`, [draw]);
    await sleep(1_100);
    await settleAll();
    await heedOpinions(database.worker);
    await reconcile(database.worker, 'full');
    expect(await statusOf(draw)).toBe('settled');
  });
  // An opinion that comes too late for its draw still stops withdrawals.
  await heedOpinions(database.worker);
  expect(await stopped()).toBe(true);
});
