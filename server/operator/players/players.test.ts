import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Player, searchPlayers } from '#contract/operator/players.ts';
import type { PlayLimits } from '#contract/play-limits.ts';
import { createLog } from '#server/http/log.ts';
import type { Queryable } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors } from '#server/operator-work/executors.ts';
import { registerPlayLimitRoutes } from '#server/play-limits/routes.ts';
import { readSerial, ticketSerial } from '#domain/ticket-serial.ts';
import { countReads } from '#tests/support/database/plan.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';
import { createDraw, newTicket, openDesk, ticketIdAt } from '#tests/support/players/play.ts';
import { placeBets } from '#server/tickets/place-bets.ts';

let app: IdentityApp;
let http: Http;
let support: TestOperator;
let otherSupport: TestOperator;
let payments: TestOperator;
let risk: TestOperator;
let compliance: TestOperator;
let auditor: TestOperator;
let client: IdentityClient;

beforeAll(async () => {
  app = await startIdentityApp();
  registerPlayLimitRoutes(app.http, app.identity, 'Africa/Abidjan');
  http = await startConsole(app.database, { identity: app.identity });
  support = await makeOperator(owner(), ['support']);
  otherSupport = await makeOperator(owner(), ['support']);
  payments = await makeOperator(owner(), ['payments']);
  risk = await makeOperator(owner(), ['risk']);
  compliance = await makeOperator(owner(), ['compliance']);
  auditor = await makeOperator(owner(), ['auditor']);
});
afterAll(async () => {
  await http.close();
  await app.stop();
});
beforeEach(async () => {
  client = await joinIdentityApp(app);
});

const owner = () => app.database.owner;
const reason = 'the player rang from abroad';
const get = (operator: TestOperator, path: string) => callAs(http, operator, 'GET', path);
const act = (operator: TestOperator, path: string, body: object = { reason }) =>
  callAs(http, operator, 'POST', `/clients/${client.id}/${path}`, body);
/** Asks for an act on the player that takes two. */
const ask = (operator: TestOperator, kind: string, values?: object) =>
  callAs(http, operator, 'POST', '/requests', { kind, about: client.id, ...(values && { values }), reason });
