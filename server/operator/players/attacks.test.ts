import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDatabase } from '#server/start-checks.ts';
import { makeOperator } from '#tests/support/operator/operators.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';

// Attacks of somebody who can run any SQL as the application, or as the console: above all on the phone that money goes to.

let app: IdentityApp;
let victim: IdentityClient;

beforeAll(async () => {
  app = await startIdentityApp();
  await claimDatabase(app.database.owner, 'production');
  victim = await joinIdentityApp(app);
  await app.database.owner.query(
    `insert into client_lock (client_id, kind, locked_by, reason) values ($1, 'play', 'ama', 'a test')`,
    [victim.id],
  );
});
afterAll(() => app.stop());

const owner = () => app.database.owner;
const denied = /permission denied/;
const row = async () => {
  const [found] = await owner().query<{ row: string }>('select c::text as row from client c where id = $1', [
    victim.id,
  ]);
  return found!.row;
};

/** Statements in one transaction as a worker, who may do more than a process that serves players, of which the last one is refused and nothing has changed. */
async function attack(statements: readonly string[], refusal: RegExp, db = app.database.worker): Promise<void> {
  const before = await row();
  await expect(
    db.transact(async (tx) => {
      for (const sql of statements) await tx.query(sql.replaceAll('$victim', String(victim.id)));
    }),
    statements.join('; '),
  ).rejects.toThrow(refusal);
  expect(await row()).toBe(before);
}

