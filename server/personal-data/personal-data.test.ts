import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addFunds,
  betsOf,
  createOutsider,
  paymentBody,
  readCode,
  register,
  signUp,
  ticketFor,
  waitFor,
  type Account,
  type Answer,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { csvLine } from '#server/http/csv.ts';
import type { Database } from '#database/connect.ts';
import { eraseClosed } from '#server/identity/profile/closing.ts';
import { createKeying } from '#server/identity/persons/person-keys.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { forgetOldParties } from '#server/payments/party/seal-parties.ts';
import { keepWebhooks } from '#server/payments/webhook.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { checkSealedDraws } from '#tests/support/draws/check-draws.ts';
import { findText } from '#tests/support/database/find-text.ts';
import { patience } from '#tests/support/patience.ts';
import { testSecret } from '#tests/support/draws/keys.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { documentKey, showDocumentTo } from '#tests/support/players/documents.ts';
import { addAppTo } from '#tests/support/players/authenticator.ts';
import { startIdentityApp } from '#tests/support/players/identity-app.ts';
import { changeHistory, createDraw } from '#tests/support/players/play.ts';
import { setPasskeyOf } from '#tests/support/players/passkey.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { exportClient } from './export.ts';
import { batchSize, parts } from './parts.ts';
import { registerPersonalDataRoutes } from './routes.ts';

/** Opens the documents of the tests that show one by `addDocumentRoutes`; the site has keys of its own. */
const documents = { keys: openKeyRing(documentKey), personKey: Buffer.alloc(32) };
const partyKeys = openKeyRing(Buffer.from(testSecret('party-key'), 'base64url'));
const keys = { documents, partyKeys };

let site: TestApp;
let owner: Database;
/** Stays open. */
let open: string;

beforeAll(async () => {
  site = await startApp({ RATE_LIMIT_SCALE: '1000', ONE_PERSON: 'on' });
  ({ owner } = site.database);
  open = await createDraw(owner, { closesIn: 60 * 60_000 });
});
afterEach(() => expectBooksBalance(owner));
afterAll(() => site.close());

interface Person {
  readonly client: Outsider;
  readonly account: Account;
  readonly id: number;
}

async function join(): Promise<Person> {
  const client = createOutsider(site.url);
  const account = await signUp(client);
  return { client, account, id: (await client.call('/users/me')).json.id };
}

async function give({ id }: Person, amount: number): Promise<void> {
  await owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_dep', $3)`, [id, randomUUID(), amount]);
}

async function takeAway({ id }: Person, amount: number): Promise<void> {
  await owner.query(`select post_adjustment($1, $2, 'client_dep', 'adjustment', $3)`, [id, randomUUID(), amount]);
}

const bet = ({ client }: Person, drawId = open, amount = 100) =>
  client.call('/bets', { body: { tickets: [ticketFor({ id: drawId }, 'IziOne', '5', amount)] } });

const deposit = ({ client, account }: Person, amount = 500) =>
  client.call('/clients/deposit', {
    body: paymentBody(account, amount),
    headers: { 'idempotency-key': randomUUID() },
  });

const close = ({ client }: Person) => client.call('/clients/closing', { method: 'POST' });

/** The outcome of a call: the problem's code, or the status. */
const outcomeOf = ({ status, json }: Answer): string | number => (status < 400 ? status : json.code);

/** Does as if the sign-in, or the last proof, was longer ago. */
const age = ({ id }: Person) =>
  owner.query(`update session set proven_at = proven_at - interval '11 minutes' where client_id = $1`, [id]);

/** Shows again who is calling. */
async function prove({ client, account }: Person): Promise<void> {
  const { status, json } = await client.call('/clients/proofs', { body: { password: account.password } });
  expect(status).toBe(200);
  client.token = json.jwt;
}