const open = async (operator: TestOperator, id = client.id): Promise<Player> => {
  const answer = await get(operator, `/clients/${id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Player }>().data;
};
test('the balance of a player is told by day from the sums that are kept, with what was before', async () => {
  await owner().query(
    `insert into account_days_until (until, zone) values (now(), 'Africa/Abidjan') on conflict (only_one) do update set zone = 'Africa/Abidjan'`,
  );
  await owner().query(
    `insert into account_day (client_id, day, deposited, staked, won, returned, adjusted, withdrawn, charged_back, held, owed, balance, settled, through)
     select $1, (now() at time zone 'Africa/Abidjan')::date - ago, 0, 0, 0, 0, 0, 0, 0, 0, 0, balance, 0, 0 from (values (100, 700), (95, 900), (90, 400), (2, 300)) d (ago, balance)`,
    [client.id],
  );
  const answer = await get(support, `/clients/${client.id}/balance`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { from, before, days } = answer.json<{
    data: { from: string; before: number; days: { day: string; balance: number }[] };
  }>().data;
  expect(before).toBe(900);
  expect(days.map(({ balance }) => balance)).toEqual([400, 300]);
  expect(days[0]!.day).toBe(from);
  expect((await get(support, '/clients/999999/balance')).statusCode).toBe(404);
});

const search = async (operator: TestOperator, text: string) => {
  const answer = await get(operator, `/search?q=${encodeURIComponent(text)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: AnswerOf<typeof searchPlayers>['data'] }>().data;
};

interface Look {
  readonly who: string;
  readonly what: string;
  readonly why: string | null;
}
const looksAt = (id = client.id) =>
  owner().query<Look>(
    `select name as who, what, why from console.view_log v join console.operator o on o.id = operator_id
     where subject = $1 order by v.id`,
    [`client ${id}`],
  );
const actsOn = async (id = client.id) => {
  const rows = await owner().query<{ act: string }>(
    'select act from console.audit where subject = $1 order by number',
    [`client ${id}`],
  );
  return rows.map((row) => row.act);
};
const signIn = (password = 'correct horse battery') =>
  app.call('POST', '/clients/auth/local', { identifier: client.phone, password });

/** One asks, another approves, and the worker carries it out. */
async function byTwo(asker: TestOperator, approver: TestOperator, kind: string, values: object): Promise<string> {
  const asked = await ask(asker, kind, values);
  expect(asked.statusCode, asked.body).toBe(202);
  const { id } = asked.json<{ data: { id: string } }>().data;
  const approved = await callAs(http, approver, 'POST', `/requests/${id}/decision`, { decision: 'approve', reason });
  expect(approved.statusCode, approved.body).toBe(200);
  await carryOut();
  const [row] = await owner().query<{ status: string; ended_because: string | null }>(
    'select status, ended_because from console.request where id = $1',
    [id],
  );
  return row!.ended_because ?? row!.status;
}
const carryOut = () =>
  createCarryingOut({
    db: app.database.worker,
    executors: createExecutors({ identity: app.identity, askProvider: async () => {} }),
    log: createLog('silent'),
  }).step(new AbortController().signal);

describe('one field finds', () => {
  test.each([
    ['a phone', () => client.phone],
    ['a phone as it is dialled', () => client.phone.replace('+225', '')],
    ['the beginning of a phone', () => client.phone.slice(0, -1)],
    ['a number', () => `#${client.id}`],
  ])('%s', async (_, text) => {
    expect((await search(compliance, text())).map(({ what, id }) => [what, id])).toContainEqual([
      'client',
      String(client.id),
    ]);
  });

  test('names by the beginning of either part, without accents and capitals', async () => {
    const someone = await joinIdentityApp(app, { firstName: 'Zénaïde', lastName: 'N’Dri-Xola' });
    for (const text of ['zena', 'ZÉNAÏDE n’d', 'N’dri-xola Ze']) {
      expect((await search(compliance, text)).map(({ id }) => id)).toEqual([String(someone.id)]);
    }
    expect(await search(compliance, 'enaide')).toEqual([]);
  });

  test('e-mail addresses, payments, references of providers and tickets', async () => {
    const { id } = client;
    const address = `a.${id}@example.com`;
    await owner().query('insert into client_email (client_id, email, asked_at) values ($1, $2, now())', [id, address]);
    const reference = `PV-${randomUUID()}`;
    const payment = randomUUID();
    await owner().query(
      `insert into payment (id, client_id, direction, amount, country, method, phone, first_name, last_name, provider, provider_ref,
         idempotency_key, request_hash)
       values ($2, $1, 'deposit', 500, 'CI', 'orange', '+225', 'A', 'B', 'sandbox', $3, gen_random_uuid(), '')`,
      [id, payment, reference],
    );
    await owner().query(`select post_adjustment($1, gen_random_uuid(), 'adjustment', 'client_dep', 1000)`, [id]);
    const ticket = newTicket(await createDraw(owner(), { closesIn: 3_600_000 }));
    const desk = await openDesk(app.database);
    await placeBets(desk, { clientId: id, sessionId: randomUUID(), confirmed: true, phone: client.phone }, [ticket]);
    desk.clock.stop();
    // The forms in which the console prints ids, a draw's time and a request's number.
    const [draw] = await owner().query<{ id: string; time: string }>(
      `select id, to_char(draws_at at time zone 'UTC', 'DD/MM HH24:MI') as time from draw where id = $1`,
      [ticket.drawId],
    );
    const asked = (await ask(support, 'start_reset')).json<{ data: { id: string } }>().data.id;
    const [request] = await owner().query<{ number: number }>('select number from console.request where id = $1', [
      asked,
    ]);
    const whats = async (text: string) => (await search(compliance, text)).map(({ what, id: found }) => [what, found]);
    expect(await whats(payment.slice(0, 8))).toContainEqual(['payment', payment]);
    expect(await whats(ticket.id.slice(0, 13))).toContainEqual(['ticket', ticket.id]);
    expect(await whats(draw!.id.slice(0, 8))).toContainEqual(['draw', draw!.id]);
    expect(await whats(draw!.time)).toContainEqual(['draw', draw!.id]);
    expect(await whats(`R-${request!.number}`)).toEqual([['request', asked]]);
    const serial = ticketSerial(ticket.id);
    const found = async (text: string) =>
      (await search(compliance, text)).map((one) => [one.what, one.id, one.clientId]);
    expect(await found(address.toUpperCase())).toEqual([['client', String(id), id]]);
    expect(await found(payment)).toEqual([['payment', payment, id]]);
    expect(await found(reference)).toEqual([['payment', payment, id]]);
    expect(await found(ticket.id)).toEqual([['ticket', ticket.id, id]]);
    expect(await found(serial)).toEqual([['ticket', ticket.id, id]]);
    // Each says what it is, beside its player.
    expect(await search(compliance, payment)).toMatchObject([{ kind: 'deposit', method: 'orange', drawsAt: null }]);
    const [asTicket] = await search(compliance, ticket.id);
    expect(asTicket).toMatchObject({ kind: ticket.name, method: null });
    expect(asTicket!.drawsAt).not.toBeNull();
    expect(await search(compliance, `#${id}`)).toMatchObject([{ kind: null, method: null, drawsAt: null }]);
    expect(await found(`${client.phone} ${serial.toLowerCase()}`)).toEqual([['ticket', ticket.id, id]]);
  });

  test('a serial with its phone among thousands of the player’s tickets, without reading the others', async () => {
    const draw = await createDraw(owner(), { closesIn: 3_600_000 });
    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      // A vacuum believes a commit once it is on the disk.
      await tx.query('set local synchronous_commit = on');
      await tx.query(
        `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
         select $1, ${ticketIdAt('at')}, $2, 1, 123456789, 100, 0, at from (select now() + n * interval '1 ms' as at from generate_series(1, 3000) n) one`,
        [client.id, draw],
      );
    });
    // The index alone is read only where a vacuum has seen the page of the row.
    await owner().query('vacuum (analyze) ticket');
    const [ticket] = await owner().query<{ id: string }>(
      'select id from ticket where client_id = $1 order by id limit 1',
      [client.id],
    );
    const find = (tx: Queryable) =>
      tx.query<{ one: { id: string } }>('select one from console.search($1, $2, $3, $4, 20) one', [
        compliance.token,
        'serial',
        String(readSerial(ticketSerial(ticket!.id))),
        client.phone,
      ]);
    const reads = await owner().transact((tx) =>
      countReads(tx, 'ticket', async () => expect((await find(tx)).map(({ one }) => one.id)).toEqual([ticket!.id])),
    );
    expect(reads).toBeLessThan(10);
  });

  test('players, masked for operators who see players masked', async () => {
    const [masked] = await search(support, client.phone);
    expect(masked).toMatchObject({ phone: `+225 07 ·· ·· ·· ${client.phone.slice(-2)}`, name: 'A. K.' });
    const [whole] = await search(auditor, client.phone);
    expect(whole).toMatchObject({ phone: client.phone, name: 'Awa Koné' });
  });
});

