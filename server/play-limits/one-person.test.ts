import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/identity.ts';
import type { PlayLimits } from '#contract/play-limits.ts';
import { askAgain } from '#server/identity/persons/ask-register.ts';
import { removeExpired } from '#server/identity/clean-up.ts';
import type { AskedPerson, ExclusionRegister, RegisterEntry } from '#server/identity/persons/exclusion-register.ts';
import { createKeying, keyPerson } from '#server/identity/persons/person-keys.ts';
import { registerPaymentRoutes } from '#server/payments/routes.ts';
import { registerTicketRoutes } from '#server/tickets/routes.ts';
import type { TicketDesk } from '#server/tickets/place-bets.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { addApp } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { changeHistory, createDraw, newTicket, openDesk } from '#tests/support/players/play.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { beginBreak } from './play-limits.ts';
import { registerPlayLimitRoutes } from './routes.ts';

// A person who excluded themselves is kept from playing under every account; nobody else is, for longer than an operator needs.

let site: PaymentSite;
let app: IdentityApp;
let desk: TicketDesk;
let draw: string;

const timeZone = 'Africa/Abidjan';

/** A stand-in for a national register. */
const register = {
  entries: [] as RegisterEntry[],
  down: false,
  asked: [] as AskedPerson[],
};
const standIn: ExclusionRegister = {
  async lookUp(person, signal) {
    register.asked.push(person);
    // This register never answers: the caller has to give up.
    if (register.down)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('down'))));
    return register.entries;
  },
};

/** The identity as the worker has it. */
const working = ({ identity, database }: IdentityApp) => ({ ...identity, db: database.worker });

beforeAll(async () => {
  site = await startPaymentSite();
  desk = await openDesk(site);
  draw = await createDraw(site.owner, { closesIn: 10 * 60_000 });
  app = await startApp();
});
afterEach(() => expectBooksBalance(site.owner));
afterAll(async () => {
  desk.clock.stop();
  await app.stop();
  await site.close();
});

async function startApp(exclusionRegister?: ExclusionRegister): Promise<IdentityApp> {
  const started = await startIdentityApp({ database: site, ...(exclusionRegister && { exclusionRegister }) });
  registerPlayLimitRoutes(started.http, started.identity, timeZone);
  registerPaymentRoutes(started.http, site.payments, started.identity.security);
  registerTicketRoutes(started.http, desk, testKeys, started.identity.security);
  return started;
}

let lastNumber = 8_171_010;
let lastDay = 0;
/** Nobody of another test was born that day. */
const newBirthDate = () => new Date(Date.UTC(1960, 1, ++lastDay)).toISOString().slice(0, 10);

interface Name {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
}

/** Signs up under a new phone. */
async function signUp(name: Name, at = app) {
  const account = registrationOf(`+22507${String(++lastNumber).padStart(8, '0')}`, name);
  const answer = await at.call('POST', '/clients/auth/local/register', account);
  expect(answer.statusCode).toBe(201);
  const { jwt, user } = answer.json<{ jwt: string; user: User }>();
  return { ...account, jwt, clientId: user.id, at };
}

type Account = Awaited<ReturnType<typeof signUp>>;

/** Signs up, confirms the phone and has money, as from an operator. */
async function join(name: Name, at = app): Promise<Account> {
  const account = await signUp(name, at);
  await confirm(account);
  await give(account, 'client_dep', 1_000);
  await give(account, 'client_win', 1_000);
  return account;
}

async function confirm({ phone, jwt, at }: Account): Promise<void> {
  const body = { code: await at.readCode(phone) };
  expect((await at.call('POST', '/clients/otp/firebase/callback', body, jwt)).statusCode).toBe(200);
}

function give({ clientId }: Account, to: string, amount: number) {
  return site.owner.query(`select post_adjustment($1, $2, 'adjustment', $3, $4)`, [clientId, randomUUID(), to, amount]);
}

async function signIn({ phone, password, at }: Account): Promise<string> {
  const answer = await at.call('POST', '/clients/auth/local', { identifier: phone, password });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ jwt: string }>().jwt;
}

