import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queryable } from '#database/connect.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { beaconValue } from '#domain/fair-draw/beacon.ts';
import { decodeDraw, drawHash } from '#domain/fair-draw/draw-record.ts';
import { merkleRoot } from '#domain/fair-draw/merkle.ts';
import { encodeSeal, sealHash, type SealRecord } from '#domain/fair-draw/seal-record.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import { arrangements, payoutOf } from '#domain/outcome.ts';
import { decodeNumbers, encodeNumbers } from '#domain/result.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { expectBooksBalance } from './support/money/books.ts';
import { createTestDatabase, type TestDatabase } from './support/database/database.ts';
import { createDraw, createPlayer, drawWithResult, moveDraw, newTicket, openDesk } from './support/players/play.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { findDraw } from '#server/draws/draw.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { createRoundVerifier } from '#server/fair-draw/verify-rounds.ts';
import { bytesNamed, ownChain, signRound } from './support/draws/fair-draw.ts';
import { testKeys } from './support/draws/keys.ts';
import { bytesOf, drawVectors } from './vectors/vectors.ts';

// Attacks of somebody who found a hole and can run any SQL as a worker, which may do more than a process that serves players, or as the
// operators' console. The harm that each login could do to a draw is in tests/logins.test.ts.

interface Site {
  readonly mallory: number;
  readonly victim: number;
  readonly open: string;
  readonly soon: string;
  readonly drawn: string;
  readonly refunding: string;
  readonly settled: string;
  readonly ticket: string;
  readonly deposit: string;
  readonly withdrawal: string;
  readonly otherWithdrawal: string;
  readonly returned: string;
}

let database: TestDatabase;
let site: Site;

beforeAll(async () => {
  database = await createTestDatabase();
  site = await prepare();
});
afterAll(() => database.drop());

async function prepare(): Promise<Site> {
  const { owner, worker: db } = database;
  const desk = await openDesk(database);
  const mallory = await createPlayer(owner, { dep: 5_000, win: 5_000 });
  const victim = await createPlayer(owner, { dep: 5_000, win: 5_000 });
  const draws = [];
  for (let index = 0; index < 5; index++) draws.push(await createDraw(owner, { closesIn: 3_600_000 + index * 1_000 }));
  const [open, soon, drawn, refunding, settled] = draws as [string, string, string, string, string];
  const ticket = newTicket(open);
  await placeBets(desk, mallory, [ticket]);
  for (const player of [mallory, victim]) {
    await placeBets(
      desk,
      player,
      [drawn, refunding, settled].map((draw) => newTicket(draw, { selectedNumbers: ['5'] })),
    );
  }
  await placeBets(desk, victim, [newTicket(drawn, { selectedNumbers: ['1'] })]);
  desk.clock.stop();

  await drawWithResult(owner, drawn, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await drawWithResult(owner, settled, [5, 1, 2, 3, 4, 6, 7, 8, 9]);
  await db.query('select list_wins($1, $2, $3, $4)', [settled, [2], [5], [6]]);
  while ((await payDues(settled)) > 0);
  await moveDraw(owner, refunding, { closesIn: -20_000, drawsIn: -10_000 });
  expect(await db.query('select close_due_draw() as id')).toEqual([{ id: refunding }]);
  await db.query('select list_refunds($1)', [refunding]);

  const deposit = await insertPayment(mallory.clientId, 'deposit', 500);
  const withdrawal = await hold(mallory.clientId);
  const otherWithdrawal = await hold(victim.clientId);
  const returned = await hold(mallory.clientId);
  await transfer(mallory.clientId, 'withdrawal_returned', returned, 'client_held', 'client_win', 300);
  const [clientId, victimId] = [mallory.clientId, victim.clientId];
  return {
    mallory: clientId,
    victim: victimId,
    open,
    soon,
    drawn,
    refunding,
    settled,
    ticket: ticket.id,
    deposit,
    withdrawal,
    otherWithdrawal,
    returned,
  };
}

async function payDues(draw: string): Promise<number> {
  const [row] = await database.worker.query<{ paid: number }>('select pay_dues($1, 1) as paid', [draw]);
  return row!.paid;
}

async function insertPayment(clientId: number, direction: string, amount: number): Promise<string> {
  const [row] = await database.worker.query<{ id: string }>(
    `insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider,
       idempotency_key, request_hash)
     values ($1, $2::payment_direction, $3::bigint, case $2::payment_direction when 'withdrawal' then $3::bigint else 0 end, 'CI', 'orange', '+225', 'A', 'B', 'sandbox',
       gen_random_uuid(), '') returning id`,
    [clientId, direction, amount],
  );
  return row!.id;
}

async function hold(clientId: number): Promise<string> {
  const id = await insertPayment(clientId, 'withdrawal', 300);
  await transfer(clientId, 'withdrawal', id, 'client_win', 'client_held', 300);
  return id;
}

async function transfer(...args: [number, string, string, string, string, number]): Promise<void> {
  const [row] = await database.worker.query('select post_transfer($1, $2, $3, $4, $5, $6) as outcome', args);
  expect(row).toEqual({ outcome: 'done' });
}

/** Everything that is money, or decides about it. */
async function fingerprint(): Promise<object> {
  const tables = [
    'wallet',
    'posting',
    'posted_once',
    'month',
    'month_balance',
    'month_sum',
    'month_stake',
    'ticket',
    'due',
    'due_lane',
    'draw',
    'payment',
    'payment_event',
    'chargeback',
    'webhook',
    'operation_flag',
    'security_event',
    'sales_stop',
    'call_off',
    'timetable_version',
    'draw_figure',
    'draw_sold',
    'kept_exposure',
    'reserve',
    'care_threshold',
  ];
  const [row] = await database.owner.query<object>(
    `select ${tables.map((table) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${table} t) as ${table}`).join(', ')}`,
  );
  return row!;
}

/** An attack is one or more statements on one connection. The last one must be refused, and nothing may have changed. */
async function attack(sql: string, refusal: RegExp, db: Database = database.worker): Promise<void> {
  const before = await fingerprint();
  const statements = sql.split(';;');
  const outcome =
    statements.length === 1
      ? db.query(sql)
      : db.transact(async (tx) => {
          for (const statement of statements) await tx.query(statement);
        });
  await expect(outcome, sql).rejects.toThrow(refusal);
  expect(await fingerprint()).toEqual(before);
}

const denied = /permission denied|must be owner|must be superuser|must be able to SET ROLE/;

describe('history and books cannot be written', () => {
  const journals = ['payment_event', 'webhook', 'commitment', 'seal', 'tree_chunk', 'reveal', 'beacon_round'];
  const books = [
    'wallet',
    'posting',
    'posted_once',
    'month',
    'month_balance',
    'month_sum',
    'month_stake',
    'ticket',
    'due',
    'play_limit',
    'play_break',
    'security_event',
    'draw_figure',
    'call_off',
    'timetable_version',
    'kept_exposure',
    'reserve',
    'care_threshold',
  ];
  const records = ['migration', 'mismatch', 'reconciliation_pass'];

  test.each([...journals, ...books, ...records])('%s', async (table) => {
    const [column] = await database.owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 limit 1`,
      [table],
    );
    await attack(`update ${table} set ${column!.name} = default`, denied);
    await attack(`delete from ${table}`, denied);
    await attack(`truncate ${table} cascade`, denied);
    await attack(`merge into ${table} t using (select 1) s on true when matched then delete`, denied);
    await attack(`alter table ${table} disable trigger all`, denied);
    await attack(`drop table ${table} cascade`, denied);
    if (table === 'beacon_round' || !journals.includes(table))
      await attack(`insert into ${table} default values`, denied);
  });

  test('history and books cannot be written in any of their columns, and the application owns none of them', async () => {
    expect(
      await database.owner.query(
        `select name, privilege from unnest($1::text[]) as name, unnest(array['insert', 'update', 'references']) as privilege
         where has_any_column_privilege('izi_worker', name, privilege)
         union all
         select name, privilege from unnest($1) as name, unnest(array['delete', 'truncate', 'trigger']) as privilege
         where has_table_privilege('izi_worker', name, privilege)
         union all
         select pg_describe_object(classid, objid, objsubid), 'owner' from pg_shdepend
         where refobjid in ('izi_app'::regrole, 'izi_worker'::regrole) and deptype = 'o'`,
        [[...books, ...records]],
      ),
    ).toEqual([]);
  });

  test.each<[string, string]>([
    ['a draw deleted', `delete from draw`],
    ['all draws deleted', `truncate draw cascade`],
    ['a payment deleted', `delete from payment`],
    ['a flag deleted', `delete from operation_flag`],
    ['withdrawals resumed', `select resume_withdrawals()`],
    ['a sequence set back', `select setval('posting_id_seq', 1)`],
  ])('%s', (_, sql) => attack(sql, denied));
});

