import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Http } from '#server/http/http.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs } from '#tests/support/operator/operators.ts';
import { signInOperator } from '#tests/support/operator/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';

let database: TestDatabase;
let http: Http;
beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

describe('a demonstration', () => {
  test('lets anybody in as an operator of any roles, each call as another one', async () => {
    const one = await signInOperator(http, ['payments']);
    const other = await signInOperator(http, ['payments']);
    expect([one.name, other.name]).toEqual(['demo-payments-1', 'demo-payments-2']);
    const me = (await one.get('/me')).json().data;
    expect(me).toMatchObject({ name: one.name, roles: ['payments'], demo: true, stage: 'full', mode: 'demo' });
  });

  test('has ten of each set of roles', async () => {
    const names: string[] = [];
    for (let count = 0; count < 11; count += 1) names.push((await signInOperator(http, ['risk', 'support'])).name);
    expect(new Set(names).size).toBe(10);
    expect(names[10]).toBe(names[0]);
  });

  test.each([[[]], [['auditor', 'risk']], [['risk', 'risk']], [['king']], [['risk', 'support', 'draws']]])(
    'knows no operator of %j',
    async (roles) => {
      expect((await callAs(http, null, 'POST', '/demo', { roles })).statusCode).toBe(400);
    },
  );
});