async function exportOf({ client }: Person): Promise<{ status: number; files: Record<string, string> }> {
  const response = await fetch(`${site.url}/api/clients/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) return { status: response.status, files: {} };
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('cache-control')).toBe('no-store');
  // Pictures are no text.
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [
    name,
    name.endsWith('.jpg') ? '' : strFromU8(content),
  ]);
  return { status: 200, files: Object.fromEntries(files) };
}

describe('the export', () => {
  test('contains all data of a client, as JSON and as CSV, and nothing of anybody else', async () => {
    const other = await join();
    await give(other, 1_000);
    await bet(other);
    const person = await join();
    const { client, account, id } = person;
    await addFunds(client, account, 1_000);
    await bet(person);
    const phoneCode = await readCode(client, account.phone);
    const key = await setPasskeyOf(client);
    const { secret, recoveryCodes } = await addAppTo(client);
    const label = 'Grandma’s, "lucky"\u2028=1+1';
    const favourite = { label, name: 'IziOne', betAmount: 100, selectedNumbers: ['7'] };
    expect((await client.call(`/clients/favourites/${randomUUID()}`, { method: 'PUT', body: favourite })).status).toBe(
      200,
    );
    await client.call('/clients/limits', {
      method: 'PUT',
      body: { limits: [{ kind: 'stake', period: 'day', amount: 5_000 }] },
    });

    await client.call('/clients/reality-check', { method: 'PUT', body: { everyMinutes: 30 } });
    await client.call('/clients/notices', {
      method: 'PUT',
      body: { choices: [{ kind: 'win', channel: 'email', wanted: true }] },
    });
    await owner.query(
      `insert into notice (client_id, kind, subject, happened_at) values ($1, 'win', 'a draw', now())`,
      [id],
    );
    await owner.query(`select stop_payouts($1, 'totp_added')`, [id]);
    await owner.query(
      `insert into client_lock (client_id, kind, locked_by, reason) values ($1, 'withdrawals', 'jo', 'a test')`,
      [id],
    );
    await owner.query(
      `insert into operator_limit (client_id, kind, period, amount, set_by, reason) values ($1, 'stake', 'week', 9000, 'jo', 'a test')`,
      [id],
    );
    const check = await showDocumentTo(client, { number: 'CI-4455 6677', type: 'passport' });

    const { files } = await exportOf(person);
    const json = (name: string) => JSON.parse(files[`${name}.json`]!);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        'contents.json',
        ...parts.flatMap(({ name }) => [`${name}.csv`, `${name}.json`]),
        `identity-documents/${check}-front.jpg`,
      ].toSorted(),
    );
    expect(json('account')).toMatchObject([{ number: id, phone: account.phone, firstName: 'Awa', lastName: 'Koné' }]);
    const [ticket] = await betsOf(client);
    expect(json('tickets')).toMatchObject([
      { id: ticket!.id, serial: ticket!.serial, status: 'pending', betAmount: 100 },
    ]);
    expect(json('statement')).toMatchObject([
      { kind: 'deposit', amount: 1_000, depositsAfter: 1_000 },
      { kind: 'bet', amount: -100, depositsAfter: 900, reference: ticket!.id },
    ]);
    expect(json('payments')).toMatchObject([
      { direction: 'deposit', amount: 1_000, status: 'succeeded', phone: account.phone, firstName: 'Ama' },
    ]);
    expect(json('payment-steps').length).toBeGreaterThan(1);
    expect(json('wallet')).toEqual([{ deposits: 900, winnings: 0, held: 0, owed: 0 }]);
    expect(json('sessions')).toHaveLength(1);
    expect(json('devices')).toHaveLength(1);
    expect(json('authenticator-app')).toEqual([{ confirmedAt: expect.any(String), lastUsedAt: expect.any(String) }]);
    expect(json('passkeys')).toEqual([
      {
        name: 'My phone',
        addedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        backedUp: true,
        transports: ['internal'],
      },
    ]);
    expect(json('recovery-codes')).toHaveLength(10);
    expect(json('undo-links')).toMatchObject([
      { act: 'passkey_added', givesBack: null, usedAt: null },
      { act: 'totp_added', givesBack: null, usedAt: null },
    ]);
    expect(json('withdrawals-stopped')).toMatchObject([{ undone: 'totp_added', liftedAt: null }]);
    expect(json('limits')).toMatchObject([{ kind: 'stake', period: 'day', amount: 5_000 }]);
    expect(json('identity-documents')).toMatchObject([
      { id: check, type: 'passport', lastOfNumber: '6677', status: 'waiting', pictures: ['front'] },
    ]);
    expect(json('breaks')).toEqual([]);
    expect(json('favourites')).toMatchObject([{ label, name: 'IziOne', selectedNumbers: ['7'] }]);
    expect(files['favourites.csv']).toContain(`"Grandma’s, ""lucky""\u2028'=1+1","IziOne","7",100,`);
    const [message] = json('messages');
    expect(message).toMatchObject({ to: account.phone, text: expect.stringContaining('Your Izi code is ••••••.') });

    const all = Object.values(files).join('\n');
    for (const hidden of [
      other.account.phone,
      `"${other.id}"`,
      (await betsOf(other.client))[0]!.id,
      client.token!,
      phoneCode,
      '$argon2',
      secret,
      recoveryCodes[0]!,
      key.id,
    ]) {
      expect(all).not.toContain(hidden);
    }
    const empty = parts.filter(({ name }) => json(name).length === 0).map(({ name }) => name);
    expect(empty).toEqual(['closing', 'email-addresses', 'chargebacks', 'breaks', 'push-subscriptions']);
    expect(json('reality-check')).toEqual([{ everyMinutes: 30 }]);
    expect((await client.call('/clients/reality-check')).json.data).toEqual({
      everyMinutes: 30,
      signedInAt: expect.any(String),
      sums: { staked: 100, returned: 0, net: -100 },
    });
    const never = { method: 'PUT', body: { everyMinutes: null } };
    expect((await client.call('/clients/reality-check', never)).json.data).toMatchObject({
      everyMinutes: null,
      sums: null,
    });
    for (const { name, columns } of parts) {
      expect(`${files[`${name}.csv`]!.split('\r\n')[0]!}\r\n`, name).toBe(csvLine(columns));
      for (const entry of json(name)) expect(Object.keys(entry).toSorted(), name).toEqual(columns.toSorted());
    }
  });

  test('has the pictures of the client’s own identity document, as they are stored', async () => {
    const { client } = await join();
    const check = await showDocumentTo(client);
    const response = await fetch(`${site.url}/api/clients/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}` },
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const pictures = Object.keys(files).filter((name) => name.endsWith('.jpg'));
    expect(pictures.toSorted()).toEqual(['back', 'front'].map((side) => `identity-documents/${check}-${side}.jpg`));
    for (const name of pictures) {
      expect(await sharp(files[name]!).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 400 });
    }
  });

  test('puts an apostrophe before text that a spreadsheet would treat as a formula', async () => {
    const person = await join();
    const favourite = { label: '=cmd()', name: 'IziOne', betAmount: 100, selectedNumbers: ['7'] };
    await person.client.call(`/clients/favourites/${randomUUID()}`, { method: 'PUT', body: favourite });
    const { files } = await exportOf(person);
    expect(files['favourites.csv']).toContain(`,"'=cmd()",`);
  });

  test('leaves out messages to a phone that the client only claims', async () => {
    const phoneOwner = await join();
    const client = createOutsider(site.url);
    const answer = await client.call('/clients/auth/local/register', {
      body: registrationOf(phoneOwner.account.phone),
    });
    client.token = answer.json.jwt;
    const { files } = await exportOf({ client, account: phoneOwner.account, id: answer.json.user.id });
    expect(JSON.parse(files['messages.json']!)).toEqual([]);
  });

  test('leaves out messages that a phone got before it belonged to this client', async () => {
    const person = await join();
    const phone = '+2250196969696';
    await owner.query(
      `insert into message (recipient, channel, template, parameters) values ($1, 'sms', 'phone_has_account', '{}')`,
      [phone],
    );
    await person.client.call('/clients/phone', { method: 'PUT', body: { phone, country: 'CI' } });
    const body = { code: await readCode(person.client, phone) };
    expect((await person.client.call('/clients/phone/confirm', { body })).status).toBe(200);
    const { files } = await exportOf(person);
    const messages = JSON.parse(files['messages.json']!) as { to: string; text: string }[];
    expect(messages.map(({ to }) => to)).toEqual([phone]);
    expect(messages[0]!.text).toContain('The phone of your Izi account was changed.');
    expect(JSON.parse(files['account.json']!)).toMatchObject([{ phone, phoneChangedAt: expect.any(String) }]);
  });

  test('is given once a day, also if two ask for it at the same time', async () => {
    const person = await join();
    const statuses = await Promise.all([exportOf(person), exportOf(person)]).then((all) =>
      all.map(({ status }) => status),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 429]);
    const refused = await person.client.call('/clients/export', { method: 'POST' });
    expect(refused.status).toBe(429);
    expect(refused.json.detail).toBe('Your data can be downloaded once a day. Try again in 24 hours.');
    expect((await exportOf(await join())).status).toBe(200);
  });

  test('needs a session, and a fresh proof', async () => {
    const person = await join();
    for (const token of [null, 'wrong'.repeat(8)]) {
      const stranger = { ...createOutsider(site.url), token };
      expect((await exportOf({ ...person, client: stranger })).status).toBe(401);
    }
    await age(person);
    const refused = await person.client.call('/clients/export', { method: 'POST' });
    expect(refused.json).toMatchObject({ status: 403, code: 'proof_needed', methods: ['password'], level: 'fresh' });
    await prove(person);
    expect((await exportOf(person)).status).toBe(200);
  });

  test('reads long lists in batches, each line once and in order', async () => {
    const person = await join();
    const lines = 2 * batchSize + 1;
    await owner.query(
      `select post_adjustment($1, gen_random_uuid(), 'adjustment', 'client_dep', 100) from generate_series(1, $2)`,
      [person.id, lines],
    );
    const { files } = await exportOf(person);
    const expected = Array.from({ length: lines }, (_, index) => (index + 1) * 100);
    const statement = JSON.parse(files['statement.json']!) as { depositsAfter: number }[];
    expect(statement.map(({ depositsAfter }) => depositsAfter)).toEqual(expected);
    expect(
      files['statement.csv']!.trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(',')[5])),
    ).toEqual(expected);
  });

  test('stops its work when its reader goes away', async () => {
    const person = await join();
    await give(person, 100);
    let statements = 0;
    const counted = {
      query: ((...args: Parameters<Database['query']>) => {
        statements += 1;
        return site.database.db.query(...args);
      }) as Database['query'],
    };
    for await (const chunk of exportClient({ db: counted, ...keys }, person.id)) {
      expect(chunk).toBeInstanceOf(Uint8Array);
      if (statements >= 5) break;
    }
    expect(statements).toBe(5);
  });

  test('does not count if the connection was lost, and reads nothing more', async () => {
    const app = await startIdentityApp();
    let reached = () => {};
    const atTickets = new Promise<void>((resolve) => (reached = resolve));
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked: string[] = [];
    const { db } = app.database;
    const slow: Database = {
      ...db,
      query: (async (...args: Parameters<Database['query']>) => {
        const [statement] = args;
        const sql = typeof statement === 'string' ? statement : statement.text;
        asked.push(sql);
        if (sql.includes('from every_ticket t')) {
          reached();
          await released;
        }
        return db.query(...args);
      }) as Database['query'],
    };
    registerPersonalDataRoutes(app.http, { ...app.identity, db: slow }, keys);
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    try {
      const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
      const client = createOutsider(url);
      await register(client);
      const leaving = new AbortController();
      const ask = (signal?: AbortSignal) =>
        fetch(`${url}/api/clients/export`, {
          method: 'POST',
          headers: { authorization: `Bearer ${client.token}` },
          ...(signal && { signal }),
        });
      await Promise.all([
        expect(ask(leaving.signal).then((response) => response.arrayBuffer())).rejects.toThrow(),
        atTickets.then(() => leaving.abort()),
      ]);
      release();
      const askWhole = async () => {
        const response = await ask();
        await response.arrayBuffer();
        return response.status;
      };
      await expect.poll(askWhole).toBe(200);
      // The first one never came to the breaks; the second one did, for both of its files.
      expect(asked.filter((sql) => sql.includes('from play_break')).length).toBe(2);
    } finally {
      app.http.server.closeAllConnections();
      await app.stop();
    }
  });

  test('has a part for every table, except those without personal data', async () => {
    const tables = await owner.query<{ name: string }>(
      `select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
       from information_schema.tables where table_type = 'BASE TABLE'
         and to_regclass(format('%I.%I', table_schema, table_name)) not in (select inhrelid from pg_inherits)
         -- The tables of mutex are only locked and have no rows.
         and table_schema not in ('pg_catalog', 'information_schema', 'mutex')`,
    );
    const unknown = tables
      .map(({ name }) => name)
      .filter((name) => !(name in leftOut) && !parts.some((part) => part.tables.includes(name)));
    expect(unknown, 'a new table: give it a part in parts.ts, or say here why it has none').toEqual([]);
  });
});

/** Tables without a part of their own, and why. */
const leftOut: Readonly<Record<string, string>> = {
  beacon_chain: 'public beacons of the draws',
  beacon_round: 'public values of the draws',
  commitment: 'of the draws',
  draw_salt: 'of the draws',
  'opinion.note': 'of the draws, without a client',
  'opinion.rule': 'of the site',
  'opinion.wait': 'of the draws',
  'opinion.unjudged': 'of the draws',
  'opinion.release': 'of the draws, in operators’ words',
  'opinion.heeded': 'of the draws',
  operator_key: 'of the operator',
  reveal: 'of the draws',
  seal: 'of the draws',
  tree_chunk: 'of the draws; hashes of tickets, which the export has',
  function_set: 'of the installation',
  month: 'of the installation',
  month_balance: 'the balances of a line of the statement, which the export has',
  month_sum: 'of the books as a whole',
  month_stake: 'of the draws, added up',
  migration: 'of the installation',
  site_mode: 'of the installation',
  operation_flag: 'of the site',
  wanted_pass: 'of the books as a whole',
  account_hour: 'of the books as a whole',
  account_hours_until: 'of the books as a whole',
  account_day: 'the postings, which the export has, added up by day',
  account_last: 'as account_day',
  posted_once: 'the postings, which the export has, by what they are about',
  account_days_until: 'of the books as a whole',
  provider_answer: 'what a provider said last of a payment, which the payment says too',
  payment_attempt: 'what the site’s accounts said when they refused a payment; its steps say that another one has it',
  payment_route_version: 'of the site',
  payment_stop: 'of the site, in words for everybody',
  payment_offer: 'of the site’s accounts at providers',
  payment_float: 'of the site’s accounts at providers',
  top_up: 'of the site’s accounts at providers',
  payment_line: 'of the site’s accounts at providers',
  payment_trial: 'which payment tries an account again, for minutes; its steps say where it went',
  payment_usual: 'of the site’s accounts at providers',
  withdrawal_review:
    'why a withdrawal is looked at, by rules that nobody is to get around; the payment says that and until when',
  withdrawal_review_end: 'what operators decided, in their own words; the payment has what its owner is told',
  adjustment: 'in the operators’ own words; the statement has what its owner is told',
  call_off: 'of the draws',
  draw_figure: 'of the draws, added up',
  draw_sold: 'of the draws, added up',
  due_lane: 'of the draws: how far what they owe is paid, in ranges of account numbers',
  draw_spread: 'of the draws',
  figure_quarter: 'of the draws, added up',
  figure_due: 'of the draws',
  withdrawal_quarter: 'of all payments, added up',
  withdrawal_due: 'of payments, for seconds; the payments say the same',
  timetable_version: 'of the draws',
  sales_stop: 'of the draws, in words for everybody',
  sale_minute: 'of all sales, added up',
  draw_minute: 'of the draws, added up',
  draw_to_tell: 'of the draws',
  exposure: 'of the draws, added up',
  exposure_wanted: 'of the draws',
  exposure_cap: 'of the draws and of operators',
  exposure_look: 'of the draws, added up',
  'console.trace': 'which requests of operators changed something; what was changed has its own part',
  exposure_keeper: 'of the installation',
  kept_exposure: 'of the draws, added up',
  reserve: 'of the site',
  care_threshold: 'of the site',
  'console.provider_statement': 'of a provider, for the site',
  'console.statement_open': 'between a provider and the books, counted',
  'console.provider_statement_piece': 'of a provider, for the site; sealed',
  'console.statement_line': 'what a provider says of payments, which the export has',
  'console.statement_difference': 'between a provider and the books',
  'console.machine_key': 'of programs of others',
  'console.machine_key_use': 'how often programs of others called',
  'console.machine_key_address': 'from where programs of others called',
  webhook_endpoint: 'of programs of others',
  webhook_event: 'of payments and breaks, which the export has; gone after 31 days',
  webhook_delivery: 'how programs of others answered',
  sales_counted: 'of all sales',
  demo_month: 'of the installation',
  'console.alarm': 'of the site',
  'console.ended_session': 'logins of processes',
  'console.people_file': 'hashes of files of many people',
  'console.people_file_part': 'of many people, for a day',
  'console.saved_view': 'of the operators',
  'console.bank_figure': 'of the books as a whole',
  'console.own_account': 'of the operators',
  reconciliation_pass: 'of the books as a whole',
  unfinished_pass: 'of the books as a whole',
  mismatch: 'faults in the books, for operators',
  excluded: 'hashes of parts of names, until an exclusion ends; the breaks say the same in words',
  party_key: 'under which the payments keep who they are about, for the server alone',
  party_look: 'of operators, who may be bound not to tell',
  person_key: 'hashes of parts of the name, which the account has in words',
  person_match: 'which excluded person it may be: about somebody else, and nothing is said of it',
  register_question: 'whether a register has answered, for seconds',
  client_document_key: 'what identity documents are sealed with; the export has the documents',
  'console.operator': 'of the operators',
  'console.request': 'what operators asked for, in their own words; the security events say what was done',
  'console.passkey': 'of the operators',
  'console.password': 'of the operators',
  'console.password_try': 'of whoever signs in to the console',
  'console.session': 'of the operators',
  'console.link': 'of the operators',
  'console.sign_in': 'of the operators',
  'console.kind': 'of the operators',
  'console.act_challenge': 'as console.request, for five minutes',
  'console.audit': 'what operators did; the security events say so to the client',
  'console.audit_head': 'a hash',
  'console.audit_check': 'of the audit',
  'console.morning_report': 'days',
  'console.taken': 'which operator answers what',
  'console.shift_note': 'what operators wrote for each other, for a hand-over',
  'console.signed_head': 'a hash',
  'console.view_log': 'which operators looked, of the operators; the security events say so to the client',
  'console.view_digest': 'a hash',
  'console.care_noted': 'of the worker',
  'console.care_due': 'who is looked at next, for minutes',
  'console.care_measure': 'counts of what the export has one by one; erased with the account',
  'console.care_act': 'as console.care_measure; the limits and breaks say what was done',
  'console.care_case': 'what operators did in their own words; erased with the account',
  'console.care_contact': 'as console.care_case',
  'console.note': 'what operators noted in their own words; erased with the account',
  'console.note_opened': 'of the operators',
  'console.may_not_play': 'whom operators know as staff, household or supplier',
  'console.test_account': 'which accounts are ours',
  challenge: 'sign-ins that wait for their second step, for ten minutes',
  passkey_challenge: 'what passkeys are asked to sign, for ten minutes',
  rate_limit: 'counts of a few minutes by client number',
  sent: 'counts of messages, for a day',
  sign_in_wait: 'counts of wrong passwords, for a day',
  stakes_counted: 'sums of the stakes, which the export has one by one',
  webhook: 'what payment providers said, for 90 days; the payments say what came of it',
  'sandbox.collection': 'of the payment provider that the demo plays',
  'sandbox.payout': 'of the payment provider that the demo plays',
  'sandbox.notice': 'of the payment provider that the demo plays',
};

describe('closing an account', () => {
  test('is refused while there is money, a pending ticket, a payment under way or a debt', async () => {
    const person = await join();
    await give(person, 100);
    expect((await close(person)).json).toMatchObject({
      code: 'account_in_use',
      detail: expect.stringContaining('money'),
    });
    expect((await bet(person)).status).toBe(201);
    expect((await close(person)).json).toMatchObject({
      code: 'account_in_use',
      detail: expect.stringContaining('tickets'),
    });

    const paying = await join();
    expect((await deposit(paying)).status).toBe(201);
    expect((await close(paying)).json).toMatchObject({
      code: 'account_in_use',
      detail: expect.stringContaining('payment'),
    });

    const indebted = await join();
    await changeHistory(owner, 'update wallet set owed = 100 where client_id = $1', [indebted.id]);
    expect(outcomeOf(await close(indebted))).toBe('money_owed');
    await changeHistory(owner, 'update wallet set owed = 0 where client_id = $1', [indebted.id]);
    expect(
      await owner.query('select from closing where client_id = any ($1)', [[person.id, paying.id, indebted.id]]),
    ).toEqual([]);
  });

  test('needs a session, and a fresh proof', async () => {
    const person = await join();
    expect((await createOutsider(site.url).call('/clients/closing', { method: 'POST' })).status).toBe(401);
    await age(person);
    expect(outcomeOf(await close(person))).toBe('proof_needed');
    await prove(person);
    expect((await close(person)).status).toBe(202);
  });

  test('stops bets and deposits, and can be undone, which allows them again under the same limits', async () => {
    const person = await join();
    const { client, account } = person;
    await client.call('/clients/limits', {
      method: 'PUT',
      body: { limits: [{ kind: 'stake', period: 'day', amount: 100 }] },
    });
    const answers = await Promise.all([close(person), close(person), close(person)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const { erasedAt } = answers[0]!.json.data;
    expect(answers.map(({ json }) => json.data.erasedAt)).toEqual([erasedAt, erasedAt, erasedAt]);
    const [clock] = await owner.query<{ days: number }>(
      `select extract(epoch from $1::timestamptz - now())::float8 / 86400 as days`,
      [erasedAt],
    );
    expect(clock!.days).toBeCloseTo(14, 2);
    expect((await client.call('/clients/closing')).json).toEqual({ data: { erasedAt } });

    // Money that comes by other ways does not open the account.
    await give(person, 1_000);
    expect([outcomeOf(await bet(person)), outcomeOf(await deposit(person))]).toEqual([
      'account_closed',
      'account_closed',
    ]);
    const again = await client.call('/clients/auth/local', {
      body: { identifier: account.phone, password: account.password },
    });
    expect(again.status).toBe(200);
    client.token = again.json.jwt;
    await client.call('/clients/limits', {
      method: 'PUT',
      body: { limits: [{ kind: 'deposit', period: 'day', amount: 500 }] },
    });
    expect(outcomeOf(await bet(person))).toBe('account_closed');

    expect((await client.call('/clients/closing', { method: 'DELETE' })).status).toBe(204);
    expect((await client.call('/clients/closing', { method: 'DELETE' })).status).toBe(204);
    expect((await client.call('/clients/closing')).json).toEqual({ data: { erasedAt: null } });
    expect([outcomeOf(await bet(person)), outcomeOf(await bet(person))]).toEqual([201, 'limit_reached']);
  });

  test('never interrupts a bet or a deposit under way', async () => {
    for (let round = 0; round < 8; round++) {
      const [playing, paying] = [await join(), await join()];
      await give(playing, 100);
      const [placed, refused, started, closed] = await Promise.all([
        bet(playing),
        close(playing),
        deposit(paying),
        close(paying),
      ]);
      expect([outcomeOf(placed), outcomeOf(refused)]).toEqual([201, 'account_in_use']);
      expect([
        [201, 'account_in_use'],
        ['account_closed', 202],
      ]).toContainEqual([outcomeOf(started), outcomeOf(closed)]);
    }
  });

  test('closing an account by a stranger is void when the owner of the phone takes the account over', async () => {
    const client = createOutsider(site.url);
    const { phone } = await register(client);
    expect((await client.call('/clients/closing', { method: 'POST' })).status).toBe(202);
    await client.call('/clients/auth/forgot-password', { body: { phone } });
    const password = 'another good one';
    const body = { phone, code: await readCode(client, phone), password, passwordConfirmation: password };
    const { json } = await client.call('/clients/otp/reset-password', { body });
    client.token = json.jwt;
    expect((await client.call('/clients/closing')).json).toEqual({ data: { erasedAt: null } });
  });
});

describe('after fourteen days', () => {
  /** Does as if so much time had passed since the closing. */
  const letPass = (person: Person, time: string) =>
    owner.query(
      'update closing set asked_at = asked_at - $2::interval, erases_at = erases_at - $2::interval where client_id = $1',
      [person.id, time],
    );
  const isErased = async ({ id }: Person) =>
    (await owner.query('select from client where id = $1 and erased_at is not null', [id])).length === 1;

  test('the personal data is erased, except what must be kept, and the books and draws stay complete', async () => {
    const client = createOutsider(site.url);
    const own = {
      firstName: 'Zéphyrinette',
      lastName: 'Quenumbadi',
      city: 'Yopougonville',
      address: '12 rue Kpalimoise',
    };
    const email = 'zeph.quenum@example.org';
    const account = { phone: '+2250798461357', password: 'a good password' };
    const registered = await client.call('/clients/auth/local/register', {
      body: registrationOf(account.phone, {
        ...own,
        ...account,
        birthDate: '1990-04-12',
        city: undefined,
        address: undefined,
        email,
      }),
    });
    expect(registered.status).toBe(201);
    client.token = registered.json.jwt;
    const { id } = registered.json.user as { id: number };
    const person = { client, account, id };
    const confirmed = await client.call('/clients/otp/firebase/callback', {
      body: { code: await readCode(client, account.phone) },
    });
    expect(confirmed.status).toBe(200);
    await client.call('/clients/email/code', { method: 'POST' });
    await client.call('/clients/email/confirm', { body: { code: await readCode(client, email) } });
    const { city, address } = own;
    expect((await client.call(`/users/${id}`, { method: 'PUT', body: { city, address } })).status).toBe(200);
    const favourite = { label: own.firstName, name: 'IziOne', betAmount: 100, selectedNumbers: ['7'] };
    await client.call(`/clients/favourites/${randomUUID()}`, { method: 'PUT', body: favourite });
    await client.call('/clients/auth/local', { body: { identifier: account.phone, password: 'not this one' } });
    await setPasskeyOf(client);
    await addAppTo(client);
    await client.call('/clients/passkeys/options', { method: 'POST' });
    const elsewhere = await client.call('/clients/auth/local', {
      body: { identifier: account.phone, password: account.password },
    });
    expect(elsewhere.json.challenge).toBeDefined();
    await addFunds(client, account, 900);
    const soonDrawn = await createDraw(owner, { closesIn: patience(6_000), drawsIn: patience(6_000) + 8_000 });
    // All but one of the numbers lose, and the one that wins is taken away by hand.
    expect((await bet(person, soonDrawn, 900)).status).toBe(201);
    await waitFor(async () => (await betsOf(client))[0]!.status !== 'pending', 'the draw');
    const { win } = (await owner.query<{ win: number }>('select win from wallet where client_id = $1', [id]))[0]!;
    if (win > 0) {
      await owner.query(`select post_adjustment($1, $2, 'client_win', 'adjustment', $3)`, [id, randomUUID(), win]);
    }
    const number = 'CI5567788Q';
    await showDocumentTo(client, { number });
    await waitFor(async () => outcomeOf(await close(person)) === 202, 'the end of the draw');
    await owner.query(
      `insert into undo_link (client_id, token_hash, act, contact, former, expires_at)
       values ($1, '\\x00', 'email_changed', 'email', $2, now() + interval '1 hour')`,
      [id, email],
    );
    await owner.query(`select start_cooling_off($1, 24, 'factor_removed')`, [id]);

    await letPass(person, '13 days 23 hours 59 minutes');
    await eraseClosed(site.database.worker);
    expect(await isErased(person)).toBe(false);
    expect((await findText(owner, account.phone)).length).toBeGreaterThan(3);
    await letPass(person, '1 minute');
    await Promise.all([eraseClosed(site.database.worker), eraseClosed(site.database.worker)]);
    expect(await isErased(person)).toBe(true);

    expect(await owner.query('select * from client where id = $1', [id])).toMatchObject([
      {
        id,
        country: 'CI',
        birth_date: '1990-01-01',
        phone: null,
        first_name: null,
        last_name: null,
        email: null,
        password_hash: null,
        city: null,
        address: null,
        last_sign_in_at: null,
        cooling_off_until: null,
        cooling_off_reason: null,
        handle: null,
      },
    ]);
    const found = [];
    for (const text of [
      account.phone,
      account.phone.slice(4),
      email,
      own.firstName,
      own.lastName,
      city,
      address,
      number,
    ]) {
      found.push(...(await findText(owner, text)));
    }
    expect([...new Set(found)].filter((column) => !documented.includes(column))).toEqual([]);
    expect((await client.call('/users/me')).status).toBe(401);
    expect(
      outcomeOf(
        await client.call('/clients/auth/local', { body: { identifier: account.phone, password: account.password } }),
      ),
    ).toBe('wrong_credentials');

    // With the client's key, so that a backup of the pictures opens no more either.
    for (const table of [
      'identity_check',
      'client_document_key',
      'session',
      'device',
      'totp',
      'recovery_code',
      'passkey',
      'passkey_challenge',
      'challenge',
      'client_email',
      'favourite',
    ]) {
      expect(await owner.query(`select from ${table} where client_id = $1`, [id]), table).toEqual([]);
    }

    // Tickets and postings stay by number.
    const [kept] = await owner.query(
      'select (select count(*) from ticket where client_id = $1)::int as tickets, (select count(*) from posting where client_id = $1)::int as postings',
      [id],
    );
    expect(kept).toMatchObject({ tickets: 1 });
    const { proved, lies } = await checkSealedDraws(site.database.db);
    expect([proved.has(soonDrawn), lies]).toEqual([true, []]);
    const pass = await reconcile(owner, 'full');
    expect(pass.mismatches).toEqual([]);

    // Ten years on, and in a run of the cleaning: not even two operators can read who paid.
    expect(await owner.query('select from party_key where client_id = $1', [id])).toHaveLength(1);
    await owner.query(`update client set erased_at = erased_at - interval '10 years 1 day' where id = $1`, [id]);
    expect(await forgetOldParties(site.database.worker, 10)).toBe(1);
    await owner.query(`select rotate_webhooks(now() + interval '98 days')`);
    await keepWebhooks(site.database.worker);
    expect(await owner.query('select from party_key where client_id = $1', [id])).toEqual([]);
    for (const text of [account.phone, account.phone.slice(4), email, own.firstName, own.lastName]) {
      // The sandbox stands for somebody else; the wait counts the try to sign in above, for a day.
      const columns = await findText(owner, text);
      expect(columns.filter((column) => !/^sandbox\.|sign_in_wait/.test(column))).toEqual([]);
    }
    expect((await checkSealedDraws(site.database.db)).lies).toEqual([]);
    expect((await reconcile(owner, 'full')).mismatches).toEqual([]);

    // The phone is free for a new account.
    const anew = createOutsider(site.url);
    const again = await anew.call('/clients/auth/local/register', { body: registrationOf(account.phone) });
    expect([again.status, again.json.user.id === id]).toEqual([201, false]);
  });

  test('a person who excluded themselves stays excluded, also in a later account', async () => {
    const name = { firstName: 'Zéphyrine', lastName: 'Gnonsékan', birthDate: '1971-03-09' };
    const joinAs = async (names: object): Promise<Person> => {
      const client = createOutsider(site.url);
      const account = await signUp(client, '22', names);
      return { client, account, id: (await client.call('/users/me')).json.id };
    };
    const person = await joinAs(name);
    const { phone, password } = person.account;
    const exclusion = { kind: 'exclusion', currentPassword: password };
    expect((await person.client.call('/clients/breaks', { body: exclusion })).status).toBe(201);
    const again = await person.client.call('/clients/auth/local', { body: { identifier: phone, password } });
    person.client.token = again.json.jwt;
    expect((await close(person)).status).toBe(202);
    await letPass(person, '15 days');
    await eraseClosed(site.database.worker);
    expect(await isErased(person)).toBe(true);
    expect(await owner.query('select from person_key where client_id = $1', [person.id])).toEqual([]);
    const kept = await owner.query('select from excluded where source = $1', [`client ${person.id}`]);
    expect(kept).toHaveLength(2);
    // The background keys nobody who is erased.
    const personKey = Buffer.alloc(32, 'another key');
    const key = createKeying({ db: site.database.worker, personKey });
    while (await key());
    expect(await owner.query('select from person_key where client_id = $1', [person.id])).toEqual([]);

    const next = await joinAs({ ...name, firstName: name.lastName, lastName: 'Zefirine' });
    await give(next, 100);
    expect(outcomeOf(await bet(next))).toBe('identity_needed');
  });

  test('an account that has received money stays until it is empty, and its owner can keep it', async () => {
    const person = await join();
    expect((await close(person)).status).toBe(202);
    await give(person, 100);
    await letPass(person, '15 days');
    await eraseClosed(site.database.worker);
    expect(await isErased(person)).toBe(false);
    expect(outcomeOf(await bet(person))).toBe('account_closed');
    await takeAway(person, 100);
    await person.client.call('/clients/closing', { method: 'DELETE' });
    await eraseClosed(site.database.worker);
    expect(await isErased(person)).toBe(false);
  });

  test('a client who is busy at that moment is left for the next run', async () => {
    const person = await join();
    await close(person);
    await letPass(person, '15 days');
    await owner.transact(async (tx) => {
      await tx.query('select from client where id = $1 for no key update', [person.id]);
      await eraseClosed(site.database.worker);
    });
    expect(await isErased(person)).toBe(false);
    await eraseClosed(site.database.worker);
    expect(await isErased(person)).toBe(true);
  });

  test('an erased client with an unproven phone is not removed as an unproven client', async () => {
    const client = createOutsider(site.url);
    const account = await register(client);
    const person = { client, account, id: (await client.call('/users/me')).json.id as number };
    await close(person);
    await letPass(person, '15 days');
    await eraseClosed(site.database.worker);
    await owner.query(`update client set created_at = created_at - interval '8 days' where id = $1`, [person.id]);
    await owner.query('select remove_unproven_clients(500)');
    expect(await isErased(person)).toBe(true);
  });
});

/** Where a person's data may be after the account was erased: docs/accounts.md says why and for how long. */
const documented = [
  'public.webhook.body',
  'sandbox.collection.phone',
  'sandbox.collection.payer',
  'sandbox.notice.body',
];

test('notices of payment providers are kept unchanged for 90 days, and then removed a week at a time', async () => {
  const person = await join();
  await addFunds(person.client, person.account, 500);
  const count = async () => (await owner.query('select from webhook')).length;
  const weeks = async () =>
    (
      await owner.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'webhook'::regclass order by 1`,
      )
    ).map(({ name }) => name);
  const before = await count();
  expect(before).toBeGreaterThan(0);
  await keepWebhooks(site.database.worker);
  expect(await count()).toBe(before);
  for (const sql of [
    'delete from webhook',
    'update webhook set provider = provider',
    'truncate webhook',
    `truncate ${(await weeks())[0]}`,
  ]) {
    await expect(owner.query(sql), sql).rejects.toThrow('history never changes');
  }
  await expect(site.database.db.query('select rotate_webhooks(now())')).rejects.toThrow('permission denied');

  // Weeks are made ahead: this one and four more.
  const first = (await weeks())[0]!;
  expect((await weeks()).length).toBeGreaterThanOrEqual(5);
  await owner.query(`select rotate_webhooks(now() + interval '90 days')`);
  expect([await count(), (await weeks()).includes(first)]).toEqual([before, true]);
  await owner.query(`select rotate_webhooks(now() + interval '98 days')`);
  expect([await count(), (await weeks()).includes(first)]).toEqual([0, false]);
  // A notice that comes while its week is missing makes it.
  await addFunds(person.client, person.account, 500);
  expect(await weeks()).toContain(first);
  expect(await count()).toBeGreaterThan(0);
});
