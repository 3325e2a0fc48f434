import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { runOperator } from './operator/run-operator.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function run(...args: string[]): Promise<{ code: number; out: string; errors: string }> {
  const { host, port, user, password, database: name } = database.config as Record<string, string>;
  const url = new URL(`postgres://localhost/${name}`);
  url.username = user!;
  url.password = password ?? '';
  if (host!.startsWith('/')) url.searchParams.set('host', host!);
  else url.hostname = host!;
  if (port) url.port = port;
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runOperator(
    args,
    { DATABASE_OWNER_URL: url.href },
    (line) => out.push(line),
    (line) => errors.push(line),
  );
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

test('an operator is made with a token that is shown once, works at once, and ends when the operator is disabled', async () => {
  const { code, out } = await run('add', 'ama', '--roles', 'compliance,support');
  expect(code).toBe(0);
  const token = /Token, shown this once: (\S+)/.exec(out)![1]!;
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await findOperator(database.db, token)).toMatchObject({ name: 'ama', roles: ['compliance', 'support'] });
  const [row] = await database.owner.query<{ token_hash: Buffer; late: boolean }>(
    `select token_hash, approves_from > now() + interval '23 hours' as late from console.operator where name = 'ama'`,
  );
  expect(row).toEqual({ token_hash: createHash('sha256').update(token).digest(), late: true });

  expect((await run('list')).out).toMatch(/^ama: compliance, support, since \S+$/);
  expect((await run('disable', 'ama')).code).toBe(0);
  expect(await findOperator(database.db, token)).toBeNull();
  expect((await run('list')).out).toMatch(/disabled/);
  expect((await run('disable', 'ama')).code).toBe(1);
  const again = await run('add', 'ama', '--roles', 'support');
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('A name is never used again')]);
});

test.each([
  ['add', 'ama'],
  ['add', '--roles', 'support'],
  ['add', 'ama', '--roles', 'king'],
  ['delete', 'ama'],
  ['list', 'ama'],
  ['add', 'ama', '--admin'],
  [],
])('%j %j %j %j is not understood', async (...args) => {
  const { code, errors } = await run(...args.filter((arg) => arg !== undefined));
  expect([code, errors]).toEqual([2, expect.stringContaining('npm run operator')]);
});

test('a name or roles that an operator cannot have are explained', async () => {
  expect((await run('add', 'Ama Koné', '--roles', 'support')).errors).toContain('A name is 2 to 40');
  expect((await run('add', 'kofi', '--roles', 'auditor,risk')).errors).toContain('auditor and admin stand alone');
});
