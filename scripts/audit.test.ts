import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import type { Transaction } from '#database/connect.ts';
import { openDrawKeys } from '#server/fair-draw/draw-keys.ts';
import { announceOperatorKey } from '#server/fair-draw/operator-keys.ts';
import { createLog } from '#server/http/log.ts';
import type { Http } from '#server/http/http.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors } from '#server/operator-work/executors.ts';
import { createAuditKeeping } from '#server/operator-work/keep-audit.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs } from '#tests/support/operator/operators.ts';
import { callSigned, makeSigningOperator } from '#tests/support/operator/signing.ts';
import { startIdentityApp } from '#tests/support/players/identity-app.ts';
import { joinIdentityApp } from '#tests/support/players/identity-client.ts';
import { runAudit } from './audit/run-audit.ts';

const keys = openDrawKeys(null, openKeyRing(Buffer.alloc(32, 7)));
/** A database with an audit of some acts, which each test gets a copy of. */
let original: TestDatabase;
let database: TestDatabase;

beforeAll(async () => {
  original = await createTestDatabase();
  const app = await startIdentityApp({ database: original });
  const http: Http = await startConsole(original, { identity: app.identity });
  await announceOperatorKey(original.worker, keys);
  const client = await joinIdentityApp(app);
  await original.owner.query(`insert into payout_stop (client_id, act) values ($1, 'password_changed')`, [client.id]);
  const support = await makeSigningOperator(original.owner, ['support']);
  const risk = await makeSigningOperator(original.owner, ['risk']);
  const asked = await callSigned(http, support, '/requests', {
    kind: 'lift_undo',
    about: client.id,
    reason: 'the CNI was seen',
  });
  const { id } = asked.json<{ data: { id: string } }>().data;
  await callAs(http, risk, 'GET', `/requests/${id}`);
  await callSigned(http, risk, `/requests/${id}/decision`, { decision: 'approve', reason: 'agreed' });
  const carryingOut = createCarryingOut({
    db: original.worker,
    executors: createExecutors({ identity: app.identity, askProvider: async () => {} }),
    log: createLog('silent'),
  });
  await carryingOut.step(new AbortController().signal);
  for (let n = 0; n < 4; n++) {
    await callAs(http, support, 'POST', `/clients/${client.id}/end-sessions`, { reason: `the ${n}th time` });
  }
  await original.owner.query(
    `insert into console.view_log (at, operator_id, subject, what) select now() - interval '2 days', id, 'client 1', 'opened' from console.operator`,
  );
  await keep(original);
  await callAs(http, support, 'POST', `/clients/${client.id}/end-sessions`, { reason: 'once more' });
  await http.close();
  await app.stop();
  // A database is copied only while nobody is connected to it.
  await original.disconnect();
});
afterAll(() => original.drop());

beforeEach(async () => {
  database = await createTestDatabase(original.config.database);
});
afterEach(() => database.drop());

const keep = ({ worker }: TestDatabase) =>
  createAuditKeeping({ db: worker, keys, auditorEmail: undefined, log: createLog('silent') }).step(
    new AbortController().signal,
  );

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const { host, port, user, password, database: name } = database.config as Record<string, string>;
  const url = new URL(`postgres://localhost/${name}`);
  url.username = user!;
  url.password = password ?? '';
  if (host!.startsWith('/')) url.searchParams.set('host', host!);
  else url.hostname = host!;
  if (port) url.port = port;
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runAudit(args, { DATABASE_OWNER_URL: url.href }, print, print);
  return { code, output: lines.join('\n') };
}

interface Line {
  readonly number: number;
  readonly hash: string;
  readonly act: string;
}

const lines = () =>
  database.owner.query<Line>(`select number, encode(hash, 'hex') as hash, act from console.audit order by number`);

/** Does what only the owner of the tables can: past the triggers. */
const tamper = (work: (tx: Transaction) => Promise<unknown>) =>
  database.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await work(tx);
  });

