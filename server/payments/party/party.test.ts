import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Payment } from '#contract/payments.ts';
import type { Database } from '#database/connect.ts';
import { openKeyRing, type KeyRing } from '#server/keys/key-ring.ts';
import { MissingKey } from '#server/keys/sealed.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { findText } from '#tests/support/database/find-text.ts';
import { testSecret } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createOutsider, signUp, type Account, type Outsider } from '#tests/support/players/outsider.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { openParties } from './look.ts';
import { refusePartyKeys, sealPartyKeysAnew } from './party-keys.ts';
import { digestRequest, ensureClientKey, findClientKey, openClientKey, openParty } from './party.ts';
import { forgetOldParties, sealParties } from './seal-parties.ts';

const keys = openKeyRing(Buffer.from(testSecret('party-key'), 'base64url'));
const { signal } = new AbortController();

let database: TestDatabase;
let site: TestApp;
let db: Database;
let owner: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ worker: db, owner } = database);
  site = await startApp({ RATE_LIMIT_SCALE: '1000' }, { database });
});
let closing: Promise<void> | undefined;
const closeSite = () => (closing ??= site.close());
afterAll(async () => {
  await closeSite();
  await database.drop();
});

interface Payer {
  readonly client: Outsider;
  readonly account: Account;
  readonly id: number;
}

async function join(): Promise<Payer> {
  const client = createOutsider(site.url);
  const account = await signUp(client, '44', { firstName: 'Somebody', lastName: 'Else' });
  return { client, account, id: (await client.call('/users/me')).json.id };
}

const party = {
  phone: '+2250544332211',
  firstName: 'Zoumanigui',
  lastName: 'Bakayokossou',
  email: 'zouma@example.org',
};
/** Each of them alone reveals the payer. */
const traces = [party.phone, party.phone.slice(4), party.firstName, party.lastName, party.email];

function deposit({ client }: Payer, key: string = randomUUID(), more: object = {}) {
  const customerDetails = { amount: 500, country: 'CI', method: 'mobile_money', ...party, ...more };
  return client.call('/clients/deposit', { body: { customerDetails }, headers: { 'idempotency-key': key } });
}

async function tracesIn(source: Database): Promise<string[]> {
  const found = await Promise.all(traces.map((text) => findText(source, text)));
  // The demonstration's provider stands for somebody else, whose tables these are.
  return [...new Set(found.flat())].filter((column) => !column.startsWith('sandbox.'));
}

/** The payment as an earlier version stored it. */
async function unseal({ id, client_id: clientId }: { id: string; client_id: number }): Promise<void> {
  const { sealed } = (
    await owner.query<{ sealed: Buffer }>('select sealed from party where payment_id = $1', [id])
  )[0]!;
  const { phone, firstName, lastName, email } = openParty((await findClientKey(db, keys, clientId))!, id, sealed);
  const digest = digestRequest('deposit', { amount: 500, country: 'CI', method: 'mobile_money', ...party });
  await changeHistory(owner, `delete from party where payment_id = '${id}'`, []);
  await changeHistory(
    owner,
    `update payment set phone = $2, first_name = $3, last_name = $4, email = $5, request_hash = $6,
       answer = jsonb_set(answer::jsonb, '{payment,phone}', to_jsonb($2::text))::json
     where id = $1`,
    [id, phone, firstName, lastName, email, digest],
  );
}

const rowOf = async (id: string) =>
  (
    await owner.query<{ id: string; client_id: number } & Record<string, unknown>>(
      'select * from payment where id = $1',
      [id],
    )
  )[0]!;

