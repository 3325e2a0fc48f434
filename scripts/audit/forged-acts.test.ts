import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { makeSigningOperator, type SigningOperator } from '#tests/support/operator/signing.ts';
import { checkTraces } from './check-traces.ts';

/** A forgery as the owner of the tables can make one. */
interface Forgery {
  readonly subject: string;
  /** `$request` is the id of a request that two people signed for the same, a while ago. */
  readonly sql: string;
}

const payment = randomUUID();
const draw = randomUUID();
const clientId = 1_000_007;

/** One of each kind that takes two: a kind without a line here fails the test. */
const forgeries: Readonly<Record<string, Forgery>> = {
  start_reset: {
    subject: `client ${clientId}`,
    sql: `insert into code (client_id, purpose, destination, nonce, sent_at, expires_at, flow)
      select id, 'reset_password', phone, '', now(), now() + interval '1 hour', sha256('a reset that an operator started') from client`,
  },
  change_phone: { subject: `client ${clientId}`, sql: `update client set phone = '+2250700000066'` },
  change_name: {
    subject: `client ${clientId}`,
    sql: `select replace_name(${clientId}, 'Somebody', 'Else')`,
  },
  lift_undo: {
    subject: `client ${clientId}`,
    sql: `insert into payout_stop (client_id, act, lifted_at, lifted_by, reason, request_id)
      values (${clientId}, 'password_changed', clock_timestamp(), 'nobody', 'a test', $request)`,
  },
  clear_match: {
    subject: `client ${clientId}`,
    sql: `insert into person_match (client_id, source, ends_at, cleared_at, cleared_by, reason, request_id)
      values (${clientId}, 'register 1', 'infinity', clock_timestamp(), 'nobody', 'a test', $request)`,
  },
  unlock: {
    subject: `client ${clientId}`,
    sql: `insert into client_lock (client_id, kind, locked_by, reason, lifted_at, lifted_by)
      values (${clientId}, 'play', 'nobody', 'a test', clock_timestamp(), $request)`,
  },
  let_play: {
    subject: 'person 99',
    sql: `insert into console.may_not_play (id, relation, name, phone, reason, added_by, ended_at, ended_by) overriding system value
      values (99, 'staff', 'Ama', '+2250788000001', 'a test', 'nobody', clock_timestamp(), $request)`,
  },
  start_sales: {
    subject: 'sales all',
    sql: `insert into sales_stop (sentence, reason, stopped_by, stopped_at, ended_at, request_id)
      select 'a test', 'a test', id, now(), clock_timestamp(), $request from console.operator limit 1`,
  },
  raise_cap: {
    subject: 'sales all',
    sql: `insert into exposure_cap (measure, amount, reason, set_by, request_id)
      select 'worst', 1, 'a test', id, $request from console.operator limit 1`,
  },
  reserve: {
    subject: 'reserve 1',
    sql: `insert into reserve (number, amount, request_id) values (1, 5000000, $request)`,
  },
  webhook_endpoint: {
    subject: `webhook ${draw}`,
    sql: `insert into webhook_endpoint (id, url, types, generation, public_key)
      values ('${draw}', 'https://evil.example/', '{payment.final}', 1, sha256('a key'))`,
  },
  machine_key: {
    subject: 'machine_key mallory00000',
    sql: `insert into console.machine_key (id, hash, name, scopes, addresses, per_minute, ends_at, request_id)
      values ('mallory00000', sha256('x'), 'Mallory', '{payments:read}', '{10.0.0.1}', 1, now() + interval '1 day', $request)`,
  },
  resume_payments: {
    subject: 'network CI wave deposit at pawapay',
    sql: `insert into payment_stop (account, country, method, direction, told_en, told_fr, reason, stopped_by, stopped_at, ended_at, request_id)
      select 'pawapay', 'CI', 'wave', 'deposit', 'a test', 'un test', 'a test', id, now(), clock_timestamp(), $request
      from console.operator limit 1`,
  },
  payment_routes: {
    subject: 'routes 2',
    sql: `insert into payment_route_version (number, begins_at, lines, request_id)
      values (2, now(), '{"CI wave deposit = evil"}', $request)`,
  },
  top_up: {
    subject: 'account pawapay',
    sql: `insert into top_up (request_id, account, amount, transfer_ref, transferred_at) values ($request, 'pawapay', 5000, 'T-1', now())`,
  },
  care_threshold: {
    subject: 'care_threshold night',
    sql: `insert into care_threshold (number, kind, notable, strong, times, begins_at, request_id)
      values (10, 'night', 9000, 9000, 0, now(), $request)`,
  },
  call_off_draw: {
    subject: `draw ${draw}`,
    sql: `insert into call_off (draw_id, reason, told_en, told_fr, request_id) values ('${draw}', 'a test', 'a test', 'a test', $request)`,
  },
  pay_held_draw: {
    subject: `draw ${draw}`,
    sql: `insert into opinion.release (draw_id, reason, request_id) values ('${draw}', 'a test', $request)`,
  },
  timetable: {
    subject: 'timetable 2',
    sql: `insert into timetable_version (number, begins_at, every_minutes, close_seconds_before, time_zone, request_id)
      values (2, now(), 5, 30, 'UTC', $request)`,
  },
  adjust: {
    subject: `client ${clientId}`,
    sql: `insert into adjustment (reference, from_account, to_account, client_id, amount, author, reason, request_id)
      values (gen_random_uuid(), 'adjustment', 'client_dep', ${clientId}, 5000, 'nobody', 'a test', $request)`,
  },
  decide_payment: {
    subject: `payment ${payment}`,
    sql: `insert into payment_event (payment_id, kind, to_status, detail)
      values ('${payment}', 'confirmed', 'paid', jsonb_build_object('request', $request))`,
  },
  release_withdrawal: {
    subject: `payment ${payment}`,
    sql: `insert into payment (id, client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider, status,
        idempotency_key, request_hash)
      values ('${payment}', ${clientId}, 'withdrawal', 5000000, 5000000, 'CI', 'mtn', '', '', '', 'sandbox', 'processing', 'one', '');
      insert into withdrawal_review_end (payment_id, verdict, decided_by, reason, request_id)
      select '${payment}', 'released', id, 'a test', $request from console.operator limit 1`,
  },
  let_withdrawals_go_on: {
    subject: 'site withdrawals',
    sql: `insert into operation_flag (name, reason) values ('withdrawals_stopped', 'a test'); delete from operation_flag`,
  },
  export_people: {
    subject: 'site players',
    sql: `insert into console.people_file (request_id, people, parts, sha256) values ($request, 1, 1, '')`,
  },
  operator_add: {
    subject: 'operator mallory',
    sql: `insert into console.operator (name, roles, active_at, approves_from) values ('mallory', '{compliance}', now(), now())`,
  },
  operator_roles: {
    subject: 'operator <support>',
    sql: `update console.operator set roles = '{compliance}' where name = '<support>'`,
  },
  operator_passkey: {
    subject: 'operator <support>',
    sql: `insert into console.passkey (operator_id, credential_id, public_key, transports, counter, name, active_at)
      select id, 'x', 'y', '{}', 0, 'mine', now() from console.operator where name = '<support>'`,
  },
};