describe('a player', () => {
  test('is masked for support, payments and risk, and whole for compliance and auditors', async () => {
    for (const operator of [support, payments, risk]) {
      const player = await open(operator);
      expect(player).toMatchObject({ masked: true, firstName: 'A.', lastName: 'K.', address: null });
      expect(player.birthDate).toMatch(/^\d{4}$/);
      expect(JSON.stringify(player)).not.toContain(client.phone.slice(4));
    }
    for (const operator of [compliance, auditor]) {
      expect(await open(operator)).toMatchObject({ masked: false, phone: client.phone, lastName: 'Koné' });
    }
  });

  test('shows what is in the wallets, staked, paid in and out, and the net to the franc', async () => {
    const { id } = client;
    await owner().query(`select post_adjustment($1, gen_random_uuid(), 'adjustment', 'client_dep', 1000)`, [id]);
    const ticket = newTicket(await createDraw(owner(), { closesIn: 3_600_000 }));
    const desk = await openDesk(app.database);
    await placeBets(desk, { clientId: id, sessionId: randomUUID(), confirmed: true, phone: client.phone }, [ticket]);
    desk.clock.stop();
    const stake = ticket.betAmount;
    const player = await open(payments);
    expect(player).toMatchObject({
      wallets: { dep: 1_000 - stake, win: 0, held: 0, owed: 0 },
      openStakes: { amount: stake, tickets: 1 },
      deposits: { amount: 0, count: 0 },
      // Given by hand, and staked on a draw that is not over.
      net: 0,
      tier: 1,
    });
    const tickets = (await get(payments, `/clients/${id}/tickets`)).json().data;
    expect(tickets).toMatchObject([{ id: ticket.id, status: 'pending', betAmount: stake }]);
    const lines = (await get(payments, `/clients/${id}/statement?kind=bet`)).json().data;
    expect(lines).toMatchObject([{ kind: 'bet', amount: -stake, dep: 1_000 - stake, ticket: { betAmount: stake } }]);
  });

  test('has a row for each opening and each unmasked field, with who, what and why; operators see their own rows', async () => {
    await get(support, `/clients/${client.id}?why=case%2020-1184`);
    await get(risk, `/clients/${client.id}/tickets`);
    const unmasked = await act(support, 'unmask', { field: 'phone', reason: 'call back' });
    expect(unmasked.json()).toEqual({ data: { value: client.phone } });
    expect(await looksAt()).toEqual([
      { who: support.name, what: 'player', why: 'case 20-1184' },
      { who: risk.name, what: 'tickets', why: null },
      { who: support.name, what: 'unmasked_phone', why: 'call back' },
    ]);
    const seenBy = async (operator: TestOperator) =>
      (await get(operator, `/clients/${client.id}/looks`)).json().data.map((look: Look) => look.who);
    expect(new Set(await seenBy(support))).toEqual(new Set([support.name]));
    expect(await seenBy(auditor)).toContain(risk.name);
  });

  test('a player that was just opened is not looked at again when its lists are read', async () => {
    await open(support);
    for (const list of ['tickets', 'statement', 'payments', 'limits', 'sessions', 'notes', 'looks']) {
      const answer = await get(support, `/clients/${client.id}/${list}`);
      expect(answer.statusCode, list).toBe(200);
    }
    expect(await looksAt()).toHaveLength(1);
  });

  test('shows the documents to risk, compliance and auditors, and to nobody else', async () => {
    expect((await get(risk, `/clients/${client.id}/identity`)).json()).toEqual({
      data: { documents: [], matches: [] },
    });
    expect((await get(support, `/clients/${client.id}/identity`)).json().code).toBe('not_allowed');
  });

  test('shows other accounts that use the same browser', async () => {
    const browser = {};
    const brother = await joinIdentityApp(app);
    await app.call('POST', '/clients/auth/local', { identifier: client.phone, password: 'correct horse battery' });
    for (const one of [client, brother]) {
      const code = { phone: one.phone };
      await app.call('POST', '/clients/auth/forgot-password', code, undefined, browser);
      await app.call(
        'POST',
        '/clients/otp/reset-password',
        {
          ...code,
          code: await app.readCode(one.phone),
          password: 'horse correct battery',
          passwordConfirmation: 'horse correct battery',
        },
        undefined,
        browser,
      );
    }
    const { devices } = (await get(risk, `/clients/${brother.id}/sessions`)).json().data;
    expect(devices.flatMap((device: { sharedWith: number[] }) => device.sharedWith)).toEqual([client.id]);
  });

  test('a player that does not exist answers 404, and no look is recorded', async () => {
    for (const path of ['', '/tickets', '/limits', '/notes']) {
      expect((await get(support, `/clients/999999999${path}`)).json().code).toBe('not_found');
    }
    expect((await callAs(http, support, 'POST', '/clients/999999999/lock', { lock: 'play', reason })).json().code).toBe(
      'not_found',
    );
    expect(await looksAt(999_999_999)).toEqual([]);
  });
});

