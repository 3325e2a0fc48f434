import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { beaconValue } from '#domain/fair-draw/beacon.ts';
import { decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { sealHash } from '#domain/fair-draw/seal-record.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import { encodeNumbers } from '#domain/result.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { createTestDatabase, type TestDatabase } from './support/database/database.ts';
import { signRound, testChain } from './support/draws/fair-draw.ts';
import { testKeys } from './support/draws/keys.ts';
import { createDraw, moveDraw } from './support/players/play.ts';

// The harm that each login of the database could do to a draw, compared with the table of docs/fairness.md.

const acts = ['choose a result', 'see it early', 'delay it', 'void it'] as const;
type Act = (typeof acts)[number];

/** Statements of one transaction. The attempt succeeds where none fails, and the last one gives a row with a value. */
type Attempt = readonly string[];

let database: TestDatabase;
let nobody: Database;
let attempts: Readonly<Record<Act, readonly Attempt[]>>;
const nameOfNobody = `nobody_${randomBytes(6).toString('hex')}`;

const logins: Readonly<Record<string, () => Database>> = {
  'none of Izi’s roles': () => nobody,
  izi_app: () => database.db,
  izi_worker: () => database.worker,
  izi_console: () => database.console,
  izi_opinion: () => database.opinion,
  izi_machine: () => database.machine,
  'the owner of the tables': () => database.owner,
};

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(`create role ${nameOfNobody} login`);
  nobody = connect({ config: { ...database.config, user: nameOfNobody }, applicationName: 'izi test', max: 1 });
  attempts = await prepare();
});
afterAll(async () => {
  await nobody.end();
  await database.owner.query(`drop role ${nameOfNobody}`);
  await database.drop();
});

async function prepare(): Promise<typeof attempts> {
  const { owner, worker } = database;
  /** Each has a round of its own. */
  let drawsIn = 120_000;
  const create = () => createDraw(owner, { closesIn: -1, drawsIn: (drawsIn += 5_000), patienceHours: 1 }, testChain);
  const past = (draw: string, ms: number) => moveDraw(owner, draw, { closesIn: -ms - 30_000, drawsIn: -ms });

  // Sealed, and its moment is over: one without its value, one with it.
  const [waiting, known] = [await create(), await create()];
  while (await closeDueDraw(worker));
  while (await sealDueDraw(worker, testKeys));
  await past(waiting, 5_000);
  await past(known, 4_000);
  const rounds = new Map<string, number>();
  for (const draw of [waiting, known]) {
    const [row] = await owner.query<{ record: Buffer }>('select record from commitment where draw_id = $1', [draw]);
    rounds.set(draw, decodeDraw(row!.record).beacon.round);
  }
  // A draw that was moved keeps the round of its old moment, which comes in two minutes. This one is of now.
  await owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('insert into beacon_round (chain, round, signature) values ($1, $2, $3)', [
      testChain.hash,
      rounds.get(known),
      signRound(rounds.get(known)!),
    ]);
    await tx.query(`update beacon_chain set genesis = genesis - 600 where hash = $1`, [testChain.hash]);
  });
  // Closed and not sealed: one before its moment, one after it.
  const unsealed = await create();
  while (await closeDueDraw(worker));
  const lost = await create();
  while (await closeDueDraw(worker));
  await past(lost, 1_000);

  const [row] = await owner.query<{ seal: Buffer; seed: Buffer }>(
    'select s.record as seal, r.seed from seal s join reveal r on r.draw_id = s.draw_id where s.draw_id = $1',
    [waiting],
  );
  const { seal, seed } = row!;
  const round = rounds.get(waiting)!;
  const falseValue = Buffer.alloc(48, 'false');
  const wanted = encodeNumbers(
    resultOf({ seed, sealHash: sealHash(seal), beacon: { kind: 1, round, value: beaconValue(falseValue) } }),
  );
  const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString('hex')}'::bytea`;
  const chain = hex(testChain.hash);
  const asReplica = `set local session_replication_role = replica`;
  const drawFalsely = `select 'done' from draw_result('${waiting}', ${hex(seed)}, ${wanted})`;
  const insertFalse = `insert into beacon_round (chain, round, signature) values (${chain}, ${round}, ${hex(falseValue)})`;
  return {
    'choose a result': [
      [`select store_round(${chain}, ${round}, ${hex(falseValue)})`, drawFalsely],
      [insertFalse, drawFalsely],
      [drawFalsely],
      [`update draw set status = 'drawn', result = ${wanted}, drawn_at = now() where id = '${waiting}' returning id`],
      [asReplica, insertFalse, drawFalsely],
      [`update commitment set secrets = '' where draw_id = '${unsealed}' returning draw_id`],
    ],
    'see it early': [
      [`select seed from reveal where draw_id = '${unsealed}'`],
      [`select seed from opinion.draw where id = '${unsealed}'`],
      [`select result from draw where id = '${unsealed}'`],
      [`select signature from known_round where (chain, round) = (${chain}, ${round})`],
      // It is encrypted: see that it does not stand there readable.
      [
        `select draw_id from commitment where sha256(${hex(tag('izi.seed.v1'))} || sha256(record) || secrets) = commitment`,
      ],
    ],
    'delay it': [
      [`select id from draw where id = '${waiting}' for update`],
      [`select claim_draw_to_draw(array[${chain}])`],
      [
        `select refuse_round(${chain}, ${rounds.get(known)}, ${hex(signRound(rounds.get(known)!))})`,
        `select true where not exists (select from known_round where (chain, round) = (${chain}, ${rounds.get(known)}))`,
      ],
      [`update draw set draws_at = draws_at + interval '1 hour' where id = '${unsealed}' returning id`],
      [asReplica, `update draw set draws_at = draws_at + interval '1 hour' where id = '${unsealed}' returning id`],
      [`lock table draw in exclusive mode`, 'select 1'],
    ],
    'void it': [
      [`select void_lost_draw()`],
      [`update draw set status = 'void' where id in ('${unsealed}', '${waiting}', '${known}') returning id`],
      [asReplica, `update draw set status = 'void' where id = '${waiting}' returning id`],
      [`insert into call_off (draw_id) values ('${unsealed}') returning draw_id`],
      [`select console.execute_call_off_draw(gen_random_uuid())`, 'select 1'],
    ],
  };
}