describe('draws cannot be manipulated', () => {
  test('workers create draws and cannot change them: only functions that check the clock do', async () => {
    expect(
      await database.owner.query(
        `select name, privilege
         from unnest(array['draw', 'commitment', 'seal', 'reveal']) as name,
           unnest(array['insert', 'update', 'references']) as privilege
         where has_any_column_privilege('izi_worker', name, privilege)`,
      ),
    ).toEqual([
      { name: 'draw', privilege: 'insert' },
      { name: 'commitment', privilege: 'insert' },
    ]);
  });

  const attacks: [string, (ids: Site) => string, RegExp][] = [
    ['another result', ({ drawn }) => `update draw set result = 987654321 where id = '${drawn}'`, denied],
    ['closed before its time', ({ soon }) => `update draw set status = 'closed' where id = '${soon}'`, denied],
    ['called off', ({ soon }) => `update draw set status = 'void' where id = '${soon}'`, denied],
    ['sealed by itself', ({ soon }) => `update draw set sealed_at = now() where id = '${soon}'`, denied],
    [
      'locked, so that nobody else can continue',
      ({ soon }) => `select from draw where id = '${soon}' for update`,
      denied,
    ],
    ['finished without paying', ({ drawn }) => `update draw set finished_at = now() where id = '${drawn}'`, denied],
    ['unfinished, to pay again', ({ settled }) => `update draw set finished_at = null where id = '${settled}'`, denied],
    [
      'paid again from the beginning',
      ({ refunding }) => `update due_lane set paid_through = 0 where draw_id = '${refunding}'`,
      denied,
    ],
    ['listed again', ({ drawn }) => `update draw set dues_listed_at = null where id = '${drawn}'`, denied],
    [
      'sales that close later',
      ({ soon }) => `update draw set closes_at = now() + interval '1 day' where id = '${soon}'`,
      denied,
    ],
    ['other rules', ({ soon }) => `update draw set rules = 'mine' where id = '${soon}'`, denied],
    [
      'created with a result',
      () =>
        `insert into draw (id, draws_at, opens_at, closes_at, rules, status, result, sealed_at)
         values (gen_random_uuid(), now() + interval '1 day', now(), now() + interval '1 h', 'izi-1', 'drawn', 123456789, now())`,
      denied,
    ],
    [
      'a seal of its own',
      ({ soon }) => `insert into seal (number, draw_id, record, signature) values (99, '${soon}', '', '')`,
      denied,
    ],
    ['a seed of its own', ({ soon }) => `insert into reveal (draw_id, seed) values ('${soon}', '')`, denied],
    [
      'a result before it is closed',
      ({ soon }) => `select draw_result('${soon}', decode(repeat('00', 32), 'hex'), 123456789)`,
      /cannot be drawn yet/,
    ],
    [
      'sealed before it is closed',
      ({ soon }) =>
        `select seal_draw('${soon}', decode(repeat('00', 168), 'hex'), decode(repeat('00', 64), 'hex'), null)`,
      /cannot be sealed/,
    ],
    [
      'a commitment that waits no time for its beacon',
      ({ soon }) =>
        `insert into commitment (draw_id, record, commitment, signature, secrets, operator_key, patience_hours)
         select '${soon}', record, commitment, signature, secrets, operator_key, 0 from commitment limit 1`,
      /commitment_patience/,
    ],
    [
      'a commitment that names no beacon where its record does',
      ({ soon }) =>
        `insert into commitment (draw_id, record, commitment, signature, secrets, operator_key)
         select '${soon}', set_byte(decode(repeat('00', 137), 'hex'), 88, 1), commitment, signature, secrets, operator_key from commitment limit 1`,
      /commitment_beacon_is_the_records/,
    ],
  ];
  test.each(attacks)('%s', (_, sql, refusal) => attack(sql(site), refusal));

  test.each<[string, (ids: Site) => string, RegExp]>([
    ['another result', ({ drawn }) => `update draw set result = 987654321 where id = '${drawn}'`, /never changes/],
    [
      'closed before its time',
      ({ soon }) => `update draw set status = 'closed' where id = '${soon}'`,
      /cannot be closed yet/,
    ],
    [
      'called off while it is open',
      ({ soon }) => `update draw set status = 'void' where id = '${soon}'`,
      /cannot be void yet/,
    ],
    [
      'drawn without being closed',
      ({ soon }) => `update draw set status = 'drawn', result = 123456789 where id = '${soon}'`,
      /cannot go/,
    ],
    [
      'opened again',
      ({ drawn }) => `update draw set status = 'open', result = null where id = '${drawn}'`,
      /never changes/,
    ],
    [
      'void after the result is known',
      ({ drawn }) => `update draw set status = 'void', result = null where id = '${drawn}'`,
      /never changes/,
    ],
    [
      'settled without paying',
      ({ drawn }) => `update draw set status = 'settled' where id = '${drawn}'`,
      /draw_settled_is_finished/,
    ],
    [
      'brought back after it is finished',
      ({ settled }) => `update draw set status = 'drawn' where id = '${settled}'`,
      /is finished/,
    ],
  ])('even by the owner: %s', async (_, sql, refusal) => {
    const before = await fingerprint();
    await expect(database.owner.query(sql(site))).rejects.toThrow(refusal);
    expect(await fingerprint()).toEqual(before);
  });
});

