import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { operatorRoles } from '#contract/operator/roles.ts';
import type { Http } from '#server/http/http.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { headersOf, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';

let database: TestDatabase;
let http: Http;
const operators = new Map<string, TestOperator>();

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
  await database.owner.query(
    `insert into client (id, phone, first_name, last_name, password_hash, birth_date, country)
     overriding system value values (1, '+2250700000001', 'Awa', 'Koné', '', '1990-01-01', 'CI')`,
  );
  await database.owner.query('select open_wallet(1)');
  for (const role of operatorRoles) operators.set(role, await makeOperator(database.owner, [role]));
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

const id = randomUUID();
const numbers = ['0', '-1', '9007199254740993', '9223372036854775807', '9223372036854775808', '99999999999999999'];
/** Cursors as somebody could make them up who has seen one of each list. */
const cursors = [
  ...numbers,
  '9999-12-31',
  '2026-02-31',
  '0000-00-00',
  'jo',
  '9'.repeat(200),
  id,
  ...numbers.flatMap((one) => [`${one}.${id}`, `${one}.${one}`, `${one}.${id}.9`, `${one}.${one}.${one}`]),
  `1.${'-'.repeat(36)}`,
  `1.${'-'.repeat(36)}.1`,
];
const texts = ['%00', '1e308', '9223372036854775808', 'x'.repeat(5_000), "client%20-1'"];
/** Values of a body, as JSON. */
const values = ['1e308', '[]', '"a\\u0000b"', `"${'x'.repeat(50_000)}"`];
const segments = ['%00', '9223372036854775808', '-1', '1'];

interface Entries {
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly options?: readonly Entries[];
}
const fieldsOf = ({ entries = {}, options = [] }: Entries = {}): string[] => [
  ...Object.keys(entries),
  ...options.flatMap(fieldsOf),
];

/** Each call with one thing that is no good, or that comes from another list. */
function* junkFor({ path, query, body }: Endpoint): Generator<{ path: string; payload?: string }> {
  const filled = path.replaceAll('{id}', /clients|players/.test(path) ? '1' : id).replaceAll(/\{\w+\}/g, 'jo');
  if (path.includes('{')) for (const one of segments) yield { path: path.replaceAll(/\{\w+\}/g, one) };
  for (const field of fieldsOf(query as Entries | undefined)) {
    for (const one of field === 'cursor' ? cursors : texts) yield { path: `${filled}?${field}=${one}` };
  }
  if (!body) return;
  for (const one of values) yield { path: filled, payload: one };
  for (const field of fieldsOf(body as Entries)) {
    for (const one of values) yield { path: filled, payload: `{"reason":"a good reason","${field}":${one}}` };
  }
}

test('no call fails on invalid input: numbers, cursors, characters and addresses', async () => {
  const calls = operatorEndpoints.filter(({ caller, name }) => caller === 'operator' && name !== 'signOut');
  const wrong: string[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async (_, lane) => {
      for (const [index, endpoint] of calls.entries()) {
        if (index % 6 !== lane) continue;
        const { method, roles, name }: Endpoint = endpoint;
        const operator = operators.get(roles?.[0] ?? 'auditor')!;
        for (const { path, payload } of junkFor(endpoint)) {
          const answer = await http.inject({
            method: method as 'GET',
            url: path,
            headers: {
              ...headersOf(operator.token),
              ...(payload !== undefined && { 'content-type': 'application/json' }),
            },
            ...(payload !== undefined && { payload }),
          });
          if (answer.statusCode >= 500) {
            wrong.push(`${name}: ${answer.statusCode} to ${path.slice(0, 150)} ${payload?.slice(0, 80) ?? ''}`);
          } else if (answer.statusCode >= 400 && typeof answer.json<{ code?: unknown }>().code !== 'string') {
            wrong.push(`${name}: ${answer.statusCode} is no problem document`);
          }
        }
      }
    }),
  );
  expect(wrong).toEqual([]);
});
