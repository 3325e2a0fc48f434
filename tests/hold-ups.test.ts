import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { startBackground } from '#server/background/background.ts';
import { createSessionWatch } from '#server/background/watch-sessions.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from './support/database/database.ts';
import type { TestOperator } from './support/operator/operators.ts';
import { makeDemoOperator } from './support/operator/requests.ts';
import { makeFolder } from './support/temporary.ts';
import { createDraw, createPlayer, newTicket, openDesk } from './support/players/play.ts';

// Somebody has taken over a process and can run any SQL with its login. What of the site can they hold up, and for how long?

const logins = ['izi_app', 'izi_worker', 'izi_console', 'izi_opinion', 'izi_machine'] as const;
type Login = (typeof logins)[number];

/** Longer than any statement of the works below may wait. */
const patienceMs = 20_000;

let database: TestDatabase;
let desk: TicketDesk;
let draw: string;
let player: SignedIn;
let operator: TestOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  draw = await createDraw(database.owner, { closesIn: 3_600_000 });
  player = await createPlayer(database.owner, { dep: 1_000_000 });
  await database.owner.query(`insert into site_mode (mode, since) values ('demo', now() - interval '1 hour')`);
  operator = await makeDemoOperator(database, ['draws']);
});
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

async function openSession(login: Login): Promise<pg.Client> {
  const client = new pg.Client({ ...database.config, user: login });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs these statements as this login, and keeps the session open while `meanwhile` runs. */
async function whileHolding(
  login: Login,
  statements: readonly string[],
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const client = await openSession(login);
  const tooLate = new AbortController();
  try {
    for (const statement of statements) await client.query(statement);
    await Promise.race([
      meanwhile(),
      sleep(patienceMs, undefined, { signal: tooLate.signal }).then(() => {
        throw new Error(`it still waits for the session of ${login}`);
      }),
    ]);
  } finally {
    tooLate.abort();
    await client.end();
  }
}

const bet = () => placeBets(desk, player, [newTicket(draw)]);

/** Tasks of the site, each of which once took an advisory lock. */
const works: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a bet', bet],
  ['a stop of sales', () => database.owner.query('select end_sales_stop(gen_random_uuid(), null)')],
  ['the next seal', () => database.worker.query('select prepare_seal(gen_random_uuid())')],
  ['a new key of the operator', () => database.worker.query('select prepare_operator_key()')],
  ['a new draw', () => createDraw(database.owner, { closesIn: 3_600_000 })],
  ['a pass over all books', () => reconcile(database.worker, 'full', { besidePlayers: true })],
  ['a migration', () => migrate(database.config)],
  ['partitions', () => database.owner.query('select keep_security_events(), keep_webhooks()')],
  ['a look at exclusions', () => database.owner.query('select lock_exclusions(true)')],
  ['a change of caps', () => database.owner.query('select hold_caps()')],
  [
    'the alarms',
    async () => {
      const alarms = () =>
        database.owner.query(`select from console.alarm where kind = 'no_pass' and closed_at is null`);
      const before = await alarms();
      if (before.length > 0) await reconcile(database.worker, 'recent');
      else await database.owner.query('delete from reconciliation_pass');
      await database.worker.query('select console.watch()');
      expect(await alarms()).toHaveLength(1 - before.length);
    },
  ],
];

describe('advisory locks, which any login may take,', () => {
  /** The numbers that were locks of the site, up to version 0.1, and some around them. */
  const numbers = [...Array.from({ length: 100 }, (_, index) => 73_252_000 + index), 122_105_122_026, 122_105_122_027];
  const names = ['exclusions', 'confirmed client', 'demo month', 'console.watch', 'security_event', 'webhook'];
  const statements = [
    `select pg_advisory_lock(n) from unnest('{${numbers.join()}}'::bigint[]) n`,
    `select pg_advisory_lock(hashtextextended(n, 0)) from unnest('{"${names.join('","')}"}'::text[]) n`,
    `select pg_advisory_lock(hashtext('console.demo')), pg_advisory_lock(hashtext('console.operator'))`,
  ];

  describe.each(logins)('in a session of %s', (login) => {
    test.each(works)('do not delay %s', (_, work) => whileHolding(login, statements, work));
  });

  test('are used in no function of ours', async () => {
    expect(
      await database.owner.query(
        `select oid::regprocedure::text from pg_proc
         where prosrc ~ 'pg_(try_)?advisory' and pronamespace in (
           select oid from pg_namespace where nspname in ('public', 'console', 'sandbox', 'opinion', 'mutex'))`,
      ),
    ).toEqual([]);
  });
});

