import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { describeSchema } from '#database/describe.ts';
import { migrate } from '#database/migrate.ts';
import { giftReference } from '#server/demo.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { adjust } from '#server/ledger/transfer.ts';
import { findClientKey, openParty } from '#server/payments/party/party.ts';
import { sealParties } from '#server/payments/party/seal-parties.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { newTicket } from '#tests/support/players/play.ts';

const before = join(import.meta.dirname, 'before-functions');
const openDraw = '00000000-0000-7000-8000-000000000001';
const drawHalfPaid = '00000000-0000-7000-8000-000000000003';

let old: Awaited<ReturnType<typeof createEmptyDatabase>>;
let fresh: TestDatabase;
let owner: Database;
let app: Database;
let were: Map<string, string[]>;
/** The tables that held codes, and the one that lies in weeks now; see their tests. */
const rewritten = ['code', 'message', 'webhook'];

beforeAll(async () => {
  [old, fresh] = await Promise.all([createEmptyDatabase(), createTestDatabase()]);
  owner = connect({ config: old.config, applicationName: 'izi test owner', max: 2 });
  app = connect({ config: { ...old.config, user: 'izi_app' }, applicationName: 'izi test', max: 2 });
  await makeOld(owner);
  const tables = await readTables();
  were = await readRows(tables);
  await migrate(old.config);
  const kept = tables.filter(({ name }) => !rewritten.includes(name));
  expect(await readRows(kept)).toEqual(new Map([...were].filter(([name]) => !rewritten.includes(name))));
});

afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await Promise.all([old.drop(), fresh.drop()]);
});

/** Like version 0.1.0 at its start, and then played on. */
async function makeOld(db: Database): Promise<void> {
  await db.query(
    `create table migration (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     );
     grant select on migration to izi_app`,
  );
  for (const name of (await readdir(join(before, 'migrations'))).toSorted()) {
    const sql = (await readFile(join(before, 'migrations', name), 'utf8')).replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(sql).digest('hex');
    await db.transact(async (tx) => {
      await tx.query(sql);
      await tx.query('insert into migration values ($1, $2, $3)', [Number(name.slice(0, 4)), name, checksum]);
    });
  }
  const fill = await readFile(join(before, 'fill.sql'), 'utf8');
  await db.transact((tx) => tx.query(fill));
}

/** The columns of each table, because later versions may add some. How far a draw is paid stands in its lanes now; see the test of it. */
async function readTables(): Promise<{ name: string; columns: string }[]> {
  return owner.query(
    `select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and relkind = 'r' and attnum > 0
       and attname <> 'paid_through'
     group by attrelid`,
  );
}

async function readRows(tables: readonly { name: string; columns: string }[]): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const { name, columns } of tables) {
    const where = name === 'migration' ? 'where number <= 9' : '';
    const read = await owner.query<{ row: string }>(
      `select row(${columns})::text as row from ${name} ${where} order by 1`,
    );
    rows.set(
      name,
      read.map(({ row }) => row),
    );
  }
  return rows;
}