describe('no login owns draws', () => {
  const anId = '01990000-0000-7000-8000-000000000000';

  test.each<[string, (ids: Site) => string]>([
    ['an open draw called off', ({ soon }) => `update draw set status = 'void' where id = '${soon}'`],
    ['a reason to call a draw off', ({ soon }) => `insert into call_off values ('${soon}', now(), 'x', '${anId}')`],
    [
      'draws called off without a request',
      ({ soon }) => `select call_off_draws(array['${soon}']::uuid[], 'x', 'x', 'x', '${anId}')`,
    ],
    ['sales stopped without an operator', () => `select stop_sales(null, null, 'x', 'x', 1, null)`],
    ['sales started again', () => `select end_sales_stop('${anId}', null)`],
    ['another timetable', () => `insert into timetable_version values (2, now(), 1, 1, 'UTC', now(), '${anId}')`],
    ['another figure', ({ drawn }) => `insert into draw_figure values ('${drawn}', 1, 1, 1, 0, 0)`],
    ['a figure changed', () => `update draw_figure set payouts = 0`],
  ])('%s', async (_, sql) => {
    await attack(sql(site), denied);
    await expect(database.console.query(sql(site))).rejects.toThrow(denied);
  });

  test.each<[string, (ids: Site) => string]>([
    ['a seed', () => 'select seed from reveal'],
    ['the secrets of a draw', () => 'select secrets from commitment'],
    ['the salts of a draw', () => 'select salt_key from draw_salt'],
    ['a draw', ({ soon }) => `select from draw where id = '${soon}' for update`],
    [
      'a draw of its own',
      () => `insert into draw (id, draws_at, opens_at, closes_at, rules) values ('${anId}', now(), now(), now(), 'x')`,
    ],
    ['a draw closed', () => 'select close_due_draw()'],
    ['a draw voided', () => 'select void_lost_draw()'],
    ['a draw sealed', ({ soon }) => `select seal_draw('${soon}', '', '', '')`],
    ['a draw drawn', ({ soon }) => `select draw_result('${soon}', '', 1)`],
    ['a draw’s dues listed', ({ drawn }) => `select list_wins('${drawn}', '{}', '{}', '{}')`],
    ['stakes given back', ({ refunding }) => `select list_refunds('${refunding}')`],
    ['dues paid', ({ refunding }) => `select pay_dues('${refunding}', 1)`],
    ['a bet placed', () => `select place_checkouts('{1}', '{}', '{1}', '{}', '{}', '{}', '{}', '{}')`],
    ['a first timetable', () => `select make_first_timetable(1, 1, 'UTC')`],
    ['a draw called off by itself', () => `select console.execute_call_off_draw('${anId}')`],
    ['sales started by itself', () => `select console.execute_start_sales('${anId}')`],
    ['a timetable by itself', () => `select console.execute_timetable('${anId}')`],
    ['thresholds of care by themselves', () => `select console.execute_care_threshold('${anId}')`],
  ])('%s is not for the console', async (_, sql) => {
    const before = await fingerprint();
    await expect(database.console.query(sql(site))).rejects.toThrow(denied);
    expect(await fingerprint()).toEqual(before);
  });

  test.each(['call_off_draw', 'pay_held_draw', 'start_sales', 'timetable', 'care_threshold'])(
    '%s needs what two operators approved',
    async (kind) => {
      await attack(`select console.execute_${kind}('${anId}')`, /not_approved/);
    },
  );
});

describe('a sealed draw is drawn, and cannot be called off', () => {
  const zeros = new Uint8Array(32);
  const statusOf = async (draw: string) => (await findDraw(database.worker, draw))!.status;
  /** Calls off every draw that the functions allow to be called off. */
  const callOff = async (draw: string) => {
    while ((await closeDueDraw(database.worker)) || (await voidLostDraw(database.worker)));
    return statusOf(draw);
  };
  const hour = 3_600_000;

  /** A draw that has just closed; this database has no other closed draw. */
  async function createClosedDraw(plan: { drawsIn?: number; patienceHours?: number } = {}, withBeacon = false) {
    const draw = await createDraw(
      database.owner,
      { closesIn: -1, drawsIn: 60_000, ...plan },
      withBeacon ? ownChain : null,
    );
    expect(await closeDueDraw(database.worker)).toBe(true);
    return draw;
  }

  async function createSealedDraw(plan: { drawsIn?: number; patienceHours?: number } = {}, withBeacon = false) {
    const draw = await createClosedDraw(plan, withBeacon);
    expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
    return draw;
  }

  /** Moves the draw's moment this far into the past. */
  const age = (draw: string, ms: number) => moveDraw(database.owner, draw, { closesIn: -ms - 10_000, drawsIn: -ms });

  async function secretsOf(draw: string) {
    const [row] = await database.worker.query<{ record: Buffer; commitment: Buffer; secrets: Buffer }>(
      'select record, commitment, secrets from commitment where draw_id = $1',
      [draw],
    );
    return { ...row!, seed: testKeys.decryptSecrets(row!.secrets, drawHash(row!.record)).seed };
  }

  /** A failed statement of the owner holds its lock a moment longer than its error takes to arrive. */
  const rounds = createRoundVerifier([ownChain]);
  const drawWhenUnlocked = () => expect.poll(() => drawDueDraw(database.worker, testKeys, rounds)).toBe(true);

  test('without a beacon: neither before its moment, nor at it, nor later', async () => {
    const draw = await createSealedDraw();
    expect(await callOff(draw)).toBe('closed');
    await age(draw, 23 * hour);
    expect(await callOff(draw)).toBe('closed');
    await expect(
      database.owner.query(`update draw set status = 'void' where id = $1`, [draw]),
      'nor by the owner',
    ).rejects.toThrow('cannot be void yet');
    await drawWhenUnlocked();
    expect(await statusOf(draw)).toBe('drawn');
  });

  test('with a beacon: not before the patience in its commitment is over, even with a shorter setting', async () => {
    const draw = await createSealedDraw({ patienceHours: 10 }, true);
    for (const hours of [0, 1, 9]) {
      await age(draw, hours * hour);
      expect(await callOff(draw)).toBe('closed');
      await expect(database.owner.query(`update draw set status = 'void' where id = $1`, [draw])).rejects.toThrow(
        'cannot be void yet',
      );
    }
    await attack(`update commitment set patience_hours = 1 where draw_id = '${draw}'`, denied);
    await expect(database.owner.query('update commitment set patience_hours = 1')).rejects.toThrow('never changes');
    await age(draw, 10 * hour);
    expect(await callOff(draw)).toBe('void');
  });

  test('with its beacon’s value: never, however late', async () => {
    const draw = await createSealedDraw({ patienceHours: 1 }, true);
    await age(draw, 5 * hour);
    const { beacon } = decodeDraw((await secretsOf(draw)).record);
    await database.worker.query('select store_round($1, $2, $3)', [
      ownChain.hash,
      beacon.round,
      signRound(beacon.round),
    ]);
    expect(await callOff(draw)).toBe('closed');
    await expect(database.owner.query(`update draw set status = 'void' where id = $1`, [draw])).rejects.toThrow(
      'cannot be void yet',
    );
    await drawWhenUnlocked();
  });

  test('a draw that is not sealed: not before its moment', async () => {
    const draw = await createClosedDraw();
    expect(await callOff(draw)).toBe('closed');
    await age(draw, 1);
    expect(await callOff(draw)).toBe('void');
  });

  test('a draw accepts only the result that seed and seal give, and only the committed seed', async () => {
    const draw = await createSealedDraw();
    const { seed } = await secretsOf(draw);
    const [seal] = await database.worker.query<{ record: Buffer }>('select record from seal where draw_id = $1', [
      draw,
    ]);
    const beacon = { kind: 0 as const, round: 0, value: zeros };
    const result = encodeNumbers(resultOf({ seed, sealHash: sealHash(seal!.record), beacon }));
    const drawAs = (with_: Uint8Array, numbers: number) =>
      database.worker.query('select draw_result($1, $2, $3)', [draw, with_, numbers]);
    await expect(drawAs(seed, result)).rejects.toThrow('cannot be drawn yet');
    await age(draw, 1);
    const other = result === 123456789 ? 987654321 : 123456789;
    await expect(drawAs(seed, other)).rejects.toThrow('that is not the result');
    await expect(drawAs(zeros, result)).rejects.toThrow('that is not the result');
    await expect(drawAs(new Uint8Array(0), result)).rejects.toThrow('that is not the result');
    await drawAs(seed, result);
    expect(await findDraw(database.worker, draw)).toMatchObject({ status: 'drawn', result });
    await expect(drawAs(seed, result)).rejects.toThrow('cannot be drawn yet');
  });

  describe('the application’s seal', () => {
    let draw: string;
    let made: Awaited<ReturnType<typeof prepareSeal>>;

    /** The seal that an honest application would write for a draw without tickets. */
    async function prepareSeal(of: string, tx: Queryable = database.worker) {
      const { record, commitment, seed } = await secretsOf(of);
      const [next] = await tx.query<{ previous: Buffer | null; sealed_at: Buffer }>(
        'select previous, sealed_at from prepare_seal($1)',
        [of],
      );
      const honest: SealRecord = {
        drawHash: drawHash(record),
        commitment,
        size: 0,
        root: merkleRoot(new Uint8Array(0)),
        totalStake: 0,
        sealedAt: Number(next!.sealed_at.readBigUInt64BE()),
        previous: next!.previous ?? zeros,
      };
      return { honest, seed, closesAt: decodeDraw(record).closesAt };
    }

    const sealAs = (change: Partial<SealRecord>, seed: Uint8Array | null, tx: Queryable = database.worker) =>
      tx.query('select seal_draw($1, $2, $3, $4)', [
        draw,
        encodeSeal({ ...made.honest, ...change }),
        new Uint8Array(64),
        seed,
      ]);

    test('without a beacon: its time must be the close of sales', async () => {
      draw = await createClosedDraw();
      made = await prepareSeal(draw);
      const { sealedAt } = made.honest;
      expect(sealedAt).toBe(made.closesAt);
      for (const change of [{ sealedAt: sealedAt + 1 }, { sealedAt: sealedAt + 700 }, { sealedAt: sealedAt - 1 }]) {
        await expect(sealAs(change, null)).rejects.toThrow('cannot be sealed like that');
      }
    });

    test('must belong to the draw, its commitment and the chain, name what was sold, and not show the seed', async () => {
      for (const change of [{ drawHash: zeros }, { commitment: zeros }, { previous: zeros.slice().fill(1) }]) {
        await expect(sealAs(change, null)).rejects.toThrow('cannot be sealed like that');
      }
      await expect(sealAs({}, made.seed)).rejects.toThrow('cannot be sealed like that');
      for (const change of [{ size: 1 }, { totalStake: 100 }]) {
        await expect(sealAs(change, null)).rejects.toThrow('cannot be sealed like that');
      }
      await sealAs({}, null);
      await expect(sealAs({}, null)).rejects.toThrow('cannot be sealed like that');
      await attack(
        `insert into tree_chunk (draw_id, tier, chunk, hashes) values ('${draw}', 0, 9, decode(repeat('ff', 32), 'hex'))`,
        /a sealed tree never grows/,
      );
    });

    test('with a beacon: its time must be the second in which it began, and it must show the seed', async () => {
      draw = await createClosedDraw({}, true);
      await moveDraw(database.owner, draw, { closesIn: -30_000, drawsIn: 60_000 });
      const sealAtOnce = (change: (honest: SealRecord) => Partial<SealRecord>, seed?: Uint8Array | null) =>
        database.worker.transact(async (tx) => {
          made = await prepareSeal(draw, tx);
          expect(made.honest.sealedAt % 1_000).toBe(0);
          await sealAs(change(made.honest), seed === undefined ? made.seed : seed, tx);
        });
      for (const ms of [-5_000, -1_000, -1, 1, 1_000, 5_000]) {
        const other = sealAtOnce(({ sealedAt }) => ({ sealedAt: sealedAt + ms }));
        await expect(other).rejects.toThrow('cannot be sealed like that');
      }
      for (const seed of [null, zeros]) {
        await expect(sealAtOnce(() => ({}), seed)).rejects.toThrow('cannot be sealed like that');
      }
      await sealAtOnce(() => ({}));
      expect(await database.worker.query('select seed from reveal where draw_id = $1', [draw])).toHaveLength(1);
    });

    test('is refused as late from the moment of the draw on', async () => {
      draw = await createClosedDraw();
      made = await prepareSeal(draw);
      await age(draw, 1);
      await expect(sealAs({}, null)).rejects.toThrow('cannot be sealed like that');
    });
  });
});

