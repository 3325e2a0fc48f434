import { createHash, randomBytes } from 'node:crypto';
import type { Response } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors } from '#server/operator-work/executors.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs } from '#tests/support/operator/operators.ts';
import { joinByLink, type Person } from '#tests/support/operator/people.ts';
import { signInOperator } from '#tests/support/operator/sign-in.ts';

let database: TestDatabase;
let http: Http;
let ama: Person;
let kofi: Person;
let efua: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
  ama = await first('ama', 'admin');
  kofi = await first('kofi', 'admin');
  efua = await first('efua', 'compliance');
  // A day later.
  await owner().query('update console.operator set approves_from = clock_timestamp()');
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

const owner = () => database.owner;
const reason = 'a new colleague';

/** Makes a person by a link of the tables' owner. */
async function first(name: string, role: OperatorRole): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  await owner().query('select console.make_link_as_owner($1, $2::text[]::console.role[], $3, true)', [
    name,
    [role],
    createHash('sha256').update(token).digest(),
  ]);
  const person = await joinByLink(http, token);
  await person.signIn();
  return person;
}

const tokenIn = (answer: Response) => answer.json<{ data: { link: string } }>().data.link.split('#join=')[1]!;
const invite = async (name: string, roles: readonly OperatorRole[] = ['risk']) => {
  const invited = await ama.post('/operators', { name, roles, reason });
  expect(invited.statusCode, invited.body).toBe(201);
  return joinByLink(http, tokenIn(invited));
};
const idIn = (answer: Response) => {
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json<{ data: { id: string } }>().data.id;
};
const approve = (person: Person, id: string) =>
  person.sign(`/requests/${id}/decision`, { decision: 'approve', reason: 'compared on the phone' });
const carryOut = () =>
  createCarryingOut({
    db: database.worker,
    executors: createExecutors({ identity: {} } as never),
    log: createLog('silent'),
  }).step(new AbortController().signal);
const stateOf = async (id: string) =>
  (
    await owner().query<{ status: string; ended_because: string | null }>(
      'select status, ended_because from console.request where id = $1',
      [id],
    )
  )[0]!;
const operatorOf = async (name: string) =>
  (
    await owner().query<{ roles: string[]; is_in: boolean; waits: boolean }>(
      `select roles::text[] as roles, active_at is not null as is_in,
         approves_from > clock_timestamp() + interval '23 hours' as waits
       from console.operator where name = $1`,
      [name],
    )
  )[0]!;
const two = async (person: Person, path: string, body: object, other: Person = efua) => {
  const id = idIn(await person.sign(path, body));
  expect((await approve(other, id)).statusCode).toBe(200);
  await carryOut();
  return id;
};

describe('a new operator', () => {
  test('is invited by one, sets passkeys, and is admitted by two who compared them; approves a day later', async () => {
    const yao = await invite('yao');
    expect(yao.ways).toMatchObject({ complete: true, active: false });
    expect((await yao.signIn()).json().code).toBe('passkey_refused');
    const id = idIn(await ama.sign('/requests', { kind: 'operator_add', about: 'yao', reason }));
    const request = (await efua.get(`/requests/${id}`)).json().data;
    expect(request.newValues).toEqual({
      roles: ['risk'],
      passkeys: yao.ways.passkeys.map(({ fingerprint }) => fingerprint).toSorted(),
      password: false,
    });
    expect(request.checks.every(({ met }: { met: boolean }) => met)).toBe(true);
    expect((await approve(kofi, id)).statusCode).toBe(200);
    expect((await operatorOf('yao')).is_in).toBe(false);
    await carryOut();
    expect(await stateOf(id)).toEqual({ status: 'done', ended_because: null });
    expect(await operatorOf('yao')).toEqual({ roles: ['risk'], is_in: true, waits: true });
    expect((await yao.signIn()).statusCode).toBe(200);
  });

  test('is not admitted with a passkey that was set after the request', async () => {
    const adjoa = await invite('adjoa');
    const id = idIn(await ama.sign('/requests', { kind: 'operator_add', about: 'adjoa', reason }));
    expect((await approve(efua, id)).statusCode).toBe(200);
    const renewed = await ama.post('/operators/adjoa/link', { reason: 'another device' });
    await joinByLink(http, tokenIn(renewed));
    await carryOut();
    expect(await stateOf(id)).toMatchObject({
      status: 'failed',
      ended_because: 'all_that_is_set',
    });
    expect((await operatorOf('adjoa')).is_in).toBe(false);
    expect((await adjoa.signIn()).json().code).toBe('passkey_refused');
  });

  test('a new operator without two passkeys cannot be admitted, nor can one who is already in', async () => {
    await ama.post('/operators', { name: 'bare', roles: ['risk'], reason });
    const bare = await ama.sign('/requests', { kind: 'operator_add', about: 'bare', reason });
    expect(bare.json()).toMatchObject({ code: 'conflict', unmet: { code: 'set_up' } });
    expect((await ama.sign('/requests', { kind: 'operator_add', about: 'kofi', reason })).json().code).toBe('conflict');
    expect((await ama.sign('/requests', { kind: 'operator_add', about: 'nobody', reason })).statusCode).toBe(404);
  });

  test('has a name that was never used', async () => {
    const again = await ama.post('/operators', { name: 'kofi', roles: ['risk'], reason });
    expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
  });

  test('is admitted at the request of an admin, and neither that admin nor other roles approve it', async () => {
    await invite('esi');
    expect((await efua.sign('/requests', { kind: 'operator_add', about: 'esi', reason })).statusCode).toBe(403);
    const id = idIn(await ama.sign('/requests', { kind: 'operator_add', about: 'esi', reason }));
    expect((await approve(ama, id)).statusCode).not.toBe(200);
    const risk = await signInOperator(http, ['risk']);
    const answer = await risk.post(`/requests/${id}/decision`, { decision: 'approve', reason: 'me too' });
    expect(answer.statusCode).toBe(403);
    await carryOut();
    expect((await operatorOf('esi')).is_in).toBe(false);
  });
});

