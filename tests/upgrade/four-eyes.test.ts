import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { readSchemaFiles } from '#database/schema-files.ts';
import { checkChain } from '#scripts/audit/check-audit.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database/database.ts';

// What operators had asked for and done before requests were signed and the audit was a chain.

let empty: Pick<TestDatabase, 'config' | 'drop'>;
let owner: Database;

beforeAll(async () => {
  empty = await createEmptyDatabase();
  const { triggers, migrations } = await readSchemaFiles();
  const client = new pg.Client(empty.config);
  await client.connect();
  await client.query('set check_function_bodies = off');
  for (const { sql } of triggers) await client.query(sql);
  const before = migrations.filter(({ number }) => number < 33);
  for (const { sql } of before) await client.query(sql);
  await client.query(`
    insert into console.operator (name, roles) values ('ama', '{support}'), ('kofi', '{risk}');
    insert into console.request (id, kind, client_id, reason, asked_by) values
      ('00000000-0000-4000-8000-000000000001', 'lift_undo', 7, 'done', 1),
      ('00000000-0000-4000-8000-000000000002', 'start_reset', 7, 'refused', 1),
      ('00000000-0000-4000-8000-000000000003', 'clear_match', 8, 'taken back', 1),
      ('00000000-0000-4000-8000-000000000004', 'clear_match', 8, 'waits', 1);
    insert into console.request_end (request_id, verdict, decided_by, asked_by, expires_at)
    select r.id, v.verdict::console.verdict, v.by, r.asked_by, r.expires_at
    from console.request r
    join (values (1, 'approved', 2), (2, 'refused', 2), (3, 'refused', 1)) as v (n, verdict, by) on r.id::text like '%' || v.n;
    insert into console.audit (operator_id, act, client_id, reason, request_id, detail) values
      (1, 'lift_undo_asked', 7, 'done', '00000000-0000-4000-8000-000000000001', '{}'),
      (2, 'lift_undo_approved', 7, 'seen', '00000000-0000-4000-8000-000000000001', '{}');
    -- A line that was rolled back has left a gap.
    select nextval(pg_get_serial_sequence('console.audit', 'number'));
    insert into console.audit (operator_id, act, client_id, reason, detail) values (2, 'sessions_ended', 8, 'Koné ≠ Kone', '{"sessions": 2}');
  `);
  await client.query(migrations.find(({ number }) => number === 33)!.sql);
  // check-audit reads the keys of the operator, which are there since migration 0023.
  await client.end();
  owner = connect({ config: empty.config, applicationName: 'izi test owner', max: 1 });
});
afterAll(async () => {
  await owner.end();
  await empty.drop();
});

test('requests keep how they ended, and one that waited unsigned has expired', async () => {
  const requests = await owner.query(
    'select number, kind, subject, status::text, approved_by, ended_by, unsigned from console.request order by id',
  );
  const common = { unsigned: 'token' };
  expect(requests).toEqual([
    {
      ...common,
      number: expect.any(Number),
      kind: 'lift_undo',
      subject: 'client 7',
      status: 'done',
      approved_by: 2,
      ended_by: null,
    },
    {
      ...common,
      number: expect.any(Number),
      kind: 'start_reset',
      subject: 'client 7',
      status: 'refused',
      approved_by: null,
      ended_by: 2,
    },
    {
      ...common,
      number: expect.any(Number),
      kind: 'clear_match',
      subject: 'client 8',
      status: 'withdrawn',
      approved_by: null,
      ended_by: 1,
    },
    {
      ...common,
      number: expect.any(Number),
      kind: 'clear_match',
      subject: 'client 8',
      status: 'expired',
      approved_by: null,
      ended_by: null,
    },
  ]);
});

test('lines go into the chain in their order, without a gap', async () => {
  const lines = await owner.query<{ number: number; record: string }>(
    `select number, convert_from(record, 'UTF8') as record from console.audit order by number`,
  );
  expect(lines.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(JSON.parse(lines[2]!.record)).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    who: 'kofi',
    session: null,
    address: null,
    act: 'sessions_ended',
    subject: 'client 8',
    before: null,
    after: { sessions: 2 },
    reason: 'Koné ≠ Kone',
    request: null,
  });
  // What the rest of the audit is compared with came with later migrations.
  const report = await checkChain(owner, []);
  expect(report).toMatchObject({ lines: 3, faults: [] });
});
