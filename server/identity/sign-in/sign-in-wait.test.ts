import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLongRun } from '#tests/support/long-run.ts';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { takeSignInTry } from './sign-in-wait.ts';

let app: IdentityApp;
let elsewhere: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp({ rateLimitScale: 1 });
  elsewhere = await startIdentityApp({ database: app.database });
});
afterAll(async () => {
  await elsewhere.stop();
  await app.stop();
});

const password = 'correct horse battery';
let lastNumber = 61_000_000;
let phone: string;
let email: string;
let home: Browser;

/** A client, and the browser in which the phone was confirmed. */
beforeEach(async () => {
  // A range of numbers for each, or their codes would be too many for one.
  lastNumber += 10_000;
  phone = `+22507${lastNumber}`;
  email = `client${lastNumber}@example.com`;
  home = { address: '198.51.100.1' };
  await signUp(phone, home, { email });
});

async function signUp(to: string, from: Browser, more: object = {}): Promise<string> {
  const body = registrationOf(to, { password, ...more });
  const { jwt } = (await app.call('POST', '/clients/auth/local/register', body, undefined, from)).json();
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(to) }, jwt, from);
  return jwt;
}

const signIn = (identifier: string, value: string, from: Browser = {}, on = app) =>
  on.call('POST', '/clients/auth/local', { identifier, password: value }, undefined, from);
const addressOf = (index: number) => `203.0.${Math.floor(index / 250)}.${(index % 250) + 1}`;
/** Moves the tries into the past by this much. */
const pass = (seconds: number) =>
  app.database.owner.query(
    `update sign_in_wait set since = since - $1 * interval '1 second', until = until - $1 * interval '1 second'`,
    [seconds],
  );
const statusesOf = (responses: readonly { statusCode: number }[]) => {
  const of = (status: number) => responses.filter(({ statusCode }) => statusCode === status).length;
  return { right: of(200), wrong: of(401), waiting: of(429) };
};

describe('an attack on one account', () => {
  /** Tries from an address each, twenty at a time. */
  async function attack(tries: number, identifiers: readonly string[]) {
    const responses: { statusCode: number }[] = [];
    while (responses.length < tries) {
      const batch = Array.from({ length: 20 }, (_, place) => responses.length + place);
      const guess = (index: number) =>
        signIn(identifiers[index % identifiers.length]!, `guess ${index}`, { address: addressOf(index) });
      responses.push(...(await Promise.all(batch.map(guess))));
    }
    return statusesOf(responses);
  }
  /** Begins the longest wait, which follows many wrong tries. */
  const hold = () =>
    app.database.owner.query(
      `insert into sign_in_wait values ($1, 20, now(), now() + interval '900 seconds')
       on conflict (key) do update set until = excluded.until`,
      [phone],
    );

  test('an attacker has five tries, in whatever spelling, and then waits', async () => {
    const spellings = [phone, phone.slice(4), `00${phone.slice(1)}`, email, email.toUpperCase()];
    const tries = isLongRun ? 1_000 : 200;
    const { wrong, waiting } = await attack(tries, spellings);
    expect(wrong).toBeGreaterThanOrEqual(5);
    // A sixth after a second, a seventh after two more, a twelfth after a minute.
    expect(wrong).toBeLessThan(12);
    expect(wrong + waiting).toBe(tries);
    await hold();
    expect(await attack(100, spellings)).toEqual({ right: 0, wrong: 0, waiting: 100 });
  });

  test('leaves the owner a way in: at once from a known device, and by a code from any other', async () => {
    await hold();
    expect((await signIn(phone, password, home)).statusCode).toBe(200);

    const elsewhereOnEarth = { address: '198.51.100.77' };
    const refused = await signIn(phone, password, elsewhereOnEarth, elsewhere);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().detail).toBe('Too many wrong passwords. Try again in 15 minutes, or reset your password.');

    await app.call('POST', '/clients/auth/forgot-password', { phone }, undefined, elsewhereOnEarth);
    const next = 'another good one';
    const code = await app.readCode(phone);
    const body = { phone, code, password: next, passwordConfirmation: next };
    const reset = await app.call('POST', '/clients/otp/reset-password', body, undefined, elsewhereOnEarth);
    expect(reset.statusCode).toBe(200);
    // It was a strong proof, so this browser is known from now on.
    await hold();
    expect((await signIn(phone, next, elsewhereOnEarth)).statusCode).toBe(200);
  });

  test('an attack on one account in a day gets fewer than 120 of its thousands of tries checked', async () => {
    const ticks = 500;
    const triesAtOnce = isLongRun ? 20 : 6;
    let looked = 0;
    for (let tick = 0; tick < ticks; tick++) {
      const tries = Array.from({ length: triesAtOnce }, () => takeSignInTry(app.database.db, phone, []).then(() => 1));
      const outcomes = await Promise.allSettled(tries);
      looked += outcomes.filter(({ status }) => status === 'fulfilled').length;
      await pass(86_400 / ticks);
    }
    expect(looked).toBeGreaterThan(90);
    expect(looked).toBeLessThan(120);
  });

  test('leads to waits of 1, 2, 4 … 900 seconds, and is forgotten after a day', async () => {
    const readClock = async () =>
      (
        await app.database.owner.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now')
      )[0]!.now;
    for (const wait of [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
      const before = await readClock();
      await takeSignInTry(app.database.db, phone, []);
      const after = await readClock();
      const [row] = await app.database.owner.query<{ until: number }>(
        'select extract(epoch from until)::float8 as until from sign_in_wait where key = $1',
        [phone],
      );
      expect(row!.until).toBeGreaterThanOrEqual(before + wait);
      expect(row!.until).toBeLessThanOrEqual(after + wait);
      await pass(900);
    }
    await pass(86_400);
    for (let tries = 0; tries < 5; tries++) expect((await signIn(phone, 'wrong')).statusCode).toBe(401);
    expect((await signIn(phone, 'wrong')).statusCode).toBe(429);
  });
});

