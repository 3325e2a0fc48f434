import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/shift-notes.ts';
import type { Http } from '#server/http/http.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';

let database: TestDatabase;
let http: Http;
let ama: SignedInOperator;
let kofi: SignedInOperator;
let yao: SignedInOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
  ama = await signInOperator(http, ['payments']);
  kofi = await signInOperator(http, ['risk']);
  yao = await signInOperator(http, ['support']);
});
afterAll(async () => {
  await http.close();
  await database.drop();
});
beforeEach(() => database.owner.query('delete from console.shift_note'));

async function write(who: SignedInOperator, text: string): Promise<string> {
  const answer = await who.post('/shift-notes', { text });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: string } }>().data.id;
}
const take = (who: SignedInOperator, id: string) => who.post(`/shift-notes/${id}/take`, {});
const list = async (who: SignedInOperator) =>
  (await who.get('/shift-notes')).json<AnswerOf<typeof contract.listShiftNotes>>().data;

test('a note waits for the next shift, and is taken over by one of those who did not write it', async () => {
  const first = await write(ama, 'MTN was slow until noon. Two withdrawals are still not confirmed.');
  const second = await write(kofi, 'The cap of tonight was lowered.');
  expect((await list(yao)).map(({ id, writtenBy, own, takenBy }) => [id, writtenBy, own, takenBy])).toEqual([
    [first, ama.name, false, null],
    [second, kofi.name, false, null],
  ]);
  expect((await take(ama, first)).statusCode).toBe(404);
  const [one, other] = await Promise.all([take(kofi, first), take(yao, first)]);
  expect([one.statusCode, other.statusCode].toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [winner, loser] = one.statusCode === 200 ? [kofi, yao] : [yao, kofi];
  expect((one.statusCode === 200 ? other : one).json()).toMatchObject({ detail: expect.stringContaining(winner.name) });
  // Sent again, it is taken still.
  expect((await take(winner, first)).statusCode).toBe(200);
  expect((await list(loser)).map(({ id, takenBy }) => [id, takenBy])).toEqual([
    [second, null],
    [first, winner.name],
  ]);
  const acts = await database.owner.query(
    `select act, subject from console.audit where act like 'shift_note%' order by number`,
  );
  expect(acts).toEqual([
    { act: 'shift_note_written', subject: `note ${first}` },
    { act: 'shift_note_written', subject: `note ${second}` },
    { act: 'shift_note_taken', subject: `note ${first}` },
  ]);
});

test('a note that was taken is there for a week, and one that waits for as long as it waits', async () => {
  const [taken, waiting] = [await write(ama, 'Taken'), await write(ama, 'Waiting')];
  await take(kofi, taken);
  await database.owner.query(`update console.shift_note set at = at - interval '8 days'`);
  expect((await list(kofi)).map(({ id }) => id)).toEqual([waiting]);
});

test('a note says something, and no more than a hundred wait', async () => {
  for (const text of ['', '   ', 'x'.repeat(1_001)]) {
    expect((await ama.post('/shift-notes', { text })).statusCode).toBe(400);
  }
  await database.owner.query(
    `insert into console.shift_note (written_by, text)
     select (select min(id) from console.operator), 'Note ' || n from generate_series(1, 100) n`,
  );
  expect((await ama.post('/shift-notes', { text: 'One more' })).statusCode).toBe(409);
  expect((await take(ama, '00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
});