function tag(text: string): Buffer {
  return Buffer.concat([Buffer.from(text), Buffer.alloc(16 - text.length)]);
}

/** Nothing of an attempt stays. */
class Back extends Error {}

async function succeeds(login: Database, statements: Attempt): Promise<boolean> {
  let done = false;
  await login
    .transact(async (tx) => {
      let rows: object[] = [];
      for (const statement of statements) rows = await tx.query(statement);
      const value: unknown = Object.values(rows[0] ?? {})[0];
      done = value !== undefined && value !== null && value !== false;
      throw new Back();
    })
    .catch((error: unknown) => {
      if (error instanceof Back) return;
      // Right: refused by rights, or by what the tables and functions demand. Anything else is a mistake of this test.
      expect((error as { code?: string }).code, `${statements.join('; ')}: ${String(error)}`).toMatch(
        /^(42501|23\w{3}|55000)$/,
      );
    });
  return done;
}

/** The table of docs/fairness.md, by the name of the login. */
async function readTable(): Promise<Map<string, string[]>> {
  const page = await readFile(join(import.meta.dirname, '../docs/fairness.md'), 'utf8');
  const lines = page.slice(page.indexOf('## What each login could still do')).split('\n');
  const start = lines.findIndex((line) => line.startsWith('| login |'));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  expect(cells(lines[start]!)).toEqual(['login', ...acts]);
  const rows = lines.slice(
    start + 2,
    lines.findIndex((line, index) => index > start && !line.startsWith('|')),
  );
  return new Map(
    rows.map((line) => {
      const [login, ...answers] = cells(line);
      return [/`(\w+)`/.exec(login!)?.[1] ?? login!.replaceAll("'", '’'), answers];
    }),
  );
}

test('the page has a line for each login', async () => {
  expect([...(await readTable()).keys()]).toEqual(Object.keys(logins));
});

test.each(Object.keys(logins).flatMap((login) => acts.map((act): [string, Act] => [login, act])))(
  '%s: the page says correctly whether it can %s',
  async (login, act) => {
    const said = (await readTable()).get(login)![acts.indexOf(act)]!;
    const outcomes = [];
    for (const attempt of attempts[act])
      if (await succeeds(logins[login]!(), attempt)) outcomes.push(attempt.join('; '));
    if (said === 'no') expect(outcomes).toEqual([]);
    else {
      expect(said).toMatch(/^yes\b/);
      expect(outcomes).not.toEqual([]);
    }
  },
);

test('no login except the owner past all triggers voids a sealed draw whose value may still come', async () => {
  // The one draw that void_lost_draw may take is the one that was never sealed.
  const voided = await database.worker
    .transact(async (tx) => {
      const rows: unknown[] = [];
      for (;;) {
        const [row] = await tx.query<{ sealed: boolean | null }>(
          'select d.sealed_at is not null as sealed from void_lost_draw() v (id) join draw d on d.id = v.id',
        );
        if (!row) throw Object.assign(new Back(), { rows });
        rows.push(row);
      }
    })
    .catch((error: Back & { rows?: unknown[] }) => error.rows);
  expect(voided).toEqual([{ sealed: false }]);
});