test('players are listed by state and country, page by page, each once', async () => {
  const others = [client, await joinIdentityApp(app), await joinIdentityApp(app)].map(({ id }) => id);
  for (const id of others) await callAs(http, risk, 'POST', `/clients/${id}/lock`, { lock: 'withdrawals', reason });
  const listed: number[] = [];
  for (let cursor = ''; ;) {
    const answer = await get(risk, `/clients?state=locked&country=CI&limit=2${cursor}`);
    const { data, meta } = answer.json<{ data: { id: number; states: string[] }[]; meta: { next: string | null } }>();
    for (const { states } of data) expect(states).toContain('withdrawals_locked');
    listed.push(...data.map(({ id }) => id));
    if (meta.next === null) break;
    cursor = `&cursor=${meta.next}`;
  }
  expect(listed.slice(0, 3)).toEqual(others.toReversed());
  expect(new Set(listed).size).toBe(listed.length);
  for (const state of [
    'break',
    'undone',
    'matched',
    'document_waits',
    'read_first',
    'closing',
    'unproven',
    'test',
    'erased',
  ]) {
    expect((await get(support, `/clients?state=${state}&country=ML`)).json().data).toEqual([]);
  }
  expect((await get(support, '/clients')).json().data[0].phone).toContain('··');
});