describe('the party of a payment', () => {
  test('is stored nowhere in clear, and is still shown to its client', async () => {
    const payer = await join();
    const key = randomUUID();
    const first = await deposit(payer, key);
    expect([first.status, first.json.data.phone]).toEqual([201, party.phone]);
    const { id } = first.json.data as Payment;
    expect(await tracesIn(owner)).toEqual([]);
    // The same request again, another one with its key, and the lists.
    expect((await deposit(payer, key)).json).toEqual(first.json);
    expect((await deposit(payer, key, { firstName: 'Zoumana' })).json.code).toBe('idempotency_mismatch');
    expect((await payer.client.call(`/clients/payments/${id}`)).json.data.phone).toBe(party.phone);
    expect((await payer.client.call('/clients/payments')).json.data).toMatchObject([{ id, phone: party.phone }]);
    // A table of hashes of all phones and names finds no request.
    const digest = digestRequest('deposit', { amount: 500, country: 'CI', method: 'mobile_money', ...party });
    expect((await rowOf(id))['request_hash']).not.toEqual(digest);
  });

  test('is given to the provider', async () => {
    const payer = await join();
    await deposit(payer);
    expect(await owner.query('select phone, payer from sandbox.collection order by created_at desc limit 1')).toEqual([
      { phone: party.phone, payer: `${party.firstName} ${party.lastName}` },
    ]);
  });

  test('is never changed or removed, and no payment is without one', async () => {
    const payer = await join();
    const { id } = (await deposit(payer)).json.data as Payment;
    const refused: [string, RegExp][] = [
      [`update party set sealed = '' where payment_id = '${id}'`, /never changes/],
      [`delete from party where payment_id = '${id}'`, /never changes/],
      ['truncate party', /never changes|foreign key/],
      [
        `update payment set phone = '+2250700000000', first_name = 'A', last_name = 'B' where id = '${id}'`,
        /never changes/,
      ],
      [`update payment set request_hash = '' where id = '${id}'`, /never changes/],
      [`delete from party_key where client_id = ${payer.id}`, /stays/],
      [`update party_key set key_sealed = '' where client_id = ${payer.id}`, /stays/],
      ['truncate party_key', /never changes/],
      [
        `insert into payment (client_id, direction, amount, country, method, provider, idempotency_key, request_hash)
         values (${payer.id}, 'deposit', 5, 'CI', 'orange', 'sandbox', 'x', '')`,
        /has no party/,
      ],
    ];
    for (const [sql, error] of refused) {
      await expect(owner.query(sql), sql).rejects.toThrow(error);
      await expect(db.query(sql), sql).rejects.toThrow(/permission denied|has no party/);
    }
  });

  test('does not open in the row of another payment, or with another client’s key', async () => {
    const [one, other] = [await join(), await join()];
    const { id } = (await deposit(one)).json.data as Payment;
    const { id: second } = (await deposit(one)).json.data as Payment;
    await deposit(other);
    const [{ sealed }] = (await owner.query<{ sealed: Buffer }>('select sealed from party where payment_id = $1', [
      id,
    ])) as [{ sealed: Buffer }];
    const key = (await findClientKey(db, keys, one.id))!;
    expect(openParty(key, id, sealed)).toEqual(party);
    expect(() => openParty(key, second, sealed)).toThrow();
    const otherKey = (await findClientKey(db, keys, other.id))!;
    expect(() => openParty(otherKey, id, sealed)).toThrow();
    await changeHistory(
      owner,
      'update party_key set key_sealed = (select key_sealed from party_key where client_id = $2) where client_id = $1',
      [other.id, one.id],
    );
    await expect(findClientKey(db, keys, other.id)).rejects.toThrow();
    await changeHistory(owner, 'delete from party_key where client_id = $1', [other.id]);
  });

  test('has one key per client, even if many create it at the same time', async () => {
    const payer = await join();
    await Promise.all(Array.from({ length: 6 }, () => deposit(payer)));
    const made = await Promise.all(Array.from({ length: 6 }, () => ensureClientKey(db, keys, payer.id)));
    expect(new Set(made.map((key) => key.toString('hex'))).size).toBe(1);
    const { json } = await payer.client.call('/clients/payments');
    expect(json.data.map(({ phone }: Payment) => phone)).toEqual(Array.from({ length: 6 }, () => party.phone));
  });
});

test('payments of an earlier version are read and repeated as before, and then sealed, also by two at once', async () => {
  const payer = await join();
  const requests = Array.from({ length: 5 }, () => randomUUID());
  const answers: { data: Payment }[] = [];
  for (const key of requests) answers.push((await deposit(payer, key)).json as { data: Payment });
  for (const { data } of answers) await unseal(await rowOf(data.id));
  await changeHistory(owner, 'delete from party_key where client_id = $1', [payer.id]);
  expect(await tracesIn(owner)).toEqual(
    expect.arrayContaining([
      'public.payment.phone',
      'public.payment.first_name',
      'public.payment.last_name',
      'public.payment.answer',
    ]),
  );
  const expectSame = async () => {
    for (const [place, key] of requests.entries()) {
      expect((await deposit(payer, key)).json).toEqual(answers[place]);
      expect((await deposit(payer, key, { amount: 505 })).json.code).toBe('idempotency_mismatch');
    }
    const { json } = await payer.client.call('/clients/payments');
    expect(json.data.map(({ phone }: Payment) => phone)).toEqual(requests.map(() => party.phone));
  };
  await expectSame();

  // Stopped at once, it has done nothing; a payment that somebody changes is left for the next time.
  expect(await sealParties(db, keys, AbortSignal.abort())).toBe(0);
  await owner.transact(async (tx) => {
    await tx.query('select from payment where id = $1 for no key update', [answers[0]!.data.id]);
    expect(await sealParties(db, keys, signal)).toBe(4);
  });
  await expectSame();
  const both = await Promise.all([sealParties(db, keys, signal), sealParties(db, keys, signal)]);
  expect(both.toSorted((one, other) => one - other)).toEqual([0, 1]);
  await expectSame();
  expect(await tracesIn(owner)).toEqual([]);
});