describe('money cannot be created', () => {
  const give = (ids: Site, kind: string, reference: string, from: string, to: string, amount: string) =>
    `select post_transfer(${ids.mallory}, '${kind}', '${reference}', '${from}', '${to}', ${amount})`;
  const nobody = '00000000-0000-4000-8000-000000000000';

  test('money cannot be created by any kind of transfer that the product does not make', async () => {
    const { owner } = database;
    const values = async (type: string) =>
      (await owner.query<{ value: string }>(`select unnest(enum_range(null::${type}))::text as value`)).map(
        (row) => row.value,
      );
    const events = [
      'deposit clearing client_dep',
      'withdrawal client_win client_held',
      'withdrawal client_dep client_held',
      'withdrawal client_win clearing',
      'withdrawal client_dep clearing',
      'withdrawal_paid client_held clearing',
      'withdrawal_returned client_held client_win',
      'withdrawal_returned client_held client_dep',
      'withdrawal_returned clearing client_win',
      'withdrawal_returned clearing client_dep',
    ];
    const before = await fingerprint();
    let tried = 0;
    for (const kind of await values('posting_kind')) {
      for (const from of await values('account')) {
        for (const to of await values('account')) {
          if (events.includes(`${kind} ${from} ${to}`)) continue;
          const sql = give(site, kind, site.deposit, from, to, '500');
          await expect(database.worker.query(sql), sql).rejects.toThrow('never goes from');
          tried += 1;
        }
      }
    }
    expect(tried).toBe(12 * 9 * 9 - events.length);
    expect(await fingerprint()).toEqual(before);
  });

  const attacks: [string, (ids: Site) => string, RegExp][] = [
    [
      'a deposit that nobody asked for',
      (ids) => give(ids, 'deposit', nobody, 'clearing', 'client_dep', '500'),
      /no payment/,
    ],
    [
      'more than was asked for',
      (ids) => give(ids, 'deposit', ids.deposit, 'clearing', 'client_dep', '501'),
      /no payment/,
    ],
    [
      'a negative amount',
      (ids) => give(ids, 'deposit', ids.deposit, 'clearing', 'client_dep', '-500'),
      /positive amount/,
    ],
    ['nothing', (ids) => give(ids, 'deposit', ids.deposit, 'clearing', 'client_dep', '0'), /positive amount/],
    ['no amount', (ids) => give(ids, 'deposit', ids.deposit, 'clearing', 'client_dep', 'null'), /positive amount/],
    [
      'more than a bigint holds',
      (ids) => give(ids, 'deposit', ids.deposit, 'clearing', 'client_dep', '9223372036854775807'),
      /out of range|no payment/,
    ],
    [
      'a withdrawal taken for a deposit',
      (ids) => give(ids, 'deposit', ids.withdrawal, 'clearing', 'client_dep', '300'),
      /no payment/,
    ],
    [
      'somebody else’s deposit',
      (ids) => `select post_transfer(${ids.victim}, 'deposit', '${ids.deposit}', 'clearing', 'client_dep', 500)`,
      /no payment/,
    ],
    [
      'a deposit of no kind',
      (ids) => `select post_transfer(${ids.mallory}, null, '${ids.deposit}', 'clearing', 'client_dep', 500)`,
      /never goes/,
    ],
    [
      'a correction by hand',
      (ids) => `select post_adjustment(${ids.mallory}, '${nobody}', 'adjustment', 'client_win', 500)`,
      denied,
    ],
    [
      'the inner function',
      (ids) => `select post(${ids.mallory}, 'deposit', '${ids.deposit}', 'clearing', 'client_win', 500)`,
      denied,
    ],
    [
      'more given back than is held',
      (ids) => give(ids, 'withdrawal_returned', ids.withdrawal, 'client_held', 'client_win', '301'),
      /does not hold/,
    ],
    [
      'given back to the other wallet',
      (ids) => give(ids, 'withdrawal_returned', ids.withdrawal, 'client_held', 'client_dep', '300'),
      /does not hold/,
    ],
    [
      'what somebody else holds',
      (ids) => give(ids, 'withdrawal_returned', ids.otherWithdrawal, 'client_held', 'client_win', '300'),
      /does not hold/,
    ],
    [
      'given back from the provider without having been paid',
      (ids) => give(ids, 'withdrawal_returned', ids.withdrawal, 'clearing', 'client_win', '300'),
      /does not hold/,
    ],
    [
      'what another payment holds, in the name of one that was returned',
      (ids) => give(ids, 'withdrawal_paid', ids.returned, 'client_held', 'clearing', '300'),
      /does not hold/,
    ],
    [
      'taken again without having been returned',
      (ids) => give(ids, 'withdrawal', ids.withdrawal, 'client_win', 'clearing', '300'),
      /does not hold/,
    ],
    [
      'a refund of a deposit that was never credited',
      (ids) => `select charge_back('${ids.deposit}', 500)`,
      /cannot have that refund/,
    ],
    [
      'a refund of a withdrawal',
      (ids) => `select charge_back('${ids.otherWithdrawal}', 300)`,
      /cannot have that refund/,
    ],
    ['a refund of nothing', () => `select charge_back('${nobody}', 1)`, /cannot have that refund/],
    [
      'a refund written by hand',
      (ids) =>
        `insert into chargeback (payment_id, client_id, amount, from_dep, from_win, from_owed, at)
         values ('${ids.deposit}', ${ids.victim}, 5, 5, 0, 0, now())`,
      denied,
    ],
    [
      'a payment created as confirmed',
      (ids) =>
        `insert into payment (client_id, direction, amount, country, method, phone, first_name, last_name, provider,
           idempotency_key, request_hash, status)
         values (${ids.mallory}, 'deposit', 5, 'CI', 'x', 'x', 'x', 'x', 'x', 'x', '', 'succeeded')`,
      denied,
    ],
    ['a payment of another amount', (ids) => `update payment set amount = 50000 where id = '${ids.deposit}'`, denied],
    [
      'a payment of somebody else',
      (ids) => `update payment set client_id = ${ids.mallory} where client_id = ${ids.victim}`,
      denied,
    ],
    [
      'a payment confirmed by the money of another',
      (ids) =>
        `update payment set provider_ref = 'one' where id = '${ids.deposit}';; update payment set provider_ref = 'two' where id = '${ids.deposit}'`,
      /never changes/,
    ],
    ['a wallet for the system’s own postings', () => `select open_wallet(0)`, /wallet_of_a_client/],
    ['a wallet for nobody', () => `select open_wallet(null)`, /null value/],
    [
      'winnings for those who lost',
      ({ drawn }) => `select list_wins('${drawn}', '{2}', '{5}', '{6}')`,
      /not what draw/,
    ],
    [
      'more winnings than the rules give',
      ({ drawn }) => `select list_wins('${drawn}', '{2}', '{1}', '{600}')`,
      /not what draw/,
    ],
    [
      'negative winnings',
      ({ drawn }) => `select list_wins('${drawn}', '{2}', '{1}', '{-6}')`,
      /due_positive|draw_figure_payouts/,
    ],
    [
      'winnings in columns that do not fit',
      ({ drawn }) => `select list_wins('${drawn}', '{2,2}', '{1}', '{6,6}')`,
      /not what draw/,
    ],
    [
      'the same winnings twice',
      ({ drawn }) => `select list_wins('${drawn}', '{2,2}', '{1,1}', '{6,5}')`,
      /duplicate key/,
    ],
    ['a draw finished by paying nobody', ({ refunding }) => `select pay_dues('${refunding}', 0)`, /positive number/],
    [
      'a draw finished with null clients paid',
      ({ refunding }) => `select pay_dues('${refunding}', null)`,
      /positive number/,
    ],
  ];
  test.each(attacks)('%s', (_, sql, refusal) => attack(sql(site), refusal));

  test('money cannot be created by settling, refunding or paying a draw that is not due for it, or twice', async () => {
    const before = await fingerprint();
    for (const draw of [site.open, site.soon, site.settled, site.refunding]) {
      expect(await database.worker.query(`select list_wins($1, '{2}', '{5}', '{6}') as done`, [draw])).toEqual([
        { done: false },
      ]);
    }
    for (const draw of [site.open, site.soon, site.settled, site.drawn, site.refunding]) {
      expect(await database.worker.query('select list_refunds($1) as done', [draw])).toEqual([{ done: false }]);
    }
    for (const draw of [site.open, site.soon, site.settled, site.drawn]) expect(await payDues(draw)).toBe(0);
    expect(await fingerprint()).toEqual(before);
  });
});

