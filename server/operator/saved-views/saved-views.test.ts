import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Http } from '#server/http/http.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';

let database: TestDatabase;
let http: Http;
let ama: SignedInOperator;
let colleague: SignedInOperator;
let elsewhere: SignedInOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
  ama = await signInOperator(http, ['payments', 'risk']);
  colleague = await signInOperator(http, ['risk']);
  elsewhere = await signInOperator(http, ['support']);
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

const body = { screen: '/payments', name: 'Big ones', search: 'status=unknown,held&order=-age', team: false };
const save = async (who: SignedInOperator, given: object = {}) => {
  const answer = await who.post('/saved-views', { ...body, ...given });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: string } }>().data.id;
};
const namesOf = async (who: SignedInOperator, screen = '/payments') =>
  (await who.get(`/saved-views?screen=${encodeURIComponent(screen)}`))
    .json<{ data: { name: string; own: boolean }[] }>()
    .data.map(({ name, own }) => (own ? name : `${name} of a colleague`));
const auditOf = (act: string) =>
  database.owner.query<{ subject: string }>('select subject from console.audit where act = $1', [act]);

test('a view belongs to the operator, or to the team: to all who share a role', async () => {
  const own = await save(ama);
  const shared = await save(ama, { name: 'For us', team: true });
  expect(await namesOf(ama)).toEqual(['Big ones', 'For us']);
  expect(await namesOf(ama, '/draws')).toEqual([]);
  expect(await namesOf(colleague)).toEqual(['For us of a colleague']);
  expect(await namesOf(elsewhere)).toEqual([]);
  expect(await auditOf('view_saved')).toEqual([{ subject: `view ${own}` }, { subject: `view ${shared}` }]);
});

test('saving under the same name replaces the view, and keeps its place', async () => {
  const first = await save(ama, { screen: '/draws', name: 'Mine', search: 'day=2026-11-20' });
  expect(await save(ama, { screen: '/draws', name: 'Mine', search: 'status=void' })).toBe(first);
  const [view] = (await ama.get('/saved-views?screen=%2Fdraws')).json().data;
  expect(view).toMatchObject({ id: first, search: 'status=void', team: false, savedBy: ama.name, own: true });
});

test('only the operator who saved a view can remove it, once', async () => {
  const id = await save(ama, { screen: '/audit', team: true });
  expect((await colleague.call('DELETE', `/saved-views/${id}`)).statusCode).toBe(404);
  expect(await namesOf(colleague, '/audit')).toHaveLength(1);
  expect((await ama.call('DELETE', `/saved-views/${id}`)).statusCode).toBe(200);
  expect((await ama.call('DELETE', `/saved-views/${id}`)).statusCode).toBe(404);
  expect(await auditOf('view_removed')).toEqual([{ subject: `view ${id}` }]);
});

test('text that is not the address of a screen is not saved', async () => {
  for (const bad of [
    { screen: 'https://example.com' },
    { screen: '/payments/../x' },
    { search: '#join=stolen' },
    { search: 'javascript:alert(1)//<script>' },
    { name: '' },
    { name: 'x'.repeat(41) },
  ]) {
    const answer = await ama.post('/saved-views', { ...body, ...bad });
    expect(answer.statusCode, JSON.stringify(bad)).toBe(400);
  }
});

test('an operator keeps at most a hundred, however many are saved at the same time', async () => {
  const busy = await signInOperator(http, ['draws']);
  // Where the processor is scarce, a call that waits too long for the others is refused by 503, and is sent again.
  const save = async (name: string): Promise<{ statusCode: number }> => {
    const answer = await busy.post('/saved-views', { ...body, name });
    return answer.statusCode === 503 ? save(name) : answer;
  };
  const answers = await Promise.all(Array.from({ length: 104 }, (_, index) => save(`View ${index}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(100);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4);
  expect(await namesOf(busy)).toHaveLength(100);
});