async function exclude({ jwt, password, at }: Account): Promise<void> {
  const body = { kind: 'exclusion', currentPassword: password };
  expect((await at.call('POST', '/clients/breaks', body, jwt)).statusCode).toBe(201);
}

type Move = 'bet' | 'deposit' | 'withdrawal';

/** Does it, and answers `done` or the code it was refused with. */
async function attempt(what: Move, { jwt, phone, at }: Account, amount = 500): Promise<string> {
  const payer = { country: 'CI', method: 'orange', phone, firstName: 'Awa', lastName: 'Koné' };
  const payment = { customerDetails: { amount, ...payer } };
  const [url, payload] = {
    bet: ['/bets', { tickets: [newTicket(draw)] }],
    deposit: ['/clients/deposit', payment],
    withdrawal: ['/clients/withdraw', payment],
  }[what] as [string, object];
  const headers = { authorization: `Bearer ${jwt}`, 'idempotency-key': randomUUID() };
  const answer = await at.http.inject({ method: 'POST', url: `/api${url}`, headers, payload });
  if (answer.statusCode < 300) return 'done';
  const { code } = answer.json<{ code: string }>();
  expect(answer.statusCode).toBe(code === 'unavailable' ? 503 : 422);
  return code;
}

const tryAll = async (account: Account) => ({
  bet: await attempt('bet', account),
  deposit: await attempt('deposit', account),
  withdrawal: await attempt('withdrawal', account),
});
const free = { bet: 'done', deposit: 'done', withdrawal: 'done' };
const waiting = { bet: 'identity_needed', deposit: 'identity_needed', withdrawal: 'done' };

async function readLimits({ jwt, at }: Account): Promise<PlayLimits> {
  return (await at.call('GET', '/clients/limits', undefined, jwt)).json<{ data: PlayLimits }>().data;
}

/** Moves the exclusion of a client into the past, in every table that records it. */
async function endExclusion({ clientId }: Account): Promise<void> {
  await changeHistory(
    site.owner,
    `update play_break set starts_at = starts_at - interval '7 months', ends_at = ends_at - interval '7 months' where client_id = $1`,
    [clientId],
  );
  for (const table of ['excluded', 'person_match']) {
    await site.owner.query(`update ${table} set ends_at = ends_at - interval '7 months' where source = $1`, [
      `client ${clientId}`,
    ]);
  }
  await site.owner.query(
    `update wallet set stakes_left_until = stakes_left_until - interval '7 months' where client_id = $1`,
    [clientId],
  );
}

const born = (birthDate: string, firstName = 'Aminata', lastName = 'Ouattara Kouassi') => ({
  firstName,
  lastName,
  birthDate,
});