describe('a note to be read first', () => {
  test('stops every act of other operators until they have opened it', async () => {
    const text = 'Another person answered this number today.';
    const written = await act(risk, 'notes', { text, readFirst: true });
    const { id } = written.json<{ data: { id: string } }>().data;
    expect((await open(support)).readFirst).toMatchObject([{ id, writtenBy: risk.name, begins: text }]);
    const tries = async (operator: TestOperator) =>
      Promise.all(
        [
          ['end-sessions', { reason }],
          ['lock', { lock: 'play', reason }],
          ['notes', { text: 'and another one' }],
          ['tighten-limit', { kind: 'stake', period: 'day', amount: 1_000, reason }],
          ['start-break', { kind: 'day', reason }],
        ]
          .map(([path, body]) => act(operator, path as string, body as object))
          .concat([ask(operator, 'start_reset'), ask(operator, 'change_phone', { phone: '+2250102030405' })])
          .map(async (answer) => (await answer).json().code),
      );
    expect(new Set(await tries(support))).toEqual(new Set(['read_first']));
    expect(await actsOn()).toEqual(['note_written']);
    // The database refuses it too, without the server.
    await expect(
      app.database.console.query('select console.make_request($1, $2, $3, $4, $5, $6, null, $7, null, null)', [
        support.token,
        'start_reset',
        `client ${client.id}`,
        '{}',
        '{}',
        reason,
        'http://localhost',
      ]),
    ).rejects.toMatchObject({ constraint: 'note_is_read_first' });

    expect((await callAs(http, support, 'POST', `/notes/${id}/open`)).json().data).toMatchObject({
      text,
      readFirst: true,
    });
    expect((await open(support)).readFirst).toEqual([]);
    expect((await act(support, 'end-sessions')).statusCode).toBe(200);
    expect((await act(risk, 'end-sessions')).statusCode).toBe(200);
    expect((await act(otherSupport, 'end-sessions')).json().code).toBe('read_first');
  });

  test('stops an approval too', async () => {
    await act(support, 'lock', { lock: 'play', reason });
    const asked = await ask(otherSupport, 'unlock', { lock: 'play' });
    await act(support, 'notes', { text: 'Do not unlock before the bank has answered.', readFirst: true });
    const { id } = asked.json<{ data: { id: string } }>().data;
    const decision = { decision: 'approve', reason };
    expect((await callAs(http, risk, 'POST', `/requests/${id}/decision`, decision)).json().code).toBe('read_first');
  });

  test('is removed when the account is erased, and its text is in no audit', async () => {
    await act(risk, 'notes', { text: 'A secret about somebody', readFirst: true });
    const [row] = await owner().query<{ records: string }>(
      `select string_agg(convert_from(record, 'UTF8'), ' ') as records from console.audit`,
    );
    expect(row!.records).not.toContain('A secret about somebody');
    await owner().query(
      `insert into closing (client_id, asked_at, erases_at) values ($1, now() - interval '15 days', now() - interval '1 day')`,
      [client.id],
    );
    await app.database.worker.query('select erase_client($1)', [client.id]);
    expect(await owner().query('select from console.note where client_id = $1', [client.id])).toEqual([]);
  });
});