describe('as the application', () => {
  test.each([
    `phone = '+2250700000666'`,
    `confirmed_at = null`,
    `first_name = 'Mallory'`,
    `last_name = 'Mallory'`,
    `birth_date = '1980-01-01'`,
    `cooling_off_until = null, cooling_off_reason = null`,
    `phone_changed_at = null`,
    `erased_at = now()`,
    `role = 'admin'`,
    `email = 'm@example.com'`,
    `created_at = '2020-01-01'`,
    `accepted_terms_at = '2020-01-01'`,
  ])('a client’s row is not written: %s', (assignment) =>
    attack([`update client set ${assignment} where id = $victim`], denied),
  );

  test('no client is created as proven, or with an id that the attacker chose', async () => {
    const person = `'x', 'A', 'B', '1990-01-01', 'CI'`;
    const columns = 'phone, password_hash, first_name, last_name, birth_date, country';
    await attack([`insert into client (${columns}, confirmed_at) values ('+2250700000666', ${person}, now())`], denied);
    await attack(
      [`insert into client (${columns}, id) overriding system value values ('+2250700000666', ${person}, 7)`],
      denied,
    );
    await attack([`delete from client where id = $victim`], denied);
  });

  test('no phone changes without a code that was entered for it, in this transaction', async () => {
    const code = (purpose: string, phone: string, used: string) =>
      `insert into code (client_id, purpose, destination, nonce, sent_at, expires_at, used_at)
       values ($victim, '${purpose}', '${phone}', '', now(), now() + interval '10 minutes', ${used})`;
    const change = `select change_phone($victim, '+2250700000666', false)`;
    const refused = /no code was entered/;
    await attack([change], refused);
    await attack([code('change_phone', '+2250700000666', 'null'), change], refused);
    await attack([code('change_phone', '+2250700000667', 'clock_timestamp()'), change], refused);
    await attack([code('confirm_phone', '+2250700000666', 'clock_timestamp()'), change], refused);
    await attack([code('change_phone', '+2250700000666', `now() - interval '1 second'`), change], refused);
  });

  test('an attacker who forges even the code waits for 72 hours in production, whatever the arguments say', async () => {
    const other = await joinIdentityApp(app);
    const [changed] = await app.database.db.transact(async (tx) => {
      await tx.query(
        `insert into code (client_id, purpose, destination, nonce, sent_at, expires_at, used_at)
         values ($1, 'change_phone', '+2250700000668', '', now(), now() + interval '10 minutes', clock_timestamp())`,
        [other.id],
      );
      return tx.query<{ until: Date | null }>(`select change_phone($1, '+2250700000668', false) as until`, [other.id]);
    });
    expect(changed!.until!.getTime() - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect(await app.database.db.query('select reason from payouts_wait($1)', [other.id])).toEqual([
      { reason: 'phone_changed' },
    ]);
  });

  test('a phone is given back only while withdrawals are stopped, and comes back unproven', async () => {
    await attack([`select give_phone_back($victim, '+2250700000666')`], /client \d+ has no undone change/);
    const other = await joinIdentityApp(app);
    await app.database.db.transact(async (tx) => {
      await tx.query(`select stop_payouts($1, 'password_changed')`, [other.id]);
      await tx.query(`select give_phone_back($1, '+2250700000669')`, [other.id]);
      await tx.query('select prove_phone($1)', [other.id]);
    });
    expect(await app.database.db.query('select reason from payouts_wait($1)', [other.id])).toEqual([
      { reason: 'undone' },
    ]);
  });

  test.each([
    `update client_lock set ends_at = now()`,
    `update client_lock set lifted_at = now(), lifted_by = gen_random_uuid()`,
    `delete from client_lock`,
    `insert into client_lock (client_id, kind, locked_by, reason) values ($victim, 'play', 'x', 'x')`,
    `select locked_by, reason from client_lock`,
    `delete from operator_limit`,
    `select reason from operator_limit`,
    `select replace_phone($victim, '', '+2250700000666')`,
    `select from console.note`,
    `delete from console.may_not_play`,
    `select console.lock_player('x', $victim, 'play', 'x')`,
    `select console.open_player('x', $victim, null)`,
    `select console.tell($victim, 'play_locked')`,
  ])('acts and data of operators are out of reach: %s', (sql) => attack([sql], denied));

  test('nothing is carried out without the approval of two', async () => {
    for (const kind of ['unlock', 'change_phone', 'change_name', 'let_play']) {
      await attack([`select console.execute_${kind}(gen_random_uuid())`], /not_approved/);
    }
  });
});

describe('as the console', () => {
  test('only its functions can be called, each with a session', async () => {
    const { console } = app.database;
    for (const sql of [
      'select from client',
      `update client set phone = 'x'`,
      'select from client_lock',
      'delete from console.note',
      'select from console.view_log',
      `insert into console.view_log (operator_id, subject, what) values (1, 'client 1', 'player')`,
      `select console.execute_unlock(gen_random_uuid())`,
      `select change_phone($victim, 'x', false)`,
      `select console.act_on_player('x', $victim)`,
      `select console.look_at_player('x', $victim, 'player')`,
      `select console.lock_player('wrong', $victim, 'play', 'x')`,
      `select console.open_player('wrong', $victim, null)`,
    ]) {
      await attack([sql], /permission denied|no session of an operator/, console);
    }
  });

  test('no role can do an act it has no right to', async () => {
    const { console } = app.database;
    const payments = await makeOperator(owner(), ['payments'], { demo: false });
    const admin = await makeOperator(owner(), ['admin'], { demo: false });
    const auditor = await makeOperator(owner(), ['auditor'], { demo: false });
    for (const { token } of [payments, admin, auditor]) {
      for (const sql of [
        `select console.lock_player('${token}', $victim, 'play', 'x')`,
        `select console.tighten_limit('${token}', $victim, 'stake', 'day', 1, 'x')`,
        `select console.start_break('${token}', $victim, 'exclusion', 'x', 'UTC')`,
        `select console.add_note('${token}', $victim, 'x', true)`,
        `select console.end_sessions('${token}', $victim, 'x')`,
        `select console.forbid_play('${token}', 'staff', 'x', null, $victim, 'x')`,
      ]) {
        await attack([sql], /no operator with one of the roles/, console);
      }
    }
    await attack(
      [`select console.open_player('${admin.token}', $victim, null)`],
      /no operator with one of the roles/,
      console,
    );
  });
});

test('acts of operators cannot be changed, even by the owner', async () => {
  for (const sql of [
    `update client_lock set reason = 'another'`,
    `update client_lock set ends_at = now()`,
    `delete from client_lock`,
    `truncate client_lock`,
    `update console.view_log set why = 'x'`,
  ]) {
    await owner().query(
      `insert into console.view_log (operator_id, subject, what) select id, 'client 1', 'player' from console.operator limit 1`,
    );
    await expect(owner().query(sql), sql).rejects.toThrow('history');
  }
});
