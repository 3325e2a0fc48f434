import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasFile } from '#contract/calls/operator/files.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { requestKinds } from '#contract/operator/requests.ts';
import { rights, type Right } from '#contract/operator/rights.ts';
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts';
import { createHttp } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { callStrangely } from '#tests/support/operator/people.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { callChecked } from './access/operator-route.ts';
import type { Operators } from './access/operators.ts';
import { registerOperatorRoutes } from './routes.ts';

/** The calls that take a signed-in operator. */
const calls = operatorEndpoints.filter(({ caller }) => caller === 'operator');

test('every right belongs to one call, to a kind of request, or to data that only some roles see', () => {
  const seen = ['listsAsFiles', 'allAudit', 'allViews', 'unmasked', 'operatorsAudit', 'allRequests', 'allCareCases'];
  const reports = ['drawReports', 'moneyReports', 'siteReports'];
  expect(Object.keys(rights).toSorted()).toEqual(
    [...calls.map(({ name }) => name), ...Object.keys(requestKinds), ...seen, ...reports, 'approve'].toSorted(),
  );
});

test('every paged list is also a file, except two', () => {
  const namesOf = ({ query }: Endpoint) => Object.keys((query as { entries?: object } | undefined)?.entries ?? {});
  const lists = calls.filter((call) => call.method === 'GET' && namesOf(call).includes('cursor'));
  expect(lists.length).toBeGreaterThan(15);
  expect(lists.filter((list) => !hasFile(list))).toHaveLength(2);
  for (const list of lists) {
    expect(namesOf(list).includes('as'), list.name).toBe(hasFile(list));
    expect(list.mediaTypes?.includes('text/csv') ?? false, list.name).toBe(hasFile(list));
  }
});

test('each act answers with its line of the audit, except what answers with a file, or takes a part of one', () => {
  const silent = calls.filter(({ name, method, answer }) => {
    if (rights[name as Right].right === 'reads' && method !== 'DELETE') return false;
    const { data } = (answer as { entries?: { data?: { entries?: object } } } | null)?.entries ?? {};
    return data?.entries === undefined || !('audit' in data.entries);
  });
  expect(silent.map(({ name }) => name)).toEqual(['beginStatement', 'putStatementPiece', 'getPeopleFile']);
});

test('every route of the operators’ API first checks its caller’s right, and no other route exists', () => {
  const http = createHttp({ authenticate: async () => null, log: createLog('silent'), base: '', rateLimitScale: 1 });
  const registered: { method: string; url: string; checks: Endpoint | undefined }[] = [];
  http.addHook('onRoute', ({ method, url, onRequest }) => {
    const hooks = [onRequest ?? []].flat();
    // The check comes first: nothing of a call is read before it.
    registered.push({ method: String(method), url, checks: hooks[0] && callChecked(hooks[0]) });
  });
  registerOperatorRoutes(http, { mode: 'demo' } as Operators);
  const inRoutes = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
  const expected = operatorEndpoints.map((call) => ({
    method: call.method,
    url: inRoutes(call.path),
    checks: call.caller === 'operator' ? call.name : undefined,
  }));
  const sorted = (routes: readonly { method: string; url: string; checks: string | undefined }[]) =>
    routes.map(({ method, url, checks = 'nobody' }) => `${method} ${url} ${checks}`).toSorted();
  const found = registered.filter(({ method }) => method !== 'HEAD');
  expect(sorted(found.map((route) => ({ ...route, checks: route.checks?.name })))).toEqual(sorted(expected));
  // A HEAD is answered as its GET, after the same check.
  for (const { method, url, checks } of registered.filter((route) => route.method === 'HEAD')) {
    expect(checks, `${method} ${url}`).toBe(found.find((route) => route.method === 'GET' && route.url === url)!.checks);
  }
});

