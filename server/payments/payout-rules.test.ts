import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/connect.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { addAppTo } from '#tests/support/players/authenticator.ts';
import {
  balanceOf,
  createOutsider,
  paymentBody,
  paymentStatus,
  readCode,
  signUp,
  ticketFor,
  waitFor,
  type Account,
  type Answer,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { changeHistory, createDraw } from '#tests/support/players/play.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

let site: TestApp;
/** With the settings of a demonstration, on the same database. */
let demo: TestApp;
let owner: Database;

beforeAll(async () => {
  site = await startApp(
    { RATE_LIMIT_SCALE: '1000', COOLING_OFF: 'on', PROOF_OVER: '50000' },
    // Fifty that wait for one wallet may wait too long on a busy machine, and are told to come again.
    { expectsError: (line) => /"code":"57014"|timeout exceeded when trying to connect/.test(line) },
  );
  demo = await startApp({ RATE_LIMIT_SCALE: '1000' }, { database: site.database });
  ({ owner } = site.database);
});
afterEach(() => expectBooksBalance(owner));
afterAll(async () => {
  await demo.close();
  await site.close();
});

interface Person {
  readonly client: Outsider;
  readonly account: Account;
  readonly id: number;
}

/** A client with winnings, who proved a phone in a browser that is not known. */
async function join(win = 200_000, { url } = site, ending = '22'): Promise<Person> {
  const client = createOutsider(url);
  const account = await signUp(client, ending);
  const { id } = (await client.call('/users/me')).json;
  await owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_win', $3)`, [id, randomUUID(), win]);
  return { client, account, id };
}

const withdraw = ({ client, account }: Person, amount: number, key: string = randomUUID()) =>
  client.call('/clients/withdraw', { body: paymentBody(account, amount), headers: { 'idempotency-key': key } });

/** Withdraws again, with the same key, while a busy machine says that it could not. */
async function withdrawInTheEnd(person: Person, amount: number): Promise<Answer> {
  const key = randomUUID();
  const answers: Answer[] = [];
  await waitFor(async () => {
    answers.unshift(await withdraw(person, amount, key));
    return answers[0]!.status !== 503;
  }, 'an answer to the withdrawal');
  return answers[0]!;
}

const codeOf = ({ status, json }: Answer): string | number => (status < 400 ? status : json.code);

/** Does as if the sign-in, or the last proof, was longer ago. */
const age = ({ id }: Person) =>
  owner.query(`update session set proven_at = proven_at - interval '11 minutes' where client_id = $1`, [id]);

async function prove({ client, account }: Person, more: object = {}): Promise<void> {
  const { status, json } = await client.call('/clients/proofs', { body: { password: account.password, ...more } });
  expect(status).toBe(200);
  client.token = json.jwt;
}

const withdrawn = async ({ id }: Person) =>
  (
    await owner.query<{ sum: number }>(
      `select coalesce(sum(amount), 0)::float8 as sum from payment where client_id = $1 and direction = 'withdrawal'`,
      [id],
    )
  )[0]!.sum;

const textsTo = async ({ client }: Person, to: string): Promise<string[]> =>
  (await client.call(`/outbox?to=${encodeURIComponent(to)}`)).json.data.map(({ text }: { text: string }) => text);

/** Until when payouts wait after something that the test makes up. */
const coolOff = (db: Pick<Database, 'query'>, { id }: Person) =>
  db.query(`select start_cooling_off($1, 24, 'password_reset')`, [id]);

describe('while payouts wait', () => {
  test('a withdrawal is refused with its reason, and nothing else is', async () => {
    const person = await join();
    const { client, account } = person;
    expect((await client.call('/clients/payouts')).json).toEqual({ data: { waits: null } });
    await coolOff(owner, person);
    const refused = await withdraw(person, 1_000);
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ code: 'cooling_off', until: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await client.call('/clients/payouts')).json).toEqual({
      data: { waits: { reason: 'password_reset', until: refused.json.until } },
    });
    expect(await withdrawn(person)).toBe(0);

    const drawId = await createDraw(owner, { closesIn: 60_000 });
    const tickets = [ticketFor({ id: drawId }, 'IziOne', '5', 100)];
    expect((await client.call('/bets', { body: { tickets } })).status).toBe(201);
    const deposit = await client.call('/clients/deposit', {
      body: paymentBody(account, 500),
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(deposit.status).toBe(201);

    await owner.query('update client set cooling_off_until = now() where id = $1', [person.id]);
    expect((await withdraw(person, 1_000)).status).toBe(202);
  });

  test('a withdrawal at the same moment comes before or after, never in between', async () => {
    const person = await join();
    let during: Promise<Answer> | undefined;
    await site.database.db.transact(async (tx) => {
      await coolOff(tx, person);
      during = withdraw(person, 1_000);
      // It waits for the wallet, or it would have been answered by now.
      const early = await Promise.race([during, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))]);
      expect(early).toBe('waits');
    });
    expect(codeOf(await during!)).toBe('cooling_off');
  });

  test('a repeated withdrawal gets its first answer', async () => {
    const person = await join();
    const key = randomUUID();
    const first = await withdraw(person, 1_000, key);
    await coolOff(owner, person);
    expect((await withdraw(person, 1_000, key)).json).toEqual(first.json);
    expect(await withdrawn(person)).toBe(1_000);
  });
});