describe('a person who excluded themselves', () => {
  test.each([
    ['the same', 'Aminata', 'Ouattara Kouassi'],
    ['swapped', 'Kouassi', 'Ouattara Aminata'],
    ['spelt otherwise', 'AMINATTA', 'Watara Kwassi'],
    ['with one part less', 'Aminata', 'Kwasi'],
    ['with one part more', 'Aminata Mariam', 'Ouattara-Kouassi'],
  ])('cannot play under a new phone with the name %s', async (_, firstName, lastName) => {
    const birthDate = newBirthDate();
    await exclude(await join(born(birthDate)));
    const back = await join(born(birthDate, firstName, lastName));
    expect(await tryAll(back)).toEqual(waiting);
    expect(await readLimits(back)).toMatchObject({ pausedUntil: null, identityNeeded: true });
    // Neither signing in again nor trying again changes that.
    expect(await attempt('bet', { ...back, jwt: await signIn(back) })).toBe('identity_needed');
  });

  test('gets the same answers at sign-up as others', async () => {
    const birthDate = newBirthDate();
    const other = await join(born(birthDate, 'Serge', 'Bamba'));
    await exclude(await join(born(birthDate)));
    const answerOf = async (name: Name) => {
      const account = registrationOf(`+22507${String(++lastNumber).padStart(8, '0')}`, name);
      const { jwt, user, ...rest } = (await app.call('POST', '/clients/auth/local/register', account)).json<{
        jwt: string;
        user: User;
      }>();
      return { user: Object.keys(user), rest: Object.keys(rest), jwt: jwt.length };
    };
    expect(await answerOf(born(birthDate))).toEqual(await answerOf(born(birthDate, 'Paul', 'Yao')));
    expect(await tryAll(other)).toEqual(free);
  });

  test('can withdraw everything from a second account, including deposits', async () => {
    const birthDate = newBirthDate();
    const second = await join(born(birthDate));
    await exclude(await join(born(birthDate)));
    expect(await attempt('withdrawal', second, 2_000)).toBe('done');
    expect(await attempt('bet', second)).toBe('identity_needed');
  });

  test('is stopped at once in a second account with an open session', async () => {
    const birthDate = newBirthDate();
    const second = await join(born(birthDate, 'Kouassi', 'Watara'));
    expect(await attempt('bet', second)).toBe('done');
    await exclude(await join(born(birthDate)));
    expect(await tryAll(second)).toEqual(waiting);
  });

  test('cannot avoid it by changing the name before or after', async () => {
    const birthDate = newBirthDate();
    await exclude(await join(born(birthDate)));
    const rename = ({ clientId, jwt }: Account, name: object) => app.call('PUT', `/users/${clientId}`, name, jwt);

    const after = await join(born(birthDate, 'Paul', 'Yao'));
    expect(await attempt('bet', after)).toBe('done');
    expect((await rename(after, { lastName: 'Wattara', firstName: 'Aminata' })).statusCode).toBe(200);
    expect(await tryAll(after)).toEqual(waiting);

    const before = await join(born(birthDate));
    expect((await rename(before, { lastName: 'Yao', firstName: 'Paul' })).statusCode).toBe(200);
    expect(await tryAll(before)).toEqual(waiting);
    expect(await attempt('bet', { ...before, jwt: await signIn(before) })).toBe('identity_needed');
  });

  test('is recognized by both names after changing the name', async () => {
    const birthDate = newBirthDate();
    const own = await join(born(birthDate));
    await exclude(own);
    const body = { firstName: 'Solange', lastName: 'Brou' };
    expect((await app.call('PUT', `/users/${own.clientId}`, body, await signIn(own))).statusCode).toBe(200);
    expect(await attempt('bet', await join(born(birthDate, 'Brou', 'Solange')))).toBe('identity_needed');
    expect(await attempt('bet', await join(born(birthDate)))).toBe('identity_needed');
  });

  test('is stopped as before after proving the phone with a new password', async () => {
    const birthDate = newBirthDate();
    await exclude(await join(born(birthDate)));
    const back = await signUp(born(birthDate));
    await app.call('POST', '/clients/auth/forgot-password', { phone: back.phone });
    const password = 'another good one';
    const reset = await app.call('POST', '/clients/otp/reset-password', {
      phone: back.phone,
      code: await app.readCode(back.phone),
      password,
      passwordConfirmation: password,
    });
    expect(reset.statusCode).toBe(200);
    await give(back, 'client_win', 1_000);
    expect(await tryAll({ ...back, jwt: reset.json<{ jwt: string }>().jwt })).toEqual(waiting);
  });

  test('can play again under every account once it is over, and none of the keys is left', async () => {
    const birthDate = newBirthDate();
    const own = await join(born(birthDate));
    await exclude(own);
    const back = await join(born(birthDate, 'Kouassi', 'Watara'));
    expect(await attempt('bet', back)).toBe('identity_needed');
    await endExclusion(own);
    expect(await tryAll(back)).toEqual(free);
    expect(await readLimits(back)).toMatchObject({ identityNeeded: false });
    expect(await attempt('bet', { ...own, jwt: await signIn(own) })).toBe('done');
    expect(await attempt('bet', await join(born(birthDate)))).toBe('done');
    await removeExpired(site.worker);
    expect(await site.owner.query('select from excluded where source = $1', [`client ${own.clientId}`])).toEqual([]);
  });
});