describe('an admitted operator', () => {
  test('gets other roles by two, and approves nothing for a day', async () => {
    const abena = await invite('abena');
    await two(ama, '/requests', { kind: 'operator_add', about: 'abena', reason });
    await owner().query(`update console.operator set approves_from = clock_timestamp() where name = 'abena'`);
    await abena.signIn();
    const id = await two(
      ama,
      '/requests',
      { kind: 'operator_roles', about: 'abena', values: { roles: ['compliance'] }, reason: 'changes the desk' },
      kofi,
    );
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    expect(await operatorOf('abena')).toEqual({ roles: ['compliance'], is_in: true, waits: true });
    // The new roles apply in the open session too.
    expect((await abena.get('/me')).json().data.roles).toEqual(['compliance']);
  });

  test('cannot give roles to themselves, neither by asking nor by approving', async () => {
    const own = await ama.sign('/requests', {
      kind: 'operator_roles',
      about: 'ama',
      values: { roles: ['compliance'] },
      reason: 'more power',
    });
    expect(own.json().unmet).toEqual({ code: 'about_somebody_else' });
    const id = idIn(
      await ama.sign('/requests', {
        kind: 'operator_roles',
        about: 'kofi',
        values: { roles: ['risk'] },
        reason: 'a swap',
      }),
    );
    await approve(kofi, id);
    await carryOut();
    expect((await operatorOf('kofi')).roles).toEqual(['admin']);
  });

  test('gets a role that approves only with two passkeys', async () => {
    await owner().query(
      `insert into console.operator (name, roles, active_at) values ('desk', '{support}', clock_timestamp())`,
    );
    const asked = await ama.sign('/requests', {
      kind: 'operator_roles',
      about: 'desk',
      values: { roles: ['risk'] },
      reason: 'promoted',
    });
    expect(asked.json().unmet).toEqual({ code: 'has_two_passkeys' });
  });

  test('sets a new passkey that signs nothing until two have compared it', async () => {
    const kwame = await invite('kwame');
    await two(ama, '/requests', { kind: 'operator_add', about: 'kwame', reason });
    const renewed = await ama.post('/operators/kwame/link', { reason: 'has lost the phone' });
    const again = await joinByLink(http, tokenIn(renewed));
    expect((await again.signIn()).json().code).toBe('passkey_refused');
    expect((await kwame.signIn()).statusCode).toBe(200);
    await two(ama, '/requests', { kind: 'operator_passkey', about: 'kwame', reason: 'compared on a call' });
    expect((await again.signIn()).statusCode).toBe(200);
    expect(await operatorOf('kwame')).toMatchObject({ waits: true });
    // One operator takes the lost passkey away.
    const [lost] = again.ways.passkeys;
    const gone = await efua.post(`/operators/kwame/passkeys/${lost!.id}/remove`, { reason: 'lost' });
    expect(gone.statusCode).toBe(200);
    expect((await kwame.signIn()).json().code).toBe('passkey_refused');
    expect((await efua.post(`/operators/kwame/passkeys/${lost!.id}/remove`, { reason: 'lost' })).statusCode).toBe(404);
  });

  test('is disabled by one other operator, at once, with all sessions', async () => {
    const akua = await invite('akua');
    await two(ama, '/requests', { kind: 'operator_add', about: 'akua', reason });
    await akua.signIn();
    expect((await efua.post('/operators/akua/disable', { reason: 'has left' })).statusCode).toBe(200);
    expect((await akua.get('/me')).statusCode).toBe(401);
    expect((await akua.signIn()).json().code).toBe('passkey_refused');
    expect((await efua.post('/operators/efua/disable', { reason: 'by mistake' })).statusCode).toBe(404);
    expect((await efua.get('/me')).statusCode).toBe(200);
  });
});

test('the list shows who is in, how they sign in, and what waits, page by page', async () => {
  const names: string[] = [];
  for (let cursor = ''; ;) {
    const { data, meta } = (await efua.get(`/operators?limit=3${cursor}`)).json();
    names.push(...data.map(({ name }: { name: string }) => name));
    if (meta.next === null) break;
    cursor = `&cursor=${meta.next}`;
  }
  expect(names).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(names.length);
  const { data } = (await efua.get('/operators?limit=100')).json();
  expect(data.find(({ name }: { name: string }) => name === 'ama')).toMatchObject({
    roles: ['admin'],
    demo: false,
    password: 'none',
    sessions: 1,
    passkeys: [
      { name: 'key 1', active: true },
      { name: 'key 2', active: true },
    ],
  });
  expect(names).toEqual(expect.arrayContaining(['ama', 'efua', 'kofi', 'yao']));
});

test('a demo operator is neither admitted nor changed by a request', async () => {
  const demo = await signInOperator(http, ['admin']);
  const asked = await callAs(http, demo, 'POST', '/requests', {
    kind: 'operator_roles',
    about: demo.name,
    values: { roles: ['risk'] },
    reason: 'a test',
  });
  expect(asked.statusCode).toBe(404);
});