describe('the limit PROOF_OVER', () => {
  test('holds against 50 parallel withdrawals without a proof', async () => {
    const person = await join();
    await age(person);
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdrawInTheEnd(person, 5_000)));
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 202)).toHaveLength(10);
    expect(codes.filter((code) => code === 'proof_needed')).toHaveLength(40);
    expect(await withdrawn(person)).toBe(50_000);
    expect(await balanceOf(person.client)).toMatchObject({ win: 150_000 });
  });

  test('holds against the sessions of a client together', async () => {
    const person = await join();
    const other = createOutsider(site.url);
    const { phone, password } = person.account;
    other.token = (await other.call('/clients/auth/local', { body: { identifier: phone, password } })).json.jwt;
    await age(person);
    const answers = await Promise.all([withdraw(person, 30_000), withdraw({ ...person, client: other }, 30_000)]);
    expect(new Set(answers.map(codeOf))).toEqual(new Set([202, 'proof_needed']));
  });

  test('can be passed only with a fresh proof, and the owner is told', async () => {
    const person = await join();
    await age(person);
    expect((await withdraw(person, 50_000)).status).toBe(202);
    const key = randomUUID();
    const refused = await withdraw(person, 1_000, key);
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ code: 'proof_needed', methods: ['password'], level: 'fresh' });
    const told = (texts: string[]) => texts.filter((text) => text.includes('A large withdrawal was made'));
    expect(told(await textsTo(person, person.account.phone))).toEqual([]);
    await prove(person);
    const done = await withdraw(person, 1_000, key);
    expect(done.status).toBe(202);
    expect((await withdraw(person, 1_000, key)).json).toEqual(done.json);
    expect(told(await textsTo(person, person.account.phone))).toEqual([
      expect.stringMatching(/\/auth\/undo#[\w-]{22}$/),
    ]);
  });

  test('can be passed only with two kinds of factor if a second one is set up, also in a demonstration', async () => {
    const person = await join(200_000, demo);
    expect((await withdraw(person, 60_000)).status).toBe(202);
    const { recoveryCodes } = await addAppTo(person.client);
    await age(person);
    await prove(person);
    const refused = await withdraw(person, 1_000);
    expect(refused.json).toMatchObject({ code: 'proof_needed', level: 'strong' });
    await prove(person, { recoveryCode: recoveryCodes[0] });
    expect((await withdraw(person, 1_000)).status).toBe(202);
  });

  test('does not apply in a demonstration without a second factor', async () => {
    const person = await join(200_000, demo);
    await age(person);
    expect((await withdraw(person, 60_000)).status).toBe(202);
    expect((await textsTo(person, person.account.phone)).join()).not.toContain('large withdrawal');
  });

  test('does not count failed withdrawals', async () => {
    // The sandbox pays nothing out to such a phone.
    const person = await join(200_000, site, '00');
    await age(person);
    const failing = await withdraw(person, 50_000);
    expect(failing.status).toBe(202);
    await waitFor(async () => (await paymentStatus(person.client, failing.json.data.id)) === 'failed', 'the failure');
    expect((await withdraw(person, 50_000)).status).toBe(202);
  });

  test('does not count withdrawals of more than 24 hours ago', async () => {
    const person = await join();
    await age(person);
    const { json } = await withdraw(person, 50_000);
    await changeHistory(owner, `update payment set created_at = created_at - interval '24 hours' where id = $1`, [
      json.data.id,
    ]);
    expect((await withdraw(person, 50_000)).status).toBe(202);
    expect(codeOf(await withdraw(person, 1_000))).toBe('proof_needed');
  });
});

describe('a SIM swap', () => {
  test('gains no money', async () => {
    const owning = await join();
    const { client, account, id } = owning;
    const email = `owner${id}@example.com`;
    await client.call(`/users/${id}`, { method: 'PUT', body: { email, currentPassword: account.password } });
    await client.call('/clients/email/confirm', { body: { code: await readCode(client, email) } });

    // The thief has the SIM card and reads its codes.
    const thief = createOutsider(site.url);
    await thief.call('/clients/auth/forgot-password', { body: { phone: account.phone } });
    const stolen = 'what the thief chose';
    const form = {
      phone: account.phone,
      code: await readCode(thief, account.phone),
      password: stolen,
      passwordConfirmation: stolen,
    };
    const reset = await thief.call('/clients/otp/reset-password', { body: form });
    thief.token = reset.json.jwt;
    const theft = { client: thief, account, id };
    expect((await withdraw(theft, 1_000)).json).toMatchObject({ code: 'cooling_off', until: expect.any(String) });

    const [notice] = await textsTo(owning, email);
    const token = /#([\w-]+)$/.exec(notice!)![1]!;
    const undone = await createOutsider(site.url).call('/clients/auth/undo', { body: { token } });
    expect([undone.status, undone.json]).toEqual([202, {}]);
    expect((await withdraw(theft, 1_000)).status).toBe(401);
    expect((await thief.call('/users/me')).status).toBe(401);

    // The thief, who still has the SIM card, comes back after the wait between two codes, and waits out the day.
    await owner.query('delete from sent where right(key, length($1)) = $1', [account.phone]);
    await thief.call('/clients/auth/forgot-password', { body: { phone: account.phone } });
    thief.token = null;
    const again = { ...form, code: await readCode(thief, account.phone) };
    thief.token = (await thief.call('/clients/otp/reset-password', { body: again })).json.jwt;
    await owner.query('update client set cooling_off_until = now() where id = $1', [id]);
    expect((await withdraw(theft, 1_000)).json).toMatchObject({ code: 'cooling_off', until: null });
    expect(await withdrawn(owning)).toBe(0);
    expect(await balanceOf(thief)).toMatchObject({ win: 200_000 });

    await owner.query(`select lift_undo($1, 'Aya', 'CNI seen')`, [id]);
    expect((await withdraw(theft, 1_000)).status).toBe(202);
  });
});