test('after a change of PARTY_KEY the keys of clients are sealed under the new one, and the former opens nothing', async () => {
  const payer = await join();
  await deposit(payer);
  const [next, other] = [randomBytes(32), randomBytes(32)];
  const ring = openKeyRing(next, [keys.current.secret]);
  expect(await refusePartyKeys(db, keys)).toBeNull();
  expect(await refusePartyKeys(db, ring)).toBeNull();
  expect(await refusePartyKeys(db, openKeyRing(next))).toMatch(
    new RegExp(`^PARTY_KEY is not the key ${keys.current.id.toString('hex')}, .* PARTY_KEY_FORMER does not hold it$`),
  );
  const before = await findClientKey(db, keys, payer.id);
  expect((await sealPartyKeysAnew(db, ring, signal)).sealed).toBeGreaterThan(0);
  expect(await findClientKey(db, openKeyRing(next), payer.id)).toEqual(before);
  await expect(findClientKey(db, keys, payer.id)).rejects.toThrow(MissingKey);
  expect(await refusePartyKeys(db, openKeyRing(next))).toBeNull();
  expect(await refusePartyKeys(db, openKeyRing(other, [next]))).toBeNull();
  // Back again, for the tests that follow.
  await sealPartyKeysAnew(db, openKeyRing(keys.current.secret, [next]), signal);
});

describe('two operators', () => {
  const ask = async (clientId: number, operator: string, reason = 'the police asks, file 12') =>
    (await owner.query<{ id: number }>('select ask_for_parties($1, $2, $3) as id', [clientId, operator, reason]))[0]!
      .id;
  const approve = (asked: number, operator: string) =>
    owner.query('select approve_party_look($1, $2)', [asked, operator]);

  test('read parties together, and their look stays recorded', async () => {
    const payer = await join();
    const { id } = (await deposit(payer)).json.data as Payment;
    const asked = await ask(payer.id, 'Awa');
    await expect(openParties(owner, keys, asked, 'Awa')).rejects.toThrow('not approved');
    for (const self of ['Awa', ' awa ']) await expect(approve(asked, self)).rejects.toThrow('your own');
    await approve(asked, 'Binta');
    await expect(approve(asked, 'Chantal')).rejects.toThrow('party_look_approved_once');
    await expect(openParties(owner, keys, asked, 'Chantal')).rejects.toThrow('of others');
    for (const operator of ['Awa', 'Binta']) {
      expect(await openParties(owner, keys, asked, operator)).toMatchObject([{ paymentId: id, amount: 500, party }]);
    }
    const looks = 'select kind, operator, reason from party_look where client_id = $1 order by id';
    expect(await owner.query(looks, [payer.id])).toEqual([
      { kind: 'asked', operator: 'Awa', reason: 'the police asks, file 12' },
      { kind: 'approved', operator: 'Binta', reason: null },
      { kind: 'opened', operator: 'Awa', reason: null },
      { kind: 'opened', operator: 'Binta', reason: null },
    ]);
    for (const sql of ['update party_look set operator = $1', 'delete from party_look where operator = $1']) {
      await expect(owner.query(sql, ['Awa'])).rejects.toThrow('history never changes');
    }
    for (const sql of [
      `select ask_for_parties(1, 'a', 'b')`,
      `select approve_party_look(1, 'b')`,
      `select open_parties(1, 'a')`,
      'select from party_look',
    ]) {
      await expect(db.query(sql), sql).rejects.toThrow('permission denied');
    }
    await expect(ask(payer.id, 'Awa', ' ')).rejects.toThrow('party_look_reason_said');
  });

  test('have a week to approve, and a day to open', async () => {
    const payer = await join();
    await deposit(payer);
    const asked = await ask(payer.id, 'Awa');
    const letPass = (days: number) =>
      changeHistory(owner, `update party_look set at = at - $2 * interval '1 day' where client_id = $1`, [
        payer.id,
        days,
      ]);
    await letPass(7);
    await expect(approve(asked, 'Binta')).rejects.toThrow('older than seven days');
    const again = await ask(payer.id, 'Awa');
    await approve(again, 'Binta');
    await letPass(1);
    await expect(openParties(owner, keys, again, 'Awa')).rejects.toThrow('more than a day ago');
  });
});