describe('a locked account', () => {
  test('ends all sessions and refuses sign-ins; only somebody with the password learns why', async () => {
    const locked = await act(support, 'lock', { lock: 'sign_in', reason });
    const { until } = locked.json<{ data: { until: string } }>().data;
    const [hours] = await owner().query<{ hours: number }>(
      `select round(extract(epoch from $1::timestamptz - clock_timestamp()) / 3600)::integer as hours`,
      [until],
    );
    expect(hours).toEqual({ hours: 72 });
    expect((await app.call('GET', '/users/me', undefined, client.token)).statusCode).toBe(401);
    const refused = await signIn();
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'account_locked', until });
    expect((await signIn('wrong')).json().code).toBe('wrong_credentials');
    expect((await app.readTexts(client.phone))[0]).toContain('locked sign-in');
    expect(await actsOn()).toEqual(['sign_in_locked']);
    const events = await owner().query<{ detail: { act: string } }>(
      `select detail from security_event where client_id = $1 and kind = 'operator_acted'`,
      [client.id],
    );
    expect(events.map(({ detail }) => detail.act)).toEqual(['sign_in_locked']);
  });

  test('is not opened by a new password either', async () => {
    await act(support, 'lock', { lock: 'sign_in', reason });
    const contact = { phone: client.phone };
    await app.call('POST', '/clients/auth/forgot-password', contact);
    const reset = await app.call('POST', '/clients/otp/reset-password', {
      ...contact,
      code: await app.readCode(client.phone),
      password: 'a new horse battery',
      passwordConfirmation: 'a new horse battery',
    });
    expect(reset.json().code).toBe('account_locked');
    // Even somebody who can run any SQL as the application cannot do it.
    await expect(
      app.database.db.query(
        `insert into session (client_id, token_hash, remember, device, expires_at) values ($1, $2, true, 'x', now() + interval '1 day')`,
        [client.id, Buffer.from(randomUUID())],
      ),
    ).rejects.toMatchObject({ constraint: 'session_waits_for_lock' });
  });

  test('is unlocked by two operators who have not locked it', async () => {
    await act(support, 'lock', { lock: 'sign_in', reason });
    await act(risk, 'lock', { lock: 'sign_in', reason: 'the same' });
    expect((await ask(risk, 'unlock', { lock: 'sign_in' })).json().code).toBe('not_allowed');
    expect((await ask(support, 'unlock', { lock: 'sign_in' })).json()).toMatchObject({
      code: 'conflict',
      unmet: { code: 'asker_has_not_locked' },
    });
    const asked = await ask(otherSupport, 'unlock', { lock: 'sign_in' });
    const { id } = asked.json<{ data: { id: string } }>().data;
    const approve = (operator: TestOperator) =>
      callAs(http, operator, 'POST', `/requests/${id}/decision`, { decision: 'approve', reason });
    expect((await approve(otherSupport)).statusCode).toBe(403);
    expect((await approve(risk)).json()).toMatchObject({ code: 'conflict' });
    expect((await approve(compliance)).statusCode).toBe(200);
    expect((await signIn()).statusCode).toBe(403);
    await carryOut();
    expect((await app.readTexts(client.phone))[0]).toContain('lifted the lock');
    expect((await signIn()).statusCode).toBe(200);
    expect((await get(compliance, `/clients/${client.id}/limits`)).json().data.locks).toMatchObject([
      { liftedBy: id },
      { liftedBy: id },
    ]);
  });

  test('is asked to be unlocked once, by two at the same moment too', async () => {
    await act(support, 'lock', { lock: 'play', reason });
    const asked = await Promise.all(
      [otherSupport, await makeOperator(owner(), ['support'])].map((operator) =>
        ask(operator, 'unlock', { lock: 'play' }),
      ),
    );
    const [made, refused] = asked.toSorted((one, two) => one.statusCode - two.statusCode);
    const { id } = made!.json<{ data: { id: string } }>().data;
    expect(refused!.json()).toMatchObject({ code: 'conflict', unmet: { code: 'not_asked_already' } });
    await callAs(http, compliance, 'POST', `/requests/${id}/decision`, { decision: 'approve', reason });
    await Promise.all([carryOut(), carryOut()]);
    const rows = await owner().query('select status from console.request where id = $1', [id]);
    expect(rows).toEqual([{ status: 'done' }]);
  });
});

