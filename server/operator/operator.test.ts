import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { PlayLimits } from '#contract/play-limits.ts';
import { createLog } from '#server/http/log.ts';
import type { Http } from '#server/http/http.ts';
import { registerPlayLimitRoutes } from '#server/play-limits/routes.ts';
import { addDocumentRoutes, readIdentity, showDocument } from '#tests/support/players/documents.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';

let app: IdentityApp;
let http: Http;
let compliance: TestOperator;
let risk: TestOperator;
let support: TestOperator;

beforeAll(async () => {
  app = await startIdentityApp();
  const { owner } = app.database;
  const documents = addDocumentRoutes(app);
  registerPlayLimitRoutes(app.http, app.identity, 'Africa/Abidjan');
  const log = createLog('debug', { write: (line) => void app.logged.push(line) });
  http = await startConsole(app.database, { identity: app.identity, documents, log });
  compliance = await makeOperator(owner, ['compliance']);
  risk = await makeOperator(owner, ['risk']);
  support = await makeOperator(owner, ['support']);
});
afterAll(async () => {
  await http.close();
  await app.stop();
});

const owner = () => app.database.owner;
const byValue = (one: number, other: number) => one - other;

interface AuditRow {
  readonly act: string;
  readonly name: string;
  readonly reason: string | null;
}

/** The audit of a client, the oldest line first. */
const auditOf = ({ id }: IdentityClient) =>
  owner().query<AuditRow>(
    `select act, name, convert_from(record, 'UTF8')::jsonb ->> 'reason' as reason
     from console.audit a join console.operator o on o.id = operator_id where subject = $1 order by number`,
    [`client ${id}`],
  );

const eventsOf = async ({ id }: IdentityClient, kind: string) =>
  owner().query<{ detail: Record<string, unknown> }>(
    'select detail from security_event where client_id = $1 and kind = $2 order by at',
    [id, kind],
  );

const join = (more = {}) => joinIdentityApp(app, more);
const decide = (operator: TestOperator, id: string, body: object) =>
  callAs(http, operator, 'POST', `/identity-checks/${id}/decision`, body);
const accept = (operator: TestOperator, id: string, more: object = {}) =>
  decide(operator, id, {
    decision: 'accept',
    reason: 'photo and name agree',
    birthDate: '1990-05-06',
    otherPerson: false,
    ...more,
  });