describe('locks on tables and rows', () => {
  const changed = [
    'challenge',
    'client_email',
    'code',
    'device',
    'favourite',
    'message',
    'notice',
    'notice_choice',
    'notice_setting',
    'passkey',
    'passkey_challenge',
    'provider_answer',
    'push_subscription',
    'rate_limit',
    'reality_check',
    'recovery_code',
    'sandbox.collection',
    'sandbox.notice',
    'sandbox.payout',
    'sent',
    'session',
    'sign_in_wait',
    'totp',
    'undo_link',
  ];
  /** The tables that a login may lock in a mode that keeps others from writing: it deletes or changes any of their rows anyway. */
  const lockable: Readonly<Record<Login, readonly string[]>> = {
    izi_app: changed,
    izi_worker: changed,
    izi_console: [],
    izi_opinion: [],
    izi_machine: [],
  };

  test.each(logins)('%s may lock no table that a bet needs', async (login) => {
    const rows = await database.owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'console', 'sandbox', 'opinion', 'mutex')
         and has_table_privilege($1, c.oid, 'update, delete, truncate') order by c.oid::regclass::text collate "C"`,
      [login],
    );
    expect(rows.map(({ name }) => name)).toEqual(lockable[login]);
    // The rights are what counts, in each mode.
    for (const table of ['wallet', 'ticket', 'posting', 'draw', 'sales_stop', 'mutex.sales_stops']) {
      for (const mode of ['access exclusive', 'exclusive', 'share', 'share row exclusive', 'share update exclusive']) {
        const locking = whileHolding(login, ['begin', `lock table ${table} in ${mode} mode`], async () => {});
        await expect(locking, `${table} in ${mode} mode`).rejects.toThrow('permission denied');
      }
    }
  });

  test.each(['izi_console', 'izi_opinion', 'izi_machine'] as const)('%s may lock no row', async (login) => {
    expect(
      await database.owner.query(
        `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'console', 'sandbox', 'opinion', 'mutex')
           and has_any_column_privilege($1, c.oid, 'update')`,
        [login],
      ),
    ).toEqual([]);
  });

  test('no login reaches the tables that are locked in place of them', async () => {
    expect(
      await database.owner.query(
        `select c.relname, r.rolname from pg_class c cross join pg_roles r
         where c.relnamespace = (select oid from pg_namespace where nspname = 'mutex') and r.rolname = any ($1)
           and (has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')
             or has_schema_privilege(r.oid, c.relnamespace, 'usage, create'))`,
        [`{${logins.join()}}`],
      ),
    ).toEqual([]);
  });
});

describe('a transaction that stays open', () => {
  /** Attacks by which a login makes others wait, and the others: only the watch bounds each wait. */
  const attacks: readonly (readonly [string, Login, () => readonly string[], () => Promise<unknown>])[] = [
    [
      'stops sales with an operator’s session, and does not commit',
      'izi_console',
      () => ['begin', `select console.stop_sales('${operator.token}', null, 1::smallint, 'a', 'b')`],
      bet,
    ],
    [
      'reads tickets while a migration wants them, with bets behind it',
      'izi_opinion',
      () => ['begin', 'select count(*) from opinion.ticket'],
      async () => {
        const changing = database.owner.transact((tx) => tx.query('lock table ticket in access exclusive mode'));
        await whenWaiting(1);
        // The intake tries again for a while itself.
        await Promise.all([changing, bet()]);
      },
    ],
    [
      'reads its notes while somebody changes their table',
      'izi_opinion',
      () => ['begin', 'select count(*) from opinion.note'],
      () => database.owner.transact((tx) => tx.query('lock table opinion.note in access exclusive mode')),
    ],
    [
      'reads the public figures while somebody changes their table',
      'izi_machine',
      () => ['begin', `select * from figures_by_day(now() - interval '1 day', now(), 'UTC')`],
      () => database.owner.transact((tx) => tx.query('lock table figure_quarter in access exclusive mode')),
    ],
    [
      'reads the migrations while one is applied',
      'izi_console',
      () => ['begin', 'select count(*) from migration'],
      () => database.owner.transact((tx) => tx.query('lock table migration in access exclusive mode')),
    ],
    [
      'locks the wallet of a player',
      'izi_app',
      () => [
        'begin',
        `select * from place_patiently((select array[min(client_id)] from wallet), '{}', (select array[min(client_id)] from wallet),
           array[gen_random_uuid()], array[gen_random_uuid()], '{2}', '{5}', '{100}')`,
      ],
      () => database.owner.query('select from wallet for no key update'),
    ],
    [
      'locks the row of a client, for which nobody waits',
      'izi_app',
      () => ['begin', 'select from client for update'],
      () => whenEnded('izi_app'),
    ],
  ];

  test.each(attacks)('%s (%s) is ended', async (_, login, statements, meanwhile) => {
    // Seconds, in place of tens of them.
    const [limits] = await database.owner.query<{ sql: string }>(
      `select pg_get_functiondef('session_limits()'::regprocedure) as sql`,
    );
    expect(limits!.sql).toContain(`interval '10 s'`);
    await database.owner.query(limits!.sql.replaceAll(/'(3|10) s'/g, `'1 s'`));
    await database.owner.query('delete from console.ended_session');
    const db = connect({ config: { ...database.config, user: 'izi_worker' }, applicationName: 'watch', max: 1 });
    const ended: object[] = [];
    const log = {
      error: (session: object) => void ended.push(session),
      warn: (line: object) => expect(line).toBeNull(),
    };
    const watch = startBackground([createSessionWatch({ db, log })], log);
    try {
      await whileHolding(login, statements(), meanwhile);
    } finally {
      await watch.stop();
      await db.end();
      await database.owner.query(limits!.sql);
    }
    expect(ended).toMatchObject([{ login }]);
    await database.worker.query('select console.watch()');
    expect(
      await database.owner.query(
        `select subject from console.alarm where kind = 'session_ended' and closed_at is null`,
      ),
    ).toContainEqual({ subject: `login ${login}` });
  });

  test('is not ended while it delays nobody, nor is a transaction of the owner', async () => {
    const reading = await openSession('izi_opinion');
    await reading.query('begin');
    await reading.query('select count(*) from opinion.ticket');
    await database.owner.transact(async (tx) => {
      await tx.query('lock table opinion.note in access exclusive mode');
      const waiting = database.opinion.query('select count(*) from opinion.note');
      await whenWaiting(1);
      await sleep(1_500);
      expect(await database.worker.query('select * from end_harmful_sessions()')).toEqual([]);
      await tx.query('select 1');
      void waiting.catch(() => {});
    });
    await reading.query('select 1');
    await reading.end();
  });

  async function whenWaiting(sessions: number): Promise<void> {
    await until(async () => {
      const rows = await database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length >= sessions;
    });
  }

  async function whenEnded(login: Login): Promise<void> {
    await until(async () => {
      const rows = await database.owner.query('select from console.ended_session where login = $1', [login]);
      return rows.length > 0;
    });
  }

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(50);
  }
});

describe('on a server of its own', () => {
  let folder: string;
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  beforeAll(async () => {
    folder = await makeFolder('izi-hold-ups-');
    // A queue of half a megabyte.
    const parameters = { max_notify_queue_pages: '64', fsync: 'off' };
    embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, parameters });
    await migrate(embedded.config);
  });
  afterAll(async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(user: string, name = embedded.config.database): Promise<pg.Client> {
    const client = new pg.Client({ ...embedded.config, user, database: name });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  const endSessions = async (app: pg.Client) =>
    (await app.query<{ because: string }>('select because from end_harmful_sessions()')).rows;

  test('a login has a limited number of connections, and a full queue of notifications is freed', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => open('izi_opinion')));
    await expect(open('izi_opinion')).rejects.toThrow('too many connections for role "izi_opinion"');
    const app = await open('izi_worker');

    const [listening, flooding] = taken as [pg.Client, pg.Client];
    await listening.query('listen x');
    await listening.query('begin');
    await listening.query('select 1');
    const flood = () => flooding.query(`select pg_notify('x', repeat('x', 7000) || n) from generate_series(1, 30) n`);
    const fill = async () => {
      for (let times = 0; times < 10; times++) await flood();
    };
    await expect(fill()).rejects.toThrow('too many notifications');
    await expect.poll(() => endSessions(app)).toEqual([{ because: 'the queue of notifications was filling' }]);
    // The watch asks how full the queue is, and PostgreSQL then removes what everybody has read.
    await expect.poll(async () => (await endSessions(app), flood())).toBeDefined();
    await Promise.all([...taken, app].map((client) => client.end()));
  });

  test('an owner who is not a superuser ends the sessions of logins granted to it, and names the others', async () => {
    const superuser = await open(embedded.config.user!);
    await superuser.query('create role managed_owner login createrole');
    await superuser.query(
      'grant izi_app, izi_worker, izi_console, izi_opinion, izi_machine to managed_owner with admin option',
    );
    await superuser.query('create database managed owner managed_owner');
    await migrate({ ...embedded.config, user: 'managed_owner', database: 'managed' });
    const owner = await open('managed_owner', 'managed');
    await owner.query('create role opinion_login login in role izi_opinion');
    const app = await open('izi_worker', 'managed');
    const outOfReach = async () => (await app.query('select login from logins_out_of_reach() login')).rows;

    const reading = await open('opinion_login', 'managed');
    await reading.query('begin');
    await reading.query('select count(*) from opinion.ticket');
    const changing = owner.query('begin; lock table ticket in access exclusive mode; commit');
    expect(await outOfReach()).toEqual([{ login: 'opinion_login' }]);
    expect(await endSessions(app)).toEqual([]);
    const granting = await open('managed_owner', 'managed');
    await granting.query('grant opinion_login to current_user');
    expect(await outOfReach()).toEqual([]);
    await expect.poll(() => endSessions(app)).toEqual([{ because: 'others waited for it' }]);
    await changing;
    await Promise.all([superuser, owner, granting, app, reading].map((client) => client.end()));
  });
});
