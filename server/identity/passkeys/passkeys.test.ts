import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreationOptions, RequestOptions } from '#contract/webauthn.ts';
import { addApp, freshCode } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { createSoftPasskey, type Algorithm, type Flaws, type SoftPasskey } from '#tests/support/players/passkey.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { removeExpired } from '#server/identity/clean-up.ts';

const origin = 'https://izi.example';
const password = 'correct horse battery';
let lastNumber = 66_000_000;

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

interface Client {
  readonly id: number;
  readonly phone: string;
  readonly token: string;
  /** The browser in which the phone was confirmed. */
  readonly known: Browser;
}

async function createClient(): Promise<Client> {
  const phone = `+22507${++lastNumber}`;
  const known: Browser = {};
  const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt, known);
  return { id: user.id, phone, token: jwt, known };
}

let client: Client;
beforeEach(async () => {
  client = await createClient();
});

const begin = (token = client.token) => app.call('POST', '/clients/passkeys/options', undefined, token);
const optionsFor = async (token = client.token): Promise<CreationOptions> => (await begin(token)).json().data;
const add = (credential: object, token = client.token, name = 'My phone') =>
  app.call('POST', '/clients/passkeys', { credential, name }, token);

/** Sets a passkey. */
async function setPasskey(token = client.token, algorithm?: Algorithm) {
  const key = createSoftPasskey(origin, algorithm);
  const added = await add(key.create(await optionsFor(token)), token);
  expect(added.statusCode, added.body).toBe(201);
  const { passkey, recoveryCodes } = added.json().data;
  return { key, id: passkey.id as string, recoveryCodes: recoveryCodes as string[] | null };
}

interface Asked {
  readonly challengeId: string;
  readonly options: RequestOptions;
}

const ask = async (): Promise<Asked> => (await app.call('POST', '/clients/auth/passkey/options')).json().data;
const answer = (body: object, from: Browser = {}) => app.call('POST', '/clients/auth/passkey', body, undefined, from);

async function signInWith(key: SoftPasskey, flaws: Flaws = {}, from: Browser = {}) {
  const { challengeId, options } = await ask();
  return answer({ challengeId, credential: key.use(options, flaws) }, from);
}

const signIn = (from: Browser = {}, { phone } = client) =>
  app.call('POST', '/clients/auth/local', { identifier: phone, password }, undefined, from);
const factors = async (token = client.token) =>
  (await app.call('GET', '/clients/factors', undefined, token)).json().data;
const eventsOf = async ({ id } = client) => {
  await app.identity.security.drain();
  const rows = await app.database.owner.query<{ kind: string; factor: string | null }>(
    'select kind, factor from security_event where client_id = $1 order by at, id',
    [id],
  );
  return rows.map(({ kind, factor }) => (factor === null ? kind : `${kind} ${factor}`));
};
/** Makes the last proof ten minutes old. */
const letProofsAge = ({ id } = client) =>
  app.database.owner.query(`update session set proven_at = proven_at - interval '10 minutes' where client_id = $1`, [
    id,
  ]);
const refusalOf = (response: { json(): { code?: string }; statusCode: number }) =>
  response.statusCode < 400 ? response.statusCode : response.json().code;