test('without an account the wait is the same, however the phone is written', async () => {
  const nobody = '+22370000001';
  const statuses: number[][] = [];
  for (const account of [phone, nobody]) {
    const spellings = [account, account.slice(4), account.slice(1)];
    const tries = [];
    for (let index = 0; index < 12; index++) {
      tries.push((await signIn(spellings[index % 3]!, 'wrong', { address: addressOf(index) })).statusCode);
    }
    statuses.push(tries);
  }
  expect(statuses[0]).toEqual(statuses[1]);
  expect(statuses[0]?.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429]);
});

test('national digits of several countries: a sign-in does not change the waits of the other numbers', async () => {
  const malian = '+22370990001';
  const burkinabe = '+22670990001';
  await signUp(malian, {}, { country: 'ML' });
  const readWrong = async (key: string) =>
    (await app.database.owner.query<{ wrong: number }>('select wrong from sign_in_wait where key = $1', [key]))[0]
      ?.wrong;
  await signIn(burkinabe, 'wrong');
  for (let count = 0; count < 8; count++) expect((await signIn('70 99 00 01', password)).statusCode).toBe(200);
  expect(await readWrong(malian)).toBeUndefined();
  expect(await readWrong(burkinabe)).toBe(1);
});

test('a thief’s own right password does not reset the tries against others with the same digits', async () => {
  const victim = '+22379880001';
  const thief = '+22679880001';
  await signUp(victim, {}, { country: 'ML' });
  await signUp(thief, {}, { country: 'BF', password: 'what the thief guesses' });
  const statuses = [];
  for (let count = 0; count < 6; count++)
    statuses.push((await signIn('79 88 00 01', 'what the thief guesses')).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await signIn(thief, 'what the thief guesses')).statusCode).toBe(200);
});

test('a password that could not be checked does not count', async () => {
  const attempt = await takeSignInTry(app.database.db, phone, []);
  await attempt.giveBack();
  const guesses = await Promise.all(Array.from({ length: 6 }, () => signIn(phone, 'wrong')));
  expect(statusesOf(guesses)).toEqual({ right: 0, wrong: 5, waiting: 1 });
});