describe('a tightened limit', () => {
  const limitOf = async () => {
    const { limits } = (await app.call('GET', '/clients/limits', undefined, client.token)).json<{ data: PlayLimits }>()
      .data;
    return limits.find(({ kind, period }) => kind === 'stake' && period === 'day')!;
  };
  const tighten = async (amount: number) =>
    (await act(support, 'tighten-limit', { kind: 'stake', period: 'day', amount, reason })).json().data.amount;
  const set = (amount: number | null) =>
    app.call('PUT', '/clients/limits', { limits: [{ kind: 'stake', period: 'day', amount }] }, client.token);

  test('applies if it is lower, is shown to the player and cannot be raised', async () => {
    await set(10_000);
    expect(await tighten(5_000)).toBe(5_000);
    expect(await limitOf()).toMatchObject({ amount: 5_000, operatorAmount: 5_000 });
    await set(50_000);
    await set(null);
    expect(await limitOf()).toMatchObject({ amount: 5_000, operatorAmount: 5_000, next: null });
    await set(2_000);
    expect(await limitOf()).toMatchObject({ amount: 2_000, operatorAmount: 5_000 });
    // A raise that is under way ends where operators allow no more.
    await set(8_000);
    expect(await limitOf()).toMatchObject({ amount: 2_000, next: { amount: 5_000 } });
    expect((await app.readTexts(client.phone))[0]).toContain('lowered a limit');
  });

  test('is never taken back, by any login', async () => {
    expect(await tighten(1_000)).toBe(1_000);
    expect(await tighten(9_000)).toBe(1_000);
    expect(await actsOn()).toEqual(['limit_tightened']);
    for (const sql of [`update operator_limit set amount = 9000`, `delete from operator_limit`]) {
      await expect(owner().query(`${sql} where client_id = $1`, [client.id])).rejects.toThrow('history');
      await expect(app.database.db.query(`${sql} where client_id = $1`, [client.id])).rejects.toThrow(
        'permission denied',
      );
    }
  });
});

test('a break that an operator starts pauses play, and the player is told', async () => {
  const started = await act(compliance, 'start-break', { kind: 'week', reason });
  expect(started.statusCode, started.body).toBe(200);
  const { pausedUntil } = started.json<{ data: { pausedUntil: string } }>().data;
  const limits = (await app.call('GET', '/clients/limits', undefined, client.token)).json<{ data: PlayLimits }>().data;
  expect(limits.pausedUntil).toBe(pausedUntil);
  expect((await app.readTexts(client.phone))[0]).toContain('break');
  expect((await act(compliance, 'start-break', { kind: 'day', reason })).json().data).toMatchObject({ pausedUntil });
  expect(await actsOn()).toEqual(['break_started']);
});