describe('setting a passkey', () => {
  test('asks for a resident key with user verification, and for nothing that identifies the device', async () => {
    const options = await optionsFor();
    expect(options).toEqual({
      rp: { id: 'izi.example', name: 'Izi' },
      user: {
        id: expect.stringMatching(/^[\w-]{43}$/),
        name: client.phone,
        displayName: expect.stringMatching(/\S+ \S+/),
      },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 540_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    });
    expect((await optionsFor()).user.id).toBe(options.user.id);
    expect((await optionsFor()).challenge).not.toBe(options.challenge);
  });

  test('gives recovery codes with the first one only; the owner is told of each', async () => {
    const first = await setPasskey();
    expect(first.recoveryCodes).toHaveLength(10);
    expect((await app.readTexts(client.phone))[0]).toContain('A passkey was added');
    await letProofsAge();
    expect(refusalOf(await begin())).toBe('proof_needed');
    const { jwt } = (await signInWith(first.key)).json();
    const second = await setPasskey(jwt, 'RS256');
    expect(second.recoveryCodes).toBeNull();
    const listed = (await factors(jwt)).passkeys;
    expect(listed).toEqual([
      {
        id: first.id,
        credentialId: first.key.id,
        name: 'My phone',
        addedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        backedUp: true,
      },
      expect.objectContaining({ id: second.id, lastUsedAt: null }),
    ]);
    const { excludeCredentials } = await optionsFor(jwt);
    expect(excludeCredentials).toEqual(
      [first, second].map(({ key }) => ({ type: 'public-key', id: key.id, transports: ['internal'] })),
    );
    expect(await eventsOf()).toEqual(
      expect.arrayContaining(['passkey_added passkey', 'recovery_codes_made', 'sign_in_new_device passkey']),
    );
  });

  test.each<[string, Flaws]>([
    ['another site', { origin: 'https://izi.example.evil.example' }],
    ['another port', { origin: 'https://izi.example:444' }],
    ['a frame in another site', { crossOrigin: true }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a person who was not verified', { verified: false }],
    ['nobody present', { present: false }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['the use of a passkey', { type: 'webauthn.get' }],
  ])('is refused from %s', async (_, flaws) => {
    const refused = await add(createSoftPasskey(origin).create(await optionsFor(), flaws));
    expect(refusalOf(refused)).toBe('passkey_refused');
    expect((await factors()).passkeys).toEqual([]);
    expect(await eventsOf()).toContain('passkey_refused passkey');
  });

  test('is refused with an algorithm that was not asked for', async () => {
    expect(refusalOf(await add(createSoftPasskey(origin, 'ES384').create(await optionsFor())))).toBe('passkey_refused');
  });

  test('accepts a challenge once, in its own session, and within ten minutes', async () => {
    const key = createSoftPasskey(origin);
    const options = await optionsFor();
    const other = await createClient();
    expect(refusalOf(await add(key.create(options), other.token))).toBe('challenge_over');
    await optionsFor(other.token);
    expect(refusalOf(await add(key.create(options), other.token))).toBe('passkey_refused');
    const elsewhere = (await signIn(client.known)).json().jwt;
    expect(refusalOf(await add(key.create(options), elsewhere))).toBe('challenge_over');

    expect(refusalOf(await add(key.create(options, { verified: false })))).toBe('passkey_refused');
    expect(refusalOf(await add(key.create(options)))).toBe('challenge_over');

    const late = await optionsFor();
    await app.database.owner.query(`update passkey_challenge set expires_at = now() - interval '1 second'`);
    expect(refusalOf(await add(key.create(late)))).toBe('challenge_over');
  });

  test('needs a confirmed phone, because a stranger may have signed up with it', async () => {
    const phone = `+22507${++lastNumber}`;
    const { jwt } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
    expect(refusalOf(await begin(jwt))).toBe('phone_unconfirmed');
  });

  test('is possible for ten passkeys at most, and never twice for the same', async () => {
    const { key } = await setPasskey();
    const { jwt } = (await signInWith(key)).json();
    expect(refusalOf(await add(key.create(await optionsFor(jwt)), jwt))).toBe('conflict');
    const last = await optionsFor(jwt);
    await app.database.owner.query(
      `insert into passkey (client_id, credential_id, public_key, counter, transports, backed_up, name)
       select $1, sha256(gen_random_uuid()::text::bytea), '', 0, '{}', false, n::text from generate_series(2, 10) n`,
      [client.id],
    );
    expect(refusalOf(await add(createSoftPasskey(origin).create(last), jwt))).toBe('conflict');
    expect((await begin(jwt)).json()).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('10 passkeys'),
    });
  });

  test('succeeds once when one challenge is used twice at the same time', async () => {
    const credential = createSoftPasskey(origin).create(await optionsFor());
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => add(credential)));
    const [first, ...others] = outcomes.map((one) => String(refusalOf(one))).toSorted();
    expect(first).toBe('201');
    // A call that comes after the first one meets a client with a second factor, whose proof has to be strong by now.
    for (const other of others) expect(['challenge_over', 'proof_needed']).toContain(other);
    const set = await app.database.owner.query('select from passkey where client_id = $1', [client.id]);
    expect(set).toHaveLength(1);
  });
});