describe('nobody else is stopped:', () => {
  test('a namesake born on another day', async () => {
    await exclude(await join(born(newBirthDate())));
    expect(await tryAll(await join(born(newBirthDate())))).toEqual(free);
  });

  test('somebody born on the same day with one name in common', async () => {
    const birthDate = newBirthDate();
    await exclude(await join(born(birthDate)));
    expect(await tryAll(await join(born(birthDate, 'Aminata', 'Bamba')))).toEqual(free);
  });

  test('somebody with one name of each of two excluded persons', async () => {
    const birthDate = newBirthDate();
    await exclude(await join(born(birthDate, 'Awa', 'Bamba')));
    await exclude(await join(born(birthDate, 'Mariam', 'Soro')));
    expect(await tryAll(await join(born(birthDate, 'Awa', 'Soro')))).toEqual(free);
  });

  test('on 1 January, two names in common are too few; three are enough', async () => {
    const birthDate = '1980-01-01';
    await exclude(await join(born(birthDate)));
    expect(await tryAll(await join(born(birthDate, 'Aminata', 'Ouattara')))).toEqual(free);
    expect(await tryAll(await join(born(birthDate, 'Kwasi', 'Watara Aminata')))).toEqual(waiting);
  });

  test('a namesake of somebody who only takes a break, or who never excluded themselves', async () => {
    const birthDate = newBirthDate();
    const own = await join(born(birthDate));
    const body = { kind: 'month', currentPassword: own.password };
    expect((await app.call('POST', '/clients/breaks', body, own.jwt)).statusCode).toBe(201);
    expect(await tryAll(await join(born(birthDate)))).toEqual(free);
    expect(await attempt('bet', own)).toBe('excluded');
  });

  test('a namesake of an account with an unproven phone: anybody can open one', async () => {
    const birthDate = newBirthDate();
    const stranger = await signUp(born(birthDate));
    await site.db.transact((tx) => beginBreak(tx, stranger.clientId, 'exclusion', timeZone));
    expect(await tryAll(await join(born(birthDate)))).toEqual(free);
  });

  test('a namesake, from the moment an operator has decided that they are two persons', async () => {
    const birthDate = newBirthDate();
    const own = await join(born(birthDate));
    await exclude(own);
    const namesake = await join(born(birthDate));
    expect(await attempt('bet', namesake)).toBe('identity_needed');

    const clear = `select clear_person_match($1, 'operator 7', 'CNI seen') as cleared`;
    await expect(site.db.query(clear, [namesake.clientId])).rejects.toThrow('permission denied');
    await expect(
      site.owner.query(`select clear_person_match($1, 'operator 7', '')`, [namesake.clientId]),
    ).rejects.toThrow('person_match_says_who_cleared');
    expect(await site.owner.query(clear, [namesake.clientId])).toEqual([{ cleared: 1 }]);
    expect(await site.owner.query(clear, [namesake.clientId])).toEqual([{ cleared: 0 }]);
    expect(await tryAll(namesake)).toEqual(free);
    expect(await attempt('bet', { ...namesake, jwt: await signIn(namesake) })).toBe('done');
    // The exclusion itself is as it was.
    expect(await attempt('bet', { ...own, jwt: await signIn(own) })).toBe('excluded');
    expect(await attempt('bet', await join(born(birthDate)))).toBe('identity_needed');
  });
});

