import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditHeadMessage, hashLine } from '#domain/audit.ts';
import { verifySignature } from '#domain/fair-draw/signatures.ts';
import { openDrawKeys } from '#server/fair-draw/draw-keys.ts';
import { announceOperatorKey } from '#server/fair-draw/operator-keys.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { countReads } from '#tests/support/database/plan.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';
import { createAuditKeeping } from '#server/operator-work/keep-audit.ts';

const keys = openDrawKeys(null, openKeyRing(Buffer.alloc(32, 7)));
const auditorEmail = 'auditor@example.com';

let app: IdentityApp;
let http: Http;
let support: TestOperator;
let auditor: TestOperator;
let compliance: TestOperator;
let admin: TestOperator;
let client: IdentityClient;

beforeAll(async () => {
  app = await startIdentityApp();
  http = await startConsole(app.database, { identity: app.identity });
  await announceOperatorKey(app.database.worker, keys);
  support = await makeOperator(owner(), ['support']);
  auditor = await makeOperator(owner(), ['auditor']);
  compliance = await makeOperator(owner(), ['compliance']);
  admin = await makeOperator(owner(), ['admin']);
  client = await joinIdentityApp(app);
});
afterAll(async () => {
  await http.close();
  await app.stop();
});

const owner = () => app.database.owner;
const get = async (operator: TestOperator, path: string) => (await callAs(http, operator, 'GET', path)).json();
const act = async (reason: string, operator = support) => {
  const answer = await callAs(http, operator, 'POST', `/clients/${client.id}/end-sessions`, { reason });
  expect(answer.statusCode, answer.body).toBe(200);
};
const count = async () => (await owner().query<{ n: number }>('select count(*) as n from console.audit'))[0]!.n;
const keep = () =>
  createAuditKeeping({ db: app.database.worker, keys, auditorEmail, log: createLog('silent') }).step(
    new AbortController().signal,
  );

test('an admin’s few lines are found without reading those of others', async () => {
  const undone = new Error('undone');
  const trial = owner().transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    // Many of the worker about draws; few about operators, none of them the worker's.
    await tx.query(
      `insert into console.audit (number, at, operator_id, act, subject, record, hash)
       select 1000000 + n, clock_timestamp(), case when n % 40 = 0 then o.id end, case when n % 40 = 0 then 'theirs' when n % 5000 = 1 then 'rare' else 'bench' end, case when n % 40 = 0 then 'operator jo' else 'draw ' || n end,
         '{}', sha256(n::text::bytea)
       from generate_series(1, 20000) n, console.operator o where o.name = $1`,
      [compliance.name],
    );
    await tx.query('analyze console.audit');
    const list = (who: string | null) =>
      tx.query(
        'select * from console.list_audit($1, $2, false, null, false, null, null, $3, null, null, false, null, 51)',
        [admin.token, who, 'UTC'],
      );
    expect(await list('worker')).toEqual([]);
    expect(await countReads(tx, 'console.audit', () => list('worker'))).toBeLessThan(1_000);
    expect(await list(null)).toHaveLength(51);
    expect(await countReads(tx, 'console.audit', () => list(null))).toBeLessThan(200);
    // All of the worker's acts but one, which nearly all of its lines are about.
    const others = () =>
      tx.query(
        'select * from console.list_audit($1, $2, false, $4, true, null, null, $3, null, null, false, null, 51)',
        [auditor.token, 'worker', 'UTC', ['bench']],
      );
    expect(await others()).toHaveLength(4);
    expect(await countReads(tx, 'console.audit', others)).toBeLessThan(100);
    throw undone;
  });
  await expect(trial).rejects.toBe(undone);
});

