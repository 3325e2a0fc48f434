import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutsider, paymentBody, signUp } from '#tests/support/players/outsider.ts';
import { testSecret } from '#tests/support/draws/keys.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runParties } from './parties/run-parties.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

async function run(args: readonly string[], more: Record<string, string> = {}) {
  const { user, password, host, port, database } = site.database.config as Record<string, string>;
  const address = `postgres://${user}:${encodeURIComponent(password ?? '')}@localhost:${port}/${database}`;
  const url = host?.startsWith('/') ? `postgres://${user}@/${database}?host=${host}&port=${port}` : address;
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runParties(
    args,
    { DATABASE_OWNER_URL: url, PARTY_KEY: testSecret('party-key'), ...more },
    print,
    print,
  );
  return { code, lines };
}

test('shows the parties of payments once two operators have agreed', async () => {
  const client = createOutsider(site.url);
  const account = await signUp(client);
  const { id } = (await client.call('/users/me')).json;
  await client.call('/clients/deposit', {
    body: paymentBody(account, 500),
    headers: { 'idempotency-key': randomUUID() },
  });
  const { owner } = site.database;
  const [question] = await owner.query<{ id: number }>(`select ask_for_parties($1, 'Awa', 'file 12') as id`, [id]);
  const asked = String(question!.id);
  expect(await run([asked, 'Awa'])).toEqual({ code: 1, lines: [expect.stringContaining('is not approved')] });
  await owner.query(`select approve_party_look($1, 'Binta')`, [asked]);
  const { code, lines } = await run([asked, 'Binta']);
  expect(code).toBe(0);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      direction: 'deposit',
      amount: 500,
      party: { phone: account.phone, firstName: 'Ama', lastName: 'Koné', email: null },
    },
  ]);
  expect(await run([asked, 'Binta'], { PARTY_KEY: Buffer.alloc(32).toString('hex') })).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^✗ the key \w{16} is not among those/)],
  });
});

test.each([[[]], [['x', 'Awa']], [['7']], [['7', 'Awa', 'more']]])('with %j it prints its usage', async (args) => {
  expect(await run(args)).toEqual({ code: 2, lines: [expect.stringContaining('npm run --silent parties')] });
});

test('without its settings it does nothing', async () => {
  expect(await run(['7', 'Awa'], { PARTY_KEY: '' })).toEqual({
    code: 2,
    lines: ['DATABASE_OWNER_URL and PARTY_KEY have to be set'],
  });
});