test('the old database has rows in every table and draws in every state, and keeps all of them unchanged', async () => {
  expect(were.size).toBe(28);
  expect([...were].filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(await owner.query('select status from draw order by id')).toEqual(
    ['open', 'closed', 'drawn', 'settled', 'void'].map((status) => ({ status })),
  );
});

test('afterwards it equals a new database, including the bodies of its functions', async () => {
  expect(await describeSchema(owner)).toBe(await describeSchema(fresh.owner));
  const readBodies = (db: Database) =>
    db.query(
      `select oid::regprocedure::text as name, prosrc from pg_proc where pronamespace in ('public'::regnamespace, 'console'::regnamespace) order by 1`,
    );
  expect(await readBodies(owner)).toEqual(await readBodies(fresh.owner));
  expect(await migrate(old.config)).toEqual([]);
});

test('e-mail addresses, which were never proven, wait for their code', async () => {
  expect(await owner.query('select client_id, email, verified_at from client_email order by client_id')).toEqual(
    await owner.query(
      `select id as client_id, email, null as verified_at from client where email is not null order by id`,
    ),
  );
  expect(await owner.query('select from client_email')).not.toEqual([]);
});

test('codes and the messages with them are deleted; the texts of the other messages are kept', async () => {
  expect(await owner.query('select from code')).toEqual([]);
  expect(were.get('message')!.length).toBeGreaterThan(0);
  const codes = were.get('message')!.filter((row) => row.includes('Your Izi code'));
  const messages = await owner.query<{ row: string }>('select row_to_json(message)::text as row from message');
  expect(messages).toHaveLength(were.get('message')!.length - codes.length);
  for (const { row } of messages)
    expect(row).toMatch(/"template":"(phone_has_account|email_has_account|password_changed|email_changed)"/);
  // A dropped column stays in a table's file until the table is rewritten.
  const [file] = await owner.query<{ bytes: Buffer }>(
    `select pg_read_binary_file(pg_relation_filepath('message')) as bytes`,
  );
  expect(file!.bytes.includes('Izi code')).toBe(false);
});

test('the notices of payment providers are kept, in weeks', async () => {
  const notices = await owner.query<{ row: string }>(
    'select row(provider, received_at, headers, body, payment_id)::text as row from webhook order by 1',
  );
  expect(notices.map(({ row }) => row).toSorted()).toEqual(
    were
      .get('webhook')!
      .map((row) => row.replace(/^\(\d+,/, '('))
      .toSorted(),
  );
  const [weeks] = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_inherits where inhparent = 'webhook'::regclass`,
  );
  expect(weeks!.count).toBeGreaterThan(0);
});

test('the parties of payments are sealed by the first process that works, and nothing else of the payments changes', async () => {
  const keys = openKeyRing(Buffer.alloc(32, 'party'));
  const columns = `id, client_id, direction, amount, from_win, from_dep, country, method, provider, provider_ref, status, failure,
    created_at, updated_at, due_at, asked, idempotency_key`;
  const read = () => owner.query<{ id: string; client_id: number }>(`select ${columns} from payment order by id`);
  const parties = await owner.query<{ id: string; phone: string }>('select id, phone from payment');
  const payments = await read();
  expect(await sealParties(app, keys, new AbortController().signal)).toBe(payments.length);
  expect(await read()).toEqual(payments);
  expect(await owner.query('select from payment where phone is not null or first_name is not null')).toEqual([]);
  for (const { id, client_id } of payments) {
    const [row] = await owner.query<{ sealed: Buffer }>('select sealed from party where payment_id = $1', [id]);
    const { phone } = openParty((await findClientKey(app, keys, client_id))!, id, row!.sealed);
    expect(phone).toBe(parties.find((one) => one.id === id)!.phone);
  }
});

test('play continues: the books balance, open payouts are paid, and a bet is accepted', async () => {
  await expectBooksBalance(owner);
  expect(await owner.query('select draw_id, after_client, paid_through, last_client from due_lane')).toEqual([
    { draw_id: drawHalfPaid, after_client: 0, paid_through: 1, last_client: 2 },
  ]);
  const payDues = () => app.query('select pay_dues($1, 500) as paid', [drawHalfPaid]);
  expect([await payDues(), await payDues()]).toEqual([[{ paid: 1 }], [{ paid: 0 }]]);
  const { id } = newTicket(openDraw);
  const placed = await app.query(`select client_id from place_bets('{2}', $1, '{2}', $2, $1, '{2}', '{5}', '{100}')`, [
    [openDraw],
    [id],
  ]);
  expect(placed).toEqual([{ client_id: 2 }]);
  await expectBooksBalance(owner);
});

test('it is recognised: as a demonstration’s by the money that every demonstration gives, otherwise as a production’s', async () => {
  expect(await owner.query('select mode from site_mode')).toEqual([{ mode: 'production' }]);
  const { config, drop } = await createEmptyDatabase();
  const db = connect({ config, applicationName: 'izi test owner', max: 1 });
  try {
    await makeOld(db);
    await adjust(db, { clientId: 1, reference: giftReference, amount: 50_000 });
    await migrate(config);
    expect(await db.query('select mode from site_mode')).toEqual([{ mode: 'demo' }]);
  } finally {
    await db.end();
    await drop();
  }
});