describe('bets cannot be manipulated', () => {
  const idOf = (ms: number) => uuidv7(Date.now() + ms, randomBytes(10));
  const someId = idOf(0);
  const otherId = idOf(1);

  interface Batch {
    readonly clients?: string;
    readonly draws?: string;
    readonly client?: string;
    readonly id?: string;
    readonly draw?: string;
    readonly betType?: string;
    readonly selection?: string;
    readonly stake?: string;
  }
  const place = (ids: Site, batch: Batch = {}) => {
    const good = {
      clients: `{${ids.mallory}}`,
      draws: `{${ids.open}}`,
      client: `{${ids.mallory}}`,
      id: `{${someId}}`,
      draw: `{${ids.open}}`,
      betType: '{2}',
      selection: '{5}',
      stake: '{100}',
    };
    const { clients, draws, client, id, draw, betType, selection, stake } = { ...good, ...batch };
    const columns = [clients, draws, client, id, draw, betType, selection, stake];
    return `select * from place_checkouts(${columns.map((column) => (column === 'null' ? 'null' : `'${column}'`)).join(', ')})`;
  };
  const two = (ids: Site) => ({
    client: `{${ids.mallory},${ids.mallory}}`,
    id: `{${someId},${otherId}}`,
    draw: `{${ids.open},${ids.open}}`,
    betType: '{2,2}',
    selection: '{5,6}',
  });

  const refused: [string, (ids: Site) => string, RegExp][] = [
    ['a negative stake', (ids) => place(ids, { stake: '{-100}' }), /ticket_stake_positive/],
    ['a stake of zero', (ids) => place(ids, { stake: '{0}' }), /ticket_stake_positive/],
    [
      'a negative stake that offsets another',
      (ids) => place(ids, { ...two(ids), stake: '{100,-100}' }),
      /ticket_stake/,
    ],
    ['a null stake beside another', (ids) => place(ids, { ...two(ids), stake: '{100,null}' }), /null value/],
    ['no id', (ids) => place(ids, { id: '{null}' }), /null value/],
    ['fewer stakes than tickets', (ids) => place(ids, { ...two(ids), stake: '{100}' }), /do not fit/],
    [
      'fewer clients than tickets',
      (ids) => place(ids, { ...two(ids), client: `{${ids.mallory}}`, stake: '{1,1}' }),
      /do not fit/,
    ],
    ['more clients than tickets', (ids) => place(ids, { clients: `{${ids.mallory},${ids.victim}}` }), /do not fit/],
    [
      'nothing at all',
      (ids) => place(ids, { id: '{}', client: '{}', draw: '{}', betType: '{}', selection: '{}', stake: '{}' }),
      /do not fit/,
    ],
    ['no column', (ids) => place(ids, { stake: 'null' }), /do not fit/],
    ['no clients', (ids) => place(ids, { clients: 'null' }), /do not fit/],
    [
      'the same ticket twice in a batch',
      (ids) => place(ids, { ...two(ids), id: `{${someId},${someId}}`, stake: '{100,100}' }),
      /duplicate key/,
    ],
    ['an unknown bet type', (ids) => place(ids, { betType: '{7}' }), /ticket_bet_type_known/],
    ['an invalid selection', (ids) => place(ids, { selection: '{-5}' }), /ticket_selection_in_digits/],
    [
      'a batch that is too large',
      ({ mallory, open }) =>
        `select place_checkouts('{${mallory}}', '{${open}}', array_fill(${mallory}::bigint, '{10001}'),
           array(select gen_random_uuid() from generate_series(1, 10001)), array_fill('${open}'::uuid, '{10001}'),
           array_fill(2::smallint, '{10001}'), array_fill(5, '{10001}'), array_fill(100, '{10001}'))`,
      /do not fit/,
    ],
  ];
  test.each(refused)('%s', (_, sql, refusal) => attack(sql(site), refusal));

  const notPlaced: [string, (ids: Site) => string, string][] = [
    ['more than the wallets hold', (ids) => place(ids, { stake: '{2147483647}' }), 'insufficient_funds'],
    ['for no stake', (ids) => place(ids, { stake: '{null}' }), 'insufficient_funds'],
    [
      'on a draw that was drawn',
      (ids) => place(ids, { draws: `{${ids.drawn}}`, draw: `{${ids.drawn}}` }),
      'draw_closed',
    ],
    [
      'on a draw that is void',
      (ids) => place(ids, { draws: `{${ids.refunding}}`, draw: `{${ids.refunding}}` }),
      'draw_closed',
    ],
    ['on a draw that is not locked, so that it could close meanwhile', (ids) => place(ids, { draws: '{}' }), 'busy'],
    ['on a draw that is not locked while another is', (ids) => place(ids, { draws: `{${ids.soon}}` }), 'busy'],
    ['for a client who is not in the batch', (ids) => place(ids, { clients: `{${ids.victim}}` }), 'busy'],
    ['for nobody', (ids) => place(ids, { clients: '{null}', client: '{null}' }), 'insufficient_funds'],
    ['on no draw', (ids) => place(ids, { draws: '{null}', draw: '{null}' }), 'unknown_draw'],
    [
      'the id of somebody else’s ticket',
      (ids) => place(ids, { clients: `{${ids.victim}}`, client: `{${ids.victim}}`, id: `{${ids.ticket}}` }),
      'ticket_conflict',
    ],
    ['a known ticket again', (ids) => place(ids, { id: `{${ids.ticket}}` }), 'ticket_conflict'],
    ['with an id of yesterday', (ids) => place(ids, { id: `{${idOf(-26 * 3_600_000)}}` }), 'id_time'],
    ['with an id of the future', (ids) => place(ids, { id: `{${idOf(11 * 60_000)}}` }), 'id_time'],
  ];
  test.each(notPlaced)('%s', async (_, sql, answer) => {
    const before = await fingerprint();
    const [verdict, ...more] = await database.worker.query<{
      answer: string;
      in_the_way: Record<string, string> | null;
      dep: number | null;
    }>(sql(site));
    expect(more).toEqual([]);
    expect(verdict).toMatchObject({ dep: null });
    expect(verdict!.answer === 'in_the_way' ? Object.values(verdict!.in_the_way!) : [verdict!.answer]).toEqual([
      answer,
    ]);
    expect(await fingerprint()).toEqual(before);
  });

  test('a client who is twice in one batch pays once, or is refused', async () => {
    const sql = place(site, { ...two(site), clients: `{${site.mallory},${site.mallory}}`, stake: '{100,100}' });
    await database.worker.query(sql).catch((error: Error) => expect(error.message).toContain('duplicate key'));
    await expectBooksBalance(database.owner);
  });
});