describe('rights', () => {
  const id = randomUUID();

  test('the database checks session and role as well', async () => {
    const { console: db } = app.database;
    const admin = await makeOperator(owner(), ['admin']);
    const decision = [id, true, 'because', '1990-01-01', false];
    const sql = 'select console.decide_identity_check($1, $2, $3, $4, $5, $6, null, null, null, null)';
    await expect(db.query(sql, ['wrong', ...decision])).rejects.toMatchObject({ code: '42501' });
    await expect(db.query(sql, [admin.token, ...decision])).rejects.toMatchObject({ code: '42501' });
    for (const table of ['operator', 'session', 'passkey', 'request', 'audit']) {
      await expect(db.query(`select from console.${table}`), table).rejects.toMatchObject({ code: '42501' });
      await expect(db.query(`delete from console.${table}`), table).rejects.toMatchObject({ code: '42501' });
    }
    await expect(db.query('select clear_person_match(1, $1, $2)', ['me', 'because'])).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('an operator has at most two roles, and a checking role only alone', async () => {
    const make = (...roles: OperatorRole[]) => makeOperator(owner(), roles);
    await make('support', 'payments');
    await expect(make('support', 'payments', 'risk')).rejects.toThrow('operator_has_few_roles');
    await expect(make('auditor', 'risk')).rejects.toThrow('operator_has_few_roles');
    await expect(make('risk', 'risk')).rejects.toThrow('operator_has_few_roles');
  });
});

describe('a document', () => {
  test('waits in the queue, is opened, seen and accepted: tier 2, and each look and act is audited', async () => {
    const client = await join({ birthDate: '1990-05-06' });
    const id = await showDocument(app, client, { number: 'C 99 88 77' });
    const queue = async () => {
      const ids: string[] = [];
      for (let cursor = ''; ;) {
        const { data, meta } = (await callAs(http, compliance, 'GET', `/identity-checks?limit=1${cursor}`)).json();
        ids.push(...data.map((check: { id: string }) => check.id));
        if (meta.next === null) return ids;
        cursor = `&cursor=${meta.next}`;
      }
    };
    const other = await showDocument(app, await join());
    expect(await queue()).toEqual([id, other]);

    const opened = (await callAs(http, compliance, 'GET', `/identity-checks/${id}`)).json().data;
    expect(opened).toMatchObject({
      id,
      clientId: client.id,
      number: 'C998877',
      sides: ['front', 'back'],
      client: { firstName: 'Awa', lastName: 'Koné', birthDate: '1990-05-06' },
      matches: [],
    });
    const image = await callAs(http, risk, 'GET', `/identity-checks/${id}/back`);
    expect(image.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
    expect((await sharp(image.rawPayload).metadata()).width).toBe(600);
    expect((await accept(compliance, id)).json()).toMatchObject({ data: { outcome: 'accepted' } });

    expect(await readIdentity(app, client)).toMatchObject({ tier: 2, check: { status: 'accepted', reason: null } });
    expect(await queue()).toEqual([other]);
    expect((await auditOf(client)).map(({ act, name, reason }) => [act, name, reason])).toEqual([
      ['identity_check_opened', compliance.name, null],
      ['identity_image_opened', risk.name, null],
      ['identity_check_accepted', compliance.name, 'photo and name agree'],
    ]);
    const looks = await eventsOf(client, 'identity_looked_at');
    expect(looks.map(({ detail }) => [detail['operator'], detail['side']])).toEqual([
      [compliance.name, undefined],
      [risk.name, 'back'],
    ]);
    expect(app.logged.filter((line) => line.includes('identity_looked_at') && line.includes(risk.name))).not.toEqual(
      [],
    );
    // The client sees that there was a look, and gets word of the decision.
    const seen = (await app.call('GET', '/clients/security-events', undefined, client.token)).json().data;
    expect(seen.map(({ kind }: { kind: string }) => kind)).toContain('identity_looked_at');
    expect((await app.readTexts(client.phone))[0]).toContain('was accepted');
  });

  test('a document that is refused tells the client why, and the client may send another one', async () => {
    const client = await join();
    const id = await showDocument(app, client);
    const refused = await decide(compliance, id, { decision: 'refuse', reason: 'The back is blurred.' });
    expect(refused.json()).toMatchObject({ data: { outcome: 'refused' } });
    expect(await readIdentity(app, client)).toMatchObject({
      tier: 1,
      check: { status: 'refused', reason: 'The back is blurred.' },
    });
    expect((await app.readTexts(client.phone))[0]).toContain('was not accepted');
    expect((await accept(compliance, id)).json().code).toBe('conflict');
    await accept(compliance, await showDocument(app, client));
    expect((await readIdentity(app, client)).tier).toBe(2);
  });

  test('keeps one of 20 decisions that are made at the same time', async () => {
    const client = await join();
    const id = await showDocument(app, client);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? accept(compliance, id) : decide(compliance, id, { decision: 'refuse', reason: 'not readable' }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    expect(await auditOf(client)).toHaveLength(1);
  });

  test('is accepted in one account only, also when two are decided at the same time', async () => {
    const number = { number: 'C-SAME-1', type: 'passport' };
    const clients = [await join(), await join(), await join()];
    const ids = await Promise.all(clients.map((client) => showDocument(app, client, number)));
    const answers = await Promise.all(ids.map((id) => accept(compliance, id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted(byValue)).toEqual([200, 409, 409]);
    const taken = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(taken.json().detail).toBe('This document was accepted in another account.');
    const tiers = await Promise.all(clients.map(async (client) => (await readIdentity(app, client)).tier));
    expect(tiers.toSorted(byValue)).toEqual([1, 1, 2]);
  });

  test('a document that has expired while it waited is not accepted', async () => {
    const client = await join();
    const id = await showDocument(app, client);
    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(`update identity_check set expires_on = current_date - 1 where id = $1`, [id]);
    });
    expect((await accept(compliance, id)).json().detail).toBe('This document is no longer valid.');
    expect(await auditOf(client)).toEqual([]);
  });

  test('decides the age: the account takes its birth date, and under 18 it is closed for good', async () => {
    const adult = await join({ birthDate: '1991-01-01' });
    await accept(compliance, await showDocument(app, adult), { birthDate: '1990-12-31' });
    expect((await app.call('GET', '/users/me', undefined, adult.token)).json().birthDate).toBe('1990-12-31');

    const child = await join();
    const seventeen = new Date(Date.now() - 17.9 * 365.25 * 86_400_000).toISOString().slice(0, 10);
    const id = await showDocument(app, child);
    expect((await accept(compliance, id, { birthDate: seventeen })).json()).toMatchObject({
      data: { outcome: 'underage' },
    });
    expect((await app.call('GET', '/users/me', undefined, child.token)).statusCode).toBe(401);
    const [row] = await owner().query('select reason from closing where client_id = $1', [child.id]);
    expect(row).toEqual({ reason: 'underage' });
    const signedIn = await app.call('POST', '/clients/auth/local', {
      identifier: child.phone,
      password: 'correct horse battery',
    });
    // Money may go out, deposits too, and the client cannot keep the account.
    const { rows } = { rows: await owner().query('select is_closed_for_good($1) as closed', [child.id]) };
    expect(rows).toEqual([{ closed: true }]);
    await owner().query('select take_back_closing($1)', [child.id]);
    expect(await owner().query('select from closing where client_id = $1', [child.id])).toHaveLength(1);
    expect(signedIn.statusCode).toBe(200);
    expect((await auditOf(child)).map(({ act }) => act)).toEqual(['identity_check_underage']);
  });
});

describe('an excluded person', () => {
  let lastDay = 0;
  /** Nobody of another test was born that day. */
  const newName = () => ({
    firstName: 'Moussa',
    lastName: 'Traoré',
    birthDate: new Date(Date.UTC(1955, 1, ++lastDay)).toISOString().slice(0, 10),
  });
  const exclude = async ({ token }: IdentityClient) => {
    const answer = await app.call(
      'POST',
      '/clients/breaks',
      { kind: 'exclusion', currentPassword: 'correct horse battery' },
      token,
    );
    expect(answer.statusCode).toBe(201);
  };
  const isStopped = async ({ token }: IdentityClient) =>
    (await app.call('GET', '/clients/limits', undefined, token)).json<{ data: PlayLimits }>().data.identityNeeded;

  test('a namesake can play after one document, and the operator sees the match', async () => {
    const name = newName();
    await exclude(await join(name));
    const namesake = await join(name);
    expect(await isStopped(namesake)).toBe(true);
    const id = await showDocument(app, namesake);
    const { matches } = (await callAs(http, compliance, 'GET', `/identity-checks/${id}`)).json().data;
    expect(matches).toEqual([expect.stringMatching(/^client \d+$/)]);
    await accept(compliance, id, { birthDate: name.birthDate, otherPerson: true });
    expect(await isStopped(namesake)).toBe(false);
    const [match] = await owner().query('select cleared_by, reason from person_match where client_id = $1', [
      namesake.id,
    ]);
    expect(match).toEqual({ cleared_by: compliance.name, reason: 'photo and name agree' });
  });

  test('the match stays unless the operator says that they are two persons', async () => {
    const name = newName();
    await exclude(await join(name));
    const same = await join(name);
    await accept(compliance, await showDocument(app, same), { birthDate: name.birthDate });
    expect(await isStopped(same)).toBe(true);
  });

  test('with the document of the excluded person nobody can play, under any name, and no operator can allow it', async () => {
    const number = { number: `C-EXCLUDED-${++lastDay}`, type: 'passport' };
    const first = await join(newName());
    await accept(compliance, await showDocument(app, first, number), { birthDate: '1960-01-02' });
    await exclude(first);
    // The first account is erased, and its document is free again.
    await owner().query('select erase_documents($1)', [first.id]);
    const again = await join({ firstName: 'Ibrahim', lastName: 'Cissé', birthDate: '1971-02-03' });
    expect(await isStopped(again)).toBe(false);
    await accept(compliance, await showDocument(app, again, number), { birthDate: '1971-02-03', otherPerson: true });
    expect(await isStopped(again)).toBe(true);
  });

  test('a person who is excluded when the document is accepted is recognized by it afterwards', async () => {
    const number = { number: `C-LATER-${++lastDay}`, type: 'passport' };
    const name = newName();
    const first = await join(name);
    const id = await showDocument(app, first, number);
    await exclude(first);
    await accept(compliance, id, { birthDate: name.birthDate });
    const known = await owner().query(`select from excluded where source = $1 and kind = 'document'`, [
      `client ${first.id}`,
    ]);
    expect(known).toHaveLength(1);
  });
});

describe('acts of one operator', () => {
  test('ending the sessions works at once, and the client reads that our staff did it', async () => {
    const client = await join();
    const ended = await callAs(http, support, 'POST', `/clients/${client.id}/end-sessions`, {
      reason: 'phone stolen, they called',
    });
    expect(ended.json()).toMatchObject({ data: { sessions: 1 } });
    expect((await app.call('GET', '/users/me', undefined, client.token)).statusCode).toBe(401);
    expect(await auditOf(client)).toMatchObject([
      { act: 'sessions_ended', name: support.name, reason: 'phone stolen, they called' },
    ]);
    expect((await eventsOf(client, 'operator_acted'))[0]!.detail).toMatchObject({
      operator: support.name,
      act: 'sessions_ended',
    });
    const nobody = await callAs(http, support, 'POST', '/clients/999999999/end-sessions', { reason: 'a wrong number' });
    expect(nobody.statusCode).toBe(404);
  });

  test('an act without a reason is refused', async () => {
    const client = await join();
    expect(
      (await callAs(http, support, 'POST', `/clients/${client.id}/end-sessions`, { reason: '  ' })).statusCode,
    ).toBe(400);
    expect(await auditOf(client)).toEqual([]);
  });
});
