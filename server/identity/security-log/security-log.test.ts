import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { securityEventKinds, type SecurityEvent, type SecurityEventKind } from '#contract/security.ts';
import type { Http } from '#server/http/http.ts';
import { registerPersonalDataRoutes } from '#server/personal-data/routes.ts';
import { registerPlayLimitRoutes } from '#server/play-limits/routes.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { registerTicketRoutes } from '#server/tickets/routes.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { addDocumentRoutes, showDocument } from '#tests/support/players/documents.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator } from '#tests/support/operator/operators.ts';
import { addApp, appCode } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { createDraw, createPlayer, newTicket, openDesk } from '#tests/support/players/play.ts';
import { createSoftPasskey } from '#tests/support/players/passkey.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { networkOf } from './security-log.ts';

let app: IdentityApp;
let operatorHttp: Http;
let ticketOfAnother: string;
beforeAll(async () => {
  app = await startIdentityApp({ coolingOff: true });
  const { owner } = app.database;
  const desk = await openDesk(app.database);
  const documents = addDocumentRoutes(app);
  operatorHttp = await startConsole(app.database, { identity: app.identity, documents });
  registerPersonalDataRoutes(app.http, app.identity, { documents, partyKeys: openKeyRing(Buffer.alloc(32)) });
  registerPlayLimitRoutes(app.http, app.identity, 'UTC');
  registerTicketRoutes(app.http, desk, testKeys, app.identity.security);
  const ticket = newTicket(await createDraw(owner, { closesIn: 3_600_000 }));
  await placeBets(desk, await createPlayer(owner, { dep: 1_000 }), [ticket]);
  desk.clock.stop();
  ticketOfAnother = ticket.id;
  // The player above has a wallet without a client.
  await owner.query('alter table client alter column id restart with 1000');
});
afterAll(async () => {
  await operatorHttp.close();
  await app.stop();
});

const password = 'correct horse battery';
let lastNumber = 51_000_000;

interface Person {
  readonly id: number;
  readonly phone: string;
  readonly email: string;
  token: string;
  /** Its own browser, which is known once the phone is confirmed. */
  readonly home: Browser;
}

async function signUp(): Promise<Person> {
  const number = ++lastNumber;
  const person = { phone: `+22507${number}`, email: `client${number}@example.com`, home: { address: '198.51.100.7' } };
  const answer = await app.call('POST', '/clients/auth/local/register', registrationOf(person.phone, { password }));
  return { ...person, id: answer.json().user.id, token: answer.json().jwt };
}

async function confirm(person: Person): Promise<void> {
  const body = { code: await app.readCode(person.phone) };
  expect((await post('/clients/otp/firebase/callback', body, person)).statusCode).toBe(200);
}

const post = (path: string, body: unknown, { token, home }: Person) => app.call('POST', path, body, token, home);
const put = (path: string, body: unknown, { token, home }: Person) => app.call('PUT', path, body, token, home);
const signIn = (identifier: string, from?: Browser, secret = password) =>
  app.call('POST', '/clients/auth/local', { identifier, password: secret }, undefined, from);

/** Adds an authenticator app, does all that can be done with it, and removes it. @returns what no log may hold */
async function useSecondFactors(person: Person): Promise<string[]> {
  const { secret, recoveryCodes } = await addApp(app, person.token);
  const elsewhere = { address: '203.0.113.10' };
  const { challenge } = (await signIn(person.phone, elsewhere)).json();
  const pass = (shown: object) =>
    app.call('POST', '/clients/auth/second-factor', { challengeId: challenge.id, ...shown }, undefined, elsewhere);
  expect((await pass({ code: appCode(secret, 100) })).statusCode).toBe(422);
  expect((await pass({ recoveryCode: recoveryCodes[0] })).statusCode).toBe(200);
  const proven = await post('/clients/proofs', { password, recoveryCode: recoveryCodes[1] }, person);
  person.token = proven.json().jwt;
  expect((await post('/clients/recovery-codes', undefined, person)).statusCode).toBe(200);
  const { devices } = (await app.call('GET', '/clients/factors', undefined, person.token)).json().data;
  const { id } = devices.find(({ current }: { current: boolean }) => !current);
  expect((await app.call('DELETE', `/clients/devices/${id}`, undefined, person.token)).statusCode).toBe(204);
  for (let tries = 0; tries < 11; tries++) await post('/clients/proofs', { code: appCode(secret, 100) }, person);
  expect((await app.call('DELETE', '/clients/totp', undefined, person.token)).statusCode).toBe(204);
  return [secret, challenge.id, ...recoveryCodes];
}

