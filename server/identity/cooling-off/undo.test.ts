import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readClient } from '#server/identity/client.ts';
import { removeExpired } from '#server/identity/clean-up.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { startIdentityApp, testUrl, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { createSoftPasskey } from '#tests/support/players/passkey.ts';
import { addApp } from '#tests/support/players/authenticator.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp({ coolingOff: true });
});
afterAll(() => app.stop());

let lastNumber = 63_000_000;
const currentPassword = 'correct horse battery';

interface Client {
  readonly id: number;
  readonly phone: string;
  readonly email: string;
  readonly token: string;
  /** The browser in which the phone was proven. */
  readonly browser: Browser;
}

/** A client whose phone is proven. */
async function createClient(): Promise<Client> {
  const number = ++lastNumber;
  const phone = `+22507${number}`;
  const browser: Browser = {};
  const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt, browser);
  return { id: user.id, phone, email: `client${number}@example.com`, token: jwt, browser };
}

async function prove({ id, token }: Client, email: string, password = currentPassword): Promise<void> {
  await app.call('PUT', `/users/${id}`, { email, currentPassword: password }, token);
  const confirmed = await app.call('POST', '/clients/email/confirm', { code: await app.readCode(email) }, token);
  expect(confirmed.statusCode).toBe(200);
}

const signIn = (identifier: string, password = currentPassword) =>
  app.call('POST', '/clients/auth/local', { identifier, password });

async function reset(contact: { phone: string } | { email: string }, password: string, from?: Browser) {
  await app.call('POST', '/clients/auth/forgot-password', contact, undefined, from);
  const code = await app.readCode('phone' in contact ? contact.phone : contact.email);
  const form = { ...contact, code, password, passwordConfirmation: password };
  return app.call('POST', '/clients/otp/reset-password', form, undefined, from);
}

const undo = (token: string, from?: Browser) => app.call('POST', '/clients/auth/undo', { token }, undefined, from);

