import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { migrate } from '#database/migrate.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';

// Operators of before had tokens, and the functions of the console took them. A parameter of a function cannot get another name.

const database = join(import.meta.dirname, '../../database');
const formerFunctions = [
  'operator_of(p_token text) returns table (id bigint, name text, roles text[])',
  'require_role(p_token text, p_roles console.role[]) returns console.operator',
  'list_identity_checks(p_token text, p_after uuid, p_most integer) returns table (id uuid, client_id bigint, type document_type, country text, submitted_at timestamptz)',
  `open_identity_check(p_token text, p_check uuid) returns table (
    id uuid, client_id bigint, type document_type, country text, expires_on date, status identity_check_status, reason text,
    submitted_at timestamptz, decided_at timestamptz, decided_by text, first_name text, last_name text, birth_date date,
    number_sealed bytea, key_sealed bytea, sides document_side[], matches text[])`,
  'open_identity_image(p_token text, p_check uuid, p_side document_side) returns table (client_id bigint, sealed bytea, key_sealed bytea)',
  `decide_identity_check(p_token text, p_check uuid, p_accept boolean, p_reason text, p_birth_date date, p_other_person boolean,
    out outcome text, out client_id bigint, out sessions_ended integer) returns record`,
  'end_sessions(p_token text, p_client bigint, p_reason text) returns integer',
  'write_audit(p_operator bigint, p_act text, p_client bigint, p_reason text, p_request uuid, p_detail jsonb) returns void',
  'ask(p_token text, p_kind console.request_kind, p_client bigint, p_reason text) returns uuid',
  'list_requests(p_token text) returns table (id uuid, kind console.request_kind)',
  'end_request(p_token text, p_request uuid, p_approve boolean, p_reason text, out outcome text, out kind console.request_kind, out client_id bigint) returns record',
];

test('a database whose operators had tokens gets the functions of sessions, and none of the old ones stays', async () => {
  const empty = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'izi-before-'));
  try {
    await Promise.all(['migrations', 'functions'].map((name) => mkdir(join(folder, name))));
    for (const name of await readdir(join(database, 'migrations'))) {
      if (Number(name.slice(0, 4)) < 32) {
        await cp(join(database, 'migrations', name), join(folder, 'migrations', name));
      }
    }
    await cp(join(database, 'functions/triggers.sql'), join(folder, 'functions/triggers.sql'));
    const former = formerFunctions.map(
      (each) => `create or replace function console.${each} language plpgsql as 'begin end';`,
    );
    await writeFile(join(folder, 'functions/operators.sql'), former.join('\n'));
    await writeFile(join(folder, 'functions/grants.sql'), '');
    await migrate(empty.config, { folder });
    const owner = connect({ config: empty.config, applicationName: 'izi test owner', max: 1 });
    await owner.query(`insert into console.operator (name, roles, token_hash) values ('ama', '{compliance}', '\\x00')`);

    await migrate(empty.config);

    expect(await owner.query('select name, roles::text[], active_at, demo from console.operator')).toEqual([
      { name: 'ama', roles: ['compliance'], active_at: null, demo: false },
    ]);
    expect(
      await owner.query(
        `select oid::regprocedure::text as name from pg_proc where pronamespace = 'console'::regnamespace and 'p_token' = any (proargnames)`,
      ),
    ).toEqual([]);
    await owner.end();
  } finally {
    await rm(folder, { recursive: true, force: true });
    await empty.drop();
  }
});