/** Shows a document that is refused, and another one that is accepted. */
async function beLookedAt(person: Person): Promise<void> {
  const operator = await makeOperator(app.database.owner, ['compliance']);
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    callAs(operatorHttp, operator, method, path, body);
  const refused = await showDocument(app, person);
  await ask('GET', `/identity-checks/${refused}`);
  await ask('POST', `/identity-checks/${refused}/decision`, { decision: 'refuse', reason: 'blurred' });
  const accepted = await showDocument(app, person);
  const decision = { decision: 'accept', reason: 'all agrees', birthDate: '1990-01-01', otherPerson: false };
  await ask('POST', `/identity-checks/${accepted}/decision`, decision);
}

/** Sets a passkey, does all that can be done with it, and removes it. @returns what no log may hold */
async function usePasskey(person: Person): Promise<string[]> {
  const key = createSoftPasskey(app.identity.publicUrl());
  const options = async () => (await post('/clients/passkeys/options', undefined, person)).json().data;
  const refused = { credential: key.create(await options(), { verified: false }), name: 'Phone' };
  expect((await post('/clients/passkeys', refused, person)).statusCode).toBe(422);
  const added = await post('/clients/passkeys', { ...refused, credential: key.create(await options()) }, person);
  const { passkey, recoveryCodes } = added.json().data;
  for (const counter of [2, 1]) {
    const asked = (await post('/clients/proofs/options', undefined, person)).json().data.passkey;
    const proven = await post('/clients/proofs', { credential: key.use(asked, { counter }) }, person);
    // A counter that has fallen proves nothing.
    if (proven.statusCode === 200) person.token = proven.json().jwt;
  }
  expect((await put(`/clients/passkeys/${passkey.id}`, { name: 'Old phone' }, person)).statusCode).toBe(200);
  const removed = await app.call('DELETE', `/clients/passkeys/${passkey.id}`, undefined, person.token, person.home);
  expect(removed.statusCode).toBe(204);
  return [key.id, 'Old phone', ...recoveryCodes];
}

interface Row {
  readonly kind: SecurityEventKind;
  readonly factor: string | null;
  readonly device_id: string | null;
  readonly network: string | null;
  readonly detail: { readonly [name: string]: unknown };
}

async function rowsOf(clientId: number | null): Promise<Row[]> {
  await app.identity.security.drain();
  return app.database.db.query<Row>(
    'select kind, factor, device_id, network::text, detail from security_event where client_id is not distinct from $1 order by at',
    [clientId],
  );
}

function linesOf(clientId: number | null): Record<string, unknown>[] {
  return app.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['msg'] === 'security event' && line['clientId'] === clientId);
}

async function listEvents({ token }: Person, query = ''): Promise<{ data: SecurityEvent[]; next: string | null }> {
  const answer = await app.call('GET', `/clients/security-events${query}`, undefined, token);
  expect(answer.statusCode).toBe(200);
  return { data: answer.json().data, next: answer.json().meta.next };
}

async function ageEvents(clientId: number, interval: string): Promise<void> {
  await app.database.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('update security_event set at = at - $2::interval where client_id = $1', [clientId, interval]);
  });
}