let database: TestDatabase;
let support: SigningOperator;
let risk: SigningOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  support = await makeSigningOperator(database.owner, ['support']);
  risk = await makeSigningOperator(database.owner, ['risk']);
  await database.owner.transact(async (tx) => {
    await asOwnerOfAll(tx);
    await tx.query(`insert into site_mode (mode) values ('production')`);
    await tx.query(
      `insert into client (id, phone, first_name, last_name, password_hash, birth_date, country, confirmed_at)
       overriding system value values ($1, '+2250700000001', 'Awa', 'Koné', '', '1990-01-01', 'CI', now())`,
      [clientId],
    );
    // Long enough ago that no link of the owner of the tables lets anybody in any more.
    await tx.query(`update console.audit set at = at - interval '1 day'`);
    await tx.query('alter table console.trace disable trigger trace_is_history');
    await tx.query(`update console.trace set at = '-infinity'`);
    await tx.query('alter table console.trace enable always trigger trace_is_history');
  });
});
afterAll(() => database.drop());

/** Refuses nothing, as for somebody who can do everything with the tables. */
const asOwnerOfAll = (tx: Transaction) => tx.query('set local session_replication_role = replica');

class Undone extends Error {}

/** Does something and takes it back. */
async function undo(work: (tx: Transaction) => Promise<void>): Promise<void> {
  await expect(
    database.owner.transact(async (tx) => {
      await work(tx);
      throw new Undone();
    }),
  ).rejects.toThrow(Undone);
}

const named = (text: string) => text.replaceAll('<support>', support.name);