/** The token of the link in the newest message to a contact. */
async function readLink(to: string): Promise<string> {
  const [text = ''] = await app.readTexts(to);
  const link = /https:\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link was sent to ${to}: ${text}`);
  expect(link).toMatch(/^https:\/\/izi\.example\/auth\/undo#[A-Za-z0-9_-]{22}$/);
  return new URL(link).hash.slice(1);
}

const stopsOf = ({ id }: Client) =>
  app.database.owner.query<{ act: string }>('select act from payout_stop where client_id = $1 and lifted_at is null', [
    id,
  ]);
const waitOf = async ({ id }: Client) =>
  (await app.database.db.query('select reason, until from payouts_wait($1)', [id]))[0] ?? null;
const kindsOf = async ({ id }: Client) =>
  (
    await app.database.owner.query<{ kind: string }>(
      'select kind from security_event where client_id = $1 order by at',
      [id],
    )
  ).map(({ kind }) => kind);

/** Does what a change of the phone does, with the notice to the old and the new one. */
async function changePhone({ id }: Client, phone: string): Promise<void> {
  await app.database.db.transact(async (tx) => {
    const before = await readClient(tx, id);
    await tx.query(
      `insert into code (client_id, purpose, destination, nonce, sent_at, expires_at, used_at)
       values ($1, 'change_phone', $2, '', now(), now() + interval '10 minutes', clock_timestamp())`,
      [id, phone],
    );
    await tx.query('select change_phone($1, $2, false)', [id, phone]);
    const changed = { contact: 'phone', former: before.phone, now: phone } as const;
    await tellAllContacts(app.identity, tx, before, { template: 'phone_changed', address: '127.0.0.1', changed });
  });
}

describe('an undo', () => {
  test('after a SIM swap ends the thief’s session and stops payouts until an operator has decided', async () => {
    const owner = await createClient();
    await prove(owner, owner.email);
    const thief: Browser = { address: '198.51.100.7' };
    const stolen = (await reset({ phone: owner.phone }, 'what the thief chose', thief)).json().jwt;
    expect(await waitOf(owner)).toMatchObject({ reason: 'password_reset', until: expect.any(Date) });

    const link = await readLink(owner.email);
    const done = await undo(link);
    expect([done.statusCode, done.json()]).toEqual([202, {}]);
    expect((await app.call('GET', '/users/me', undefined, stolen)).statusCode).toBe(401);
    expect((await signIn(owner.phone, 'what the thief chose')).statusCode).toBe(401);
    expect((await signIn(owner.phone)).statusCode).toBe(401);
    expect(await stopsOf(owner)).toEqual([{ act: 'password_changed' }]);
    expect(await waitOf(owner)).toEqual({ reason: 'undone', until: null });
    expect(await kindsOf(owner)).toEqual(expect.arrayContaining(['cooling_off_begun', 'change_undone']));
    expect((await app.readTexts(owner.email))[0]).toContain('Your Izi account is protected');

    // The browser of the thief was known since the code of the phone; it is not any more.
    expect((await app.database.owner.query('select from device where client_id = $1', [owner.id])).length).toBe(0);
    expect((await reset({ email: owner.email }, 'a new one of my own')).statusCode).toBe(200);
    expect(await waitOf(owner)).toEqual({ reason: 'undone', until: null });
  });

  test('is lifted only by the owner of the tables, who gives a name and a reason', async () => {
    const client = await createClient();
    await reset({ phone: client.phone }, 'a new one of my own', client.browser);
    await undo(await readLink(client.phone));
    const lift = (db: 'db' | 'owner', by = 'Aya', reason = 'CNI seen') =>
      app.database[db].query<{ lifted: number }>('select lift_undo($1, $2, $3) as lifted', [client.id, by, reason]);
    await expect(lift('db')).rejects.toThrow('permission denied');
    await expect(app.database.db.query('delete from payout_stop')).rejects.toThrow('permission denied');
    await expect(lift('owner', '')).rejects.toThrow('payout_stop_says_who_lifted');
    expect(await lift('owner')).toEqual([{ lifted: 1 }]);
    expect(await lift('owner')).toEqual([{ lifted: 0 }]);
    expect(await waitOf(client)).toBeNull();
    expect((await kindsOf(client)).at(-1)).toBe('undo_lifted');
  });

  test('works once, also with 20 calls at the same time, and not after 72 hours', async () => {
    const client = await createClient();
    await prove(client, client.email);
    const link = await readLink(client.phone);
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(link)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 202));
    expect(await stopsOf(client)).toHaveLength(1);

    const late = await createClient();
    await prove(late, late.email);
    const old = await readLink(late.phone);
    await app.database.owner.query(`update undo_link set expires_at = now() where client_id = $1`, [late.id]);
    expect((await undo(old)).statusCode).toBe(202);
    expect(await stopsOf(late)).toEqual([]);
    await removeExpired(app.database.worker);
    expect(await app.database.owner.query('select from undo_link where client_id = $1', [late.id])).toEqual([]);
  });

  test('answers the same to every token, after the same work', async () => {
    const client = await createClient();
    await prove(client, client.email);
    for (const token of ['', 'x', 'A'.repeat(22), await readLink(client.phone)]) {
      const { statusCode, body, headers } = await undo(token);
      expect([statusCode, body, headers['cache-control']]).toEqual([202, '{}', 'no-store']);
    }
    expect((await undo('x'.repeat(201))).statusCode).toBe(400);
  });

  test('is limited for each address', async () => {
    const strict = await startIdentityApp({ rateLimitScale: 1, database: app.database });
    const codes = [];
    for (let call = 0; call < 31; call++) {
      const answer = await strict.call('POST', '/clients/auth/undo', { token: 'x' }, undefined, {
        address: '192.0.2.9',
      });
      codes.push(answer.statusCode);
    }
    expect(codes).toEqual([...Array.from({ length: 30 }, () => 202), 429]);
    await strict.stop();
  });

  test('removes no second factor: otherwise a mailbox alone could open the account', async () => {
    const client = await createClient();
    await prove(client, client.email);
    await addApp(app, client.token);
    await undo(await readLink(client.email));
    const answer = await reset({ email: client.email }, 'what the thief chose');
    expect(answer.json()).toMatchObject({ jwt: null, challenge: { methods: expect.arrayContaining(['totp']) } });
  });

  test('prevents a passkey that was set since from signing in alone, until an operator has decided', async () => {
    const client = await createClient();
    const key = createSoftPasskey(testUrl);
    const { data } = (await app.call('POST', '/clients/passkeys/options', undefined, client.token)).json();
    const added = { credential: key.create(data), name: 'Of the thief' };
    expect((await app.call('POST', '/clients/passkeys', added, client.token)).statusCode).toBe(201);
    const use = async () => {
      const asked = (await app.call('POST', '/clients/auth/passkey/options')).json().data;
      const body = { challengeId: asked.challengeId, credential: key.use(asked.options) };
      const { statusCode, json } = await app.call('POST', '/clients/auth/passkey', body);
      return statusCode === 200 ? 200 : json().code;
    };
    const { owner } = app.database;
    expect(await use()).toBe(200);
    await undo(await readLink(client.phone));
    expect(await use()).toBe('passkey_refused');
    expect((await owner.query('select from passkey where client_id = $1', [client.id])).length).toBe(1);
    // One of the owner's own, from before.
    const move = (days: number) =>
      owner.query('update passkey set created_at = created_at - $2 * interval $$1 day$$ where client_id = $1', [
        client.id,
        days,
      ]);
    await move(4);
    expect(await use()).toBe(200);
    await move(-4);
    expect(await use()).toBe('passkey_refused');
    await owner.query(`select lift_undo($1, 'Aya', 'CNI seen')`, [client.id]);
    expect(await use()).toBe(200);
  });

  test('ends a new password that waits for its second factor', async () => {
    const client = await createClient();
    await prove(client, client.email);
    const { recoveryCodes } = await addApp(app, client.token);
    const link = await readLink(client.email);
    const { challenge } = (await reset({ email: client.email }, 'what the thief chose')).json();
    await undo(link);
    const given = { challengeId: challenge.id, recoveryCode: recoveryCodes[0] };
    expect((await app.call('POST', '/clients/auth/second-factor', given)).json().code).toBe('challenge_over');
  });
});

describe('an undone e-mail address', () => {
  test('is removed, and the one before is back as unproven', async () => {
    const client = await createClient();
    await prove(client, client.email);
    const next = `thief.${client.email}`;
    await prove(client, next);
    expect(await readLink(client.phone)).toBe(await readLink(client.email));
    expect(await readLink(next)).toBe(await readLink(client.email));
    await undo(await readLink(client.email));
    const after = await readClient(app.database.db, client.id);
    expect(after).toMatchObject({ proven_email: null, asked_email: client.email });
    for (const email of [next, client.email]) {
      const before = await app.readTexts(email);
      await app.call('POST', '/clients/auth/forgot-password', { email });
      expect(await app.readTexts(email)).toEqual(before);
    }
  });

  test('an undone e-mail address that was the first one is removed', async () => {
    const client = await createClient();
    await prove(client, client.email);
    await undo(await readLink(client.phone));
    const after = await readClient(app.database.db, client.id);
    expect(after).toMatchObject({ proven_email: null, asked_email: null });
  });

  test('does not come back if somebody else has proven the one before', async () => {
    const client = await createClient();
    await prove(client, client.email);
    const next = `next.${client.email}`;
    await prove(client, next);
    const link = await readLink(client.email);
    await prove(await createClient(), client.email);
    await undo(link);
    expect(await readClient(app.database.db, client.id)).toMatchObject({ proven_email: null, asked_email: null });
  });

  test('an undone e-mail address also undoes later changes, because the same person may have made them', async () => {
    const client = await createClient();
    await prove(client, client.email);
    await prove(client, `thief.${client.email}`);
    const first = await readLink(client.email);
    await prove(client, `thief2.${client.email}`);
    await changePhone(client, `+22505${++lastNumber}`);
    await undo(first);
    expect(await readClient(app.database.db, client.id)).toMatchObject({
      proven_email: null,
      asked_email: client.email,
      phone: client.phone,
      confirmed_at: null,
    });
    expect(await stopsOf(client)).toHaveLength(1);
  });
});

describe('an undone phone', () => {
  test('is back as unproven, and its SIM card sets no password', async () => {
    const client = await createClient();
    const next = `+22505${++lastNumber}`;
    await changePhone(client, next);
    expect(await readLink(next)).toBe(await readLink(client.phone));
    await app.call('POST', '/clients/auth/forgot-password', { phone: client.phone });
    await undo(await readLink(client.phone));
    expect(await readClient(app.database.db, client.id)).toMatchObject({ phone: client.phone, confirmed_at: null });
    for (const phone of [client.phone, next]) {
      const before = await app.readTexts(phone);
      await app.call('POST', '/clients/auth/forgot-password', { phone });
      expect(await app.readTexts(phone)).toEqual(before);
    }
    expect((await signIn(client.phone)).statusCode).toBe(401);
    // Also one whose code had left before the undo.
    const [{ code_count }] = (await app.database.owner.query<{ code_count: number }>(
      'select count(*)::integer as code_count from code where client_id = $1',
      [client.id],
    )) as [{ code_count: number }];
    expect(code_count).toBe(0);
  });

  test('is not given back if somebody else has proven it since', async () => {
    const client = await createClient();
    const next = `+22505${++lastNumber}`;
    await changePhone(client, next);
    const link = await readLink(client.phone);
    const { jwt } = (await app.call('POST', '/clients/auth/local/register', registrationOf(client.phone))).json();
    await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(client.phone) }, jwt);
    await undo(link);
    expect(await readClient(app.database.db, client.id)).toMatchObject({ phone: next, confirmed_at: null });
  });

  test('does not count the client as one who never proved a phone', async () => {
    const client = await createClient();
    await changePhone(client, `+22505${++lastNumber}`);
    await undo(await readLink(client.phone));
    await app.database.owner.query(
      `update client set created_at = now() - interval '8 days', last_sign_in_at = null where id = $1`,
      [client.id],
    );
    await removeExpired(app.database.worker);
    expect((await readClient(app.database.db, client.id)).phone).toBe(client.phone);
  });
});

describe('the link', () => {
  test('is stored in no table and cannot be derived from one', async () => {
    const client = await createClient();
    await prove(client, client.email);
    const token = await readLink(client.phone);
    const stored = JSON.stringify([
      await app.database.owner.query('select * from undo_link'),
      await app.database.owner.query('select * from message'),
    ]);
    expect(stored).toContain(client.phone);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('stays the same when CODE_KEY has changed, as long as the former key is there', async () => {
    const client = await createClient();
    await prove(client, client.email);
    const token = await readLink(client.phone);
    const turned = await startIdentityApp({
      database: app.database,
      codeKey: openKeyRing('the next key', ['a key for tests']),
    });
    expect((await turned.readTexts(client.phone))[0]).toContain(`${testUrl}/auth/undo#${token}`);
    await turned.stop();
    const without = await startIdentityApp({ database: app.database, codeKey: openKeyRing('the next key') });
    expect((await without.readTexts(client.phone))[0]).toContain('reset your password now and contact us');
    await without.stop();
  });
});