describe('an event of an account', () => {
  test('is written as a row and as a line of the log, for each kind', async () => {
    const awa = await signUp();
    const other = await signUp();
    const { phone, email, home } = awa;

    await post('/clients/otp/firebase/callback', { code: wrongCode(await app.readCode(phone)) }, awa);
    await confirm(awa);
    await signIn(phone, home);
    await signIn(phone, { address: '203.0.113.9' });
    const codes = [...(await useSecondFactors(awa)), ...(await usePasskey(awa))];
    for (let tries = 0; tries < 5; tries++) await signIn(phone, { address: '203.0.113.9' }, `guess ${tries}`);
    await put(`/users/${awa.id}`, { city: 'Bouaké' }, awa);
    await put(`/users/${awa.id}`, { email, currentPassword: 'not this one' }, awa);
    await put(`/users/${awa.id}`, { email, currentPassword: password }, awa);
    await post('/clients/email/confirm', { code: await app.readCode(email) }, awa);
    await put(`/users/${awa.id}`, { email: `x${email}`, currentPassword: password }, awa);
    await put(`/users/${awa.id}`, { email }, awa);
    await put(`/users/${awa.id}`, { email: null, currentPassword: password }, awa);
    const limits = (amount: number) => ({ limits: [{ kind: 'stake', period: 'day', amount }] });
    await put('/clients/limits', limits(500), awa);
    await put('/clients/limits', limits(500), awa);
    await put('/clients/limits', limits(900), awa);
    const passwords = { password: 'another good one', passwordConfirmation: 'another good one' };
    const changed = await post('/clients/auth/change-password', { currentPassword: password, ...passwords }, awa);
    awa.token = changed.json().jwt;
    await beLookedAt(awa);
    await app.call('GET', `/bets/${ticketOfAnother}`, undefined, awa.token, home);
    await put(`/users/${other.id}`, { city: 'Man' }, awa);
    await post('/clients/export', undefined, awa);
    await post('/clients/closing', undefined, awa);
    await app.call('DELETE', '/clients/closing', undefined, awa.token, home);
    await post('/clients/breaks', { kind: 'week', currentPassword: 'another good one' }, awa);
    await post('/clients/breaks', { kind: 'day', currentPassword: 'another good one' }, awa);
    await post('/auth/logout', undefined, awa);
    await post('/clients/auth/forgot-password', { phone }, awa);
    const reset = { phone, password, passwordConfirmation: password, code: await app.readCode(phone) };
    awa.token = (await post('/clients/otp/reset-password', reset, awa)).json().jwt;
    for (let tries = 0; tries < 11; tries++) {
      await post('/clients/auth/change-password', { currentPassword: 'a guess', ...passwords }, awa);
    }
    await app.identity.security.drain();
    const listed = (await listEvents(awa, '?limit=100')).data.map(({ kind }) => kind);
    // A day passes, because a phone gets only a few messages an hour.
    await app.database.owner.query(
      `update sent set since = since - interval '1 day', last_at = last_at - interval '1 day'`,
    );
    const next = `+22507${++lastNumber}`;
    for (const one of [next, phone]) {
      await put('/clients/phone', { phone: one, country: 'CI' }, awa);
      await post('/clients/phone/confirm', { code: await app.readCode(one) }, awa);
    }
    const token = /#([\w-]+)$/.exec((await app.readTexts(phone)).find((text) => text.includes('/auth/undo'))!)![1]!;
    await post('/clients/auth/undo', { token }, awa);
    await app.database.owner.query(`select lift_undo($1, 'Aya', 'CNI seen')`, [awa.id]);
    const support = await makeOperator(app.database.owner, ['support']);
    await callAs(operatorHttp, support, 'POST', `/clients/${awa.id}/end-sessions`, { reason: 'they called' });

    const rows = await rowsOf(awa.id);
    const lines = linesOf(awa.id);
    const kinds = rows.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(securityEventKinds));
    const count = (kind: SecurityEventKind, among: readonly unknown[] = kinds) =>
      among.filter((one) => one === kind).length;
    const logged = lines.map((line) => line['security']);
    for (const kind of securityEventKinds) {
      // An operator does this in the database, beside the processes.
      expect(count(kind, logged), kind).toBe(kind === 'undo_lifted' ? 0 : count(kind));
    }
    expect([count('sign_in_failed'), count('sign_in_throttled'), count('password_wrong')]).toEqual([5, 1, 11]);
    expect([count('limit_lowered'), count('limit_raised'), count('foreign_id_refused')]).toEqual([1, 1, 2]);
    // The second one would have ended before the first.
    expect(count('break_started')).toBe(1);
    expect(rows.find(({ kind }) => kind === 'sign_in')).toMatchObject({
      factor: 'password',
      device_id: expect.any(String),
      network: '198.51.100.0/24',
    });
    expect(rows.find(({ kind }) => kind === 'sign_in_new_device')).toMatchObject({ network: '203.0.113.0/24' });
    // The session of the sign-up began with it; the other three with the sign-ins.
    expect(rows.find(({ kind }) => kind === 'sessions_ended')?.detail['sessions']).toHaveLength(3);
    const factorsOf = (wanted: SecurityEventKind) =>
      rows.flatMap(({ kind, factor }) => (kind === wanted ? [factor] : []));
    expect(factorsOf('sign_in_new_device')).toEqual(['password', 'recovery_code']);
    expect(factorsOf('code_wrong')).toEqual(['phone', 'totp', ...Array.from({ length: 10 }, () => 'totp')]);
    expect([count('code_throttled'), count('recovery_code_used'), count('recovery_codes_made')]).toEqual([1, 2, 3]);
    expect(rows.find(({ kind }) => kind === 'proof_given')?.detail['factors']).toEqual(['password', 'recovery_code']);

    const told = JSON.stringify(rows) + lines.map((line) => JSON.stringify(line)).join('');
    for (const secret of [
      phone,
      phone.slice(4),
      next,
      email,
      password,
      awa.token,
      token,
      ...codes,
      '198.51.100.7',
      '203.0.113.9',
    ]) {
      expect(told).not.toContain(secret);
    }
    expect(listed.length).toBeGreaterThan(50);
    expect(listed).toEqual(kinds.slice(0, listed.length).toReversed());
  });

  test('names the session that was ended by its id; an id of another client is a separate event', async () => {
    const [awa, kofi] = [await signUp(), await signUp()];
    const second = (await signIn(awa.phone)).json().jwt as string;
    const sessions = (await app.call('GET', '/clients/sessions', undefined, second)).json().data;
    const id = sessions.find(({ current }: { current: boolean }) => !current).id as string;
    expect((await app.call('DELETE', `/clients/sessions/${id}`, undefined, kofi.token)).statusCode).toBe(404);
    expect((await app.call('DELETE', `/clients/sessions/${id}`, undefined, second)).statusCode).toBe(204);
    expect((await rowsOf(awa.id)).at(-1)).toMatchObject({ kind: 'sessions_ended', detail: { sessions: [id] } });
    expect((await rowsOf(kofi.id)).at(-1)).toMatchObject({
      kind: 'foreign_id_refused',
      detail: { thing: 'session', id },
    });
    // An id that nobody has tells nothing.
    const nobody = '00000000-0000-4000-8000-000000000000';
    await app.call('DELETE', `/clients/sessions/${nobody}`, undefined, kofi.token);
    expect((await rowsOf(kofi.id)).filter(({ kind }) => kind === 'foreign_id_refused')).toHaveLength(1);
  });

  test('leaves neither a row nor a line when its transaction is rolled back', async () => {
    const { id } = await signUp();
    const before = (await rowsOf(id)).length;
    const { security, db } = app.identity;
    const origin = { address: '198.51.100.7', userAgent: undefined };
    const undone = db.transact(async (tx) => {
      await security.record(tx, origin, { clientId: id, kind: 'log_out' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rowsOf(id)).toHaveLength(before);
    expect(linesOf(id).map((line) => line['security'])).not.toContain('log_out');
  });
});

describe('failures', () => {
  test('failures without an account are recorded too, without the text that was typed', async () => {
    const typed = 'nobody.at.all@example.com';
    expect((await signIn(typed, { address: '192.0.2.77' })).statusCode).toBe(401);
    const rows = await rowsOf(null);
    expect(rows.at(-1)).toMatchObject({ kind: 'sign_in_failed', network: '192.0.2.0/24' });
    expect(JSON.stringify(rows) + JSON.stringify(linesOf(null))).not.toContain('nobody');
  });

  test('failures of one kind do not fill the table: after sixty in an hour they are only log lines', async () => {
    const { id } = await signUp();
    const origin = { address: '198.51.100.7', userAgent: undefined };
    for (let index = 0; index < 70; index++) {
      app.identity.security.note(origin, { clientId: id, kind: 'sign_in_failed' });
    }
    const isFailure = (kind: unknown) => kind === 'sign_in_failed';
    expect((await rowsOf(id)).filter(({ kind }) => isFailure(kind))).toHaveLength(60);
    expect(linesOf(id).filter((line) => isFailure(line['security']))).toHaveLength(70);
  });
});

test('a line break or control character in a user agent cannot forge a line or a column', async () => {
  const { id, phone } = await signUp();
  const before = app.logged.length;
  const forged = `x\n{"level":30,"msg":"security event","clientId":${id},"security":"password_reset"}\r\n\u001b[2K\t\u2028`;
  await app.http.inject({
    method: 'POST',
    url: '/api/clients/auth/local',
    headers: { 'user-agent': forged },
    payload: { identifier: phone, password },
  });
  expect((await rowsOf(id)).at(-1)).toMatchObject({ kind: 'sign_in_new_device', detail: { device: 'x' } });
  for (const line of app.logged.slice(before)) {
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(line).toMatch(/^[^\u0000-\u001f\u2028]+\n$/);
    expect(JSON.parse(line)).not.toMatchObject({ security: 'password_reset' });
  }
});

describe('the list', () => {
  test('has only the client’s own events, in pages, newest first', async () => {
    const [awa, kofi] = [await signUp(), await signUp()];
    for (let index = 0; index < 4; index++) await signIn(awa.phone);
    const seen: SecurityEvent[] = [];
    for (let cursor = ''; ;) {
      const { data, next } = await listEvents(awa, `?limit=2${cursor}`);
      seen.push(...data);
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    expect(seen.map(({ kind }) => kind)).toEqual([...Array.from({ length: 4 }, () => 'sign_in_new_device'), 'sign_up']);
    const times = seen.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await listEvents(kofi)).data.map(({ kind }) => kind)).toEqual(['sign_up']);
    // Another client's cursor shows nothing of theirs.
    expect((await listEvents(kofi, `?cursor=${seen[0]!.id}`)).data).toEqual([]);
    expect((await app.call('GET', '/clients/security-events')).statusCode).toBe(401);
    expect((await app.call('GET', '/clients/security-events?cursor=x', undefined, awa.token)).statusCode).toBe(400);
  });

  test('needs a fresh proof: an open session reveals nothing to others', async () => {
    const awa = await signUp();
    await app.database.owner.query(
      `update session set proven_at = proven_at - interval '10 minutes' where client_id = $1`,
      [awa.id],
    );
    const read = () => app.call('GET', '/clients/security-events', undefined, awa.token);
    expect((await read()).json()).toMatchObject({
      status: 403,
      code: 'proof_needed',
      methods: ['password'],
      level: 'fresh',
    });
    awa.token = (await post('/clients/proofs', { password }, awa)).json().jwt;
    expect((await read()).statusCode).toBe(200);
  });

  test('goes back 90 days', async () => {
    const awa = await signUp();
    await app.database.owner.query(`select rotate_security_events(now() - interval '4 months')`);
    await ageEvents(awa.id, '89 days 23 hours');
    expect((await listEvents(awa)).data).toHaveLength(1);
    await ageEvents(awa.id, '1 hour');
    expect((await listEvents(awa)).data).toHaveLength(0);
    expect(await rowsOf(awa.id)).toHaveLength(1);
  });
});

describe('events stay as they are', () => {
  test.each([
    ['app', 'permission denied'],
    ['owner', 'history never changes'],
  ])('the %s changes and deletes none', async (who, refusal) => {
    const { id } = await signUp();
    const before = await rowsOf(id);
    const db = who === 'app' ? app.database.db : app.database.owner;
    const [month] = await app.database.owner.query<{ name: string }>(
      `select tableoid::regclass::text as name from security_event where client_id = $1`,
      [id],
    );
    for (const table of ['security_event', month!.name]) {
      for (const attack of [`update ${table} set kind = 'sign_up'`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(db.query(attack), attack).rejects.toThrow(refusal);
      }
    }
    expect(await rowsOf(id)).toEqual(before);
  });

  test('the app can set no time, make or drop no month, and store no full address', async () => {
    const { db } = app.database;
    for (const attack of [
      `insert into security_event (at, kind) values ('2026-01-01', 'sign_in')`,
      `select rotate_security_events('2100-01-01')`,
      `select make_partition('security_event', 'month', '2100-01-01')`,
      `drop table security_event`,
    ]) {
      await expect(db.query(attack), attack).rejects.toThrow(/permission denied|must be owner/);
    }
    const record = `select record_security_event(null, $1, null, null, $2, '{}')`;
    await expect(db.query(record, ['sign_in', '192.0.2.1/32'])).rejects.toThrow('security_event_network_is_no_address');
    await expect(db.query(record, ['sign in\n', null])).rejects.toThrow('security_event_kind_is_a_name');
  });
});

describe('the months', () => {
  const readMonths = async () =>
    (
      await app.database.owner.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'security_event'::regclass order by 1`,
      )
    ).map(({ name }) => name.replace('security_event_', ''));
  const dropMonths = async () => {
    for (const month of await readMonths()) await app.database.owner.query(`drop table security_event_${month}`);
  };
  const rotate = (now: string) => app.database.owner.query('select rotate_security_events($1)', [now]);
  afterEach(async () => {
    await dropMonths();
    await app.database.worker.query('select keep_security_events()');
  });

  test('exist for this one and the next three, and are dropped 13 months after their end', async () => {
    await dropMonths();
    await rotate('2030-11-22T05:08:00Z');
    expect(await readMonths()).toEqual(['2030_11', '2030_12', '2031_01', '2031_02']);
    await rotate('2030-11-30T23:59:59Z');
    expect(await readMonths()).toHaveLength(4);
    await rotate('2031-12-31T23:59:59Z');
    expect(await readMonths()).toContain('2030_11');
    await rotate('2032-01-01T00:00:00Z');
    expect(await readMonths()).toEqual([
      '2030_12',
      '2031_01',
      '2031_02',
      '2031_12',
      '2032_01',
      '2032_02',
      '2032_03',
      '2032_04',
    ]);
  });

  test('are created by the first event if missing, also by many at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => signUp()));
    await dropMonths();
    const answers = await Promise.all(people.map(({ phone }) => signIn(phone)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
    for (const { id } of people) expect(await rowsOf(id)).toHaveLength(1);
  });

  test('block no sign-in if one cannot be created, and the log line is still written', async () => {
    const awa = await signUp();
    await dropMonths();
    const [month] = await app.database.owner.query<{ name: string }>(
      `select 'security_event_' || to_char(now() at time zone 'UTC', 'YYYY_MM') as name`,
    );
    await app.database.owner.query(`create table ${month!.name} ()`);
    expect((await signIn(awa.phone)).statusCode).toBe(200);
    expect(await rowsOf(awa.id)).toEqual([]);
    expect(linesOf(awa.id).at(-1)).toMatchObject({ security: 'sign_in_new_device' });
    await app.database.owner.query(`drop table ${month!.name}`);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['unknown', null],
  ['203.0.113', null],
  [`203.0.113.9'; --`, null],
])('the network of %j is %j', (address, network) => expect(networkOf(address)).toBe(network));

function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
