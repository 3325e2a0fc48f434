import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Response } from 'light-my-request';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { machineScopes, type MachineScope } from '#contract/calls/operator/machine-keys.ts';
import { machineReports } from '#contract/calls/machine.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { machineEndpoints } from '#contract/machine.ts';
import type * as contract from '#contract/operator/machine-keys.ts';
import { cellTypeOf, reportKinds, reportNames } from '#contract/operator/report-kinds.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import type { Http } from '#server/http/http.ts';
import { describeApi } from '#server/http/openapi.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createFit } from '#tests/support/fit-schema.ts';
import { newMachineKey, type MachineKey } from '#tests/support/operator/machine-keys.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';
import {
  createDraw,
  createPlayer,
  drawWithResult,
  moveDraw,
  newTicket,
  openDesk,
} from '#tests/support/players/play.ts';
import { createMachineHttp, machineApi } from './serve-machines.ts';

type Listed = AnswerOf<typeof contract.listMachineKeys>['data'][number];

const home = '203.0.113.7';

let site: PaymentDesk;
let http: Http;
let admin: SignedInOperator;
let compliance: SignedInOperator;

beforeAll(async () => {
  site = await startPaymentDesk();
  http = createMachineHttp(
    { db: site.machine, reportDb: site.machine, mode: 'demo', timeZone: 'Africa/Abidjan' },
    { log: pino({ level: 'silent' }), checkAnswers: true, quietBeforeCutMs: 0, rateLimitScale: 1_000 },
  );
  admin = await site.operator('admin');
  compliance = await site.operator('compliance');
});
afterAll(async () => {
  await http.close();
  await site.close();
});
beforeEach(async () => {
  await site.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      'delete from console.machine_key_use; delete from console.machine_key_address; delete from console.machine_key',
    );
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const valuesOf = ({ hash }: MachineKey, more: object = {}) => ({
  hash,
  name: 'Our bookkeeper',
  scopes: machineScopes,
  addresses: ['203.0.113.0/24', '2001:db8::/48'],
  perMinute: 1_000,
  endsAt: inDays(90),
  ...more,
});

/** Asks for a key. @returns the request, or the code of the refusal */
async function ask(key: MachineKey, more?: object, operator = admin): Promise<string> {
  const answer = await operator.post('/requests', {
    kind: 'machine_key',
    about: key.id,
    values: valuesOf(key, more),
    reason: 'They count our money.',
  });
  return answer.statusCode === 202 ? answer.json().data.id : `${answer.statusCode} ${answer.json().code}`;
}

async function make(more?: object): Promise<MachineKey> {
  const key = newMachineKey();
  expect(await site.approve(await ask(key, more), compliance)).toEqual({ status: 'done', because: null });
  return key;
}

interface Sent {
  readonly from?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

const get = (path: string, key: string | null, { from = home, headers = {}, body }: Sent = {}) =>
  http.inject({
    method: body ? 'POST' : 'GET',
    url: `/api${path}`,
    remoteAddress: from,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    ...(body && { payload: body }),
  });
const said = (answer: Response) => `${answer.statusCode} ${answer.json().code}`;
/** The keys that were made, without those that were only asked for. */
const list = async () =>
  (await admin.get('/machine-keys')).json<{ data: Listed[] }>().data.filter(({ state }) => state !== 'asked');
const revoke = (id: string, operator = compliance) =>
  operator.post(`/machine-keys/${id}/revoke`, { reason: 'They have lost it.' });
const alarms = () =>
  site.owner.query<{ kind: string; subject: string }>(
    `select kind, subject from console.what_is_wrong() where kind like 'machine_key%' order by 1, 2`,
  );

/** A call for each scope. */
const paths: Readonly<Record<Exclude<MachineScope, 'webhooks:replay'>, string>> = {
  'payments:read': '/payments',
  'draws:read': '/draws',
  'figures:read': '/figures',
  'reports:read': '/reports/games',
  'statements:read': '/statements',
};

describe('a key', () => {
  test('is asked for by an admin, approved by compliance, and taken from then on', async () => {
    const key = newMachineKey();
    for (const role of ['compliance', 'auditor', 'payments'] as const) {
      expect(await ask(key, {}, await site.operator(role))).toBe('403 not_allowed');
    }
    const request = await ask(key);
    expect((await admin.get('/machine-keys')).json()).toMatchObject({
      data: [{ id: key.id, state: 'asked', askedBy: admin.name, approvedBy: null, usesToday: 0 }],
    });
    expect(said(await get('/payments', key.key))).toBe('401 unauthenticated');
    // Neither the one who asked nor another admin approves.
    for (const operator of [admin, await site.operator('admin')]) {
      const own = await operator.post(`/requests/${request}/decision`, { decision: 'approve', reason: 'I know them.' });
      expect(own.statusCode).toBe(403);
    }
    const approve = { decision: 'approve', reason: 'Looked at both.' };
    expect((await compliance.post(`/requests/${request}/decision`, approve)).statusCode).toBe(200);
    // Approved, and not carried out yet.
    expect(said(await get('/payments', key.key))).toBe('401 unauthenticated');
    await site.work();
    expect((await get('/payments', key.key)).statusCode).toBe(200);
    expect(await list()).toMatchObject([
      {
        id: key.id,
        state: 'good',
        name: 'Our bookkeeper',
        scopes: machineScopes,
        addresses: ['203.0.113.0/24', '2001:db8::/48'],
        askedBy: admin.name,
        approvedBy: compliance.name,
        usesToday: 1,
        lastUsedAt: expect.any(String),
        request,
      },
    ]);
    expect((await (await site.operator('auditor')).get('/machine-keys')).statusCode).toBe(200);
    expect((await (await site.operator('payments')).get('/machine-keys')).statusCode).toBe(403);
  });

  test('is known here by its hash alone', async () => {
    const { key, hash } = await make();
    await get('/payments', key);
    const secret = key.slice(-43);
    const tables = await site.owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'console'::regnamespace)`,
    );
    const holding = async (text: string) => {
      const found: string[] = [];
      for (const { name } of tables) {
        const rows = await site.owner.query(`select from ${name} t where t::text like $1 limit 1`, [`%${text}%`]);
        if (rows.length > 0) found.push(name);
      }
      return found;
    };
    expect(await holding(secret)).toEqual([]);
    expect(await holding(hash)).toEqual(['console.machine_key', 'console.request']);
  });

  test('does not last longer than 365 days, and is made once', async () => {
    const key = newMachineKey();
    expect(await ask(key, { endsAt: inDays(366) })).toBe('409 conflict');
    expect(await ask(key, { endsAt: inDays(-1) })).toBe('409 conflict');
    for (const wrong of [
      { scopes: [] },
      { scopes: ['wallets:write'] },
      { scopes: ['draws:read', 'draws:read'] },
      { addresses: [] },
      { addresses: ['0.0.0.0/0'] },
      { addresses: ['10.0.0.0/8'] },
      { addresses: ['::/0'] },
      { addresses: ['fe80::1%eth0'] },
      { addresses: ['example.com'] },
      { addresses: ['10.0.0.1/24/8'] },
      { perMinute: 0 },
      { perMinute: 6_001 },
      { hash: 'ab' },
    ]) {
      expect([wrong, await ask(key, wrong)]).toEqual([wrong, '400 invalid_request']);
    }
    const made = await make();
    expect(await ask(made)).toBe('409 conflict');
    expect(await ask({ ...newMachineKey(), hash: made.hash })).toBe('409 conflict');
    expect(await ask({ ...newMachineKey(), id: made.id })).toBe('409 conflict');
  });

  test('a key that has ended is not taken', async () => {
    const { id, key } = await make();
    await site.owner.transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(
        `update console.machine_key set made_at = now() - interval '2 days', ends_at = now() where id = $1`,
        [id],
      );
    });
    expect(said(await get('/draws', key))).toBe('401 unauthenticated');
    expect(await list()).toMatchObject([{ state: 'ended', usesToday: 0 }]);
  });

  test('a key that was revoked is not taken from this moment on, also by a call that is under way', async () => {
    const { id, key } = await make();
    // The call was let in, and the key is revoked before it reads.
    await site.machine.query('select * from console.use_key($1, $2, $3)', [key, 'payments:read', home]);
    expect((await get('/payments', key)).statusCode).toBe(200);
    const revoked = await revoke(id);
    expect(revoked.json()).toMatchObject({ data: { audit: expect.any(Number) } });
    for (const read of [
      `select * from console.machine_payments($1, '{}', null, 1)`,
      'select * from console.machine_draws($1, null, null, null, null, 1)',
      `select * from console.machine_report_rows($1, 'games', now(), now(), 'UTC', null, 1)`,
      `select * from console.machine_report_sums($1, 'games', now(), now(), 'UTC')`,
      'select * from console.machine_statements($1, null, null, 1)',
      'select * from console.machine_statement_differences($1, null, null, null, null, null, 1)',
      'select console.machine_replay($1, gen_random_uuid(), gen_random_uuid(), null, null)',
    ]) {
      await expect(site.machine.query(read, [key]), read).rejects.toMatchObject({ code: '42501' });
    }
    expect(said(await get('/payments', key))).toBe('401 unauthenticated');
    expect(await list()).toMatchObject([{ id, state: 'revoked', revokedBy: compliance.name }]);
    // Once is enough, and nobody makes it good again.
    expect((await revoke(id, admin)).json()).toMatchObject({ data: { audit: null } });
    expect((await revoke(newMachineKey().id)).statusCode).toBe(404);
    for (const role of ['payments', 'auditor'] as const) {
      expect((await revoke(id, await site.operator(role))).statusCode).toBe(403);
    }
  });

  test('a key that is revoked between its check and its read is answered with 401', async () => {
    const { id, key } = await make();
    const db = Object.assign(Object.create(site.machine) as typeof site.machine, {
      query: async (sql: string, values: unknown[]) => {
        const rows = await site.machine.query(sql, values);
        await revoke(id);
        return rows;
      },
    });
    const slow = createMachineHttp(
      { db, reportDb: db, mode: 'demo', timeZone: 'Africa/Abidjan' },
      { log: pino({ level: 'silent' }), checkAnswers: true, quietBeforeCutMs: 0 },
    );
    const answer = await slow.inject({
      url: '/api/payments',
      remoteAddress: home,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(said(answer)).toBe('401 unauthenticated');
    await slow.close();
  });

  test('a key that was made without two leaves a trace, and so does one that reaches further afterwards', async () => {
    const { owner } = site;
    const { id } = await make();
    const without = async (key = id) =>
      (
        await owner.query(
          `select from console.acts_without_two(now() - interval '1 hour') where detail ->> 'kind' = 'machine_key' and detail ->> 'subject' = $1`,
          [`machine_key ${key}`],
        )
      ).length;
    await revoke(id);
    expect(await without()).toBe(0);
    await owner.query(`update console.machine_key set scopes = '{payments:read}' where id = $1`, [id]);
    expect(await without()).toBe(1);
    await owner.query('update console.machine_key set revoked_at = null, revoked_by = null where id = $1', [id]);
    expect(await without()).toBe(2);
    await owner.query(
      `insert into console.machine_key (id, hash, name, scopes, addresses, per_minute, ends_at)
       values ('mallory00000', sha256('x'), 'Mallory', '{payments:read}', '{10.0.0.1}', 1, now() + interval '1 day')`,
    );
    expect(await without('mallory00000')).toBe(1);
    await expect(owner.query('delete from console.machine_key')).rejects.toThrow();
  });
});

describe('a call', () => {
  test('a call without a key that is taken is refused, whatever it looks like', async () => {
    const { id, key } = await make();
    const secret = key.slice(-43);
    for (const header of [
      '',
      key,
      `Basic ${key}`,
      `Bearer ${key}x`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer izi_${id.toUpperCase()}_${secret}`,
      `Bearer izi_${id}_${secret.toLowerCase()}`,
      `Bearer izi_${newMachineKey().id}_${secret}`,
      `Bearer ${newMachineKey().key}`,
      `Bearer izi_${id}_${'%'.repeat(43)}`,
      `Bearer ${key}, Bearer ${key}`,
    ]) {
      const answer = await get('/draws', null, { headers: { authorization: header } });
      expect([header, said(answer)]).toEqual([header, '401 unauthenticated']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    expect((await get('/draws', null, { headers: { authorization: `bearer ${key}` } })).statusCode).toBe(200);
    // The session of an operator or a player is none.
    expect(said(await get('/draws', null, { headers: { cookie: `__Host-izi-console=${admin.token}` } }))).toBe(
      '401 unauthenticated',
    );
    expect(said(await get('/draws', admin.token))).toBe('401 unauthenticated');
    expect(await list()).toMatchObject([{ usesToday: 1, refusedToday: 0 }]);
  });

  test('a call with a key in its address is refused, and told so', async () => {
    const { key } = await make();
    for (const query of [`?key=${key}`, `?access_token=${key}`, `?cursor=${key.toUpperCase()}`]) {
      const answer = await get(`/draws${query}`, key);
      expect(said(answer)).toBe('400 invalid_request');
      expect(answer.json().detail).toContain('header Authorization');
    }
    expect(said(await get(`/draws?key=${key}`, null))).toBe('400 invalid_request');
  });

  test('needs the scope, which the database asks for again', async () => {
    for (const scope of Object.keys(paths) as (keyof typeof paths)[]) {
      const { key } = await make({ scopes: [scope] });
      for (const [other, path] of Object.entries(paths)) {
        const answer = await get(path, key);
        expect([scope, other, answer.statusCode]).toEqual([scope, other, other === scope ? 200 : 403]);
        if (other !== scope)
          expect(answer.json()).toMatchObject({ code: 'not_allowed', detail: `This key lacks the scope ${other}.` });
      }
      if (scope !== 'payments:read') {
        await expect(
          site.machine.query(`select * from console.machine_payments($1, '{}', null, 1)`, [key]),
        ).rejects.toMatchObject({ code: '42501' });
      }
      const replay = await get(`/webhooks/${randomUUID()}/replay`, key, { body: { event: randomUUID() } });
      expect(said(replay)).toBe('403 not_allowed');
    }
  });

  test('is taken from the addresses of the key only, and the first one from each new address is an alarm', async () => {
    const { id, key } = await make();
    for (const from of [home, '203.0.113.255', '2001:db8:0:1::7', '::ffff:203.0.113.7', home]) {
      expect([from, (await get('/draws', key, { from })).statusCode]).toEqual([from, 200]);
    }
    for (const from of ['203.0.114.1', '2001:db8:1::1', '127.0.0.1']) {
      const answer = await get('/draws', key, { from });
      expect([from, said(answer)]).toEqual([from, '403 not_allowed']);
    }
    // Nobody says by a header where it comes from.
    expect(said(await get('/draws', key, { from: '127.0.0.1', headers: { 'x-forwarded-for': home } }))).toBe(
      '403 not_allowed',
    );
    expect(await alarms()).toEqual([
      { kind: 'machine_key_new_address', subject: `machine_key ${id} 2001:db8:0:1::` },
      { kind: 'machine_key_new_address', subject: `machine_key ${id} 203.0.113.255` },
      { kind: 'machine_key_new_address', subject: `machine_key ${id} 203.0.113.7` },
      { kind: 'machine_key_wrong_address', subject: `machine_key ${id} 127.0.0.1` },
      { kind: 'machine_key_wrong_address', subject: `machine_key ${id} 2001:db8:1::` },
      { kind: 'machine_key_wrong_address', subject: `machine_key ${id} 203.0.114.1` },
    ]);
    expect(await list()).toMatchObject([{ usesToday: 5, refusedToday: 4 }]);
    await revoke(id);
    expect(await alarms()).toEqual([]);
  });

  test('a call over the limit is told when to come again, also where many come at once', async () => {
    const { key } = await make({ perMinute: 3 });
    const minute = async () =>
      (await site.owner.query<{ at: string }>(`select date_trunc('minute', clock_timestamp())::text as at`))[0]!.at;
    const before = await minute();
    const answers = await Promise.all(Array.from({ length: 8 }, () => get('/draws', key)));
    const isOneMinute = before === (await minute());
    const limited = answers.filter(({ statusCode }) => statusCode === 429);
    const good = answers.filter(({ statusCode }) => statusCode === 200);
    expect(good.length + limited.length).toBe(8);
    expect(good.length).toBeGreaterThanOrEqual(3);
    expect(good.length).toBeLessThanOrEqual(isOneMinute ? 3 : 6);
    const { headers } = limited[0]!;
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(headers['ratelimit-policy']).toBe('"machine-key";q=3;w=60');
    expect(headers['ratelimit']).toBe(`"machine-key";r=0;t=${String(headers['retry-after'])}`);
    expect(await list()).toMatchObject([{ usesToday: good.length, refusedToday: limited.length }]);
    // The next minute begins anew.
    await site.owner.query(`update console.machine_key_use set minute = minute - interval '1 minute'`);
    expect((await get('/draws', key)).statusCode).toBe(200);
  });

  test('a call of another API is not here', async () => {
    const { key } = await make();
    for (const path of ['/users/me', '/clients/deposit', '/bets', '/auth/login']) {
      expect((await get(path, key)).statusCode).toBe(404);
    }
    for (const url of ['/operator/requests', '/operator/me', '/']) {
      expect((await http.inject({ url, headers: { authorization: `Bearer ${key}` } })).statusCode).toBe(404);
    }
    expect((await get('/payments', key, { body: {} })).statusCode).toBe(405);
  });
});

describe('what is read', () => {
  test('has no name, phone, e-mail address or number of a player, in pages by cursor', async () => {
    const { key } = await make();
    const player = await site.join();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await player.deposit()).body.data.id);
    const pages: { id: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await get(`/payments?limit=2${cursor && `&cursor=${cursor}`}`, key);
      expect(answer.statusCode).toBe(200);
      const { data, meta } = answer.json<{ data: { id: string }[]; meta: { next: string | null } }>();
      pages.push(...data);
      cursor = meta.next;
      for (const word of ['phone', 'client', '"name"', 'email', 'Awa', '+225']) expect(answer.body).not.toContain(word);
    }
    expect(pages.map(({ id }) => id)).toEqual(ids);
    expect(pages[0]).toMatchObject({
      direction: 'deposit',
      amount: 1_000,
      country: 'CI',
      provider: 'sandbox',
      providerRef: expect.any(String),
    });
    const filtered = (query: string) =>
      get(`/payments?${query}`, key).then((answer) => answer.json<{ data: object[] }>().data.length);
    expect(await filtered('direction=withdrawal')).toBe(0);
    expect(await filtered('status=succeeded,paid')).toBe(0);
    expect(await filtered(`from=${inDays(1)}`)).toBe(0);
    expect(await filtered('provider=sandbox')).toBe(3);
    expect(said(await get('/payments?cursor=1', key))).toBe('400 invalid_request');
  });

  test('is draws with results and sums, as the console has them', async () => {
    const { owner, worker } = site;
    const { key } = await make();
    const desk = await openDesk(site);
    const player = await createPlayer(owner, { dep: 10_000 });
    const draw = await createDraw(owner);
    await placeBets(desk, player, [
      newTicket(draw, { selectedNumbers: ['5'] }),
      newTicket(draw, { selectedNumbers: ['1'] }),
    ]);
    desk.clock.stop();
    await moveDraw(owner, draw, { closesIn: -1 });
    await closeDueDraw(worker);
    await sealDueDraw(worker, testKeys);
    await drawWithResult(owner, draw, [5, 1, 2, 3, 4, 6, 7, 8, 9]);
    while (await settleDueDraw(worker));
    const read = async (query = '') =>
      (await get(`/draws${query}`, key)).json<{ data: Record<string, unknown>[] }>().data;
    const stake = newTicket(draw).betAmount;
    const [one] = (await read('?status=settled')).filter(({ id }) => id === draw);
    expect(one).toMatchObject({
      status: 'settled',
      result: ['5', '1', '2', '3', '4', '6', '7', '8', '9'],
      tickets: 2,
      staked: 2 * stake,
      paid: 6 * stake,
      net: -4 * stake,
    });
    const [shown] = (await (await site.operator('draws')).get('/draws?status=settled'))
      .json()
      .data.filter(({ id }: { id: string }) => id === draw);
    expect(shown).toMatchObject(one!);
    for (const inside of ['worst', 'ofCap', 'players', 'stops', 'late']) expect(one).not.toHaveProperty(inside);
  });

  test('is figures and the reports without a person', async () => {
    const { key } = await make();
    const figures = await get('/figures', key);
    expect(figures.json()).toMatchObject({ data: expect.any(Array), meta: { demo: true } });
    for (const kind of machineReports) {
      const answer = await get(`/reports/${kind}?period=all`, key);
      expect([kind, answer.statusCode]).toEqual([kind, 200]);
      expect(answer.json()).toMatchObject({
        data: { kind, totals: expect.any(Object) },
        meta: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      for (const inside of ['madeBy', 'operator']) expect(answer.json().data).not.toHaveProperty(inside);
    }
    for (const kind of reportNames.filter((one) => !machineReports.some((open) => open === one))) {
      expect([kind, said(await get(`/reports/${kind}`, key))]).toEqual([kind, '400 invalid_request']);
      await expect(
        site.machine.query(`select * from console.machine_report_rows($1, $2, now(), now(), 'UTC', null, 1)`, [
          key,
          kind,
        ]),
      ).rejects.toMatchObject({ code: '42501' });
    }
    expect(
      await site.owner.query('select k as kind from unnest($1::text[]) k where console.is_report_for_machines(k)', [
        reportNames,
      ]),
    ).toEqual(reportNames.filter((kind) => machineReports.some((open) => open === kind)).map((kind) => ({ kind })));
    for (const kind of machineReports) {
      const types = reportKinds[kind].columns.map((name) => `${name} ${cellTypeOf(kind, name)}`);
      expect(
        types.filter((one) => /account$|^(who|reason|subject) /.test(one)),
        kind,
      ).toEqual([]);
    }
  });

  test('is statements with their differences, without players and operators', async () => {
    const { owner } = site;
    const { key } = await make();
    const payment = (await (await site.join()).deposit()).body.data.id;
    const [statement] = await owner.query<{ id: number }>(
      `insert into console.provider_statement (account, file_name, sha256, bytes, layout, period, key_sealed, uploaded_by, state, lines)
       select 'sandbox', 'of Awa.csv', sha256('a file'), 100, '{}', tstzrange(now() - interval '1 day', now()), '', id, 'comparing', 1
       from console.operator limit 1 returning id`,
    );
    await owner.query(
      `insert into console.statement_line (statement_id, number, at, kind, amount, moved, currency, status, their_ref, phone_end, identity, payment_id, matched_by)
       values ($1, 2, now(), 'deposit', 900, 900, 'XOF', 'succeeded', 'theirs-1', '41', gen_random_uuid(), $2, 'our_ref')`,
      [statement!.id, payment],
    );
    await owner.query(
      `insert into console.statement_difference (statement_id, account, kind, number, key, at, payment_id, closed_at, closed_by, note)
       select $1, 'sandbox', 'amount', 2, gen_random_uuid(), now(), $2, now(), id, 'Awa Koné has called' from console.operator limit 1`,
      [statement!.id, payment],
    );
    const statements = await get('/statements?account=sandbox', key);
    expect(statements.json()).toMatchObject({
      data: [{ id: statement!.id, account: 'sandbox', lines: 1 }],
      meta: { next: null },
    });
    const differences = await get(`/statement-differences?statement=${statement!.id}&state=closed&kind=amount`, key);
    expect(differences.json()).toMatchObject({
      data: [
        {
          kind: 'amount',
          payment,
          theirs: { ref: 'theirs-1', amount: 900, status: 'succeeded' },
          ours: { amount: 1_000, direction: 'deposit', account: 'sandbox' },
          state: 'closed',
        },
      ],
      meta: { next: null },
    });
    expect((await get('/statement-differences?state=open', key)).json()).toEqual({ data: [], meta: { next: null } });
    for (const inside of ['Awa', '"41"', 'client', 'phoneEnd', 'note', 'closedBy', 'uploadedBy', 'demo-', 'layout']) {
      expect(statements.body + differences.body).not.toContain(inside);
    }
  });

  test('is nothing to a login without a key', async () => {
    for (const sql of [
      'select from payment',
      'select from wallet',
      'select from client',
      'select from console.machine_key',
    ]) {
      await expect(site.machine.query(sql), sql).rejects.toThrow('permission denied');
    }
  });
});

test('a program has a webhook sent again, with a line of the audit that names its key', async () => {
  const { owner } = site;
  const { id, key } = await make();
  const endpoint = randomUUID();
  await owner.query(
    `insert into webhook_endpoint (id, url, types, generation, public_key) values ($1, 'https://hooks.example/izi', '{alarm.opened}', 1, sha256('a key'))`,
    [endpoint],
  );
  await owner.query(`insert into console.alarm (kind, subject, detail) values ('mismatch', 'one', '{}')`);
  const [event] = await owner.query<{ id: string }>(
    'update webhook_delivery set next_try_at = null, delivered_at = now() returning event_id as id',
  );
  const replay = (body: object, to = endpoint) => get(`/webhooks/${to}/replay`, key, { body });
  expect((await replay({ event: event!.id })).json()).toEqual({ data: { events: 1 } });
  expect(await owner.query('select from webhook_delivery where next_try_at is not null')).toHaveLength(1);
  const [line] = await owner.query<{ record: object }>(
    `select convert_from(record, 'UTF8')::jsonb as record from console.audit where act = 'webhooks_replayed' order by number desc limit 1`,
  );
  expect(line!.record).toMatchObject({
    who: 'machine',
    subject: `webhook ${endpoint}`,
    after: { key: id, event: event!.id, events: 1 },
  });
  expect((await replay({ from: inDays(-1), until: inDays(1) })).json()).toEqual({ data: { events: 1 } });
  expect(said(await replay({ event: event!.id }, randomUUID()))).toBe('404 not_found');
  for (const wrong of [
    {},
    { from: inDays(-1) },
    { event: event!.id, reason: 'Because.' },
    { from: inDays(-40), until: inDays(0) },
  ]) {
    expect(said(await replay(wrong))).toBe('400 invalid_request');
  }
  await admin.post(`/webhooks/${endpoint}/stop`, { reason: 'A pause.' });
  expect(said(await replay({ event: event!.id }))).toBe('404 not_found');
});

describe('the document', () => {
  test('is enough for a program to read a page of each list, which is as described', async () => {
    const { key } = await make();
    const document = (await http.inject('/api/openapi.json')).json<ReturnType<typeof describeApi>>();
    const unfit = createFit(document);
    for (const [path, { get: described }] of Object.entries(document.paths)) {
      if (described === undefined) continue;
      const { schema, example } = described.responses[200]!.content!['application/json']!;
      expect(unfit(schema, example), path).toBeNull();
      const named = described.parameters.find(({ name }) => name === 'kind' && path.includes('{kind}'));
      const kinds = (named?.schema.enum ?? ['']) as readonly string[];
      for (const kind of kinds) {
        const answer = await get(path.replace('{kind}', kind), key);
        expect([path, answer.statusCode]).toEqual([path, 200]);
        expect(unfit(schema, answer.json()), path).toBeNull();
      }
    }
  });

  test('is valid, names every call with its scope, and is served without a key', async () => {
    const answer = await http.inject('/api/openapi.json');
    expect(answer.statusCode).toBe(200);
    const copy = answer.json<Record<string, unknown>>();
    expect(await new Validator().validate(structuredClone(copy))).toMatchObject({ valid: true });
    const { paths: described } = describeApi(machineApi);
    for (const { path, method, name, scope } of machineEndpoints) {
      expect(described[path]?.[method.toLowerCase()]).toMatchObject({
        operationId: name,
        security: [{ token: [scope] }],
      });
    }
    expect(Object.keys(described)).toHaveLength(machineEndpoints.length);
    expect((await http.inject('/api/docs')).body).toContain('The API of Izi for programs');
  });
});