/** Makes all hashes from this line on right again, as somebody who knows the format would. */
const rebuild = async (tx: Transaction) => {
  await tx.query(`
    do $$
    declare
      l console.audit;
      v_hash bytea := decode(repeat('00', 32), 'hex');
      v_number bigint := 0;
    begin
      for l in select * from console.audit order by number loop
        v_number := v_number + 1;
        v_hash := sha256(v_hash || l.record);
        update console.audit set number = -v_number, hash = v_hash where number = l.number;
      end loop;
      update console.audit set number = -number;
      update console.audit_head set number = v_number, hash = v_hash;
    end
    $$`);
};

const edit = `record = convert_to(replace(convert_from(record, 'UTF8'), 'the 1th time', 'the 7th time'), 'UTF8')`;

describe('npm run audit', () => {
  test('finds an intact audit valid, together with the signed heads', async () => {
    const all = await lines();
    expect(all.map(({ act }) => act)).toEqual([
      'owner_link_made',
      'owner_link_made',
      'request_made',
      'request_opened',
      'request_approved',
      'request_done',
      'sessions_ended',
      'sessions_ended',
      'sessions_ended',
      'sessions_ended',
      'views_digested',
      'head_signed',
      'sessions_ended',
    ]);
    const { code, output } = await run('--head', all[5]!.hash, '--head', all.at(-1)!.hash.toUpperCase());
    expect(output).toContain('✓ The audit is intact');
    expect(output).toContain(`line 6 has the hash ${all[5]!.hash}`);
    expect(output).toContain('1 signed heads, 1 requests, 27 kinds of acts that take two, the looks of 1 days');
    expect(code).toBe(0);
  });

  test.each<[string, number, (tx: Transaction) => Promise<unknown>]>([
    ['a byte of a record', 8, (tx) => tx.query(`update console.audit set ${edit} where number = 8`)],
    [
      'a record that is no JSON any more',
      8,
      (tx) => tx.query(`update console.audit set record = '\\x00ff' where number = 8`),
    ],
    ['a hash', 8, (tx) => tx.query(`update console.audit set hash = sha256(hash) where number = 8`)],
    ['the operator of an act', 8, (tx) => tx.query(`update console.audit set operator_id = null where number = 8`)],
    ['the time', 8, (tx) => tx.query(`update console.audit set at = at + interval '1 microsecond' where number = 8`)],
    ['a line that was taken out', 8, (tx) => tx.query('delete from console.audit where number = 8')],
    ['the first line', 1, (tx) => tx.query('delete from console.audit where number = 1')],
    ['the last line', 13, (tx) => tx.query('delete from console.audit where number = 13')],
    [
      'the order',
      8,
      async (tx) => {
        await tx.query('update console.audit set number = -number where number in (8, 9)');
        await tx.query('update console.audit set number = 17 + number where number < 0');
      },
    ],
    [
      'the end, with the head',
      12,
      async (tx) => {
        await tx.query('delete from console.audit where number >= 12');
        await tx.query(
          'update console.audit_head h set number = 11, hash = a.hash from console.audit a where a.number = 11',
        );
      },
    ],
    [
      'a record, and all hashes made right',
      1,
      async (tx) => {
        await tx.query(`update console.audit set ${edit} where number = 8`);
        await rebuild(tx);
      },
    ],
    ['the approver of a request', 5, (tx) => tx.query('update console.request set approved_by = asked_by + 100')],
    ['the result of a request', 6, (tx) => tx.query(`update console.request set status = 'failed'`)],
    [
      'a signature of a request',
      5,
      (tx) => tx.query('update console.request set approved_signature = asked_signature'),
    ],
    ['a look', 11, (tx) => tx.query(`update console.view_log set subject = 'client 2' where id = 1`)],
    ['looks that were taken out', 11, (tx) => tx.query('delete from console.view_log')],
    ['a signed head', 11, (tx) => tx.query('update console.signed_head set at_ms = at_ms + 1')],
    ['signed heads that were taken out', 12, (tx) => tx.query('delete from console.signed_head')],
    [
      'the key of a signed head',
      11,
      (tx) => tx.query(`update console.signed_head set operator_key = sha256('another')`),
    ],
  ])('names the first line where %s was changed', async (_, number, change) => {
    await tamper(async (tx) => {
      if (_ === 'the approver of a request') {
        await tx.query(
          `insert into console.operator (id, name, roles) overriding system value select asked_by + 100, 'somebody', '{risk}' from console.request`,
        );
      }
      await change(tx);
    });
    const { code, output } = await run();
    expect(output).toContain(`✗ The first line that is wrong is line ${number}\n`.trim());
    expect(code).toBe(1);
  });

  test('an audit that was rebuilt completely, without signed heads, is detected by whoever noted a head', async () => {
    const kept = (await lines())[9]!.hash;
    expect((await run('--head', kept)).code).toBe(0);
    await tamper(async (tx) => {
      await tx.query(`update console.audit set ${edit} where number = 8`);
      await tx.query(`delete from console.audit where act = 'head_signed'`);
      await tx.query('delete from console.signed_head');
      await rebuild(tx);
    });
    expect((await run()).code).toBe(0);
    const found = await run('--head', kept);
    expect(found.output).toContain(`No line has the hash ${kept} that was kept`);
    expect(found.code).toBe(1);
  });

  test('a tail that was cut off, with all references to it, is detected by whoever noted a later head', async () => {
    const kept = (await lines()).at(-1)!.hash;
    await tamper(async (tx) => {
      await tx.query('delete from console.audit where number = 13');
      await tx.query(
        'update console.audit_head h set number = 12, hash = a.hash from console.audit a where a.number = 12',
      );
    });
    expect((await run()).code).toBe(0);
    expect((await run('--head', kept)).code).toBe(1);
  });

  test.each([['--head'], ['--head', 'abc'], ['head'], ['--tail', 'ab'.repeat(32)]])(
    'the arguments %j %j are refused',
    async (...args) => {
      const { code, output } = await run(...args.filter((arg) => arg !== undefined));
      expect([code, output]).toEqual([2, expect.stringContaining('npm run audit')]);
    },
  );
});

