import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commonChecks, requestKinds } from '#contract/operator/requests.ts';
import { hashAct, readAct } from '#domain/signed-act.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, testConsoleUrl } from '#tests/support/operator/operators.ts';
import {
  askToSign,
  callSigned,
  givePasskey,
  makeSigningOperator,
  type SigningOperator,
} from '#tests/support/operator/signing.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';
import type { Flaws } from '#tests/support/players/passkey.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors, type Executors } from '#server/operator-work/executors.ts';

let app: IdentityApp;
let http: Http;
let support: SigningOperator;
let risk: SigningOperator;
let compliance: SigningOperator;
let client: IdentityClient;

beforeAll(async () => {
  app = await startIdentityApp();
  http = await startConsole(app.database, { identity: app.identity });
  support = await makeSigningOperator(owner(), ['support']);
  risk = await makeSigningOperator(owner(), ['risk']);
  compliance = await makeSigningOperator(owner(), ['compliance']);
});
afterAll(async () => {
  await http.close();
  await app.stop();
});
beforeEach(async () => {
  client = await joinStopped();
});

const owner = () => app.database.owner;
const reason = 'the CNI was seen on a video call';
const path = '/requests';
/** A client whose payouts an undo has stopped. */
async function joinStopped(): Promise<IdentityClient> {
  const joined = await joinIdentityApp(app);
  await owner().query(`insert into payout_stop (client_id, act) values ($1, 'password_changed')`, [joined.id]);
  return joined;
}
const lift = (about = client.id) => ({ kind: 'lift_undo', about });

const ask = async (operator = support, about = client.id) => {
  const answer = await callSigned(http, operator, path, { ...lift(about), reason });
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json<{ data: { id: string } }>().data.id;
};
/** A request that is still open cannot be made a second time, so this one is about another client. */
const askElsewhere = async (operator = support) => ask(operator, (await joinStopped()).id);
const decide = (operator: SigningOperator, id: string, decision: string, more: object = {}) =>
  callAs(http, operator, 'POST', `/requests/${id}/decision`, { decision, reason: 'agreed', ...more });
const approve = (operator: SigningOperator, id: string, flaws: Flaws = {}) =>
  callSigned(http, operator, `/requests/${id}/decision`, { decision: 'approve', reason: 'agreed' }, flaws);
const codeOf = (answer: { json(): { code?: string }; statusCode: number }) =>
  answer.statusCode < 400 ? String(answer.statusCode) : answer.json().code;

const sorted = (codes: readonly (string | undefined)[]) =>
  codes.map(String).toSorted((one, other) => (one < other ? -1 : 1));

const worker = (executors: Executors = createExecutors({ identity: app.identity, askProvider: async () => {} })) =>
  createCarryingOut({ db: app.database.worker, executors, log: createLog('silent') });
const carryOut = (executors?: Executors) => worker(executors).step(new AbortController().signal);

const isLifted = async () => {
  const [row] = await owner().query<{ lifted: boolean }>(
    'select lifted_at is not null as lifted from payout_stop where client_id = $1',
    [client.id],
  );
  return row!.lifted;
};
const stateOf = async (id: string) => {
  const [row] = await owner().query<{ status: string; ended_because: string | null }>(
    'select status, ended_because from console.request where id = $1',
    [id],
  );
  return row!;
};
/** How many requests of the same kind the asker of one had made before it. */
async function askedBefore(id: string): Promise<number> {
  const all = await owner().query<{ id: string }>(
    `select q.id from console.request q join console.request r on r.id = $1 and (q.asked_by, q.kind) = (r.asked_by, r.kind) order by q.number`,
    [id],
  );
  return all.findIndex((one) => one.id === id);
}

const linesOf = async (id: string) =>
  (
    await owner().query<{ act: string; who: string }>(
      `select act, coalesce(o.name, 'worker') as who from console.audit a left join console.operator o on o.id = a.operator_id
       where request_id = $1 order by number`,
      [id],
    )
  ).map(({ act, who }) => `${act} ${who}`);

