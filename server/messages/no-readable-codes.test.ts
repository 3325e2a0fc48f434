import { afterEach, beforeEach, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
/** Keeps PostgreSQL from using a file of its log again before it is read here, however much other tests write. */
const slot = `read_log_${process.pid}`;
beforeEach(async () => {
  app = await startIdentityApp();
  await app.database.owner.query('select pg_create_physical_replication_slot($1, true)', [slot]);
});
afterEach(async () => {
  await app.database.owner.query('select pg_drop_replication_slot($1)', [slot]);
  await app.stop();
});

/** Every row of every table, as a dump has it. */
async function dump(): Promise<string> {
  const { owner } = app.database;
  const tables = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => owner.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

/** The write-ahead log between two places. */
async function readLog(from: string, to: string): Promise<Buffer> {
  const files = await app.database.owner.query<{ bytes: Buffer }>(
    `select pg_read_binary_file('pg_wal/' || name) as bytes from pg_ls_waldir()
     where name between pg_walfile_name($1) and pg_walfile_name($2) order by name`,
    [from, to],
  );
  return Buffer.concat(files.map(({ bytes }) => bytes));
}

/** Begins another file, so that all that was logged before has left the memory of PostgreSQL. */
const readPlace = async () =>
  (await app.database.owner.query<{ place: string }>('select pg_switch_wal() as place'))[0]!.place;

/** Two messages with codes are on their way after it. */
async function register(phone: string): Promise<void> {
  await app.call('POST', '/clients/auth/local/register', registrationOf(phone));
  await app.call('POST', '/clients/auth/forgot-password', { phone });
}

test('neither a dump of the database nor its log contains a code, but the demo inbox shows the codes', async () => {
  const from = await readPlace();
  const phones = Array.from({ length: 20 }, (_, index) => `+22507${String(70_010_000 + index * 10_000)}`);
  await Promise.all(phones.map(register));
  const texts = (await Promise.all(phones.map((phone) => app.readTexts(phone)))).flat();
  const codes = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]);
  expect(codes).toHaveLength(40);
  // Alone between other characters: as part of a longer number six digits say nothing.
  const alone = (code: string | undefined) => new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`);

  const stored = await dump();
  expect(stored).toContain(phones[0]);
  const log = (await readLog(from, await readPlace())).toString('latin1');
  expect(log).toContain(phones[0]);
  // The microseconds of some moment may be one of forty codes; a stored kind of code is there twenty times.
  expect(codes.filter((code) => alone(code).test(stored)).length).toBeLessThan(5);
  for (const code of codes) {
    expect(code).toMatch(/^\d{6}$/);
    expect(log.includes(`code is ${code}`) || log.includes(`password is ${code}`) || log.includes(`"${code}"`)).toBe(
      false,
    );
  }
});

test('neither contains a link that undoes a change', async () => {
  const from = await readPlace();
  const phones = Array.from({ length: 10 }, (_, index) => `+22507${String(80_010_000 + index * 10_000)}`);
  const password = 'another good one';
  const tokens = await Promise.all(
    phones.map(async (phone) => {
      await register(phone);
      const form = { phone, code: await app.readCode(phone), password, passwordConfirmation: password };
      expect((await app.call('POST', '/clients/otp/reset-password', form)).statusCode).toBe(200);
      return /\/auth\/undo#([\w-]{22})$/.exec((await app.readTexts(phone))[0]!)![1]!;
    }),
  );
  expect(new Set(tokens).size).toBe(10);
  const stored = await dump();
  const log = (await readLog(from, await readPlace())).toString('latin1');
  for (const phone of phones) for (const place of [stored, log]) expect(place).toContain(phone);
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url');
    for (const written of [token, bytes.toString('hex'), bytes.toString('latin1')]) {
      for (const place of [stored, log]) expect(place.includes(written)).toBe(false);
    }
  }
});

test('codes differ by purpose, recipient and nonce', async () => {
  const codes = await Promise.all(
    ['+2250770010000', '+2250770020000'].map(async (phone) => {
      await register(phone);
      return (await app.readTexts(phone)).map((text) => /\d{6}/.exec(text)![0]);
    }),
  );
  expect(codes.map(({ length }) => length)).toEqual([2, 2]);
  // Four of a million: that they are all different fails once in 160,000 runs, that all are the same never.
  expect(new Set(codes.flat()).size).toBeGreaterThan(1);
});