describe.each(['izi_app', 'izi_worker', 'izi_console', 'izi_opinion', 'izi_machine'] as const)(
  '%s has no role except its own',
  (role) => {
    const connection = () =>
      ({
        izi_app: database.db,
        izi_worker: database.worker,
        izi_console: database.console,
        izi_opinion: database.opinion,
        izi_machine: database.machine,
      })[role];

    test('the session user is the current user', async () => {
      const db = connection();
      expect(await db.query('select session_user::text as session, current_user::text as now')).toEqual([
        { session: role, now: role },
      ]);
      await db.transact(async (tx) => {
        await tx.query('reset role');
        expect(await tx.query('select current_user::text as now')).toEqual([{ now: role }]);
      });
      expect(
        await database.owner.query(
          `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty,
           (select string_agg(roleid::regrole::text, ' ') from pg_auth_members where member = r.oid) as roles
         from pg_roles r where rolname = $1`,
          [role],
        ),
      ).toEqual([{ mighty: false, roles: role === 'izi_worker' ? 'izi_app' : null }]);
    });

    test.each<[string, string]>([
      ['becoming the owner', `set role izi`],
      ['being the owner', `set session authorization izi`],
      ['being given the owner', `grant izi to ROLE`],
      ['being made superuser', `alter role ROLE superuser`],
      ['making another role', `create role helper superuser`],
      ['triggers disabled', `set session_replication_role = 'replica'`],
      ['triggers disabled by a setting', `select set_config('session_replication_role', 'replica', false)`],
      ['a trigger dropped', `drop trigger posting_is_history on posting`],
      ['a trigger added', `create trigger mine before insert on posting for each row execute function refuse_change()`],
      ['a rule added', `create rule mine as on insert to posting do instead nothing`],
      ['a constraint dropped', `alter table wallet drop constraint wallet_win_not_negative`],
      [
        'a function replaced',
        `create or replace function open_wallet(p_client bigint) returns void language sql as 'select'`,
      ],
      ['a function that no longer runs as the owner', `alter function open_wallet(bigint) security invoker`],
      ['a function of its own', `create function mine() returns integer language sql as 'select 1'`],
      ['a table of its own', `create table mine (id integer)`],
      ['a schema of its own', `create schema mine`],
      ['an operator of its own', `create operator = (leftarg = bigint, rightarg = bigint, function = int8eq)`],
      ['the owner’s view', `create or replace view account_balance as select 1`],
      ['an extension', `create extension dblink`],
      ['an event trigger', `create event trigger mine on ddl_command_start execute function refuse_change()`],
      ['a subscription', `create subscription mine connection 'dbname=x' publication x with (connect = false)`],
      ['a program', `copy (select 1) to program 'id'`],
      ['a file written', `copy (select 1) to '/tmp/izi-attack'`],
      ['a file read', `copy payment_event (detail) from '/etc/passwd'`],
      ['a file read by a function', `select pg_read_file('/etc/passwd')`],
      ['a file imported', `select lo_import('/etc/passwd')`],
      ['a file exported', `select lo_export(1, '/tmp/izi-attack')`],
      ['the server’s folder', `select pg_ls_dir('.')`],
      ['passwords', `select rolpassword from pg_authid`],
      ['the server’s settings', `alter system set fsync = 'off'`],
      ['the server’s settings read again', `select pg_reload_conf()`],
      ['durability of the whole database', `alter database postgres set synchronous_commit = 'off'`],
      ['the log of changes', `select pg_create_logical_replication_slot('mine', 'pgoutput')`],
    ])('%s', (_, sql) =>
      attack(sql.replace('ROLE', role), /permission denied|must be|cannot be|must have|only superuser/i, connection()),
    );
  },
);

