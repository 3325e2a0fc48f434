import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf, withoutFile } from '#contract/calls/operator/files.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { matrix } from '#contract/operator/matrix.ts';
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts';
import { makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { callStrangely } from '#tests/support/operator/people.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

/** Of operators: those who have signed in. */
const calls = operatorEndpoints.filter(({ caller }) => caller === 'operator');
const writes = calls.filter(({ method }) => method !== 'GET');

const rolesWith = (rights: object, letters: string) =>
  operatorRoles.filter((role) =>
    Array.from((rights as Record<string, string>)[role] ?? '').some((one) => letters.includes(one)),
  );

describe('the contract says what the table says:', () => {
  const rows = Object.values(matrix).flatMap(({ rights, shows = [], does = [], asks = [] }) => [
    ...shows.map((name) => ({ name, roles: rolesWith(rights, 'SmoAP'), approvers: [] as OperatorRole[] })),
    ...does.map((name) => ({ name, roles: rolesWith(rights, 'A'), approvers: [] as OperatorRole[] })),
    ...asks.map((name) => ({ name, roles: rolesWith(rights, 'A'), approvers: rolesWith(rights, 'P') })),
  ]);

  test('every call stands in one row, and every row names calls', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  });

  test.each(calls.map((call) => [call.name, call] as const))('%s', (name, { roles, approvers }) => {
    const row = rows.find((one) => one.name === name);
    expect({
      roles: operatorRoles.filter((role) => roles?.includes(role) ?? true),
      approvers: operatorRoles.filter((role) => approvers?.includes(role)),
    }).toEqual({ roles: row?.roles, approvers: row?.approvers });
  });
});

test('every list by pages has a file with its filters, for compliance and auditors, but for those that are named', () => {
  const namesOf = ({ query }: Endpoint) => Object.keys((query as { entries?: object } | undefined)?.entries ?? {});
  const filtersOf = (list: Endpoint) => namesOf(list).filter((name) => name !== 'cursor' && name !== 'limit');
  const lists = calls.filter((call) => call.method === 'GET' && namesOf(call).includes('cursor'));
  expect(lists.length).toBeGreaterThan(15);
  expect(withoutFile.filter((path) => !lists.some((list) => list.path === path))).toEqual([]);
  for (const list of lists) {
    const file = calls.find(({ path }) => path === fileOf(list));
    if (withoutFile.includes(list.path)) continue;
    expect(file, list.name).toBeDefined();
    expect(filtersOf(file!), list.name).toEqual(filtersOf(list));
    expect(file!.roles?.toSorted(), list.name).toEqual(['auditor', 'compliance']);
  }
});

test('each act answers with the line that it leaves in the audit, and a file cannot', () => {
  const acts = Object.values(matrix).flatMap(({ does = [], asks = [] }) => [...does, ...asks]);
  const silent = calls.filter(({ name, method, answer }) => {
    if (!acts.includes(name) && !(method === 'DELETE')) return false;
    const { data } = (answer as { entries?: { data?: { entries?: object } } } | null)?.entries ?? {};
    return data?.entries === undefined || !('audit' in data.entries);
  });
  expect(
    silent.map(({ name }) => name).filter((name) => !name.startsWith('export') && name !== 'getPeopleFile'),
  ).toEqual([]);
});

/** Some ten thousand calls. */
const timeout = 240_000;