/** A call of each method, stage and kind of rights: all are checked by the same code, as the test before this one shows. */
const examples = Object.values(
  Object.groupBy(calls, ({ method, roles, stage }) => [method, roles === undefined, stage].join(' ')),
).map((alike) => alike![0]!);

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

  /** The answers of these calls for each role; only those that differ from `expected`. */
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
         (select count(*) from console.operator where disabled_at is null) as operators,
         (select count(*) from console.audit where act <> 'call_refused' and act not like 'session\\_%') as lines`,
    );
    return row;
  }

  test('refuses writes without a session, with an ended or unfinished one, from elsewhere, and without a role', async () => {
    const before = await countWritten();
    const exampleWrites = examples.filter(({ method }) => method !== 'GET');
    const refused: [string, string[]][] = [
      ['no session', await differing(examples, '401 unauthenticated', (call) => make(call, null))],
      [
        'a session that never was',
        await differing(examples, '401 unauthenticated', (call) => make(call, randomBytes(32).toString('base64url'))),
      ],
      ['ended', await differing(examples, '401 unauthenticated', inState({ ended_at: 'clock_timestamp()' }))],
      ['expired', await differing(examples, '401 unauthenticated', inState({ expires_at: 'clock_timestamp()' }))],
      [
        'idle',
        await differing(
          examples,
          '401 unauthenticated',
          inState({ last_used_at: `clock_timestamp() - interval '15 minutes'` }),
        ),
      ],
      [
        'no second factor',
        await differing(
          examples.filter(({ stage }) => stage !== 'setup'),
          '403 setup_needed',
          inState({ stage: `'setup'` }),
        ),
      ],
      [
        'wrong address',
        await differing(examples, '403 not_allowed', (call, { token }) => make(call, token, {}, '10.0.0.1')),
      ],
      [
        'wrong origin',
        await differing(exampleWrites, '403 not_from_console', (call, { token }) =>
          make(call, token, { origin: 'http://localhost:1' }),
        ),
      ],
      [
        'no origin',
        await differing(exampleWrites, '403 not_from_console', (call, { token }) =>
          make(call, token, { origin: undefined }),
        ),
      ],
      [
        'another page',
        await differing(examples, '403 not_from_console', (call, { token }) =>
          make(call, token, { 'sec-fetch-site': 'same-site' }),
        ),
      ],
      [
        'no token',
        await differing(exampleWrites, '403 not_from_console', (call, { token }) =>
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
    expect(refused.filter(([, differences]) => differences.length > 0)).toEqual([]);
    expect(await countWritten()).toEqual(before);
  });

  test('gives files to compliance and auditors only, whoever may see the list', async () => {
    const before = await countWritten();
    const lists = calls.filter(({ mediaTypes }) => mediaTypes?.join() === 'application/json,text/csv');
    expect(lists.length).toBeGreaterThan(25);
    const others = all.filter(({ role }) => role !== 'compliance' && role !== 'auditor');
    const wrong: string[] = [];
    for (const { role, operator } of others) {
      for (const list of lists) {
        const answer = await make({ ...list, path: `${list.path}?as=csv` }, operator.token);
        if (answer !== '403 not_allowed') wrong.push(`${role} ${list.name}: ${answer}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await countWritten()).toEqual(before);
  });

  test('lets its own roles through, and answers', async () => {
    const wrong: string[] = [];
    for (const { role, operator } of all) {
      // The calls that end the session come last, in a session of their own.
      const own = calls.filter(({ roles, name }) => (roles?.includes(role) ?? true) && name !== 'signOut');
      for (const call of own) {
        const answer = await make(call, operator.token);
        const isFine = /^(20\d|400 |404 |409 |415 |422 |403 signature_needed)/.test(answer);
        // Whether this operator's own state allows it is for the call itself to say.
        const isOfSetup = call.stage === 'setup' && answer === '403 not_allowed';
        if (!isFine && !isOfSetup) wrong.push(`${role} ${call.name}: ${answer}`);
      }
      const out = calls.find(({ name }) => name === 'signOut')!;
      if ((await make(out, await sessionOf(operator))) !== '204') wrong.push(`${role} cannot sign out`);
    }
    expect(wrong).toEqual([]);
  });

  test('refuses a known session with a line of the audit', async () => {
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
      'no files',
      'no token of the session',
      'not set up',
      'page',
      'role',
    ]);
  });

  test('the database refuses an operator without the right, in every function that names one', async () => {
    const functions = await owner().query<{ name: string; right: string; call: string }>(
      `select p.proname as name, (regexp_match(p.prosrc, 'console\\.require(?:_to_read)?\\(p_session, ''(\\w+)''\\)'))[1] as right,
         format('select %s(%s)', p.oid::regproc, array_to_string(array_prepend('$1',
           array(select 'null::' || format_type(t, null) from unnest(p.proargtypes[1:]) with ordinality as a (t, place) order by place)), ', ')) as call
       from pg_proc p
       where p.pronamespace = 'console'::regnamespace and has_function_privilege('izi_console', p.oid, 'execute')
         and p.prosrc ~ 'console\\.require(_to_read)?\\(p_session, '''`,
    );
    expect(functions.length).toBeGreaterThan(80);
    const wrong: string[] = [];
    for (const { name, right, call } of functions) {
      const holders = rights[right as Right]?.roles;
      if (holders === undefined) wrong.push(`${name}: there is no right ${right}`);
      for (const { role, operator } of all.filter((one) => !holders?.includes(one.role))) {
        const code = await site.database.console.query(call, [operator.token]).then(
          () => 'nothing',
          (error: { code?: string }) => error.code,
        );
        if (code !== '42501') wrong.push(`${name} for ${role}: ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the database checks the session itself, in every function that the console may call', async () => {
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
      const asked =
        name === 'make_request' || name === 'try_request' ? call.replace('null::text', `'lift_undo'`) : call;
      const code = await site.database.console.query(asked).then(
        () => 'nothing',
        (error: { code?: string }) => error.code,
      );
      if (code !== '42501') let_through.push(`${name}: ${code}`);
    }
    expect(let_through).toEqual([]);
  });
});