describe('signing in with a passkey', () => {
  test.each<Algorithm>(['ES256', 'RS256'])(
    'is a strong proof, and makes the browser a known device (%s)',
    async (alg) => {
      const { key } = await setPasskey(undefined, alg);
      const browser: Browser = {};
      const { challengeId, options } = await ask();
      expect(options).toEqual({
        rpId: 'izi.example',
        challenge: expect.any(String),
        timeout: 540_000,
        allowCredentials: [],
        userVerification: 'required',
      });
      const signedIn = await answer({ challengeId, credential: key.use(options), remember: true }, browser);
      expect(signedIn.json()).toMatchObject({ jwt: expect.any(String), user: { id: client.id } });
      const { jwt } = signedIn.json();
      const proof = (await app.call('POST', '/clients/proofs/options', undefined, jwt)).json().data;
      expect(proof).toMatchObject({ strong: true, provenUntil: expect.any(String) });
      const [session] = await app.database.owner.query(
        `select remember, proven_by, device_id is not null as on_device from session where client_id = $1
       order by created_at desc limit 1`,
        [client.id],
      );
      expect(session).toEqual({ remember: true, proven_by: ['passkey'], on_device: true });
      // The password alone is enough there now, and nowhere else.
      expect((await signIn(browser)).json().jwt).toEqual(expect.any(String));
      expect((await signIn()).json().jwt).toBeNull();
      await signInWith(key, {}, browser);
      expect((await eventsOf()).filter((event) => event.endsWith('passkey'))).toEqual([
        'passkey_added passkey',
        'sign_in_new_device passkey',
        'sign_in passkey',
      ]);
    },
  );

  test.each<[string, Flaws]>([
    ['another site', { origin: 'http://izi.example' }],
    ['a frame in another site', { crossOrigin: true }],
    ['another relying party', { rpId: 'example' }],
    ['a person who was not verified', { verified: false }],
    ['nobody present', { present: false }],
    ['a wrong signature', { wrongSignature: true }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['the making of a passkey', { type: 'webauthn.create' }],
    ['somebody else’s account', { userHandle: 'A'.repeat(43) }],
    ['no account', { userHandle: null }],
  ])('is refused from %s', async (_, flaws) => {
    const { key } = await setPasskey();
    expect(refusalOf(await signInWith(key, flaws))).toBe('passkey_refused');
    expect(await eventsOf()).toContain('passkey_refused passkey');
  });

  test('accepts a challenge once, right or wrong, and within ten minutes', async () => {
    const { key } = await setPasskey();
    const first = await ask();
    const body = { challengeId: first.challengeId, credential: key.use(first.options) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(body)));
    expect(answers.map((one) => String(refusalOf(one))).toSorted()).toEqual([
      '200',
      ...Array(4).fill('challenge_over'),
    ]);

    const second = await ask();
    const swapped = { challengeId: second.challengeId, credential: key.use(first.options) };
    expect(refusalOf(await answer(swapped))).toBe('passkey_refused');
    const right = { challengeId: second.challengeId, credential: key.use(second.options) };
    expect(refusalOf(await answer(right))).toBe('challenge_over');

    const late = await ask();
    await app.database.owner.query(`update passkey_challenge set expires_at = now() - interval '1 second'`);
    expect(refusalOf(await answer({ challengeId: late.challengeId, credential: key.use(late.options) }))).toBe(
      'challenge_over',
    );
    await removeExpired(app.database.worker);
    expect(await app.database.owner.query('select from passkey_challenge where expires_at < now()')).toEqual([]);
  });

  test('accepts no challenge that a session was given', async () => {
    const { key } = await setPasskey();
    const proof = (await app.call('POST', '/clients/proofs/options', undefined, client.token)).json().data;
    const [row] = await app.database.owner.query<{ id: string }>(
      `select id from passkey_challenge where client_id = $1 and purpose = 'proof'`,
      [client.id],
    );
    const body = { challengeId: row!.id, credential: key.use(proof.passkey) };
    expect(refusalOf(await answer(body))).toBe('challenge_over');
  });

  test('fails once the passkey was removed', async () => {
    const { key, id } = await setPasskey();
    const { jwt } = (await signInWith(key)).json();
    const { challengeId, options } = await ask();
    expect((await app.call('DELETE', `/clients/passkeys/${id}`, undefined, jwt)).statusCode).toBe(204);
    expect(refusalOf(await answer({ challengeId, credential: key.use(options) }))).toBe('passkey_unknown');
    expect(refusalOf(await signInWith(createSoftPasskey(origin), { userHandle: null }))).toBe('passkey_unknown');
  });

  test('fails when the passkey is removed after its signature was checked', async () => {
    const { key, id } = await setPasskey();
    const { owner } = app.database;
    const answering = await owner.transact(async (tx) => {
      await tx.query('select from client where id = $1 for update', [client.id]);
      const signingIn = signInWith(key);
      const waiting = `select from pg_stat_activity
        where datname = current_database() and usename = 'izi_app' and wait_event_type = 'Lock'`;
      await waitFor(async () => (await owner.query(waiting)).length > 0, 'the sign-in at the lock');
      await tx.query('delete from passkey where id = $1', [id]);
      return { signingIn };
    });
    expect(refusalOf(await answering.signingIn)).toBe('passkey_unknown');
    expect(await eventsOf()).not.toContain('sign_in_new_device passkey');
  });

  test('is not delayed by wrong passwords of others', async () => {
    const { key } = await setPasskey();
    const wrong = () => app.call('POST', '/clients/auth/local', { identifier: client.phone, password: 'not this one' });
    for (let tries = 0; tries < 7; tries += 1) await wrong();
    expect((await wrong()).statusCode).toBe(429);
    expect((await signInWith(key)).statusCode).toBe(200);
  });

  test('is refused if its counter does not rise, which is recorded and reported', async () => {
    const { key } = await setPasskey();
    expect((await signInWith(key, { counter: 7 })).statusCode).toBe(200);
    expect((await signInWith(key, { counter: 8 })).statusCode).toBe(200);
    expect(await eventsOf()).not.toContain('passkey_counter_fell passkey');
    const signIns = async () => (await eventsOf()).filter((kind) => kind.startsWith('sign_in')).length;
    const before = await signIns();
    const again = await signInWith(key, { counter: 8 });
    expect([again.statusCode, refusalOf(again)]).toEqual([422, 'passkey_refused']);
    expect(again.json().detail).toContain('may have been copied');
    expect(await eventsOf()).toContain('passkey_counter_fell passkey');
    expect((await app.readTexts(client.phone))[0]).toContain('may have been copied');
    const fallen = async () => (await eventsOf()).filter((kind) => kind.startsWith('passkey_counter_fell')).length;
    expect(refusalOf(await signInWith(key, { counter: 3 }))).toBe('passkey_refused');
    expect(await fallen()).toBe(2);
    // The same holds for an authenticator that has stopped to count.
    expect(refusalOf(await signInWith(key, { counter: 0 }))).toBe('passkey_refused');
    expect(await fallen()).toBe(3);
    expect(await signIns(), 'nobody came in').toBe(before);
    // The highest one is kept, so that the copy and the owner's are both seen.
    const [stored] = await app.database.owner.query('select counter from passkey where client_id = $1', [client.id]);
    expect(stored).toEqual({ counter: 8 });
    expect((await signInWith(key, { counter: 9 })).statusCode).toBe(200);
  });

  test('a wrong signature with a low counter is not reported to the owner', async () => {
    const { key } = await setPasskey();
    await signInWith(key, { counter: 7 });
    expect(refusalOf(await signInWith(key, { counter: 3, wrongSignature: true }))).toBe('passkey_refused');
    expect(await eventsOf()).not.toContain('passkey_counter_fell passkey');
  });

  test('compares the person with the excluded persons', async () => {
    const { key } = await setPasskey();
    await app.database.owner.query('delete from person_key where client_id = $1', [client.id]);
    await signInWith(key);
    expect(await app.database.owner.query('select from person_key where client_id = $1', [client.id])).toHaveLength(1);
  });
});