describe('a line', () => {
  test('is written with each act: who, in which session, from where, what, on whom and why', async () => {
    const before = await count();
    await act('a doubtful sign-in');
    expect(await count()).toBe(before + 1);
    const { data } = await get(auditor, `/audit?subject=client%20${client.id}&limit=1`);
    expect(data).toMatchObject([
      {
        who: support.name,
        act: 'sessions_ended',
        subject: `client ${client.id}`,
        reason: 'a doubtful sign-in',
        request: null,
      },
    ]);
    const { data: line } = await get(auditor, `/audit/${data[0].number}`);
    expect(line).toMatchObject({ session: expect.stringMatching(/^[0-9a-f-]{36}$/), address: '127.0.0.1' });
    const record = Buffer.from(line.record, 'hex');
    expect(Buffer.from(hashLine(Buffer.from(line.hashBefore, 'hex'), record)).toString('hex')).toBe(line.hash);
    expect(createHash('sha256').update(Buffer.from(line.hashBefore, 'hex')).update(record).digest('hex')).toBe(
      line.hash,
    );
    expect(Object.keys(JSON.parse(record.toString())).toSorted()).toEqual([
      'act',
      'address',
      'after',
      'at',
      'before',
      'reason',
      'request',
      'session',
      'subject',
      'who',
    ]);
  });

  test('is not written where nothing is done', async () => {
    const before = await count();
    expect((await callAs(http, support, 'POST', '/clients/999999/end-sessions', { reason: 'nobody' })).statusCode).toBe(
      404,
    );
    expect(await count()).toBe(before);
  });

  test('a line of many acts at the same time follows the one before, without a gap', async () => {
    const before = await count();
    await Promise.all(Array.from({ length: 20 }, (_, n) => act(`at once ${n}`)));
    expect(await count()).toBe(before + 20);
    const [row] = await app.database.worker.query(
      'select wrong_number, lines from console.check_audit(0, $1, 100000)',
      [Buffer.alloc(32)],
    );
    expect(row).toEqual({ wrong_number: null, lines: before + 20 });
  });

  test('is never changed, removed or inserted out of order, even by the owner', async () => {
    for (const sql of [
      `update console.audit set act = 'x'`,
      'delete from console.audit',
      'truncate console.audit cascade',
      'delete from console.audit_head',
      'truncate console.audit_head',
      `update console.view_log set what = 'x'`,
      'delete from console.view_log where id = 0 or true',
      'truncate console.view_log',
    ]) {
      await owner().query(
        `insert into console.view_log (operator_id, subject, what) select id, 'client 1', 'x' from console.operator limit 1`,
      );
      await expect(owner().query(sql), sql).rejects.toThrow('history never changes');
    }
    await expect(owner().query('update console.audit_head set number = number + 1')).rejects.toThrow(
      'follows its lines',
    );
    await expect(
      owner().query(
        `insert into console.audit (number, at, act, record, hash) select number + 1, now(), 'lie', '{}', sha256('x') from console.audit_head`,
      ),
    ).rejects.toThrow('does not follow');
  });
});

describe('the list', () => {
  test('shows each role what it may see', async () => {
    await act('by compliance', compliance);
    await owner().query(
      `select console.write_audit((select o from console.operator o where name = $1), 'operator_added', 'operator jo')`,
      [compliance.name],
    );
    const whoIn = async (operator: TestOperator) =>
      new Set((await get(operator, '/audit?limit=100')).data.map(({ who }: { who: string }) => who));
    expect(await whoIn(auditor)).toEqual(new Set([support.name, compliance.name]));
    expect(await whoIn(compliance)).toEqual(new Set([support.name, compliance.name]));
    expect(await whoIn(support)).toEqual(new Set([support.name]));
    const { data } = await get(admin, '/audit?limit=100');
    expect(data.map(({ subject }: { subject: string }) => subject)).toEqual(['operator jo']);
    const [theirs] = (await get(auditor, `/audit?who=${compliance.name}&act=sessions_ended&limit=1`)).data;
    expect((await callAs(http, support, 'GET', `/audit/${theirs.number}`)).statusCode).toBe(404);
    expect((await callAs(http, support, 'GET', '/audit?as=csv')).statusCode).toBe(403);
    expect((await callAs(http, support, 'GET', '/audit/head')).statusCode).toBe(403);
  });

  test('is filtered by person, act, subject and time, and paged', async () => {
    const numbers = async (query: string) =>
      (await get(auditor, `/audit?limit=100&${query}`)).data.map(({ number }: { number: number }) => number);
    const all = await numbers('');
    expect(all).toEqual(all.toSorted((one: number, other: number) => other - one));
    expect(await numbers(`who=${support.name}`)).not.toEqual([]);
    expect(await numbers('who=nobody')).toEqual([]);
    const added = await numbers('act=operator_added');
    const ended = await numbers('act=sessions_ended');
    const mine = await numbers(`who=${support.name}`);
    expect(added).toHaveLength(1);
    expect(await numbers('act=-operator_added')).toEqual(all.filter((one: number) => !added.includes(one)));
    expect(await numbers('act=-operator_added,sessions_ended')).toEqual(
      all.filter((one: number) => !added.includes(one) && !ended.includes(one)),
    );
    expect(await numbers(`who=-${support.name}`)).toEqual(all.filter((one: number) => !mine.includes(one)));
    expect(await numbers('subject=operator%20jo')).toEqual(added);
    // A refused call is a line about its operator too.
    expect(await numbers('subject=operator')).toEqual(expect.arrayContaining(added));
    expect(await numbers('subject=operator&act=operator_added')).toEqual(added);
    expect(await numbers('subject=client&act=operator_added')).toEqual([]);
    expect(await numbers(`day=${new Date().toISOString().slice(0, 10)}`)).toEqual(all);
    expect(await numbers('day=2026-01-01')).toEqual([]);
    expect(await numbers('two=true')).toEqual([]);
    const { data } = await get(auditor, `/audit/${added[0]}`);
    expect(await numbers(`from=${data.at}`)).toEqual(all.filter((one: number) => one >= added[0]));
    expect(await numbers(`to=${data.at}`)).toEqual(all.filter((one: number) => one < added[0]));
    const paged: number[] = [];
    for (let cursor = ''; ;) {
      const page = await get(auditor, `/audit?limit=7${cursor}`);
      paged.push(...page.data.map(({ number }: { number: number }) => number));
      if (page.meta.next === null) break;
      cursor = `&cursor=${page.meta.next}`;
    }
    expect(paged).toEqual(all);
    expect((await callAs(http, auditor, 'GET', '/audit?cursor=x')).statusCode).toBe(400);
    expect((await callAs(http, auditor, 'GET', '/audit?from=yesterday')).statusCode).toBe(400);
  });

  test('is exported as a file, which is itself audited, and contains no formula', async () => {
    await act('=HYPERLINK("https://evil.example","open")');
    const answer = await callAs(http, auditor, 'GET', `/audit?who=${support.name}&as=csv`);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
    const [header, first, ...rest] = answer.body.split('\r\n');
    expect(header).toBe('"line","at","who","act","subject","before","after","reason","request","hash"');
    expect(first).toContain(`,"'=HYPERLINK(""https://evil.example"",""open"")",`);
    const mine = (await get(auditor, `/audit?limit=100&who=${support.name}`)).data;
    expect(rest.filter((line) => line !== '')).toHaveLength(mine.length - 1);
    const [taken] = (await get(auditor, '/audit?act=audit_exported&limit=1')).data;
    expect(taken).toMatchObject({ who: auditor.name, after: { who: { values: [support.name] } } });
  });
});

