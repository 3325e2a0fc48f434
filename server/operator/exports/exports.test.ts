import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasFile } from '#contract/calls/operator/files.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { rights } from '#contract/operator/rights.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors } from '#server/operator-work/executors.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { createDraw } from '#tests/support/players/play.ts';
import { joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';

let app: IdentityApp;
let http: Http;
let compliance: TestOperator;
let auditor: TestOperator;
let support: TestOperator;
let client: IdentityClient;

beforeAll(async () => {
  app = await startIdentityApp();
  http = await startConsole(app.database, { identity: app.identity });
  compliance = await makeOperator(owner(), ['compliance']);
  auditor = await makeOperator(owner(), ['auditor']);
  support = await makeOperator(owner(), ['support']);
  client = await joinIdentityApp(app);
});
afterAll(async () => {
  await http.close();
  await app.stop();
});

const owner = () => app.database.owner;
const get = (operator: TestOperator, path: string) => callAs(http, operator, 'GET', path);
const linesOf = (text: string) => text.trimEnd().split('\r\n');
const lastLine = async () => {
  const [row] = await owner().query(
    `select act, subject, convert_from(record, 'UTF8')::jsonb -> 'after' as after from console.audit order by number desc limit 1`,
  );
  return row;
};

/** Signed up by the owner of the tables, many at once. */
const addPeople = (many: number) =>
  owner().query(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     select '+22507' || lpad(n::text, 8, '0'), 'x', case when n = 7 then '=cmd()' else 'Awa' end, 'Person, ' || n, '1990-01-01', 'CI', now()
     from generate_series(1, $1) n`,
    [many],
  );

/** The calls that also answer with a file: the lists, and the reports. */
const files = operatorEndpoints.filter(
  ({ caller, mediaTypes }: Endpoint) => caller === 'operator' && mediaTypes?.join() === 'application/json,text/csv',
);

describe('a list as a file', () => {
  test('exists for every list, for compliance and auditors', () => {
    const isList = ({ answer }: { answer: unknown }) =>
      (answer as { entries?: { meta?: unknown } } | null)?.entries?.meta !== undefined;
    const without = operatorEndpoints.filter((one) => isList(one) && !files.includes(one));
    // Notes are read one by one: opening one is recorded. Where money comes from is said of one player at a time.
    expect(without.map(({ path }) => path).toSorted()).toEqual([
      '/operator/clients/{id}/explanation',
      '/operator/clients/{id}/notes',
    ]);
    expect(without.filter(hasFile)).toEqual([]);
    expect(files.filter((one) => !hasFile(one))).toEqual([]);
    expect(rights.listsAsFiles.roles).toEqual(['compliance', 'auditor']);
  });

  test('has its columns in each case, and each file is one line of the audit', async () => {
    const draw = await createDraw(owner());
    const [endpoint] = await owner().query<{ id: string }>(
      `insert into webhook_endpoint (id, url, types, generation, public_key)
       values (gen_random_uuid(), 'https://hooks.example/izi', '{alarm.opened}', 1, decode(repeat('00', 32), 'hex')) returning id`,
    );
    for (const { name, path, csv } of files) {
      const [before] = await owner().query<{ n: number }>('select count(*) as n from console.audit');
      const address = path
        .replace('/operator', '')
        .replace('/draws/{id}', `/draws/${draw}`)
        .replace('/webhooks/{id}', `/webhooks/${endpoint!.id}`)
        .replace('{id}', String(client.id))
        .replace('{kind}', 'games');
      const answer = await get(auditor, `${address}?as=csv`);
      expect([name, answer.statusCode, answer.headers['content-type']], answer.body).toEqual([
        name,
        200,
        'text/csv; charset=utf-8',
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(linesOf(answer.body)[0], name).toMatch(/^"\w+(\.\w+)*"(,"\w+(\.\w+)*")+$/);
      // The description of the list says which columns its file has.
      if (csv) expect(linesOf(answer.body)[0]).toBe(csv.columns.map((column) => `"${column.name}"`).join(','));
      const [after] = await owner().query<{ n: number }>('select count(*) as n from console.audit');
      expect([name, after!.n - before!.n]).toEqual([name, 1]);
    }
  });

  test('has everything that the pages of the list have, with the same filters, and contains no formula', async () => {
    for (let n = 0; n < 3; n++) {
      await callAs(http, support, 'POST', `/clients/${client.id}/end-sessions`, { reason: `=${n}` });
      await callAs(http, compliance, 'POST', '/requests', {
        kind: 'start_reset',
        about: (await joinIdentityApp(app)).id,
        reason: `=cmd() ${n}, "now"`,
      });
    }
    const { data } = (await get(compliance, '/requests?whose=mine&kind=start_reset')).json();
    const answer = await get(compliance, '/requests?whose=mine&kind=start_reset&as=csv');
    const [header, ...lines] = linesOf(answer.body);
    expect(header).toBe(
      '"id","number","kind","subject","status","reason","askedBy","askedAt","expiresAt","endedAt","endedBecause","failure.code","failure.params","own","drawsAt"',
    );
    expect(lines).toHaveLength(3);
    expect(lines.map((line) => line.split('"')[1])).toEqual(data.map(({ id }: { id: string }) => id));
    expect(lines[0]).toContain(`"'=cmd() 2, ""now"""`);
    expect(await lastLine()).toEqual({
      act: 'requests_exported',
      subject: null,
      after: { whose: 'mine', kind: ['start_reset'] },
    });
    const none = await get(compliance, `/clients/${client.id}/statement?as=csv`);
    expect(linesOf(none.body)).toHaveLength(1);
    expect(await lastLine()).toMatchObject({ act: 'statement_exported', subject: `client ${client.id}` });
  });

  test('is refused for other roles and unknown subjects, and then leaves no line for a file', async () => {
    const before = await lastLine();
    expect((await get(compliance, '/clients/999999999/tickets?as=csv')).statusCode).toBe(404);
    expect((await get(compliance, '/draws?status=nonsense&as=csv')).statusCode).toBe(400);
    expect(await lastLine()).toEqual(before);
    expect((await get(support, '/clients?as=csv')).statusCode).toBe(403);
    expect(await lastLine()).toMatchObject({ act: 'call_refused' });
    for (const login of [app.database.db, app.database.console]) {
      await expect(login.query('select * from console.people_file_part')).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('a file of more than a thousand people', () => {
  test('cannot be made by one operator', async () => {
    await addPeople(1_200);
    const refused = await get(compliance, '/clients?as=csv');
    expect(refused.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('takes two') });
    const few = await get(compliance, '/clients?country=ML&as=csv');
    expect(few.statusCode).toBe(200);
  });

  test('needs compliance and an auditor, is identified by its hash, and is deleted after a day', async () => {
    const asking = { kind: 'export_people', values: { countries: ['CI'] }, reason: 'the court asks' };
    expect((await callAs(http, auditor, 'POST', '/requests', asking)).statusCode).toBe(403);
    const { id } = (await callAs(http, compliance, 'POST', '/requests', asking)).json().data;
    expect((await get(compliance, `/people-files/${id}`)).statusCode).toBe(404);
    const other = await makeOperator(owner(), ['compliance']);
    const decision = { decision: 'approve', reason: 'the letter was seen' };
    expect((await callAs(http, other, 'POST', `/requests/${id}/decision`, decision)).statusCode).toBe(403);
    expect((await callAs(http, auditor, 'POST', `/requests/${id}/decision`, decision)).statusCode).toBe(200);
    const executors = createExecutors({ identity: app.identity, askProvider: async () => {} });
    await createCarryingOut({ db: app.database.worker, executors, log: createLog('silent') }).step(
      new AbortController().signal,
    );

    const file = await get(compliance, `/people-files/${id}`);
    expect(file.statusCode, file.body).toBe(200);
    const [header, ...lines] = linesOf(file.body);
    expect(header).toBe('"id","phone","name","country","createdAt","lastSignInAt"');
    const [people] = await owner().query<{ n: number }>(`select count(*) as n from client where country = 'CI'`);
    expect(lines).toHaveLength(people!.n);
    expect(new Set(lines).size).toBe(people!.n);
    expect(file.body).toContain(`,"'=cmd() Person, 7",`);
    const [made] = await owner().query<{ after: { sha256: string } }>(
      `select convert_from(record, 'UTF8')::jsonb -> 'after' as after from console.audit where act = 'people_file_made' and request_id = $1`,
      [id],
    );
    expect(made!.after).toEqual({
      people: people!.n,
      sha256: createHash('sha256').update(file.rawPayload).digest('hex'),
    });
    expect(await lastLine()).toMatchObject({ act: 'people_file_taken', after: { sha256: made!.after.sha256 } });

    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(`update console.people_file set made_at = made_at - interval '24 hours'`);
    });
    expect((await get(compliance, `/people-files/${id}`)).statusCode).toBe(404);
    const [removed] = await app.database.worker.query('select console.remove_people_files() as parts');
    expect(removed).toEqual({ parts: 2 });
    await expect(owner().query('delete from console.people_file')).rejects.toThrow('history never changes');
  });
});