describe('the application', () => {
  test('temporary tables with the names of ours change nothing', async () => {
    const before = await fingerprint();
    await database.worker
      .transact(async (tx) => {
        await tx.query('create temp table wallet (client_id bigint, dep bigint, win bigint, held bigint)');
        await tx.query(`create temp table draw as select * from public.draw`);
        await tx.query(`update pg_temp.draw set status = 'open', closes_at = now() + interval '1 day', result = null`);
        await tx.query(`create temp table payment as select * from public.payment`);
        await tx.query(`update pg_temp.payment set amount = 1000000`);
        await tx.query(`insert into pg_temp.wallet values ($1, 1000000, 1000000, 0)`, [site.mallory]);
        await tx.query('set local search_path = pg_temp, public');
        const [verdict] = await tx.query<{ answer: string }>(
          `select answer from place_checkouts(array[$1::bigint], array[$2::uuid], array[$1::bigint], array[gen_random_uuid()], array[$2::uuid],
             '{2}', '{1}', '{100}')`,
          [site.mallory, site.drawn],
        );
        expect(verdict!.answer).toBe('in_the_way');
        await tx.query('savepoint rich');
        await expect(
          tx.query(`select post_transfer($1, 'deposit', $2, 'clearing', 'client_dep', 1000000)`, [
            site.mallory,
            site.deposit,
          ]),
        ).rejects.toThrow('no payment');
        await tx.query('rollback to savepoint rich');
        await tx.query('select open_wallet(4711)');
        expect(await tx.query('select from public.wallet where client_id = 4711')).toHaveLength(1);
        throw new Error('enough');
      })
      .catch((error: Error) => expect(error.message).toBe('enough'));
    expect(await fingerprint()).toEqual(before);
  });

  test('every function that runs as the owner sets its search path, temporary tables last', async () => {
    expect(
      await database.owner.query(
        `select p.oid::regprocedure::text as name from pg_proc p
         where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'console'::regnamespace, 'opinion'::regnamespace)
           and not coalesce('search_path=public, pg_temp' = any (p.proconfig), false)`,
      ),
    ).toEqual([]);
  });

  test('the role public has no rights at all', async () => {
    expect(
      await database.owner.query(
        `select p.oid::regprocedure::text as name from pg_proc p
         where p.pronamespace in ('public'::regnamespace, 'console'::regnamespace, 'opinion'::regnamespace) and has_function_privilege('public', p.oid, 'execute')
         union all
         select c.oid::regclass::text from pg_class c
         where c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace, 'console'::regnamespace, 'opinion'::regnamespace) and c.relkind in ('r', 'v')
           and has_table_privilege('public', c.oid, 'select, insert, update, delete')`,
      ),
    ).toEqual([]);
  });
});