describe('a known device', () => {
  test('has ten wrong tries of its own in a quarter of an hour, and takes none from others', async () => {
    const guesses = [];
    for (let index = 0; index < 12; index++) guesses.push(await signIn(phone, `guess ${index}`, home));
    expect(statusesOf(guesses)).toEqual({ right: 0, wrong: 10, waiting: 2 });
    expect((await signIn(phone, password, { address: '198.51.100.9' })).statusCode).toBe(200);
  });

  test('is known for its own account only', async () => {
    const other = `+22505${lastNumber}`;
    await signUp(other, {});
    for (let index = 0; index < 5; index++) await signIn(other, 'wrong', home);
    expect((await signIn(other, password, home)).statusCode).toBe(429);
  });

  test('may be shared: each client who proved a phone in it is known', async () => {
    const sibling = `+22505${lastNumber}`;
    await signUp(sibling, home);
    for (const account of [phone, sibling]) {
      for (let index = 0; index < 6; index++) await signIn(account, 'wrong');
      expect((await signIn(account, password, home)).statusCode).toBe(200);
    }
  });

  test('is not a session, and a right password alone does not make a device known', async () => {
    const stranger: Browser = {};
    expect((await signIn(phone, password, stranger)).statusCode).toBe(200);
    expect(stranger.cookie).toBeUndefined();
    const me = await app.call('GET', '/users/me', undefined, undefined, home);
    expect(me.statusCode).toBe(401);
  });

  test('is stored with its sessions, by the hash of a secret that only the browser has', async () => {
    await signIn(phone, password, home);
    const sessions = await app.database.owner.query<{ known: boolean }>(
      'select device_id is not null as known from session join client c on c.id = client_id where phone = $1',
      [phone],
    );
    expect(sessions).toEqual([{ known: true }, { known: true }]);
    const devices = await app.database.owner.query<{ row: string }>(
      'select row_to_json(device)::text as row from device',
    );
    const secret = home.cookie?.split('=')[1];
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const { row } of devices) expect(row).not.toContain(secret);
  });

  test.each([
    ['http', {}, 'device'],
    ['https', { 'x-forwarded-proto': 'https' }, '__Secure-device'],
  ])('a known device over %s has its cookie', async (protocol, headers, name) => {
    const site = await startIdentityApp({ database: app.database, https: protocol === 'https' });
    const to = `+22501${lastNumber + (protocol === 'http' ? 1 : 2)}`;
    const { jwt } = (await site.call('POST', '/clients/auth/local/register', registrationOf(to))).json();
    const response = await site.http.inject({
      method: 'POST',
      url: '/api/clients/otp/firebase/callback',
      headers: { ...headers, authorization: `Bearer ${jwt}` },
      payload: { code: await site.readCode(to) },
    });
    const secure = protocol === 'https' ? '; Secure' : '';
    const rest = `Max-Age=31536000; HttpOnly; SameSite=Strict${secure}`;
    expect(response.headers['set-cookie']).toEqual(
      ['/api/clients/auth', '/api/clients/otp'].map((path) =>
        expect.stringMatching(new RegExp(`^${name}=[\\w-]{43}; Path=${path}; ${rest}$`)),
      ),
    );
    await site.stop();
  });
});

test('only wrong passwords count among the tries from an address', async () => {
  const crowd = { address: '198.51.100.200' };
  const addresses = await startIdentityApp({ database: app.database, rateLimitScale: 5 / 100 });
  for (let count = 0; count < 8; count++)
    expect((await signIn(phone, password, crowd, addresses)).statusCode).toBe(200);
  for (let count = 0; count < 5; count++) {
    expect((await signIn(`nobody${count}@example.com`, 'wrong', crowd, addresses)).statusCode).toBe(401);
  }
  expect((await signIn(phone, password, crowd, addresses)).statusCode).toBe(429);
  await addresses.stop();
});
