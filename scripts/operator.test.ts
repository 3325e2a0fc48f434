import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Http } from '#server/http/http.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { joinByLink } from '#tests/support/operator/people.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createLog } from '#server/http/log.ts';
import { createWatch } from '#server/operator-work/watch.ts';
import { checkAudit } from './audit/check-audit.ts';
import { runOperator } from './operator/run-operator.ts';

let database: TestDatabase;
let http: Http;
beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database, { mode: 'production' });
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

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
    { DATABASE_OWNER_URL: url.href, CONSOLE_URL: 'https://console.example/' },
    (line) => out.push(line),
    (line) => errors.push(line),
  );
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

const linkIn = (out: string) => /https:\/\/console\.example\/#join=([\w-]{43})$/m.exec(out)?.[1];
const audit = () =>
  database.owner.query<{ act: string; subject: string; who: string }>(
    `select act, subject, convert_from(record, 'UTF8')::jsonb ->> 'who' as who from console.audit order by number`,
  );

describe('the first operators', () => {
  test('get in by a link, set two passkeys, and may approve a day later', async () => {
    const { code, out } = await run('add', 'ama', '--roles', 'admin');
    expect(code).toBe(0);
    const ama = await joinByLink(http, linkIn(out)!);
    expect(ama.ways).toMatchObject({ complete: true, active: true });
    expect(ama.ways.passkeys.map(({ active }) => active)).toEqual([true, true]);
    const [row] = await database.owner.query(
      `select active_at is not null as is_in, approves_from > now() + interval '23 hours' as late from console.operator where name = 'ama'`,
    );
    expect(row).toEqual({ is_in: true, late: true });
    expect((await ama.signIn()).json().data).toMatchObject({ name: 'ama', roles: ['admin'], stage: 'full' });
    expect(await audit()).toContainEqual({ act: 'owner_link_made', subject: 'operator ama', who: 'owner' });
    expect((await run('list')).out).toMatch(/^ama: admin, made \S+, 2 passkeys, in since \S+$/);
  });

  test('get a new link when the old one has expired, and a link works once', async () => {
    const first = linkIn((await run('add', 'kofi', '--roles', 'admin')).out)!;
    const second = linkIn((await run('link', 'kofi')).out)!;
    await expect(joinByLink(http, first)).rejects.toThrow('link_over');
    await joinByLink(http, second);
    await expect(joinByLink(http, second)).rejects.toThrow('link_over');
  });

  test('add the next ones in the console, once two admins are in; an emergency is recorded', async () => {
    const { code, out } = await run('add', 'efua', '--roles', 'compliance');
    expect([code, out]).toEqual([1, expect.stringContaining('takes two people each time')]);
    expect(await database.owner.query(`select from console.operator where name = 'efua'`)).toEqual([]);
    expect((await run('link', 'ama')).code).toBe(1);
    const emergency = await run('link', 'ama', '--emergency');
    expect([emergency.code, linkIn(emergency.out)]).toEqual([0, expect.any(String)]);
    expect((await audit()).at(-1)).toEqual({ act: 'emergency_link_made', subject: 'operator ama', who: 'owner' });
    await createWatch({ db: database.worker, contacts: ['desk@example.com'], log: createLog('silent') }).step(
      new AbortController().signal,
    );
    const told = await database.owner.query(`select recipient, parameters from message where template = 'alarm'`);
    expect(told).toContainEqual({
      recipient: 'desk@example.com',
      parameters: { kind: 'emergency_link', subject: 'operator ama' },
    });
  });
});

test('a link ends after 15 minutes', async () => {
  const link = linkIn((await run('add', 'late', '--roles', 'support', '--emergency')).out)!;
  await database.owner.query(`update console.link set expires_at = clock_timestamp() where used_at is null`);
  await expect(joinByLink(http, link)).rejects.toThrow('link_over');
});

test('a disabled operator is out at once, and the name is never used again', async () => {
  const out = await joinByLink(http, linkIn((await run('add', 'gone', '--roles', 'support', '--emergency')).out)!);
  await out.signIn();
  expect((await out.get('/me')).statusCode).toBe(200);
  expect((await run('disable', 'gone')).code).toBe(0);
  expect((await out.get('/me')).statusCode).toBe(401);
  expect((await out.signIn()).json().code).toBe('passkey_refused');
  expect((await run('disable', 'gone')).code).toBe(1);
  expect((await run('link', 'gone', '--emergency')).out).toContain('There is no active operator gone');
  const again = await run('add', 'gone', '--roles', 'support', '--emergency');
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('A name is never used again')]);
});

test.each([
  ['add', 'ama'],
  ['add', '--roles', 'support'],
  ['add', 'ama', '--roles', 'king'],
  ['delete', 'ama'],
  ['list', 'ama'],
  ['list', '--emergency'],
  ['link', 'ama', '--roles', 'support'],
  ['add', 'ama', '--admin'],
  [],
])('the arguments %j %j %j %j are refused', async (...args) => {
  const { code, errors } = await run(...args.filter((arg) => arg !== undefined));
  expect([code, errors]).toEqual([2, expect.stringContaining('npm run operator')]);
});

test('a name or roles that an operator cannot have are refused with a reason', async () => {
  const add = (name: string, roles: string) => run('add', name, '--roles', roles, '--emergency');
  expect((await add('Ama Koné', 'support')).errors).toContain('A name is 2 to 40');
  expect((await add('yao', 'auditor,risk')).errors).toContain('auditor and admin cannot be combined');
});

test('acts of the owner of the tables are in the audit, and the chain is valid', async () => {
  const { faults, lines } = await checkAudit(database.owner, []);
  expect(faults).toEqual([]);
  const zeros = Buffer.alloc(32);
  const [seen] = await database.worker.query<{ lines: number; wrong_because: string | null }>(
    'select lines, wrong_because from console.check_audit(0, $1, 1000)',
    [zeros],
  );
  expect(seen).toEqual({ lines, wrong_because: null });
});