describe('the database separates the console and the site:', () => {
  const rightsOf = async (role: string, schema: string) =>
    (
      await database.owner.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c
         where c.relnamespace = $2::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
           and (has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate') or has_any_column_privilege($1, c.oid, 'select, insert, update'))
         order by 1`,
        [role, schema],
      )
    ).map(({ name }) => name);
  const functionsOf = async (role: string, schema: string, but: string) =>
    (
      await database.owner.query<{ name: string }>(
        `select distinct p.proname as name from pg_proc p
         where p.pronamespace = $2::regnamespace and has_function_privilege($1, p.oid, 'execute')
           and p.proargnames[1] is distinct from $3 order by 1`,
        [role, schema, but],
      )
    ).map(({ name }) => name);

  test('the console uses no table, and calls only functions that check the session or begin one', async () => {
    expect(await rightsOf('izi_console', 'public')).toEqual(['function_set', 'migration']);
    expect(await rightsOf('izi_console', 'console')).toEqual([]);
    expect(await rightsOf('izi_console', 'sandbox')).toEqual([]);
    expect(await functionsOf('izi_console', 'public', '')).toEqual(['record_security_event']);
    expect(await functionsOf('izi_console', 'console', 'p_session')).toEqual([
      'app_keys',
      'begin_password',
      'begin_sign_in',
      'note_software',
      'refuse_passkey',
      'refuse_password',
      'sign_in_to_demo',
      'sign_in_with_passkey',
      'sign_in_with_password',
      'site',
      'take_sign_in',
      'use_link',
    ]);
  });

  test('what serves programs reads no table, and calls only functions that look at the key, and the public figures', async () => {
    expect(await rightsOf('izi_machine', 'public')).toEqual(['function_set', 'migration']);
    for (const schema of ['console', 'sandbox', 'opinion', 'mutex'])
      expect(await rightsOf('izi_machine', schema)).toEqual([]);
    expect(await functionsOf('izi_machine', 'public', '')).toEqual([
      'adjustments_by_day',
      'exposure_uniformity',
      'figures_by_day',
      'public_events',
      'withdrawals_by_day',
    ]);
    expect(await functionsOf('izi_machine', 'console', 'p_key')).toEqual(['site']);
    expect(await functionsOf('izi_machine', 'console', '')).toEqual([
      'machine_draws',
      'machine_payments',
      'machine_replay',
      'machine_report_rows',
      'machine_report_sums',
      'machine_statement_differences',
      'machine_statements',
      'site',
      'use_key',
    ]);
  });

  test.each<[string, string]>([
    ['money', `select post_adjustment(1, gen_random_uuid(), 'adjustment', 'client_win', 500000)`],
    ['wallets', `select * from wallet`],
    ['postings', `select * from posting`],
    ['names and phones', `select phone from client`],
    ['payments with their parties', `select * from payment`],
    ['parties', `select * from party`],
    ['documents', `select * from identity_check`],
    ['tickets', `select * from ticket`],
    ['a draw', `update draw set status = 'void'`],
    ['a route', `insert into payment_route_version (number, begins_at, lines) values (9, now(), '{}')`],
    ['an endpoint of webhooks', `update webhook_endpoint set url = 'https://evil.example/'`],
    ['an event', `select send_out('draw.drawn', '{}')`],
    ['a replay without a key', `select console.resend_webhooks(null, gen_random_uuid(), null, now(), now(), null)`],
    ['payments without a key', `select * from console.find_payments('{}', null, 1)`],
    ['a key', `insert into console.machine_key (id) values ('mallory00000')`],
    ['the hashes of keys', `select hash from console.machine_key`],
    ['a longer life of a key', `update console.machine_key set ends_at = 'infinity'`],
    ['the uses of a key', `update console.machine_key_use set in_minute = 0`],
    ['a session of an operator', `select * from console.use_session('x', false)`],
    ['a request', `insert into console.request (kind) values ('machine_key')`],
    ['what is approved', `select console.execute_machine_key(gen_random_uuid())`],
    ['a line of the audit', `select console.write_audit(null, 'mine', 'client 1')`],
  ])('what serves programs does not get %s', (_, sql) => attack(sql, /permission denied/, database.machine));

  test('processes for players have no right in the console', async () => {
    expect(await rightsOf('izi_app', 'console')).toEqual([]);
    expect(await functionsOf('izi_app', 'console', '')).toEqual(['site']);
  });

  test('the worker uses no table of the console, and carries out what is approved', async () => {
    // It seals the keys of statements anew.
    expect(await rightsOf('izi_worker', 'console')).toEqual(['console.provider_statement']);
    expect(await functionsOf('izi_worker', 'console', 'p_request')).toEqual([
      'acts_without_two',
      'approved_requests',
      'check_audit',
      'claim_statement',
      'compare_statement',
      'count_statement_differences',
      'digest_views',
      'done_requests',
      'expire_requests',
      'head_to_sign',
      'keep_audit_check',
      'keep_signed_head',
      'morning_report',
      'note_software',
      'open_alarms',
      'read_statement_piece',
      'refuse_statement',
      'remove_broken_uploads',
      'remove_old_statement_files',
      'remove_people_files',
      'site',
      'store_statement_lines',
      'watch',
    ]);
  });

  test.each<[string, string]>([
    ['money', `select post_adjustment(1, gen_random_uuid(), 'adjustment', 'client_win', 500000)`],
    ['a bet', `select place_checkouts('{1}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`],
    ['a wallet', `update wallet set win = 1000000`],
    ['a draw', `update draw set status = 'void'`],
    ['a client', `update client set phone = '+2250700000001'`],
    ['names and phones', `select phone from client`],
    ['the seeds of draws', `select * from commitment`],
    ['a password', `select password_hash from client`],
    ['codes', `select * from code`],
    ['keys of documents', `select * from client_document_key`],
    ['an operator', `insert into console.operator (name, roles) values ('mallory', '{admin}')`],
    ['a role', `update console.operator set roles = '{compliance}'`],
    ['a session', `insert into console.session (hash) values ('')`],
    ['sessions', `select * from console.session`],
    ['a passkey', `insert into console.passkey (operator_id) values (1)`],
    ['a request', `insert into console.request (kind) values ('lift_undo')`],
    ['an approval', `update console.request set status = 'approved', approved_by = 2`],
    ['a line of the audit', `select console.write_audit(null, 'mine', 'client 1')`],
    ['another line', `update console.audit set act = 'mine'`],
    ['what is approved', `select console.execute_lift_undo(gen_random_uuid())`],
    ['what is approved, by its parts', `select console.require_approved(gen_random_uuid(), 'lift_undo')`],
    ['the end of a request', `select console.finish_request(gen_random_uuid())`],
    ['an open session', `select console.open_session(null, 'x', 'full', false, 'demo', '', '')`],
    ['a link', `select console.make_link_as_owner('mallory', '{admin}', '', true)`],
    ['passkeys that count', `select console.activate(1)`],
  ])('the console does not get %s', (_, sql) => attack(sql, /permission denied/, database.console));

  test.each<[string, string]>([
    ['a session', `insert into console.session (hash) values ('')`],
    ['sessions', `select * from console.session`],
    ['a look at a session', `select * from console.use_session('x', false)`],
    ['a sign-in', `select console.sign_in_to_demo('{compliance}', 'x', '', '')`],
    ['a sign-in with somebody’s passkey', `select console.sign_in_with_passkey(gen_random_uuid(), 1, 'x', '', '')`],
    ['an operator', `insert into console.operator (name, roles) values ('mallory', '{admin}')`],
    ['operators', `select * from console.operator`],
    ['a role', `update console.operator set roles = '{compliance}'`],
    ['a passkey', `insert into console.passkey (operator_id) values (1)`],
    ['a request', `insert into console.request (kind) values ('lift_undo')`],
    ['an approval', `update console.request set status = 'approved', approved_by = 2`],
    ['an approval by its function', `select console.approve_request('x', gen_random_uuid(), 'y', null)`],
    ['a line of the audit', `select console.write_audit(null, 'mine', 'client 1')`],
    [
      'a decision about a document',
      `select console.decide_identity_check('x', gen_random_uuid(), true, '', null, true, '', '', null, null)`,
    ],
    ['a link', `select console.make_link_as_owner('mallory', '{admin}', '', true)`],
    ['what nobody has approved', `select console.execute_operator_add(gen_random_uuid())`],
  ])('the site does not get %s', (_, sql) => attack(sql, /permission denied|not_approved/));
});

describe('the database knows the rules of the game', () => {
  test.each(drawVectors.draws)('derives the result of the independent implementation: $title', async ({ proof }) => {
    const { kind, signature } = proof.beacon;
    const value = kind === 0 ? new Uint8Array(32) : beaconValue(bytesOf(signature!));
    expect(
      await database.owner.query('select fair_result($1, $2, $3, $4) as result', [
        bytesOf(proof.draw),
        bytesOf(proof.seal!),
        bytesOf(proof.seed!),
        value,
      ]),
    ).toEqual([{ result: Number(proof.result!.join('')) }]);
  });

  test('derives the same results as the app from a thousand seeds, including words that are drawn again', async () => {
    const record = bytesOf(drawVectors.draws[0]!.proof.draw);
    const seal = bytesOf(drawVectors.draws[0]!.proof.seal!);
    const { kind, round } = decodeDraw(record).beacon;
    const seeds = Array.from({ length: 1_000 }, (_, index) => bytesNamed(`seed ${index}`));
    const value = new Uint8Array(32);
    const rows = await database.owner.query<{ result: number }>(
      `select fair_result($1, $2, seed, $3) as result from unnest($4::bytea[]) with ordinality as s (seed, n) order by n`,
      [record, seal, value, seeds],
    );
    expect(rows.map(({ result }) => result)).toEqual(
      seeds.map((seed) => encodeNumbers(resultOf({ seed, sealHash: sealHash(seal), beacon: { kind, round, value } }))),
    );
  });

  const multiples = async (selections: readonly (readonly [code: number, selection: number])[], result: number) => {
    const rows = await database.owner.query<{ multiple: number }>(
      `select izi_1_multiple(bet_type, selection, $3) as multiple
       from unnest($1::smallint[], $2::integer[]) with ordinality as t (bet_type, selection, position) order by position`,
      [selections.map(([code]) => code), selections.map(([, selection]) => selection), result],
    );
    return rows.map((row) => row.multiple);
  };

  test.each([123456789, 987654321, 491728536, 258147369])(
    'agrees with the domain on every selection when the result is %i',
    async (result) => {
      for (const name of betNames) {
        const { code, slots } = betTypes[name];
        const all = [...arrangements(slots)].filter((_, index) => name !== 'IziOrder' || index % 7 === result % 7);
        const expected = all.map((numbers) => payoutOf(betTypes[name], numbers, 1, decodeNumbers(result)));
        expect(
          await multiples(
            all.map((numbers) => [code, encodeNumbers(numbers)]),
            result,
          ),
          name,
        ).toEqual(expected);
        expect(expected.some((multiple) => multiple > 0)).toBe(true);
      }
    },
  );

  test('pays nothing for numbers that cannot be played', async () => {
    const selections = [
      [1, 111111111],
      [1, 123123123],
      [1, 12345678],
      [2, 11],
      [3, 11],
      [4, 123],
      [5, 111],
      [5, 112],
      [6, 121],
      [6, 102],
      [6, 1234],
      [7, 123],
    ] as const;
    expect(await multiples(selections, 123456789)).toEqual(selections.map(() => 0));
  });
});