/** A request that two people signed and that was done an hour ago. @returns its id */
async function insertDone(tx: Transaction, kind: string, subject: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into console.request (kind, subject, new_values, old_values, reason, asked_by, asked_at, expires_at, act, console_url,
       asked_signature, approved_by, approved_at, approved_signature, status, ended_at)
     select $1, $2, '{}', '{}', 'a test', a.id, now() - interval '2 hours', now() + interval '1 day', '', '', '{}',
       b.id, now() - interval '70 minutes', '{}', 'done', now() - interval '1 hour'
     from console.operator a, console.operator b where a.name = $3 and b.name = $4 returning id`,
    [kind, subject, support.name, risk.name],
  );
  return row!.id;
}

const found = async (tx: Transaction) => ({
  byBooks: (
    await tx.query<{ kind: string }>(
      `select distinct detail ->> 'kind' as kind from console.acts_without_two('-infinity') where subject = 'act'`,
    )
  ).map(({ kind }) => kind),
  byAudit: (await checkTraces(tx)).faults.map(({ because }) => because),
});

test('every kind of act that takes two is checked', async () => {
  const kinds = await database.owner.query<{ kind: string; looked_for: boolean }>(
    `select kind, to_regprocedure(format('console.%I(timestamptz)', 'traces_of_' || kind)) is not null as looked_for from console.kind order by kind`,
  );
  expect(kinds.filter(({ looked_for }) => !looked_for)).toEqual([]);
  expect(Object.keys(forgeries).toSorted()).toEqual(kinds.map(({ kind }) => kind));
  await undo(async (tx) => expect(await found(tx)).toEqual({ byBooks: [], byAudit: [] }));
  await undo(async (tx) => {
    await tx.query(
      `insert into console.kind (kind, ask_roles, approve_roles, lasts) values ('new', '{risk}', '{risk}', '1 hour')`,
    );
    await expect(tx.query(`select console.acts_without_two('-infinity')`)).rejects.toThrow('traces_of_new');
  });
});

test.each(Object.entries(forgeries))(
  '%s by one operator alone is detected, also with an earlier request',
  async (kind, forgery) => {
    const subject = named(forgery.subject);
    for (const withRequest of [false, true]) {
      await undo(async (tx) => {
        await asOwnerOfAll(tx);
        const request = withRequest ? await insertDone(tx, kind, subject) : randomUUID();
        if (withRequest) await tx.query(`select set_config('console.request', $1, true)`, [request]);
        for (const sql of named(forgery.sql).replaceAll('$request', `'${request}'::uuid`).split(';'))
          await tx.query(sql);
        const { byBooks, byAudit } = await found(tx);
        expect(byBooks).toContain(kind);
        expect(byAudit).toContainEqual(expect.stringContaining(`${kind} of ${subject} (`));
      });
    }
  },
);

test('an operator row changed with the triggers disabled is detected', async () => {
  for (const [table, sql, kind] of [
    ['operator', forgeries['operator_roles']!.sql, 'operator_roles'],
    ['passkey', forgeries['operator_passkey']!.sql, 'operator_passkey'],
  ] as const) {
    await undo(async (tx) => {
      await tx.query(`alter table console.${table} disable trigger user`);
      await tx.query(named(sql));
      const { byBooks, byAudit } = await found(tx);
      expect(byBooks).toEqual([kind]);
      expect(byAudit).toEqual([expect.stringContaining(`(${kind})`)]);
    });
  }
});

test.each([
  ['admitted again', `disabled_at = null`],
  ['allowed to approve earlier', `approves_from = now() - interval '2 days'`],
  ['given the name of another', `name = 'somebody'`],
])('an operator who is %s by one operator alone is detected', async (_, change) => {
  await undo(async (tx) => {
    await tx.query('update console.operator set disabled_at = now()');
    await tx.query(`update console.operator set ${change} where name = $1`, [support.name]);
    expect((await found(tx)).byBooks).toContain('operator_add');
  });
});

test('a player who changes their own phone, or is erased, is not reported', async () => {
  await undo(async (tx) => {
    await tx.query(`insert into code (client_id, purpose, destination, nonce, sent_at, expires_at, used_at)
      select id, 'change_phone', '+2250700000077', '', now(), now() + interval '1 hour', clock_timestamp() from client`);
    await tx.query(`select open_wallet(${clientId})`);
    await tx.query(`select change_phone(${clientId}, '+2250700000077', false)`);
    await tx.query(`select change_name(${clientId}, 'Awa', 'Traoré')`);
    expect(await found(tx)).toEqual({ byBooks: [], byAudit: [] });
    await tx.query(`update client set phone = '+2250700000066'`);
    expect((await found(tx)).byBooks).toEqual(['change_phone']);
  });
  await undo(async (tx) => {
    await asOwnerOfAll(tx);
    await tx.query(
      `update client set phone = null, first_name = null, last_name = null, password_hash = null, erased_at = now()`,
    );
    expect((await found(tx)).byBooks).toEqual([]);
  });
});