describe('the second step of a sign-in', () => {
  const pass = (body: object, from: Browser = {}) =>
    app.call('POST', '/clients/auth/second-factor', body, undefined, from);

  test('accepts a passkey, which the challenge asks for', async () => {
    const { key } = await setPasskey();
    const { challenge } = (await signIn()).json();
    expect(challenge.methods).toEqual(['passkey', 'recovery_code']);
    expect(challenge.passkey.allowCredentials).toEqual([{ type: 'public-key', id: key.id, transports: ['internal'] }]);
    const browser: Browser = {};
    // Browsers may leave the account out where the passkey was named.
    const body = { challengeId: challenge.id, credential: key.use(challenge.passkey, { userHandle: null }) };
    const passed = await pass(body, browser);
    expect(passed.json()).toMatchObject({ user: { id: client.id } });
    expect(refusalOf(await pass(body))).toBe('challenge_over');
    expect((await signIn(browser)).json().jwt).toEqual(expect.any(String));
    const [session] = await app.database.owner.query(
      'select proven_by from session where client_id = $1 order by created_at desc offset 1 limit 1',
      [client.id],
    );
    expect(session).toEqual({ proven_by: ['password', 'passkey'] });
  });

  test('refuses another client’s passkey, and allows five tries', async () => {
    const { key } = await setPasskey();
    const other = await createClient();
    const theirs = await setPasskey(other.token);
    const { challenge } = (await signIn()).json();
    const tryWith = (one: SoftPasskey, flaws?: Flaws) =>
      pass({ challengeId: challenge.id, credential: one.use(challenge.passkey, flaws) });
    expect(refusalOf(await tryWith(theirs.key))).toBe('passkey_unknown');
    expect(refusalOf(await tryWith(key, { verified: false }))).toBe('passkey_refused');
    for (let tries = 2; tries < 5; tries += 1) await tryWith(key, { wrongSignature: true });
    expect(refusalOf(await tryWith(key))).toBe('challenge_over');
  });

  test('accepts a recovery code if the passkey is lost', async () => {
    const { recoveryCodes } = await setPasskey();
    const { challenge } = (await signIn()).json();
    expect((await pass({ challengeId: challenge.id, recoveryCode: recoveryCodes![3] })).statusCode).toBe(200);
  });

  test('is asked for before a new password too', async () => {
    const { key, recoveryCodes } = await setPasskey();
    const reset = async () => {
      await app.call('POST', '/clients/auth/forgot-password', { phone: client.phone });
      const code = await app.readCode(client.phone);
      const form = {
        phone: client.phone,
        code,
        password: 'quite another one',
        passwordConfirmation: 'quite another one',
      };
      return (await app.call('POST', '/clients/otp/reset-password', form)).json();
    };
    const { jwt, challenge } = await reset();
    expect(jwt).toBeNull();
    expect((await signIn(client.known)).statusCode).toBe(200);
    const credential = key.use(challenge.passkey);
    expect((await pass({ challengeId: challenge.id, credential })).statusCode).toBe(200);
    expect((await signIn(client.known)).statusCode).toBe(401);

    await app.database.owner.query('delete from sent');
    await app.database.owner.query('delete from code');
    const again = await reset();
    expect((await pass({ challengeId: again.challenge.id, recoveryCode: recoveryCodes![0] })).statusCode).toBe(200);
  });

  test('names everything that was set up', async () => {
    const { secret } = await addApp(app, client.token);
    const { jwt } = (
      await app.call(
        'POST',
        '/clients/proofs',
        { password, code: await freshCode(app, client.id, secret) },
        client.token,
      )
    ).json();
    const added = await setPasskey(jwt);
    expect(added.recoveryCodes).toBeNull();
    expect((await signIn()).json().challenge.methods).toEqual(['passkey', 'totp', 'recovery_code']);
  });
});

