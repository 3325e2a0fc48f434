import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type ProcessRole, type Queryable } from '#database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { openTimetable } from '#server/draws/timetable.ts';
import {
  claimDatabase,
  findExcessRights,
  checkTimetable,
  findLateClose,
  findOtherOpinionRule,
  keepOpinionRule,
  refuseSite,
  type Mode,
} from './start-checks.ts';

let database: TestDatabase;
const login = `login_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(`create role ${login} login in role izi_app`);
});
afterAll(async () => {
  await database.owner.query(`drop role ${login}`);
  await database.drop();
});

async function excessOf(user: string, role: ProcessRole = 'izi_app'): Promise<string | null> {
  const db = connect({
    config: { ...database.config, user },
    applicationName: 'izi test login',
    max: 1,
    role,
  });
  try {
    return await findExcessRights(db, role);
  } finally {
    await db.end();
  }
}

test('a member of izi_app has no excess right, and neither has izi_app itself', async () => {
  expect(await excessOf(login)).toBeNull();
  expect(await excessOf('izi_app')).toBeNull();
});

test('a worker’s login has no excess right as a worker, and one where players are served', async () => {
  expect(await excessOf('izi_worker', 'izi_worker')).toBeNull();
  expect(await excessOf('izi_worker', 'izi_app')).toContain('izi_worker');
});

test.each<[ProcessRole, ProcessRole]>([
  ['izi_app', 'izi_console'],
  ['izi_app', 'izi_machine'],
  ['izi_console', 'izi_machine'],
])('a login of %s cannot act as %s', async (user, role) => {
  await expect(excessOf(user, role)).rejects.toThrow('permission denied to set role');
});

test('no site runs in production on a database with demo operators', async () => {
  const { owner, drop } = await createTestDatabase();
  try {
    expect(await claimDatabase(owner, 'production')).toBeNull();
    await owner.query(`insert into console.operator (name, roles, demo) values ('demo-risk-1', '{risk}', true)`);
    expect(await refuseSite(owner, 'production')).toContain('holds demo operators');
  } finally {
    await drop();
  }
});

test('the owner of the tables has excess rights, although it acts in the role of the application', async () => {
  expect(await excessOf(database.config.user!)).toContain('is no ordinary user');
});

test.each<[string, string, string]>([
  ['can become the owner', 'grant izi to LOGIN', 'revoke izi from LOGIN'],
  ['may write everything', 'grant pg_write_all_data to LOGIN', 'revoke pg_write_all_data from LOGIN'],
  ['may run programs', 'grant pg_execute_server_program to LOGIN', 'revoke pg_execute_server_program from LOGIN'],
  ['makes roles', 'alter role LOGIN createrole', 'alter role LOGIN nocreaterole'],
  ['is a superuser', 'alter role LOGIN superuser', 'alter role LOGIN nosuperuser'],
  ['owns a table', 'create table mine (); alter table mine owner to LOGIN', 'drop table mine'],
])('a login that %s has excess rights', async (_, give, take) => {
  await database.owner.query(give.replace('LOGIN', login));
  try {
    expect(await excessOf(login)).toMatch(new RegExp(`^${login} (can become|is no ordinary user)`));
  } finally {
    await database.owner.query(take.replace('LOGIN', login));
  }
});

test.each<[Mode, Mode]>([
  ['demo', 'production'],
  ['production', 'demo'],
])('a database that was first started as %s is never used as %s', async (first, other) => {
  const { owner, drop } = await createTestDatabase();
  try {
    expect(await Promise.all([1, 2, 3].map(() => claimDatabase(owner, first)))).toEqual([null, null, null]);
    expect(await claimDatabase(owner, other)).toMatch(/^DATABASE_URL names the database of a /);
    expect(await claimDatabase(owner, first)).toBeNull();
    await expect(owner.query('update site_mode set mode = $1', [other])).rejects.toThrow('history never changes');
    await expect(owner.query('delete from site_mode')).rejects.toThrow('history never changes');
  } finally {
    await drop();
  }
});

test.each([
  ['without a standby', '', 10, null],
  ['with a standby, and a minute to the draw', 'ANY 1 (b, c)', 60, null],
  ['with a standby, and half a minute to the draw', 'ANY 1 (b, c)', 30, 'SALES_CLOSE_SECONDS_BEFORE'],
])('sales that close late: %s', async (_, standbys, seconds, said) => {
  // The setting is the whole server's and would make every test wait, so here its name is answered for.
  const db = { query: async () => [{ has: standbys !== '' }] } as unknown as Queryable;
  const found = await findLateClose(db, seconds);
  if (said === null) expect(found).toBeNull();
  else expect(found).toContain(said);
});

test('the settings make the first timetable, and a warning is logged if they differ later', async () => {
  const { worker: db } = database;
  const settings = { everyMinutes: 5, closeSecondsBefore: 30, timeZone: 'UTC' };
  expect(await checkTimetable(db, settings, undefined)).toEqual({ timetable: settings, warnings: [] });
  const [first] = await openTimetable(db, settings);
  expect((await checkTimetable(db, settings, first)).warnings).toEqual([]);
  const { timetable, warnings } = await checkTimetable(db, { ...settings, everyMinutes: 1 }, first);
  expect(timetable).toMatchObject(settings);
  expect(warnings).toEqual([expect.stringContaining('The timetable in the database counts: a draw every 5 minutes')]);
});

test('the owner of the tables sets how long draws wait for the second opinion, and each change is recorded once', async () => {
  const { owner, db } = database;
  const rules = () => owner.query('select number, wait_seconds from opinion.rule order by number');
  await keepOpinionRule(owner, undefined);
  await keepOpinionRule(owner, null);
  expect(await rules()).toEqual([]);
  expect(await findOtherOpinionRule(db, 60)).toContain('SECOND_OPINION is on, 60 s in these settings, and off');
  await Promise.all([keepOpinionRule(owner, 60), keepOpinionRule(owner, 60)]);
  await keepOpinionRule(owner, 60);
  await keepOpinionRule(owner, undefined);
  await keepOpinionRule(owner, null);
  await keepOpinionRule(owner, 30);
  expect(await rules()).toEqual([
    { number: 1, wait_seconds: 60 },
    { number: 2, wait_seconds: null },
    { number: 3, wait_seconds: 30 },
  ]);
  expect(await findOtherOpinionRule(db, 30)).toBeNull();
  expect(await findOtherOpinionRule(db, undefined)).toBeNull();
  await expect(keepOpinionRule(db, 1)).rejects.toThrow('permission denied');
});
