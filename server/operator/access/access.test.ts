import { createHash, randomBytes } from 'node:crypto';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Http } from '#server/http/http.ts';
import { readCommonPasswords } from '#server/identity/passwords/common-passwords.ts';
import type { Identity } from '#server/identity/identity.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, headersOf, makeOperator } from '#tests/support/operator/operators.ts';
import { callStrangely, joinByLink, secretIn, signInWith, type Person } from '#tests/support/operator/people.ts';
import { signInOperator } from '#tests/support/operator/sign-in.ts';
import { appCode } from '#tests/support/players/authenticator.ts';
import { lowerPasswordCost } from '#tests/support/players/password-cost.ts';
import { refuseAppKeys } from './app-secrets.ts';

const oldKey = Buffer.alloc(32, 'old');
const newKey = Buffer.alloc(32, 'new');

let database: TestDatabase;
let http: Http;
let identity: Identity;
beforeAll(async () => {
  lowerPasswordCost();
  database = await createTestDatabase();
  const commonPasswords = await readCommonPasswords(join(import.meta.dirname, '../../../dist/common-passwords.bin'));
  identity = { commonPasswords, factorKeys: openKeyRing(oldKey) } as Identity;
  http = await startConsole(database, { identity });
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

const owner = () => database.owner;

let lastName = 0;
/** A name, and the secret of a link that the owner of the tables made. */
async function invite(...roles: OperatorRole[]): Promise<{ name: string; token: string }> {
  const name = `jo-${++lastName}`;
  const token = randomBytes(32).toString('base64url');
  await owner().query('select console.make_link_as_owner($1, $2::text[]::console.role[], $3, true)', [
    name,
    roles,
    createHash('sha256').update(token).digest(),
  ]);
  return { name, token };
}

async function join1(...roles: OperatorRole[]): Promise<Person & { readonly name: string }> {
  const { name, token } = await invite(...roles);
  return { name, ...(await joinByLink(http, token)) };
}

const actsOf = async (name: string) =>
  (
    await owner().query<{ act: string; after: { why?: string; call?: string } | null }>(
      `select act, convert_from(record, 'UTF8')::jsonb -> 'after' as after from console.audit where subject = $1 order by number`,
      [`operator ${name}`],
    )
  ).map(({ act, after }) => (act === 'call_refused' ? `${act}: ${after?.call}, ${after?.why}` : act));

const age = (secret: string, change: string) =>
  owner().query(`update console.session set ${change} where hash = sha256(convert_to($1, 'UTF8'))`, [secret]);
const codeOf = (answer: { json(): { code?: string } }) => answer.json().code;

describe('a demonstration', () => {
  test('lets anybody in as an operator with any roles, each call as another one', async () => {
    const one = await signInOperator(http, ['payments']);
    const other = await signInOperator(http, ['payments']);
    expect([one.name, other.name]).toEqual(['demo-payments-1', 'demo-payments-2']);
    const me = (await one.get('/me')).json().data;
    expect(me).toMatchObject({ name: one.name, roles: ['payments'], demo: true, stage: 'full', mode: 'demo' });
    const [row] = await owner().query(
      'select approves_from <= clock_timestamp() as now from console.operator where name = $1',
      [one.name],
    );
    expect(row).toEqual({ now: true });
  });

  test('has ten operators for each set of roles', async () => {
    const names: string[] = [];
    for (let count = 0; count < 11; count += 1) names.push((await signInOperator(http, ['risk', 'support'])).name);
    expect(new Set(names).size).toBe(10);
    expect(names[10]).toBe(names[0]);
  });

  test.each([[[]], [['auditor', 'risk']], [['risk', 'risk']], [['king']], [['risk', 'support', 'draws']]])(
    'has no operator with %j',
    async (roles) => {
      expect((await callAs(http, null, 'POST', '/demo', { roles })).statusCode).toBe(400);
    },
  );

  test('can be entered by a program, which sends no origin, and not from another page', async () => {
    const post = (headers: Record<string, string>) =>
      http.inject({ method: 'POST', url: '/operator/demo', headers, payload: { roles: ['risk'] } });
    expect((await post({})).json().data.csrf).toMatch(/^[\w-]{43}$/);
    expect((await post({ origin: 'http://localhost:3000' })).statusCode).toBe(403);
    expect((await post({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(403);
  });

  test('does not exist in production: neither the call nor the database lets anybody in', async () => {
    const other = await createTestDatabase();
    const production = await startConsole(other, { mode: 'production' });
    try {
      const answer = await callAs(production, null, 'POST', '/demo', { roles: ['admin'] });
      expect(answer.statusCode).toBe(404);
      expect(
        (await other.console.query(`select console.sign_in_to_demo('{admin}', 'x', 'y', 'z') as name`))[0],
      ).toEqual({
        name: null,
      });
      expect((await callAs(production, null, 'GET', '/sign-in')).json().data.mode).toBe('production');
    } finally {
      await production.close();
      await other.drop();
    }
  });
});

describe('a session', () => {
  test('is a cookie that no script can read and no other site can send; the database keeps its hash', async () => {
    const answer = await callAs(http, null, 'POST', '/demo', { roles: ['draws'] });
    const cookie = String(answer.headers['set-cookie']);
    const secret = secretIn(answer)!;
    expect(cookie).toBe(`__Host-izi-console=${secret}; Path=/; Secure; HttpOnly; SameSite=Strict`);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const rows = await owner().query<{ row: string }>('select s::text as row from console.session s');
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
    const hash = createHash('sha256').update(secret).digest('hex');
    expect(rows.some(({ row }) => row.includes(hash))).toBe(true);
  });

  test('may be idle for 15 minutes and last 12 hours at most, and says when it ends', async () => {
    const idle = await signInOperator(http, ['support']);
    await age(idle.token, `last_used_at = clock_timestamp() - interval '14 minutes 50 seconds'`);
    const me = (await idle.get('/me')).json().data;
    expect(Date.parse(me.idleEndsAt) - Date.parse(me.sessionEndsAt)).toBeLessThan(-11 * 3_600_000);
    // That call has used it.
    await age(idle.token, `last_used_at = last_used_at - interval '14 minutes 50 seconds'`);
    expect((await idle.get('/me')).statusCode).toBe(200);
    await age(idle.token, `last_used_at = last_used_at - interval '15 minutes 1 second'`);
    const over = await idle.get('/me');
    expect([over.statusCode, over.json().detail]).toEqual([401, expect.stringContaining('15 minutes')]);
    const old = await signInOperator(http, ['support']);
    await age(old.token, `expires_at = clock_timestamp()`);
    expect([(await old.get('/me')).statusCode, (await old.get('/me')).statusCode]).toEqual([401, 401]);
    const acts = await actsOf(old.name);
    expect(acts.filter((act) => act === 'session_expired')).toHaveLength(1);
    expect(acts).toContain('call_refused: getOperator, expired');
  });

  test('still becomes idle when only a list refreshes itself', async () => {
    const { token } = await signInOperator(http, ['support']);
    await age(token, `last_used_at = last_used_at - interval '10 minutes'`);
    const idleEnd = async (headers: Record<string, string>) =>
      (await callStrangely(http, token, 'GET', '/me', headers)).json().data.idleEndsAt;
    const [first, second] = [await idleEnd({ 'x-background': '1' }), await idleEnd({ 'x-background': '1' })];
    expect(second).toBe(first);
    expect(Date.parse(await idleEnd({})) - Date.parse(first)).toBeGreaterThan(9 * 60_000);
  });

  test('ends by signing out, and from another session of the operator', async () => {
    const jo = await join1('compliance');
    await jo.signIn();
    const first = jo.secret();
    await jo.signIn(1);
    const sessions = (await jo.get('/sessions')).json().data;
    expect(sessions.map(({ own, with: by }: { own: boolean; with: string }) => [own, by])).toEqual([
      [true, 'passkey'],
      [false, 'passkey'],
    ]);
    const get = (secret: string) => callAs(http, { name: '', token: secret }, 'GET', '/me');
    expect((await get(first)).statusCode).toBe(200);
    const ended = await callStrangely(http, jo.secret(), 'DELETE', `/sessions/${sessions[1].id}`, {});
    expect(ended.statusCode).toBe(200);
    expect((await get(first)).statusCode).toBe(401);
    // Somebody else's is not there.
    const other = await signInOperator(http, ['admin']);
    const foreign = await callStrangely(http, other.token, 'DELETE', `/sessions/${sessions[0].id}`, {});
    expect(foreign.statusCode).toBe(404);
    const out = await jo.post('/sign-out');
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await jo.get('/me')).statusCode).toBe(401);
    expect(await actsOf(jo.name)).toEqual(expect.arrayContaining(['signed_in', 'session_ended', 'signed_out']));
  });
});

describe('a write', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['without the token of the session', { 'x-csrf-token': undefined }],
    ['with the token of another session', { 'x-csrf-token': headersOf('A'.repeat(43))['x-csrf-token'] }],
    ['from another port of the same host', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['from another port, that says it is the same origin', { origin: 'http://localhost:3000' }],
    ['from a neighbouring domain', { origin: 'http://other.localhost:3001', 'sec-fetch-site': 'same-site' }],
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['without an origin', { origin: undefined }],
    ['of an opaque origin', { origin: 'null' }],
    ['without Sec-Fetch-Site', { 'sec-fetch-site': undefined }],
    ['with another site in Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
  ])('%s is refused, and nothing is written', async (_, headers) => {
    const { token, name } = await signInOperator(http, ['admin']);
    const body = { name: `never-${++lastName}`, roles: ['support'], reason: 'a forgery' };
    const answer = await callStrangely(http, token, 'POST', '/operators', headers, { body });
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'not_from_console']);
    expect(await owner().query('select from console.operator where name = $1', [body.name])).toEqual([]);
    const acts = await actsOf(name);
    expect(acts.at(-1)).toBe(
      'x-csrf-token' in headers
        ? 'call_refused: inviteOperator, no token of the session'
        : 'call_refused: POST /operator/operators, page',
    );
    await callStrangely(http, token, 'POST', '/operators', headers, { body });
    if (!('x-csrf-token' in headers)) expect(await actsOf(name)).toEqual(acts);
  });

  test('a write with everything it needs is carried out', async () => {
    const { token } = await signInOperator(http, ['admin']);
    const body = { name: `real-${++lastName}`, roles: ['support'], reason: 'a new colleague' };
    expect((await callStrangely(http, token, 'POST', '/operators', {}, { body })).statusCode).toBe(201);
  });

  test('a write with two cookies of the console belongs to nobody, because one may be planted', async () => {
    const { token } = await signInOperator(http, ['admin']);
    const cookie = `__Host-izi-console=${token}; __Host-izi-console=${'A'.repeat(43)}`;
    expect((await callStrangely(http, token, 'GET', '/me', { cookie })).statusCode).toBe(401);
  });
});

test('another page cannot even make the console record a look at a player', async () => {
  const { token } = await signInOperator(http, ['risk']);
  const get = (site: string | undefined) => callStrangely(http, token, 'GET', '/me', { 'sec-fetch-site': site });
  expect((await get('same-site')).statusCode).toBe(403);
  expect((await get('cross-site')).statusCode).toBe(403);
  // An address that somebody has typed, and a program.
  expect((await get('none')).statusCode).toBe(200);
  expect((await get(undefined)).statusCode).toBe(200);
});

test('CONSOLE_ALLOW comes first: other addresses are served nothing', async () => {
  const allow = new BlockList();
  allow.addSubnet('10.8.0.0', 24, 'ipv4');
  allow.addAddress('2001:db8::7', 'ipv6');
  const guarded = await startConsole(database, { identity, allow });
  const from = async (address: string, url: string) =>
    (await guarded.inject({ url, remoteAddress: address })).statusCode;
  for (const url of ['/operator/sign-in', '/operator/me', '/operator/nothing']) {
    for (const address of ['10.8.1.1', '127.0.0.1', '2001:db8::8', '::ffff:10.9.0.1']) {
      expect(await from(address, url), address).toBe(403);
    }
  }
  const { token, name } = await signInOperator(http, ['admin']);
  expect((await callStrangely(guarded, token, 'GET', '/me', {}, { address: '10.9.0.1' })).statusCode).toBe(403);
  expect((await actsOf(name)).at(-1)).toBe('call_refused: GET /operator/me, address 10.9.0.1');
  for (const address of ['10.8.0.9', '2001:db8::7', '::ffff:10.8.0.1']) {
    expect(await from(address, '/operator/sign-in'), address).toBe(200);
  }
  await guarded.close();
});

describe('a passkey', () => {
  test('signs its operator in, verified by its authenticator, with each challenge once', async () => {
    const jo = await join1('risk');
    const { data } = (await callAs(http, null, 'POST', '/sign-in/passkey/options')).json();
    expect(data.options).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    const body = { challengeId: data.challengeId, credential: jo.keys[0]!.use(data.options) };
    expect((await callAs(http, null, 'POST', '/sign-in/passkey', body)).statusCode).toBe(200);
    expect(codeOf(await callAs(http, null, 'POST', '/sign-in/passkey', body))).toBe('challenge_over');
    expect((await jo.signIn(1)).statusCode).toBe(200);
  });

  test.each([
    ['without verification', { verified: false }],
    ['without a present person', { present: false }],
    ['for another site', { origin: 'http://localhost:3000' }],
    ['for another host', { rpId: 'evil.example' }],
    ['in a frame', { crossOrigin: true }],
    ['wrongly', { wrongSignature: true }],
    ['for another operator', { userHandle: 'AAAA' }],
    ['for nobody', { userHandle: null }],
  ])('a passkey that signs %s lets nobody in', async (_, flaws) => {
    const jo = await join1('risk');
    expect(codeOf(await jo.signIn(0, flaws))).toBe('passkey_refused');
    expect(await actsOf(jo.name)).toContain('sign_in_failed');
    expect((await jo.signIn()).statusCode).toBe(200);
  });

  test('a passkey whose counter falls lets nobody in: it may have been copied', async () => {
    const jo = await join1('risk');
    expect((await jo.signIn(0, { counter: 5 })).statusCode).toBe(200);
    expect(codeOf(await jo.signIn(0, { counter: 5 }))).toBe('passkey_refused');
    expect(codeOf(await jo.signIn(0, { counter: 4 }))).toBe('passkey_refused');
    const [line] = await owner().query(
      `select convert_from(record, 'UTF8')::jsonb -> 'after' as after from console.audit
       where act = 'sign_in_failed' and subject = $1 order by number desc limit 1`,
      [`operator ${jo.name}`],
    );
    expect(line).toEqual({ after: { with: 'passkey', why: 'counter' } });
    expect((await jo.signIn(0, { counter: 6 })).statusCode).toBe(200);
  });

  test('belongs to one operator only, and so does its key', async () => {
    const jo = await join1('risk');
    const { token } = await invite('risk');
    const secret = secretIn(await callAs(http, null, 'POST', '/sign-in/link', { token }))!;
    const post = (path: string, body?: object) => callAs(http, { name: '', token: secret }, 'POST', path, body);
    const { data } = (await post('/passkeys/options')).json();
    const taken = await post('/passkeys', { credential: jo.keys[0]!.create(data), name: 'theirs' });
    expect([taken.statusCode, codeOf(taken)]).toEqual([409, 'conflict']);
    // The challenge was used up.
    const again = await post('/passkeys', { credential: jo.keys[0]!.create(data), name: 'theirs' });
    expect(codeOf(again)).toBe('challenge_over');
  });

  test('alone is not enough: with fewer than two nobody gets in, and a link’s session can only set up', async () => {
    const { name, token } = await invite('compliance');
    const secret = secretIn(await callAs(http, null, 'POST', '/sign-in/link', { token }))!;
    const jo = { name, token: secret };
    expect((await callAs(http, jo, 'GET', '/me')).json().data).toMatchObject({ name, stage: 'setup' });
    for (const path of ['/operators', '/sessions', '/requests', '/openapi.json']) {
      expect(codeOf(await callAs(http, jo, 'GET', path)), path).toBe('setup_needed');
    }
    expect(await actsOf(name)).toContain('call_refused: listOperators, not set up');
    const { createSoftPasskey } = await import('#tests/support/players/passkey.ts');
    const key = createSoftPasskey('http://localhost:3001');
    const { data } = (await callAs(http, jo, 'POST', '/passkeys/options')).json();
    const added = await callAs(http, jo, 'POST', '/passkeys', { credential: key.create(data), name: 'desk' });
    expect(added.json().data).toMatchObject({ complete: false, active: false });
    expect(codeOf(await signInWith(http, key))).toBe('passkey_refused');
    await expect(database.console.query('select console.list_operators($1, null, 9)', [secret])).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('a passkey that signs wrongly again and again locks nobody out, and does not fill the audit', async () => {
    const jo = await join1('draws');
    await jo.signIn();
    for (let count = 0; count < 12; count += 1) await signInWith(http, jo.keys[0]!, { wrongSignature: true });
    expect((await jo.get('/me')).statusCode).toBe(200);
    expect((await signInWith(http, jo.keys[0]!)).statusCode).toBe(200);
    expect((await actsOf(jo.name)).filter((act) => act === 'sign_in_failed')).toHaveLength(5);
  });
});

describe('a password and an app', () => {
  const password = 'four words for a desk';

  async function setUp(...roles: OperatorRole[]) {
    const { name, token } = await invite(...roles);
    const secret = secretIn(await callAs(http, null, 'POST', '/sign-in/link', { token }))!;
    const post = (path: string, body: object) => callAs(http, { name, token: secret }, 'POST', path, body);
    const set = await post('/password', { password });
    return { name, set, confirm: (code: string) => post('/password/confirm', { code }) };
  }

  const signIn = (name: string, code: string, given = password, address = '127.0.0.1') =>
    callStrangely(
      http,
      '',
      'POST',
      '/sign-in/password',
      { cookie: undefined, 'x-csrf-token': undefined },
      { address, body: { name, password: given, code } },
    );
  const from = (address: string, name: string, code = '000000') => signIn(name, code, password, address);

  test('are enough where no role approves, and each code counts once', async () => {
    const { name, set, confirm } = await setUp('support', 'payments');
    const { secret } = set.json().data;
    // Another one that was set is out of use from here on, so this is a line too.
    expect((await actsOf(name)).at(-1)).toBe('password_chosen');
    expect(codeOf(await confirm('000000'))).toBe('invalid_code');
    expect((await confirm(appCode(secret, -1))).json().data).toMatchObject({ complete: true, active: true });
    expect(codeOf(await signIn(name, appCode(secret, -1)))).toBe('wrong_credentials');
    const now = appCode(secret);
    const [first, second] = await Promise.all([signIn(name, now), signIn(name, now)]);
    expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([200, 401]));
    const stored = await owner().query<{ row: string }>('select p::text as row from console.password p');
    expect(stored.some(({ row }) => row.includes(password))).toBe(false);
  });

  test.each<[OperatorRole]>([['risk'], ['compliance'], ['auditor'], ['admin']])('are refused for %s', async (role) => {
    const { name, set } = await setUp(role);
    expect([set.statusCode, codeOf(set)]).toEqual([403, 'not_allowed']);
    expect(codeOf(await signIn(name, '123456'))).toBe('wrong_credentials');
  });

  test('are never easy to guess, and reveal no names of operators', async () => {
    const { token } = await invite('support');
    const secret = secretIn(await callAs(http, null, 'POST', '/sign-in/link', { token }))!;
    const weak = await callAs(http, { name: '', token: secret }, 'POST', '/password', { password: 'password123' });
    expect(codeOf(weak)).toBe('weak_password');
    const { name } = await setUp('draws');
    const nobody = await signIn('nobody', '123456');
    const known = await signIn(name, '123456', 'another password');
    expect([known.statusCode, known.json().detail]).toEqual([nobody.statusCode, nobody.json().detail]);
  });

  describe('that are wrong', () => {
    /** An operator with a password and an open session, by the owner's word: so no address is known yet. */
    async function seated() {
      const { name, set, confirm } = await setUp('draws');
      const { secret } = set.json().data;
      await confirm(appCode(secret, -1));
      const token = randomBytes(32).toString('base64url');
      await owner().query(
        `insert into console.session (hash, operator_id, stage, signed_in_with, address, expires_at)
         select sha256(convert_to($2, 'UTF8')), id, 'full', 'passkey', '10.1.1.1', clock_timestamp() + interval '12 hours'
         from console.operator where name = $1`,
        [name, token],
      );
      return {
        name,
        /** The right code, as often as it is asked for. */
        async code() {
          await owner().query(
            `update console.password set last_step = 1 where operator_id = (select id from console.operator where name = $1)`,
            [name],
          );
          return appCode(secret);
        },
        isOpen: async () => (await callAs(http, { name, token }, 'GET', '/me')).statusCode === 200,
        failures: async () => (await actsOf(name)).filter((act) => act === 'sign_in_failed').length,
      };
    }
    const forget = () => owner().query('delete from console.password_try');

    test('five times are refused from there for 15 minutes; the session continues and other addresses get in', async () => {
      const jo = await seated();
      for (let count = 0; count < 5; count += 1) await from('10.9.9.1', jo.name);
      expect((await from('10.9.9.1', jo.name, await jo.code())).statusCode).toBe(401);
      expect(await jo.failures()).toBe(5);
      expect(await jo.isOpen()).toBe(true);
      expect((await from('10.9.9.2', jo.name, await jo.code())).statusCode).toBe(200);
      await owner().query(`update console.password_try set began_at = began_at - interval '15 minutes'`);
      expect((await from('10.9.9.1', jo.name, await jo.code())).statusCode).toBe(200);
    });

    test('a password and an app that are wrong at the same moment are checked five times at most', async () => {
      const jo = await seated();
      await Promise.all(Array.from({ length: 20 }, () => from('10.9.9.3', jo.name)));
      expect(await jo.failures()).toBe(5);
    });

    test('a password and an app that are wrong from one address, however often, do not lock a password', async () => {
      const [jo, bo] = [await seated(), await seated()];
      for (let count = 0; count < 8; count += 1) {
        await from('2001:db8:0:1::1', jo.name);
        await from(`2001:db8:0:1::${count + 2}`, bo.name);
      }
      for (const one of [jo, bo]) {
        expect(await one.failures(), 'a subscriber’s network counts as one address').toBe(5);
        expect((await from('10.9.9.4', one.name, await one.code())).statusCode).toBe(200);
      }
    });

    test('a password and an app that are wrong from many addresses lock the password, not the session, the passkey or the operator’s earlier address', async () => {
      const jo = await seated();
      for (let count = 0; count < 30; count += 1) await from(`10.9.8.${count}`, jo.name);
      expect(await jo.failures(), 'ten are tried').toBe(10);
      expect((await from('10.9.9.5', jo.name, await jo.code())).statusCode).toBe(401);
      expect(await jo.isOpen()).toBe(true);
      expect((await from('10.1.1.1', jo.name, await jo.code())).statusCode).toBe(200);
      const admin = await signInOperator(http, ['admin']);
      const listed = (await admin.get('/operators?limit=100')).json().data as { name: string; lockedUntil: string }[];
      const until = listed.find(({ name }) => name === jo.name)!.lockedUntil;
      expect(Date.parse(until) - Date.now()).toBeGreaterThan(13 * 60_000);
      await owner().query(`update console.password_try set began_at = began_at - interval '15 minutes'`);
      expect((await from('10.9.9.5', jo.name, await jo.code())).statusCode).toBe(200);
    });

    test('a password and an app that are wrong for many names block an address after twenty, whether the names exist or not', async () => {
      const jo = await seated();
      for (let count = 0; count < 20; count += 1) await from('10.9.9.6', `nobody-${count}`);
      expect((await from('10.9.9.6', jo.name, await jo.code())).statusCode).toBe(401);
      expect(await jo.failures()).toBe(0);
    });

    test('are forgotten after the right one, and after a quarter of an hour', async () => {
      await forget();
      const jo = await seated();
      for (let time = 0; time < 3; time += 1) {
        for (let count = 0; count < 4; count += 1) await from('10.9.9.7', jo.name);
        expect((await from('10.9.9.7', jo.name, await jo.code())).statusCode).toBe(200);
        await owner().query(`update console.password_try set began_at = began_at - interval '15 minutes'`);
      }
      await from('10.9.9.8', 'nobody');
      expect(await owner().query('select subject from console.password_try order by 1')).toEqual([
        { subject: 'address 10.9.9.8' },
        { subject: 'address 10.9.9.8 name nobody' },
        { subject: 'name nobody' },
      ]);
    });
  });

  test('are resealed under a changed key at the next sign-in, and the old key is named while it is needed', async () => {
    const { name, set, confirm } = await setUp('draws');
    const { secret } = set.json().data;
    await confirm(appCode(secret, -1));
    const ring = openKeyRing(newKey, [oldKey]);
    const changed = await startConsole(database, { identity: { ...identity, factorKeys: ring } });
    expect(await refuseAppKeys(database.console, openKeyRing(newKey))).toContain('FACTOR_KEY is not the key');
    const body = { name, password, code: appCode(secret) };
    expect((await callAs(changed, null, 'POST', '/sign-in/password', body)).statusCode).toBe(200);
    await owner().query(
      `delete from console.password p using console.operator o where o.id = p.operator_id and o.name <> $1`,
      [name],
    );
    expect(await refuseAppKeys(database.console, openKeyRing(newKey))).toBeNull();
    await changed.close();
  });
});

test('the description of the API is for signed-in operators, and names who may call and who approves', async () => {
  expect((await http.inject('/operator/openapi.json')).statusCode).toBe(401);
  const { get } = await signInOperator(http, ['support']);
  const answer = await get('/openapi.json');
  expect(answer.headers['cache-control']).toBe('no-store');
  const { paths } = answer.json();
  expect(paths['/operator/requests'].post['x-kinds'].operator_add).toEqual({
    roles: ['admin'],
    approvers: ['compliance', 'admin'],
  });
  expect(paths['/operator/me'].get['x-roles']).toHaveLength(7);
  expect(Object.keys(paths).every((path) => path.startsWith('/operator/'))).toBe(true);
});

test('the database refuses an operator row with more than two roles, or with a checking role and another', async () => {
  const make = (...roles: OperatorRole[]) => makeOperator(owner(), roles);
  await make('support', 'payments');
  await expect(make('support', 'payments', 'risk')).rejects.toThrow('operator_has_few_roles');
  await expect(make('auditor', 'risk')).rejects.toThrow('operator_has_few_roles');
});