describe('a new phone', () => {
  const newPhone = () => `+22501${String(10_000_000 + client.id)}`;

  test('is set by two: all sessions end, withdrawals wait for 48 hours, both contacts are told', async () => {
    expect(await byTwo(support, compliance, 'change_phone', { phone: newPhone() })).toBe('done');
    expect((await app.call('GET', '/users/me', undefined, client.token)).statusCode).toBe(401);
    const [row] = await owner().query<{ phone: string; hours: number; reason: string }>(
      `select phone, round(extract(epoch from cooling_off_until - clock_timestamp()) / 3600)::integer as hours, cooling_off_reason as reason
       from client where id = $1`,
      [client.id],
    );
    expect(row).toEqual({ phone: newPhone(), hours: 48, reason: 'phone_changed' });
    for (const phone of [client.phone, newPhone()]) {
      expect((await app.readTexts(phone))[0]).toMatch(/phone of your Izi account was changed.*\/auth\/undo#/);
    }
  });

  test('a new phone that belongs to somebody else cannot be asked for', async () => {
    const other = await joinIdentityApp(app);
    expect((await ask(support, 'change_phone', { phone: other.phone })).json()).toMatchObject({
      code: 'conflict',
      unmet: { code: 'phone_free' },
    });
  });

  test('a new phone that somebody proves after the approval is not taken from them', async () => {
    const asked = await ask(support, 'change_phone', { phone: newPhone() });
    const { id } = asked.json<{ data: { id: string } }>().data;
    await callAs(http, compliance, 'POST', `/requests/${id}/decision`, { decision: 'approve', reason });
    const other = await joinIdentityApp(app);
    await owner().query('update client set phone = $2 where id = $1', [other.id, newPhone()]);
    await carryOut();
    const [row] = await owner().query<{ status: string }>('select status from console.request where id = $1', [id]);
    expect(row).toEqual({ status: 'failed' });
    expect((await open(compliance)).phone).toBe(client.phone);
  });

  test('cannot be asked for while a document waits', async () => {
    await owner().query(
      `insert into identity_check (client_id, type, country, last4, number_sealed, document_key, expires_on, status, submitted_at)
       values ($1, 'passport', 'CI', '4711', '', convert_to($2, 'UTF8'), current_date + 1000, 'waiting', now())`,
      [client.id, randomUUID()],
    );
    expect((await ask(support, 'change_phone', { phone: newPhone() })).json().detail).toContain('document');
  });
});

test('a new name is set by two: withdrawals wait for 48 hours, and the player is told', async () => {
  const name = { firstName: 'Binta', lastName: 'Traoré' };
  expect(await byTwo(support, compliance, 'change_name', name)).toBe('done');
  expect(await open(compliance)).toMatchObject({ ...name, payouts: { reason: 'name_changed' } });
  expect((await app.readTexts(client.phone))[0]).toContain('name');
});

test('a test account is marked and listed, by compliance only', async () => {
  expect((await act(risk, 'mark-test', { test: true, reason })).json().code).toBe('not_allowed');
  const marked = (await act(compliance, 'mark-test', { test: true, reason })).json();
  const [line] = await owner().query<{ number: number }>(
    `select number from console.audit where subject = $1 and act = 'test_marked'`,
    [`client ${client.id}`],
  );
  expect(marked).toEqual({ data: { changed: true, audit: line!.number } });
  expect((await act(compliance, 'mark-test', { test: true, reason })).json()).toEqual({
    data: { changed: false, audit: null },
  });
  expect((await get(compliance, '/clients?state=test')).json().data).toMatchObject([
    { id: client.id, states: ['test'] },
  ]);
  expect((await act(compliance, 'mark-test', { test: false, reason })).json()).toMatchObject({
    data: { changed: true },
  });
});
