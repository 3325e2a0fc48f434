import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { operatorRoles } from '#contract/operator/roles.ts';
import { day as anyDay } from '#contract/operator/values.ts';
import type { Http } from '#server/http/http.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';

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

interface Schema {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly pipe?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
}

/** `iso_date` or `iso_timestamp` of a field that holds a date or a moment; null of any other. */
function kindOf({ type, wrapped, pipe = [] }: Schema): string | null {
  if (type === 'iso_date' || type === 'iso_timestamp') return type;
  const inner = [...(wrapped ? [wrapped] : []), ...pipe.filter((one) => one.type !== 'string' || one.pipe)];
  return inner.map(kindOf).find((kind) => kind !== null) ?? null;
}

/** The fields of a schema; where a body may be one of several, the fields of each. */
const entriesOf = ({ entries = {}, options = [] }: Partial<Schema> = {}): [string, Schema][] => [
  ...Object.entries(entries),
  ...options.flatMap(entriesOf),
];

const fields = operatorEndpoints.flatMap((endpoint: Endpoint) =>
  (['query', 'body'] as const).flatMap((part) =>
    entriesOf(endpoint[part] as Schema | undefined).flatMap(([field, schema]) => {
      const kind = kindOf(schema);
      return kind === null ? [] : [{ endpoint, part, field, kind }];
    }),
  ),
);

function call({ endpoint: { method, path, roles }, part, field }: (typeof fields)[number], value: string) {
  const address = path
    .slice('/operator'.length)
    .replaceAll('{id}', path.includes('players') || path.includes('clients') ? '1' : crypto.randomUUID());
  const operator = operators.get(roles?.[0] ?? 'auditor')!;
  return part === 'query'
    ? callAs(http, operator, method as 'GET', `${address}?${field}=${encodeURIComponent(value)}`)
    : callAs(http, operator, method as 'POST', address, { decision: 'accept', [field]: value });
}

test('a date or time outside the calendar is bad input in every call, and the last valid ones do no harm', async () => {
  expect(fields.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  const tryOne = async (one: (typeof fields)[number]) => {
    const time = one.kind === 'iso_date' ? '' : 'T23:59:59.999Z';
    const name = `${one.endpoint.name} ${one.field}`;
    for (const day of ['9999-12-31', '3000-01-01', '1899-12-31', '0000-01-01']) {
      const answer = await call(one, `${day}${time}`);
      const paths = (answer.json().errors ?? []).map(({ path }: { path: string }) => path);
      if (answer.json().code !== 'invalid_request' || !paths.includes(one.field)) {
        wrong.push(`${name} ${day}: ${answer.statusCode} ${answer.body.slice(0, 100)}`);
      }
    }
    for (const day of ['2999-12-31', '1900-01-01']) {
      const answer = await call(one, `${day}${time}`);
      if (answer.statusCode >= 500) wrong.push(`${name} ${day}: ${answer.statusCode} ${answer.body.slice(0, 100)}`);
    }
  };
  await Promise.all(fields.map(tryOne));
  expect(wrong).toEqual([]);
});

test('a day that is too far away is refused in the language of the call', () => {
  const { issues = [] } = v.safeParse(anyDay, '9999-12-31', { lang: 'fr' });
  expect(issues.map(({ message }) => message)).toEqual(['Entre les années 1900 et 2999.']);
});