/** Changes a request past all rules, as only the owner of the tables can. */
const forge = (id: string, change: string) =>
  owner().transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update console.request set ${change} where id = $1`, [id]);
  });

describe('a request', () => {
  test('is made by one and approved by another, both sign the same bytes, and the worker carries it out once', async () => {
    const needed = await askToSign(http, support, path, { ...lift(), reason });
    const act = Buffer.from(needed.act!, 'hex');
    expect(act.subarray(0, 16).toString()).toBe('izi.act.v1\0\0\0\0\0\0');
    expect(readAct(act)).toMatchObject({
      kind: 'lift_undo',
      subject: `client ${client.id}`,
      reason,
      evidence: null,
      askedBy: support.name,
      console: testConsoleUrl,
    });
    expect(needed.passkey!.challenge).toBe(createHash('sha256').update(act).digest('base64url'));
    expect(Buffer.from(hashAct(act)).toString('base64url')).toBe(needed.passkey!.challenge);
    expect(needed.passkey!.allowCredentials.map(({ id }) => id)).toEqual([support.key.id]);

    const asked = await callAs(http, support, 'POST', path, {
      ...lift(),
      reason,
      signature: support.key.use(needed.passkey!),
    });
    expect(asked.statusCode, asked.body).toBe(202);
    const { id } = asked.json().data;
    await carryOut();
    expect(await isLifted()).toBe(false);

    const toApprove = await askToSign(http, risk, `/requests/${id}/decision`, {
      decision: 'approve',
      reason: 'agreed',
    });
    expect(toApprove.act).toBe(needed.act);
    expect(toApprove.passkey!.allowCredentials.map((one) => one.id)).toEqual([risk.key.id]);
    const approved = (await approve(risk, id)).json();
    const [line] = await owner().query<{ number: number }>(
      `select number from console.audit where request_id = $1 and act = 'request_approved'`,
      [id],
    );
    expect(approved).toEqual({ data: { status: 'approved', audit: line!.number } });
    expect(await isLifted()).toBe(false);
    await carryOut();
    await carryOut();
    expect(await isLifted()).toBe(true);
    expect(await linesOf(id)).toEqual([
      `request_made ${support.name}`,
      `request_approved ${risk.name}`,
      'request_done worker',
    ]);
    const [event] = await owner().query(
      `select detail - 'device' as detail from security_event where client_id = $1 and kind = 'operator_acted'`,
      [client.id],
    );
    expect(event).toEqual({ detail: { operator: risk.name, act: 'lift_undo' } });
  });

  test('is listed for those whom it concerns, and opened with checks and events', async () => {
    const id = await ask();
    const list = async (operator: SigningOperator, query: string) =>
      (await callAs(http, operator, 'GET', `/requests?${query}`)).json().data.map((one: { id: string }) => one.id);
    expect(await list(support, 'whose=mine')).toContain(id);
    expect(await list(support, 'whose=for_me')).not.toContain(id);
    expect(await list(risk, 'whose=for_me&limit=100')).toContain(id);
    expect(await list(risk, 'whose=mine')).toEqual([]);
    expect(await list(risk, `subject=client%20${client.id}&kind=lift_undo&status=asked`)).toEqual([id]);
    expect(await list(risk, `subject=client%20${client.id}&status=done,failed`)).toEqual([]);
    const draws = await makeSigningOperator(owner(), ['draws']);
    expect(await list(draws, 'whose=all')).toEqual([]);
    expect((await callAs(http, draws, 'GET', `/requests/${id}`)).statusCode).toBe(404);

    const opened = (await callAs(http, risk, 'GET', `/requests/${id}`)).json().data;
    expect(opened).toMatchObject({
      id,
      kind: 'lift_undo',
      status: 'asked',
      askedBy: support.name,
      askedWith: 'desk',
      unsigned: null,
      own: false,
      mayApprove: true,
      askedLately: await askedBefore(id),
      checks: expect.arrayContaining([
        { code: 'payouts_stopped', met: true, params: null },
        { code: 'not_own_request', met: true, params: null },
      ]),
    });
    await callAs(http, risk, 'GET', `/requests/${id}`);
    expect(await linesOf(id)).toEqual([`request_made ${support.name}`, `request_opened ${risk.name}`]);
    expect((await callAs(http, support, 'GET', `/requests/${id}`)).json().data).toMatchObject({
      own: true,
      mayApprove: false,
    });
    await owner().query(`select lift_undo($1, 'the owner', 'a test')`, [client.id]);
    const changed = (await callAs(http, risk, 'GET', `/requests/${id}`)).json().data;
    expect(changed.checks).toContainEqual({ code: 'payouts_stopped', met: false, params: null });
    // A trace of the owner's own doing would be found by every later look over the books.
    await owner().query('update payout_stop set request_id = $1 where client_id = $2', [id, client.id]);
    await forge(id, `status = 'withdrawn', ended_at = now(), ended_by = asked_by`);
    await owner().query(
      'update payout_stop set lifted_at = null, lifted_by = null, reason = null where client_id = $1',
      [client.id],
    );
  });

  test('is listed in pages that follow each other', async () => {
    const ids = [await ask(), await askElsewhere(), await askElsewhere()];
    const page = async (query: string) => (await callAs(http, support, 'GET', `/requests?${query}`)).json();
    const first = await page('whose=mine&limit=2');
    const second = await page(`whose=mine&limit=2&cursor=${first.meta.next}`);
    expect([...first.data, ...second.data].map(({ id }) => id).slice(0, 3)).toEqual(ids.toReversed());
    const forMe = async (query: string) =>
      (await callAs(http, compliance, 'GET', `/requests?whose=for_me&${query}`)).json();
    const all = (await forMe('limit=100')).data.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { data, meta } = await forMe(`limit=1${cursor}`);
      seen.push(...data.map(({ id }: { id: string }) => id));
      if (meta.next === null) break;
      cursor = `&cursor=${meta.next}`;
    }
    expect(seen).toEqual(all);
  });

  test('starts a reset: the client gets a code and sets a password, and no operator sees or sets anything', async () => {
    const texts = async () => (await app.readTexts(client.phone)).length;
    const before = await texts();
    const asked = await callSigned(http, support, path, {
      kind: 'start_reset',
      about: client.id,
      reason: 'has lost the phone',
    });
    const { id } = asked.json().data;
    await approve(risk, id);
    expect(await texts()).toBe(before);
    await carryOut();
    await carryOut();
    expect(await texts()).toBe(before + 1);
    const code = await app.readCode(client.phone);
    // In production a browser names its flow. This code belongs to none, so it is good in any.
    const { flow } = (await app.call('POST', '/clients/auth/forgot-password', { phone: client.phone })).json();
    const password = 'another good password';
    const reset = await app.call('POST', '/clients/otp/reset-password', {
      phone: client.phone,
      code,
      flow,
      password,
      passwordConfirmation: password,
    });
    expect(reset.statusCode).toBe(200);
  });

  test('clears a match', async () => {
    await owner().query(`insert into person_match (client_id, source, ends_at) values ($1, 'register 1', 'infinity')`, [
      client.id,
    ]);
    const asked = await callSigned(http, compliance, path, {
      kind: 'clear_match',
      about: client.id,
      reason: 'another person',
    });
    const { id } = asked.json().data;
    await approve(risk, id);
    await carryOut();
    const [match] = await owner().query(
      'select cleared_by, reason, request_id from person_match where client_id = $1',
      [client.id],
    );
    expect(match).toEqual({ cleared_by: risk.name, reason: 'another person', request_id: id });
  });

  test('cannot be made while a check is not met', async () => {
    const other = await joinIdentityApp(app);
    const refused = await callAs(http, support, 'POST', path, { kind: 'lift_undo', about: other.id, reason });
    expect(refused.json()).toMatchObject({ code: 'conflict', unmet: { code: 'payouts_stopped' } });
  });

  test('every kind has checks in the database', async () => {
    const kinds = await owner().query<{ kind: string }>(
      `select kind from console.kind
       where to_regprocedure(format('console.%I(console.request)', 'checks_of_' || kind)) is null`,
    );
    expect(kinds).toEqual([]);
  });

  test('each kind answers the checks of its description, and the common ones follow', async () => {
    const found: Record<string, string[]> = {};
    for (const kind of Object.keys(requestKinds)) {
      const rows = await owner().query<{ code: string }>(`select code from console.checks_of_${kind}(null)`);
      found[kind] = rows.map(({ code }) => code);
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(requestKinds).map(([kind, { checks }]) => [kind, checks])));
    const id = await ask();
    const codes = async (operator: SigningOperator) =>
      (await callAs(http, operator, 'GET', `/requests/${id}`))
        .json()
        .data.checks.map(({ code }: { code: string }) => code);
    const all = new Set<string>([...(await codes(support)), ...(await codes(risk))]);
    expect(all).toEqual(new Set([...requestKinds.lift_undo.checks, ...commonChecks]));
  });

  test('shows the approver before, after and checks as the asker saw them, and what has changed since', async () => {
    const signing = { ...(await makeOperator(owner(), ['compliance'], { demo: false })) };
    const approver = { ...signing, key: await givePasskey(owner(), signing) };
    await owner().query(
      `insert into client_lock (client_id, kind, reason, locked_by, ends_at)
       values ($1, 'play', 'a test', 'somebody', clock_timestamp() + interval '2 hours')`,
      [client.id],
    );
    const act = { kind: 'unlock', about: client.id, values: { lock: 'play' } };
    const tried = (await callAs(http, support, 'POST', '/requests/trial', act)).json().data;
    expect(tried).toMatchObject({ subject: `client ${client.id}`, newValues: { lock: 'play' } });
    expect(tried.checks).toContainEqual({ code: 'locked', met: true, params: null });
    const { id } = (await callSigned(http, support, path, { ...act, reason })).json().data;

    const open = async () => (await callAs(http, approver, 'GET', `/requests/${id}`)).json().data;
    const seen = await open();
    expect([seen.oldValues, seen.newValues]).toEqual([tried.oldValues, tried.newValues]);
    expect(seen.nowValues).toEqual(tried.oldValues);
    // The last one is only of asking.
    expect(tried.checks.at(-1)).toEqual({ code: 'not_asked_already', met: true, params: null });
    expect(seen.checks.slice(0, tried.checks.length - 1)).toEqual(tried.checks.slice(0, -1));

    await owner().query(
      `update client_lock set lifted_at = clock_timestamp(), lifted_by = gen_random_uuid() where client_id = $1`,
      [client.id],
    );
    const now = await open();
    expect([now.oldValues, now.newValues]).toEqual([tried.oldValues, tried.newValues]);
    expect(now.nowValues).toEqual({});
    expect(now.checks).toContainEqual({ code: 'locked', met: false, params: null });
    expect((await callAs(http, support, 'POST', '/requests/trial', act)).json().data.checks).toContainEqual({
      code: 'locked',
      met: false,
      params: null,
    });
    // A lock that the owner lifts alone would be found by every later look over the books.
    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('delete from client_lock where client_id = $1', [client.id]);
    });
  });

  test('a request of a kind is made and tried only by the kind’s own roles, and a refusal is audited', async () => {
    const act = { kind: 'unlock', about: client.id, values: { lock: 'play' } };
    const refusals = async () =>
      (
        await owner().query(`select from console.audit where act = 'call_refused' and subject = $1`, [
          `operator ${risk.name}`,
        ])
      ).length;
    const before = await refusals();
    expect((await callAs(http, risk, 'POST', '/requests/trial', act)).statusCode).toBe(403);
    expect(await refusals()).toBe(before + 1);
    expect((await callAs(http, risk, 'POST', path, { ...act, reason })).statusCode).toBe(403);
    await expect(
      app.database.console.query(`select console.try_request($1, 'unlock', $2, '{"lock": "play"}', '{}')`, [
        risk.token,
        `client ${client.id}`,
      ]),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('a request of every kind that can be asked for is carried out by the worker', async () => {
    const kinds = await owner().query<{ kind: string }>('select kind from console.kind order by kind');
    expect(Object.keys(createExecutors({ identity: app.identity, askProvider: async () => {} })).toSorted()).toEqual(
      kinds.map(({ kind }) => kind),
    );
  });
});

describe('a signature', () => {
  test.each<[string, Flaws]>([
    ['is wrong', { wrongSignature: true }],
    ['is of another site', { origin: 'http://localhost:3999' }],
    ['is of another relying party', { rpId: 'evil.example' }],
    ['is without a person who was verified', { verified: false }],
    ['is of a passkey being made', { type: 'webauthn.create' }],
    ['was given in a frame', { crossOrigin: true }],
  ])('a signature that %s asks for nothing and approves nothing', async (_, flaws) => {
    expect(codeOf(await callSigned(http, support, path, { ...lift(), reason }, flaws))).toBe('passkey_refused');
    const id = await ask();
    expect(codeOf(await approve(risk, id, flaws))).toBe('passkey_refused');
    expect(await stateOf(id)).toMatchObject({ status: 'asked' });
  });

  test('is accepted once, right or wrong', async () => {
    const { passkey } = await askToSign(http, support, path, { ...lift(), reason });
    const body = { ...lift(), reason, signature: support.key.use(passkey!) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => callAs(http, support, 'POST', path, body)));
    expect(sorted(answers.map(codeOf))).toEqual(['202', ...Array(4).fill('challenge_over')]);

    const about = (await joinStopped()).id;
    const next = await askToSign(http, support, path, { ...lift(about), reason });
    const wrong = support.key.use(next.passkey!, { wrongSignature: true });
    expect(codeOf(await callAs(http, support, 'POST', path, { ...lift(about), reason, signature: wrong }))).toBe(
      'passkey_refused',
    );
    const right = support.key.use(next.passkey!);
    expect(codeOf(await callAs(http, support, 'POST', path, { ...lift(about), reason, signature: right }))).toBe(
      'challenge_over',
    );
  });

  test('a signature of other content than the request’s asks for nothing', async () => {
    const { passkey } = await askToSign(http, support, path, { ...lift(), reason });
    const signature = support.key.use(passkey!);
    const changed = await callAs(http, support, 'POST', path, { ...lift(), reason: `${reason} twice`, signature });
    expect(changed.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('has changed') });
  });

  test('a signature of another operator, or from another session, is refused', async () => {
    const { passkey } = await askToSign(http, support, path, { ...lift(), reason });
    const others = risk.key.use(passkey!);
    expect(codeOf(await callAs(http, support, 'POST', path, { ...lift(), reason, signature: others }))).toBe(
      'passkey_unknown',
    );
    const again = await askToSign(http, support, path, { ...lift(), reason });
    const signature = support.key.use(again.passkey!);
    expect(codeOf(await callAs(http, risk, 'POST', path, { ...lift(), reason, signature }))).toBe('challenge_over');
  });

  test('a signature of another session of the same operator is refused, and so is one of another act', async () => {
    const operator = await makeSigningOperator(owner(), ['support']);
    const token = randomBytes(32).toString('base64url');
    await owner().query(
      `insert into console.session (hash, operator_id, stage, signed_in_with, address, expires_at)
       select sha256(convert_to($2, 'UTF8')), id, 'full', 'passkey', '127.0.0.1', clock_timestamp() + interval '12 hours'
       from console.operator where name = $1`,
      [operator.name, token],
    );
    const { passkey } = await askToSign(http, operator, path, { ...lift(), reason });
    const signature = operator.key.use(passkey!);
    const elsewhere = { ...operator, token };
    expect(codeOf(await callAs(http, elsewhere, 'POST', path, { ...lift(), reason, signature }))).toBe(
      'challenge_over',
    );

    const reset = { kind: 'start_reset', about: client.id };
    const other = await callAs(http, operator, 'POST', path, { ...reset, reason, signature });
    expect(other.statusCode, other.body).not.toBe(202);
    expect(codeOf(await callAs(http, operator, 'POST', path, { ...lift(), reason, signature })), 'it is used up').toBe(
      'challenge_over',
    );
  });

  test('a signature of one request approves no other, and the asker’s signature approves nothing', async () => {
    const [one, other] = [await ask(), await askElsewhere()];
    const { passkey } = await askToSign(http, risk, `/requests/${one}/decision`, {
      decision: 'approve',
      reason: 'yes',
    });
    const signature = risk.key.use(passkey!);
    expect(codeOf(await decide(risk, other, 'approve', { signature }))).toBe('challenge_over');
    const [row] = await owner().query<{ asked_signature: object }>(
      'select asked_signature from console.request where id = $1',
      [one],
    );
    await askToSign(http, risk, `/requests/${one}/decision`, { decision: 'approve', reason: 'yes' });
    expect(codeOf(await decide(risk, one, 'approve', { signature: row!.asked_signature }))).toBe('passkey_unknown');
    expect(await stateOf(one)).toMatchObject({ status: 'asked' });
  });

  test('a signature whose counter did not rise is refused: the key may have been copied', async () => {
    const operator = await makeSigningOperator(owner(), ['support']);
    expect((await callSigned(http, operator, path, { ...lift(), reason }, { counter: 5 })).statusCode).toBe(202);
    const next = { ...lift((await joinStopped()).id), reason };
    expect(codeOf(await callSigned(http, operator, path, next, { counter: 5 }))).toBe('passkey_refused');
    expect((await callSigned(http, operator, path, next, { counter: 6 })).statusCode).toBe(202);
    const told = await owner().query(`select from console.audit where act = 'passkey_counter_fell' and subject = $1`, [
      `operator ${operator.name}`,
    ]);
    expect(told).toHaveLength(1);
  });

  test('is too late after five minutes', async () => {
    const { passkey } = await askToSign(http, support, path, { ...lift(), reason });
    await owner().query(`update console.act_challenge set expires_at = clock_timestamp()`);
    const signature = support.key.use(passkey!);
    expect(codeOf(await callAs(http, support, 'POST', path, { ...lift(), reason, signature }))).toBe('challenge_over');
  });

  test('a signature of a passkey that was removed, or is not yet valid, is refused', async () => {
    const operator = await makeSigningOperator(owner(), ['support']);
    const { passkey } = await askToSign(http, operator, path, { ...lift(), reason });
    await owner().query(
      'update console.passkey set removed_at = clock_timestamp() where operator_id = (select id from console.operator where name = $1)',
      [operator.name],
    );
    const signature = operator.key.use(passkey!);
    expect(codeOf(await callAs(http, operator, 'POST', path, { ...lift(), reason, signature }))).toBe(
      'passkey_unknown',
    );
    const next = await givePasskey(owner(), operator);
    await owner().query(
      `update console.passkey set active_at = clock_timestamp() + interval '1 day' where removed_at is null and operator_id = (select id from console.operator where name = $1)`,
      [operator.name],
    );
    const again = await askToSign(http, operator, path, { ...lift(), reason });
    expect(again.passkey!.allowCredentials).toEqual([]);
    const early = next.use(again.passkey!);
    expect(codeOf(await callAs(http, operator, 'POST', path, { ...lift(), reason, signature: early }))).toBe(
      'passkey_unknown',
    );
  });

  test.each([
    ['approval', `approved_signature = jsonb_set(approved_signature, '{response,signature}', '"MEUCIQ"')`],
    ['asking', `asked_signature = jsonb_set(asked_signature, '{response,signature}', '"MEUCIQ"')`],
    ['approval, which is that of asking', 'approved_signature = asked_signature'],
  ])('a signature that was forged in the table is detected by the worker: %s', async (_, change) => {
    const id = await ask();
    await approve(risk, id);
    await forge(id, change);
    await carryOut();
    expect(await stateOf(id)).toEqual({ status: 'failed', ended_because: expect.stringContaining('signature of') });
    expect(await isLifted()).toBe(false);
  });

  test.each([
    ['reason', `reason = 'another one'`],
    ['values', `new_values = '{"amount": 1}'`],
    ['time', `expires_at = expires_at + interval '1 second'`],
  ])('fixes what is done: a request whose %s was changed is not carried out', async (_, change) => {
    const id = await ask();
    await approve(risk, id);
    await forge(id, change);
    await carryOut();
    expect(await stateOf(id)).toEqual({ status: 'failed', ended_because: 'not_what_was_signed' });
    expect(await isLifted()).toBe(false);
  });

  test('a signature on a request whose subject was changed is detected by the worker', async () => {
    const id = await ask();
    await approve(risk, id);
    await forge(id, `subject = 'client 1'`);
    await carryOut();
    expect(await stateOf(id)).toEqual({ status: 'failed', ended_because: 'What was signed is not what is asked for.' });
  });
});

describe('rights', () => {
  test('nobody approves their own request, and no role approves without the right', async () => {
    const id = await ask(risk);
    const own = await decide(risk, id, 'approve');
    expect(own.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('Somebody else') });
    expect(codeOf(await decide(support, id, 'approve'))).toBe('not_allowed');
    expect(codeOf(await decide(support, id, 'refuse'))).toBe('not_allowed');
    const isNew = await makeSigningOperator(owner(), ['risk'], { isNew: true });
    expect((await decide(isNew, id, 'approve')).json().detail).toBe('A new operator approves nothing for a day.');
    await expect(
      owner().query(
        'update console.request set status = $2, approved_by = asked_by, approved_at = clock_timestamp(), approved_signature = asked_signature where id = $1',
        [id, 'approved'],
      ),
    ).rejects.toThrow('request_takes_two');
    expect(codeOf(await approve(compliance, id))).toBe('200');
  });

  test('only the asker withdraws a request, and only an approver refuses it', async () => {
    const mine = await ask();
    expect(codeOf(await decide(risk, mine, 'withdraw'))).toBe('conflict');
    expect(codeOf(await decide(support, mine, 'refuse'))).toBe('conflict');
    expect((await decide(support, mine, 'withdraw')).json()).toMatchObject({ data: { status: 'withdrawn' } });
    const other = await ask();
    expect((await decide(risk, other, 'refuse')).json()).toMatchObject({ data: { status: 'refused' } });
    for (const id of [mine, other]) {
      for (const decision of ['approve', 'refuse']) expect(codeOf(await decide(risk, id, decision))).toBe('conflict');
      expect(codeOf(await decide(support, id, 'withdraw'))).toBe('conflict');
    }
    expect(await linesOf(mine)).toEqual([`request_made ${support.name}`, `request_withdrawn ${support.name}`]);
    expect(await linesOf(other)).toEqual([`request_made ${support.name}`, `request_refused ${risk.name}`]);
  });

  test('a removed role counts neither at the approval nor when the request is carried out', async () => {
    const asker = await makeSigningOperator(owner(), ['support']);
    const approver = await makeSigningOperator(owner(), ['risk']);
    const [first, second] = [await ask(asker), await askElsewhere(asker)];
    expect(codeOf(await approve(approver, first))).toBe('200');
    await owner().query(`update console.operator set roles = '{payments}' where name = $1`, [asker.name]);
    await carryOut();
    expect(await stateOf(first)).toEqual({
      status: 'failed',
      ended_because: 'asker_may_not',
    });
    expect((await decide(risk, second, 'approve')).json().detail).toContain('may not ask for it any more');

    const third = await askElsewhere();
    await approve(approver, third);
    await owner().query('update console.operator set disabled_at = now() where name = $1', [approver.name]);
    await carryOut();
    expect(await stateOf(third)).toEqual({
      status: 'failed',
      ended_because: 'approver_may_not',
    });
    expect(await isLifted()).toBe(false);
  });
});

describe('at the same moment', () => {
  test('one of ten approvals counts, and five workers carry the request out once', async () => {
    const id = await ask();
    const approvers = await Promise.all(Array.from({ length: 10 }, () => makeSigningOperator(owner(), ['risk'])));
    const bodies = await Promise.all(
      approvers.map(async (one) => {
        const { passkey } = await askToSign(http, one, `/requests/${id}/decision`, {
          decision: 'approve',
          reason: 'yes',
        });
        return one.key.use(passkey!);
      }),
    );
    const answers = await Promise.all(
      approvers.map((one, index) => decide(one, id, 'approve', { signature: bodies[index] })),
    );
    expect(sorted(answers.map(codeOf))).toEqual(['200', ...Array(9).fill('conflict')]);
    let done = 0;
    const executors = createExecutors({ identity: app.identity, askProvider: async () => {} });
    const counting: Executors = {
      ...executors,
      lift_undo: async (tx, request) => {
        await executors['lift_undo']!(tx, request);
        tx.afterCommit(() => (done += 1));
      },
    };
    await Promise.all(Array.from({ length: 5 }, () => carryOut(counting)));
    expect(done).toBe(1);
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('one of an approval and a withdrawal, or of a refusal and an expiry, counts', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await askElsewhere();
      const { passkey } = await askToSign(http, risk, `/requests/${id}/decision`, {
        decision: 'approve',
        reason: 'yes',
      });
      const answers = await Promise.all([
        decide(risk, id, 'approve', { signature: risk.key.use(passkey!) }),
        decide(support, id, 'withdraw'),
        decide(compliance, id, 'refuse'),
      ]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      const ended = (await linesOf(id)).filter((line) => !line.startsWith('request_made'));
      expect(ended).toHaveLength(1);
    }
  });

  test('an expired request is neither approved nor carried out', async () => {
    const [late, approved] = [await ask(), await askElsewhere()];
    const { passkey } = await askToSign(http, risk, `/requests/${late}/decision`, {
      decision: 'approve',
      reason: 'yes',
    });
    await approve(risk, approved);
    for (const id of [late, approved]) {
      await forge(
        id,
        `asked_at = asked_at - interval '2 days', approved_at = approved_at - interval '2 days', expires_at = clock_timestamp()`,
      );
    }
    const tooLate = await decide(risk, late, 'approve', { signature: risk.key.use(passkey!) });
    expect(tooLate.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('time is over') });
    expect((await callAs(http, risk, 'GET', `/requests/${late}`)).json().data.status).toBe('expired');
    await expect(owner().query(`select console.require_approved($1, 'lift_undo')`, [approved])).rejects.toThrow(
      'time_over',
    );
    // The lock of the statement that was refused may still be held for a moment; then the next round ends it.
    const endAll = async () => {
      await carryOut();
      return Promise.all([late, approved].map(async (id) => (await stateOf(id)).status));
    };
    await expect.poll(endAll).toEqual(['expired', 'expired']);
    expect(await isLifted()).toBe(false);
    expect((await linesOf(late)).at(-1)).toBe('request_expired worker');
  });

  test('a request whose subject has changed fails, gives the reason, and leaves nothing half done', async () => {
    const other = await joinStopped();
    const [first, second] = [await ask(), await ask(support, other.id)];
    await approve(risk, first);
    await approve(risk, second);
    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('delete from payout_stop where client_id = $1', [other.id]);
    });
    await carryOut();
    const states = [await stateOf(first), await stateOf(second)];
    expect(states).toEqual([
      { status: 'done', ended_because: null },
      { status: 'failed', ended_because: 'payouts_stopped' },
    ]);
    expect((await linesOf(second)).at(-1)).toBe('request_failed worker');
  });

  test('a request that can never be done is closed without an answer, and is asked for anew', async () => {
    const id = await ask();
    expect((await callAs(http, support, 'POST', path, { ...lift(), reason })).json()).toMatchObject({
      unmet: { code: 'not_asked_already' },
    });
    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('delete from payout_stop where client_id = $1', [client.id]);
    });
    await Promise.all([carryOut(), carryOut()]);
    expect(await stateOf(id)).toEqual({ status: 'failed', ended_because: 'payouts_stopped' });
    expect(await linesOf(id)).toEqual([`request_made ${support.name}`, 'request_failed worker']);
    await owner().query(`insert into payout_stop (client_id, act) values ($1, 'password_changed')`, [client.id]);
    expect(await ask()).not.toBe(id);
  });

  test('a worker that dies while carrying out does all or nothing, and the next one carries the request out', async () => {
    const id = await ask();
    await approve(risk, id);
    const executors = createExecutors({ identity: app.identity, askProvider: async () => {} });
    const dying: Executors = {
      ...executors,
      lift_undo: async (tx, request) => {
        await executors['lift_undo']!(tx, request);
        const [backend] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
        await owner().query('select pg_terminate_backend($1, 10000)', [backend!.pid]);
      },
    };
    await expect(carryOut(dying)).rejects.toThrow('could not be carried out yet');
    expect(await stateOf(id)).toMatchObject({ status: 'approved' });
    expect(await isLifted()).toBe(false);
    await carryOut();
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    expect(await isLifted()).toBe(true);
  });

  test('an executor that does not end its request changes nothing, or it would run again and again', async () => {
    const id = await ask();
    await approve(risk, id);
    const careless: Executors = {
      lift_undo: async (tx) =>
        void (await tx.query('select record_security_event($1, $2, null, null, null, $3)', [
          client.id,
          'undo_lifted',
          '{}',
        ])),
    };
    await expect(carryOut(careless)).rejects.toThrow('could not be carried out yet');
    const events = await owner().query(`select from security_event where client_id = $1 and kind = 'undo_lifted'`, [
      client.id,
    ]);
    expect(events).toEqual([]);
    await carryOut();
  });
});

describe('without the API', () => {
  const tables = [
    'kind',
    'request',
    'act_challenge',
    'audit',
    'audit_head',
    'signed_head',
    'view_log',
    'view_digest',
    'passkey',
    'operator',
  ];

  test('neither login reads or writes a table of the console', async () => {
    for (const db of [app.database.db, app.database.console]) {
      for (const table of tables) {
        for (const sql of [
          `select from console.${table}`,
          `insert into console.${table} default values`,
          `delete from console.${table}`,
          `truncate console.${table}`,
        ]) {
          await expect(db.query(sql), sql).rejects.toMatchObject({ code: '42501' });
        }
      }
      await expect(db.query(`update console.request set status = 'approved'`)).rejects.toMatchObject({ code: '42501' });
      await expect(db.query(`update console.audit set act = 'x'`)).rejects.toMatchObject({ code: '42501' });
      await expect(db.query(`select console.write_audit(null, 'x', 'x')`)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('the console cannot carry out, and the worker can neither ask nor approve', async () => {
    const id = await ask();
    await approve(risk, id);
    for (const sql of [
      `select console.require_approved('${id}', 'lift_undo')`,
      `select console.finish_request('${id}')`,
      `select console.execute_lift_undo('${id}')`,
      `select console.fail_request('${id}', 'x')`,
      `select console.take_approved('${id}')`,
      `select lift_undo(${client.id}, 'me', 'x')`,
    ]) {
      await expect(app.database.console.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    for (const sql of [
      `select console.make_request('s', 'lift_undo', 'client 1', '{}', '{}', 'because', null, 'http://localhost', null, null)`,
      `select console.make_request('s', 'lift_undo', 'client 1', '{}', '{}', 'because', null, 'http://localhost', '', '{}')`,
      `select console.try_request('s', 'lift_undo', 'client 1', '{}', '{}')`,
      `select console.approve_request('s', '${id}', 'yes', '{}')`,
      `select console.end_request('s', '${id}', 'refused', 'no')`,
      `select console.finish_request('${id}')`,
      `select console.keep_request(null, null)`,
      `select lift_undo(${client.id}, 'me', 'x')`,
    ]) {
      await expect(app.database.db.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    await carryOut();
  });

  test('a request that is not approved is not carried out, by the function of any kind', async () => {
    const id = await ask();
    await expect(app.database.worker.query('select console.execute_lift_undo($1)', [id])).rejects.toThrow(
      'not_approved',
    );
    await approve(risk, id);
    await expect(app.database.worker.query('select console.execute_clear_match($1)', [id])).rejects.toThrow(
      'not_approved',
    );
    await app.database.worker.query('select console.execute_lift_undo($1)', [id]);
    await expect(app.database.worker.query('select console.execute_lift_undo($1)', [id])).rejects.toThrow(
      'not_approved',
    );
  });

  test('the worker does not carry out requests with signatures that a captured console forged', async () => {
    const db = app.database.console;
    const forged = (who: SigningOperator, key: string) => ({
      id: who.key.id,
      rawId: who.key.id,
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: key, signature: key },
    });
    const asked = ['lift_undo', `client ${client.id}`, '{}', '{}', 'a lie', null, testConsoleUrl];
    const [prepared] = await db.query<{ act: Buffer }>(
      'select * from console.make_request($1, $2, $3, $4, $5, $6, $7, $8, null, null)',
      [support.token, ...asked],
    );
    const hash = Buffer.from(hashAct(prepared!.act));
    await db.query(`select console.use_challenge($1, $2, 'ask', '')`, [support.token, hash]);
    const [row] = await db.query<{ id: string }>(
      'select * from console.make_request($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [support.token, ...asked, hash, JSON.stringify(forged(support, 'AAAA'))],
    );
    await db.query('select console.prepare_approval($1, $2)', [risk.token, row!.id]);
    await db.query(`select console.use_challenge($1, $2, 'approve', '')`, [risk.token, hash]);
    await db.query('select console.approve_request($1, $2, $3, $4)', [
      risk.token,
      row!.id,
      'yes',
      JSON.stringify(forged(risk, 'BBBB')),
    ]);
    expect(await stateOf(row!.id)).toMatchObject({ status: 'approved' });
    await carryOut();
    expect(await stateOf(row!.id)).toEqual({
      status: 'failed',
      ended_because: expect.stringContaining('signature of'),
    });
    expect(await isLifted()).toBe(false);
  });

  test('an operator without a passkey asks for nothing without a signature', async () => {
    const none = await makeOperator(owner(), ['support'], { demo: false });
    expect((await callAs(http, none, 'POST', path, { ...lift(), reason })).json().code).toBe('signature_needed');
    await expect(
      owner().query(
        `insert into console.request (kind, subject, reason, asked_by, expires_at, act, console_url)
         select 'lift_undo', 'client 1', 'x', id, now() + interval '1 hour', '', 'x' from console.operator where name = $1`,
        [none.name],
      ),
    ).rejects.toThrow('request_is_signed');
  });

  test('the content of a request never changes, and its status never goes back, even by the owner', async () => {
    const id = await ask();
    const change = (sql: string) => owner().query(`update console.request set ${sql} where id = $1`, [id]);
    await expect(change(`reason = 'another'`)).rejects.toThrow('never changes');
    await expect(change(`expires_at = expires_at + interval '1 day'`)).rejects.toThrow('never changes');
    await expect(change(`status = 'done', ended_at = now()`)).rejects.toThrow('cannot go from asked to done');
    await expect(owner().query('delete from console.request where id = $1', [id])).rejects.toThrow(
      'history never changes',
    );
    await expect(owner().query('truncate console.request cascade')).rejects.toThrow('history never changes');
    await decide(support, id, 'withdraw');
    await expect(change(`status = 'asked', ended_at = null, ended_by = null`)).rejects.toThrow('cannot go from');
  });
});

describe('a demo operator', () => {
  test('signs nothing, and the request says so', async () => {
    const [one, two] = [await makeOperator(owner(), ['support']), await makeOperator(owner(), ['risk'])];
    const asked = await callAs(http, one, 'POST', path, { ...lift(), reason });
    const { id } = asked.json().data;
    expect((await callAs(http, two, 'GET', `/requests/${id}`)).json().data).toMatchObject({ unsigned: 'demo' });
    const own = await callAs(http, one, 'POST', `/requests/${id}/decision`, { decision: 'approve', reason: 'yes' });
    expect(own.statusCode).toBe(403);
    const approved = await callAs(http, two, 'POST', `/requests/${id}/decision`, {
      decision: 'approve',
      reason: 'yes',
    });
    expect(approved.json()).toMatchObject({ data: { status: 'approved' } });
    await carryOut();
    expect(await isLifted()).toBe(true);
  });

  test('cannot act in production', async () => {
    const [one, two] = [await makeOperator(owner(), ['support']), await makeOperator(owner(), ['risk'])];
    const { id } = (await callAs(http, one, 'POST', path, { ...lift(), reason })).json().data;
    await callAs(http, two, 'POST', `/requests/${id}/decision`, { decision: 'approve', reason: 'yes' });
    const setMode = (mode: string) =>
      owner().transact(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query('update site_mode set mode = $1', [mode]);
      });
    await setMode('production');
    await carryOut();
    await setMode('demo');
    expect(await stateOf(id)).toEqual({ status: 'failed', ended_because: 'signature_missing' });
    expect(await isLifted()).toBe(false);
  });
});

describe('the books', () => {
  const passes = () => reconcile(app.database.worker, 'recent');
  const actsOf = async () => (await passes()).mismatches.filter(({ check }) => check === 'act');

  test('agree after an act of two operators; an act without two is detected and stops withdrawals', async () => {
    const id = await ask();
    await approve(risk, id);
    await carryOut();
    expect((await actsOf()).filter(({ detail }) => detail['subject'] === `client ${client.id}`)).toEqual([]);

    const other = await joinIdentityApp(app);
    await owner().query(`insert into payout_stop (client_id, act) values ($1, 'password_changed')`, [other.id]);
    await owner().query(`select lift_undo($1, 'nobody', 'alone')`, [other.id]);
    const found = (await actsOf()).filter(({ detail }) => detail['subject'] === `client ${other.id}`);
    expect(found).toMatchObject([{ subject: 'act', detail: { kind: 'lift_undo', request: null } }]);
    expect(await owner().query(`select from operation_flag where name = 'withdrawals_stopped'`)).toHaveLength(1);
  });

  test('name a request whose signature was forged afterwards, and one whose audit line is missing', async () => {
    const id = await ask();
    await approve(risk, id);
    await carryOut();
    const about = async () => (await actsOf()).filter((one) => one.id === id);
    expect(await about()).toEqual([]);
    await forge(id, `approved_signature = asked_signature`);
    expect(await about()).toMatchObject([
      { subject: 'request', detail: { wrong: expect.stringContaining('signature of') } },
    ]);
  });
});