describe('a proof in a session', () => {
  const askProof = async (token = client.token) =>
    (await app.call('POST', '/clients/proofs/options', undefined, token)).json().data;
  const prove = (body: object, token = client.token) => app.call('POST', '/clients/proofs', body, token);

  test('a proof in a session by a passkey alone is strong', async () => {
    const { key, id } = await setPasskey();
    await letProofsAge();
    const refused = await app.call('DELETE', `/clients/passkeys/${id}`, undefined, client.token);
    expect(refused.json()).toMatchObject({
      code: 'proof_needed',
      methods: ['password', 'passkey', 'recovery_code'],
      level: 'strong',
      detail: 'Use your passkey to continue, or your password and a recovery code.',
    });
    const { passkey, methods, strong } = await askProof();
    expect([methods, strong]).toEqual([['password', 'passkey', 'recovery_code'], false]);
    const proven = await prove({ credential: key.use(passkey) });
    expect(proven.json()).toMatchObject({ jwt: expect.any(String), strong: true });
    const { jwt } = proven.json();
    expect((await app.call('DELETE', `/clients/passkeys/${id}`, undefined, jwt)).statusCode).toBe(204);
    expect(await eventsOf()).toEqual(expect.arrayContaining(['proof_given passkey', 'passkey_removed']));
  });

  test('accepts a challenge once, in its own session, and no other client’s passkey', async () => {
    const { key } = await setPasskey();
    const other = await createClient();
    const theirs = await setPasskey(other.token);
    const mine = await askProof();
    const credential = key.use(mine.passkey);
    expect(refusalOf(await prove({ credential }, other.token))).toBe('challenge_over');
    await askProof(other.token);
    expect(refusalOf(await prove({ credential }, other.token))).toBe('passkey_unknown');
    expect(refusalOf(await prove({ credential: theirs.key.use(mine.passkey) }))).toBe('passkey_unknown');
    expect(refusalOf(await prove({ credential }))).toBe('challenge_over');
    const again = key.use((await askProof()).passkey);
    const answers = await Promise.all([prove({ credential: again }), prove({ credential: again })]);
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('asks for one thing at a time', async () => {
    const { key, recoveryCodes } = await setPasskey();
    const credential = key.use((await askProof()).passkey);
    expect(refusalOf(await prove({ credential, recoveryCode: recoveryCodes![0] }))).toBe('invalid_request');
  });

  test('asks clients without a passkey for none', async () => {
    expect(await askProof()).toEqual({ methods: ['password'], provenUntil: expect.any(String), strong: false });
  });
});

describe('the list of passkeys', () => {
  test('lets only its owner rename and remove passkeys, after a strong proof', async () => {
    const { id, key } = await setPasskey();
    const { jwt } = (await signInWith(key)).json();
    const rename = (token: string, body = { name: ' Old phone ' }) =>
      app.call('PUT', `/clients/passkeys/${id}`, body, token);
    expect(refusalOf(await rename(client.token))).toBe('proof_needed');
    const renamed = await rename(jwt);
    expect(renamed.json().data).toMatchObject({ id, name: 'Old phone' });
    expect((await factors(jwt)).passkeys).toMatchObject([{ name: 'Old phone' }]);
    expect(refusalOf(await rename(jwt, { name: '' }))).toBe('invalid_request');

    const other = await createClient();
    expect((await rename(other.token)).statusCode).toBe(404);
    expect((await app.call('DELETE', `/clients/passkeys/${id}`, undefined, other.token)).statusCode).toBe(404);
    expect((await app.call('DELETE', `/clients/passkeys/${randomUUID()}`, undefined, other.token)).statusCode).toBe(
      404,
    );
    await app.identity.security.drain();
    expect((await eventsOf(other)).filter((kind) => kind === 'foreign_id_refused')).toHaveLength(2);

    expect((await app.call('DELETE', `/clients/passkeys/${id}`, undefined, jwt)).statusCode).toBe(204);
    expect((await app.readTexts(client.phone))[0]).toContain('A passkey of your Izi account was removed');
    expect((await eventsOf()).slice(-2)).toEqual(['passkey_renamed', 'passkey_removed']);
  });

  test('recovery codes are removed with the last second factor, whichever it is', async () => {
    const { id, key } = await setPasskey();
    const { jwt } = (await signInWith(key)).json();
    const { secret } = await addApp(app, jwt);
    const left = async () => (await factors(jwt)).recoveryCodesLeft;
    expect((await app.call('DELETE', '/clients/totp', undefined, jwt)).statusCode).toBe(204);
    expect(await left()).toBe(10);
    expect(secret).toEqual(expect.any(String));
    expect((await app.call('POST', '/clients/recovery-codes', undefined, jwt)).statusCode).toBe(200);
    expect((await app.call('DELETE', `/clients/passkeys/${id}`, undefined, jwt)).statusCode).toBe(204);
    expect(await left()).toBe(0);
    expect((await signIn()).json().jwt).toEqual(expect.any(String));
  });

  test('a sign-in that waits for a passkey ends when the passkey is removed', async () => {
    const { id, key } = await setPasskey();
    const { jwt } = (await signInWith(key)).json();
    const { challenge } = (await signIn()).json();
    await app.call('DELETE', `/clients/passkeys/${id}`, undefined, jwt);
    const body = { challengeId: challenge.id, credential: key.use(challenge.passkey) };
    expect(refusalOf(await app.call('POST', '/clients/auth/second-factor', body))).toBe('challenge_over');
  });
});