describe('the head', () => {
  test('is signed by the operator’s key an hour after new lines, and sent to the auditor', async () => {
    await act('before the head is signed');
    await keep();
    await keep();
    const { data } = await get(auditor, '/audit/head');
    const { signed } = data;
    expect(data).toMatchObject({ number: signed.number + 1, checked: { wrong: null, lines: expect.any(Number) } });
    expect(signed.key).toBe(keys.operatorKey.toString('hex'));
    const message = auditHeadMessage({
      number: signed.number,
      hash: Buffer.from(signed.hash, 'hex'),
      atMs: Date.parse(signed.at),
    });
    expect(Buffer.from(message).toString('hex')).toBe(signed.message);
    expect(verifySignature(Buffer.from(signed.signature, 'hex'), message, keys.operatorKey)).toBe(true);
    const mails = () =>
      owner().query<{ parameters: { hash: string } }>('select parameters from message where recipient = $1', [
        auditorEmail,
      ]);
    expect((await mails()).map(({ parameters }) => parameters.hash)).toEqual([signed.hash]);
    const [mail] = await app.readTexts(auditorEmail);
    expect(mail).toContain(`ends with line ${signed.number}. Its hash is ${signed.hash}`);
    expect(mail).toContain(`npm run audit -- --head ${signed.hash}`);

    await act('within the hour');
    await keep();
    expect(await mails()).toHaveLength(1);
    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('update console.signed_head set at_ms = at_ms - 3600000');
    });
    await Promise.all([keep(), keep(), keep()]);
    expect(await mails()).toHaveLength(2);
    const known = await get(auditor, `/audit/head?known=${signed.hash}`);
    expect(known.data.knownNumber).toBe(signed.number);
    expect((await get(auditor, `/audit/head?known=${'0'.repeat(64)}`)).data.knownNumber).toBeNull();
  });
});

describe('looks', () => {
  const look = (operator: TestOperator, subject: string) =>
    owner().query(
      `select console.write_view((select o from console.operator o where name = $1), $2, 'opened', 'case 7')`,
      [operator.name, subject],
    );

  test('are listed, and most operators see only their own', async () => {
    await look(support, 'client 7');
    await look(compliance, 'client 7');
    const seen = async (operator: TestOperator, query = '') =>
      (await get(operator, `/views?subject=client%207${query}`)).data.map(({ who }: { who: string }) => who);
    expect(await seen(auditor)).toEqual([compliance.name, support.name]);
    expect(await seen(support)).toEqual([support.name]);
    expect(await seen(auditor, `&who=${support.name}`)).toEqual([support.name]);
    const [one] = (await get(auditor, '/views?subject=client%207')).data;
    expect(one).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      who: compliance.name,
      subject: 'client 7',
      what: 'opened',
      why: 'case 7',
    });
  });

  test('looks of a past day are entered in the audit as one hash, once', async () => {
    await owner().query(
      `insert into console.view_log (at, operator_id, subject, what)
       select now() - n * interval '1 day', id, 'client 8', 'opened' from console.operator, generate_series(1, 3) n`,
    );
    await Promise.all([keep(), keep()]);
    await keep();
    const digests = (await get(auditor, '/audit?act=views_digested&limit=100')).data;
    expect(digests).toHaveLength(3);
    expect(digests[0]).toMatchObject({
      who: 'worker',
      subject: expect.stringMatching(/^day \d{4}-/),
      after: { looks: 4 },
    });
  });
});