describe('every route, for every role', () => {
  let site: TestApp;
  let all: { role: OperatorRole; operator: TestOperator }[];
  beforeAll(async () => {
    // Without the worker, which writes lines of its own.
    site = await startApp({ ROLES: 'web,console', CONSOLE_PORT: '0', CONSOLE_ALLOW: '127.0.0.1' });
    all = await Promise.all(
      operatorRoles.map(async (role) => ({ role, operator: await makeOperator(owner(), [role]) })),
    );
  });
  afterAll(() => site.close());

  const owner = () => site.database.owner;
  const http = () => site.app.operatorHttp!;
  const origin = () => site.consoleUrl!;

  /** An address that leads to nothing, so that the call changes nothing. */
  const addressOf = ({ path }: Endpoint) =>
    path
      .slice('/operator'.length)
      .replaceAll(/\/(clients|players)\/\{id\}/g, '/$1/999999999')
      .replaceAll('{id}', randomUUID())
      .replaceAll('{name}', 'nobody')
      .replaceAll('{kind}', 'games')
      .replaceAll('{side}', 'front')
      .replaceAll(/\{\w+\}/g, '1');

  async function make(
    call: Endpoint,
    secret: string | null,
    headers: Record<string, string | undefined> = {},
    address = '127.0.0.1',
  ): Promise<string> {
    const answer = await callStrangely(
      http(),
      secret ?? 'A'.repeat(43),
      call.method as 'GET' | 'POST' | 'DELETE',
      addressOf(call),
      { origin: origin(), ...(secret === null && { cookie: undefined, 'x-csrf-token': undefined }), ...headers },
      { address, ...(call.body && { body: {} }) },
    );
    return answer.statusCode < 400 ? String(answer.statusCode) : `${answer.statusCode} ${answer.json().code}`;
  }

  /** What each of these calls is answered with, for each role; only what differs from `expected`. */
  async function differing(
    which: readonly Endpoint[],
    expected: string,
    call: (call: Endpoint, operator: TestOperator, role: OperatorRole) => Promise<string>,
  ): Promise<string[]> {
    const differences: string[] = [];
    for (const { role, operator } of all) {
      const answers = await Promise.all(which.map(async (one) => [one.name, await call(one, operator, role)] as const));
      for (const [name, answer] of answers) if (answer !== expected) differences.push(`${role} ${name}: ${answer}`);
    }
    return differences;
  }

  /** A session of the operator besides, in another state. */
  async function sessionOf({ name }: TestOperator, columns: Record<string, string> = {}): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const given = {
      stage: `'full'`,
      last_used_at: 'clock_timestamp()',
      expires_at: `clock_timestamp() + interval '12 hours'`,
      ended_at: 'null',
      ...columns,
    };
    await owner().query(
      `insert into console.session (hash, operator_id, signed_in_with, address, ${Object.keys(given).join(', ')})
       select sha256(convert_to($1, 'UTF8')), id, 'demo', '127.0.0.1', ${Object.values(given).join(', ')}
       from console.operator where name = $2`,
      [secret, name],
    );
    return secret;
  }

  const inState = (columns: Record<string, string>) => {
    const secrets = new Map<string, Promise<string>>();
    return async (call: Endpoint, operator: TestOperator) => {
      if (!secrets.has(operator.name)) secrets.set(operator.name, sessionOf(operator, columns));
      return make(call, await secrets.get(operator.name)!);
    };
  };

  /** Everything that anybody could have written but that a call was refused, or a session ran out. */
  async function countWritten(): Promise<unknown> {
    const tables = await owner().query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = 'console' and tablename not in ('session', 'audit', 'audit_head', 'operator')`,
    );
    const counts = tables.map(({ name }) => `(select count(*) from ${name}) as "${name}"`);
    const [row] = await owner().query(
      `select ${counts.join(', ')},
         (select count(*) from console.operator where wrong_tries = 0 and disabled_at is null) as operators,
         (select count(*) from console.audit where act <> 'call_refused' and act not like 'session\\_%') as lines`,
    );
    return row;
  }

  test(
    'nothing is done without a session, with one that is over, before one is set up, from elsewhere, without a role',
    { timeout },
    async () => {
      const before = await countWritten();
      const refused: [string, string[]][] = [
        ['no session', await differing(calls, '401 unauthenticated', (call) => make(call, null))],
        [
          'a session that never was',
          await differing(calls, '401 unauthenticated', (call) => make(call, randomBytes(32).toString('base64url'))),
        ],
        ['ended', await differing(calls, '401 unauthenticated', inState({ ended_at: 'clock_timestamp()' }))],
        ['expired', await differing(calls, '401 unauthenticated', inState({ expires_at: 'clock_timestamp()' }))],
        [
          'idle',
          await differing(
            calls,
            '401 unauthenticated',
            inState({ last_used_at: `clock_timestamp() - interval '15 minutes'` }),
          ),
        ],
        [
          'no second factor',
          await differing(
            calls.filter(({ stage }) => stage !== 'setup'),
            '403 setup_needed',
            inState({ stage: `'setup'` }),
          ),
        ],
        [
          'wrong address',
          await differing(calls, '403 not_allowed', (call, { token }) => make(call, token, {}, '10.0.0.1')),
        ],
        [
          'wrong origin',
          await differing(writes, '403 not_from_console', (call, { token }) =>
            make(call, token, { origin: 'http://localhost:1' }),
          ),
        ],
        [
          'no origin',
          await differing(writes, '403 not_from_console', (call, { token }) =>
            make(call, token, { origin: undefined }),
          ),
        ],
        [
          'another page',
          await differing(calls, '403 not_from_console', (call, { token }) =>
            make(call, token, { 'sec-fetch-site': 'same-site' }),
          ),
        ],
        [
          'no token',
          await differing(writes, '403 not_from_console', (call, { token }) =>
            make(call, token, { 'x-csrf-token': undefined }),
          ),
        ],
      ];
      for (const { role, operator } of all) {
        const others = calls.filter(({ roles }) => roles !== undefined && !roles.includes(role));
        const answers = await Promise.all(
          others.map(async (one) => [one.name, await make(one, operator.token)] as const),
        );
        refused.push([`${role} has no role`, answers.filter(([, answer]) => answer !== '403 not_allowed').map(String)]);
      }
      await owner().query(`update console.operator set locked_until = clock_timestamp() + interval '1 minute'`);
      refused.push(['locked', await differing(calls, '401 unauthenticated', (call, { token }) => make(call, token))]);
      await owner().query(`update console.operator set locked_until = null`);
      expect(refused.filter(([, differences]) => differences.length > 0)).toEqual([]);
      expect(await countWritten()).toEqual(before);
    },
  );

  test('each is let through for the roles that it names, and answers', { timeout }, async () => {
    const wrong: string[] = [];
    for (const { role, operator } of all) {
      // What ends the session comes last, in a session of its own.
      const own = calls.filter(({ roles, name }) => (roles?.includes(role) ?? true) && name !== 'signOut');
      for (const call of own) {
        const answer = await make(call, operator.token);
        const isFine = /^(20\d|400 |404 |409 |422 |403 signature_needed)/.test(answer);
        // Whether this operator's own state allows it is for the call itself to say.
        const isOfSetup = call.stage === 'setup' && answer === '403 not_allowed';
        if (!isFine && !isOfSetup) wrong.push(`${role} ${call.name}: ${answer}`);
      }
      const out = calls.find(({ name }) => name === 'signOut')!;
      if ((await make(out, await sessionOf(operator))) !== '204') wrong.push(`${role} cannot sign out`);
    }
    expect(wrong).toEqual([]);
  });

  test('each refusal of a known session is a line of the audit', async () => {
    const { operator } = all.find(({ role }) => role === 'support')!;
    const lines = async () =>
      (
        await owner().query<{ why: string }>(
          `select distinct convert_from(record, 'UTF8')::jsonb -> 'after' ->> 'why' as why
           from console.audit where act = 'call_refused' and subject = $1 order by 1`,
          [`operator ${operator.name}`],
        )
      ).map(({ why }) => why);
    expect(await lines()).toEqual([
      'address 10.0.0.1',
      'ended',
      'expired',
      'idle',
      'locked',
      'no token of the session',
      'not set up',
      'page',
      'role',
    ]);
  });

  test('the database asks for the session itself, in every function that the console may call', async () => {
    const functions = await owner().query<{ name: string; call: string }>(
      `select p.proname as name, format('select %s(%s)', p.oid::regproc, array_to_string(array_prepend('''nobody''',
         array(select 'null::' || format_type(t, null) from unnest(p.proargtypes[1:]) with ordinality as a (t, place) order by place)), ', ')) as call
       from pg_proc p
       where p.pronamespace = 'console'::regnamespace and has_function_privilege('izi_console', p.oid, 'execute')
         and p.proargnames[1] = 'p_session'`,
    );
    expect(functions.length).toBeGreaterThan(20);
    // These find the session themselves, and do nothing where there is none.
    const finding = ['use_session', 'note_refusal', 'sign_out'];
    const let_through: string[] = [];
    for (const { name, call } of functions.filter(({ name: each }) => !finding.includes(each))) {
      // It reads the roles of the kind first.
      const asked = name === 'prepare_request' ? call.replace('null::text', `'lift_undo'`) : call;
      const code = await site.database.console.query(asked).then(
        () => 'nothing',
        (error: { code?: string }) => error.code,
      );
      if (code !== '42501') let_through.push(`${name}: ${code}`);
    }
    expect(let_through).toEqual([]);
  });
});