test('years after an erasure nobody can read the party, even in a copy of the database, and the books agree', async () => {
  const years = 10;
  const payer = await join();
  const { id } = (await deposit(payer)).json.data as Payment;
  await owner.query(`update payment set status = 'expired', due_at = null where id = $1`, [id]);
  await owner.query(
    `insert into closing (client_id, asked_at, erases_at) values ($1, now() - interval '15 days', now() - interval '1 day')`,
    [payer.id],
  );
  await owner.query('select erase_client($1)', [payer.id]);
  const isKept = async () => (await owner.query('select from party_key where client_id = $1', [payer.id])).length === 1;
  const letPass = (time: string) =>
    owner.query('update client set erased_at = erased_at - $2::interval where id = $1', [payer.id, time]);
  // The trigger keeps it for a year, whatever the setting says.
  expect(await forgetOldParties(db, years)).toBe(0);
  await expect(db.query('select forget_parties(1, now())')).rejects.toThrow('permission denied');
  await expect(owner.query(`select forget_parties(0, now())`)).rejects.toThrow('stays');
  await letPass('9 years 364 days');
  expect(await forgetOldParties(db, years)).toBe(0);
  const asked = await owner.query<{ id: number }>(`select ask_for_parties($1, 'Awa', 'a court asks') as id`, [
    payer.id,
  ]);
  await owner.query(`select approve_party_look($1, 'Binta')`, [asked[0]!.id]);
  expect(await openParties(owner, keys, asked[0]!.id, 'Awa')).toMatchObject([{ paymentId: id, party }]);
  const backup = await copyRows(payer.id);

  await letPass('2 days');
  // Money that came back belongs to somebody, who has to be found.
  await owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_dep', 5)`, [payer.id, randomUUID()]);
  expect(await forgetOldParties(db, years)).toBe(0);
  await owner.query(`select post_adjustment($1, $2, 'client_dep', 'adjustment', 5)`, [payer.id, randomUUID()]);
  const runs = await Promise.all([forgetOldParties(db, years), forgetOldParties(db, years)]);
  expect(runs.toSorted((one, other) => one - other)).toEqual([0, 1]);
  expect(await isKept()).toBe(false);
  expect(await owner.query('select from party where payment_id = $1', [id])).toEqual([]);
  expect(await openParties(owner, keys, asked[0]!.id, 'Awa')).toEqual([]);
  // The payment itself stays, in the books.
  expect(await rowOf(id)).toMatchObject({ client_id: payer.id, amount: 500, phone: null });
  await expectBooksBalance(owner);
  expect((await reconcile(owner, 'full')).mismatches).toEqual([]);

  // An older copy opens with the key of its time only. The next change of PARTY_KEY leaves nobody who has that.
  expect(backup.open(keys)).toEqual(party);
  const next = openKeyRing(randomBytes(32), [keys.current.secret]);
  await sealPartyKeysAnew(db, next, signal);
  expect(() => backup.open(openKeyRing(next.current.secret))).toThrow(MissingKey);
  await sealPartyKeysAnew(db, openKeyRing(keys.current.secret, [next.current.secret]), signal);

  /** The client's payment as a backup holds it. */
  async function copyRows(clientId: number) {
    const [row] = await owner.query<{ key_sealed: Buffer; sealed: Buffer }>(
      'select key_sealed, sealed from party_key, party where client_id = $1 and payment_id = $2',
      [clientId, id],
    );
    return { open: (ring: KeyRing) => openParty(openClientKey(ring, row!.key_sealed, clientId), id, row!.sealed) };
  }
});

test('a restored copy of the whole database reveals nothing about erased clients', async () => {
  await closeSite();
  await database.disconnect();
  const copy = await createTestDatabase(database.config.database as string);
  onTestFinished(() => copy.drop());
  expect((await copy.owner.query('select from payment')).length).toBeGreaterThan(0);
  expect(await tracesIn(copy.owner)).toEqual([]);
});