describe('at the same moment', () => {
  test('a sign-up waits for an exclusion that is not committed yet', async () => {
    const birthDate = newBirthDate();
    const own = await join(born(birthDate));
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const excluding = site.db.transact(async (tx) => {
      await beginBreak(tx, own.clientId, 'exclusion', timeZone);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const joining = join(born(birthDate));
    await Promise.race([joining, sleep(500)]);
    end.resolve();
    await excluding;
    expect(await tryAll(await joining)).toEqual(waiting);
  });

  test('an exclusion waits for a sign-up that is not committed yet', async () => {
    const birthDate = newBirthDate();
    const own = await join(born(birthDate));
    const second = await join(born(birthDate, 'Paul', 'Yao'));
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const renaming = site.db.transact(async (tx) => {
      const name = { first_name: 'Aminata', last_name: 'Ouattara' };
      await tx.query('select change_name($1, $2, $3)', [second.clientId, ...Object.values(name)]);
      await keyPerson(tx, app.identity, { id: second.clientId, birth_date: birthDate, ...name });
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const excluding = exclude(own);
    await Promise.race([excluding, sleep(500)]);
    end.resolve();
    await Promise.all([renaming, excluding]);
    expect(await tryAll(second)).toEqual(waiting);
  });

  test('two accounts of one person exclude themselves while four others sign up and bet', async () => {
    const birthDate = newBirthDate();
    const [one, two, three, four] = await Promise.all(Array.from({ length: 4 }, () => join(born(birthDate))));
    const [, , ...others] = await Promise.all([
      exclude(one!),
      exclude(two!),
      ...Array.from({ length: 4 }, () => join(born(birthDate))),
      ...[three!, four!].map(async (account) => {
        for (let time = 0; time < 5; time++) await attempt('bet', account);
        return account;
      }),
    ]);
    for (const account of others) expect(await attempt('bet', account as Account)).toBe('identity_needed');
    for (const account of [one!, two!])
      expect(await attempt('bet', { ...account, jwt: await signIn(account) })).toBe('excluded');
  });
});

describe('clients from before the keys', () => {
  const withoutKeys = async (account: Account) => {
    await site.owner.query('delete from person_key where client_id = $1', [account.clientId]);
    await site.owner.query('delete from excluded where source = $1', [`client ${account.clientId}`]);
    return account;
  };

  test('get keys in the background, together with their running exclusions', async () => {
    const birthDate = newBirthDate();
    const own = await join(born(birthDate));
    await exclude(own);
    await withoutKeys(own);
    const second = await join(born(birthDate));
    await withoutKeys(second);
    expect(await attempt('bet', second)).toBe('done');

    const step = createKeying(app.identity);
    while (await step());
    expect(await tryAll(second)).toEqual(waiting);
    expect(await site.owner.query('select from client where id not in (select client_id from person_key)')).toEqual([]);
  });

  test('get keys at once if they exclude themselves before that', async () => {
    const birthDate = newBirthDate();
    await exclude(await withoutKeys(await join(born(birthDate))));
    expect(await attempt('bet', await join(born(birthDate)))).toBe('identity_needed');
  });

  test('are looked up at the second step of a sign-in, and not before it', async () => {
    const birthDate = newBirthDate();
    const second = await withoutKeys(await join(born(birthDate)));
    const { recoveryCodes } = await addApp(app, second.jwt);
    await exclude(await join(born(birthDate)));
    const credentials = { identifier: second.phone, password: second.password };
    const { challenge } = (await app.call('POST', '/clients/auth/local', credentials)).json();
    expect(await attempt('bet', second)).toBe('done');
    const step = { challengeId: challenge.id, recoveryCode: recoveryCodes[0] };
    expect((await app.call('POST', '/clients/auth/second-factor', step)).statusCode).toBe(200);
    expect(await tryAll(second)).toEqual(waiting);
  });

  test('get new keys after PERSON_KEY has changed', async () => {
    const birthDate = newBirthDate();
    await exclude(await join(born(birthDate)));
    const changed = { ...app.identity, personKey: Buffer.alloc(32, 'other') };
    const step = createKeying(changed);
    while (await step());
    // Signed up before the change, and keyed after it.
    const second = await join(born(birthDate, 'Watara', 'Kwasi'));
    await site.owner.query('delete from person_match where client_id = $1', [second.clientId]);
    while (await step());
    expect(await attempt('bet', second)).toBe('identity_needed');
  });
});

test('the tables reveal no name and no birth date', async () => {
  const birthDate = newBirthDate();
  const own = await join(born(birthDate, 'Zéphyrine', 'Gnonsékan'));
  await exclude(own);
  await join(born(birthDate, 'Zéphyrine', 'Gnonsékan'));
  const rows = await site.owner.query<{ row: string }>(
    `select t::text as row from person_key t union all select t::text from excluded t union all select t::text from person_match t`,
  );
  const dump = rows.map(({ row }) => row).join('\n');
  expect(dump).toContain(`client ${own.clientId}`);
  for (const text of [
    'zéphyrine',
    'zefirine',
    'zephyrine',
    'gnonsekan',
    'gnonsékan',
    birthDate,
    birthDate.slice(0, 4) + '-',
  ]) {
    expect(dump.toLowerCase()).not.toContain(text);
    expect(dump).not.toContain(Buffer.from(text).toString('hex'));
  }
});

describe('a national register', () => {
  let registered: IdentityApp;
  beforeAll(async () => {
    registered = await startApp(standIn);
  });
  beforeEach(() => Object.assign(register, { entries: [], down: false, asked: [] }));
  afterAll(() => registered.stop());
  const entry = (endsIn: number | null) => ({
    reference: 'DK-17',
    endsAt: endsIn === null ? null : new Date(Date.now() + endsIn),
  });
  const day = 24 * 60 * 60 * 1_000;

  test('is asked at sign-up, sign-in and a change of name, and lets unknown persons through', async () => {
    const birthDate = newBirthDate();
    const player = await join(born(birthDate), registered);
    const { phone, country } = player;
    const asked = { firstName: 'Aminata', lastName: 'Ouattara Kouassi', birthDate, phone, country };
    expect(register.asked).toEqual([asked]);
    expect(await tryAll(player)).toEqual(free);
    await signIn(player);
    expect(register.asked).toEqual([asked, asked]);
    await registered.call('PUT', `/users/${player.clientId}`, { firstName: 'Awa' }, player.jwt);
    expect(register.asked).toEqual([asked, asked, { ...asked, firstName: 'Awa' }]);
    await registered.call('PUT', `/users/${player.clientId}`, { city: 'Bouaké' }, player.jwt);
    expect(register.asked).toHaveLength(3);
  });

  test.each([
    ['until a day', 30 * day],
    ['for ever', null],
  ])('stops a person it knows, %s, until it says otherwise', async (_, endsIn) => {
    register.entries = [entry(endsIn)];
    const player = await join(born(newBirthDate()), registered);
    expect(await tryAll(player)).toEqual(waiting);
    register.entries = [];
    await signIn(player);
    expect(await tryAll(player)).toEqual(free);
    register.entries = [entry(endsIn)];
    await signIn(player);
    expect(await tryAll(player)).toEqual(waiting);
  });

  test('no longer stops a client whom an operator has found to be somebody else', async () => {
    register.entries = [entry(30 * day)];
    const player = await join(born(newBirthDate()), registered);
    await site.owner.query(`select clear_person_match($1, 'operator 7', 'CNI seen')`, [player.clientId]);
    await signIn(player);
    expect(await tryAll(player)).toEqual(free);
  });

  test('a national register that is down allows sign-ins and withdrawals, and no bets and deposits until it has answered', async () => {
    const player = await join(born(newBirthDate()), registered);
    register.down = true;
    await signIn(player);
    expect(await tryAll(player)).toEqual({ bet: 'unavailable', deposit: 'unavailable', withdrawal: 'done' });
    expect(await readLimits(player)).toMatchObject({ identityNeeded: false });
    await expect(askAgain(working(registered), 0)).rejects.toThrow('the register of exclusions did not answer');
    expect(await attempt('bet', player)).toBe('unavailable');

    register.down = false;
    expect(await askAgain(working(registered), 3_600)).toBe(false);
    expect(await askAgain(working(registered), 0)).toBe(true);
    expect(await askAgain(working(registered), 0)).toBe(false);
    expect(await tryAll(player)).toEqual(free);
  });

  test('a national register that is up again with an entry stops its person', async () => {
    register.down = true;
    const player = await join(born(newBirthDate()), registered);
    Object.assign(register, { down: false, entries: [entry(30 * day)] });
    expect(await askAgain(working(registered), 0)).toBe(true);
    expect(await tryAll(player)).toEqual(waiting);
  });

  test('a national register whose answer to an earlier question comes late does not undo a newer answer', async () => {
    const player = await join(born(newBirthDate()), registered);
    const [earlier] = await site.db.query<{ number: number }>('select ask_register($1) as number', [player.clientId]);
    register.entries = [entry(30 * day)];
    await signIn(player);
    await site.db.query(`select note_register_answer($1, $2, '{}', '{}')`, [player.clientId, earlier!.number]);
    expect(await attempt('bet', player)).toBe('identity_needed');
  });

  test('a national register that is no longer used leaves nobody waiting', async () => {
    register.down = true;
    const player = await join(born(newBirthDate()), registered);
    expect(await attempt('bet', player)).toBe('unavailable');
    expect(await askAgain(working(app), 0)).toBe(true);
    expect(await attempt('bet', player)).toBe('done');
  });
});