describe('the worker', () => {
  test.each<[string, number, (tx: Transaction) => Promise<unknown>]>([
    ['a byte', 8, (tx) => tx.query(`update console.audit set ${edit} where number = 8`)],
    ['no JSON', 8, (tx) => tx.query(`update console.audit set record = '\\x00ff' where number = 8`)],
    ['a line', 8, (tx) => tx.query('delete from console.audit where number = 8')],
    ['the end', 13, (tx) => tx.query('delete from console.audit where number = 13')],
    ['a column', 8, (tx) => tx.query(`update console.audit set subject = 'client 9' where number = 8`)],
  ])('reports that %s was changed, names the line, and signs no head', async (_, number, change) => {
    await tamper(change);
    await keep(database);
    const [check] = await database.owner.query('select wrong_number from console.audit_check');
    expect(check).toEqual({ wrong_number: number });
    expect(await database.owner.query('select from console.signed_head')).toHaveLength(1);
  });

  test('remembers its position, so a rebuilt chain is detected before the next full check', async () => {
    const work = createAuditKeeping({ db: database.worker, keys, auditorEmail: undefined, log: createLog('silent') });
    const step = () => work.step(new AbortController().signal);
    await step();
    await tamper(async (tx) => {
      await tx.query(`update console.audit set ${edit} where number = 8`);
      await rebuild(tx);
    });
    await step();
    const [check] = await database.owner.query('select wrong_number from console.audit_check');
    expect(check).toEqual({ wrong_number: 13 });
  });
});
