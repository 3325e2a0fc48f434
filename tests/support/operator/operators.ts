import { createHash, randomBytes } from 'node:crypto';
import type { InjectOptions, Response } from 'light-my-request';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';

export interface TestOperator {
  readonly name: string;
  readonly token: string;
}

let lastOperator = 0;

/** Makes an operator of a day ago, or a new one. */
export async function makeOperator(
  owner: Database,
  roles: readonly OperatorRole[],
  { isNew = false } = {},
): Promise<TestOperator> {
  const name = `${roles[0]}-${++lastOperator}`;
  const token = randomBytes(32).toString('base64url');
  await owner.query(
    `insert into console.operator (name, roles, token_hash, approves_from)
     values ($1, $2::text[]::console.role[], $3, clock_timestamp() + case when $4 then interval '24 hours' else '0' end)`,
    [name, roles, createHash('sha256').update(token).digest(), isNew],
  );
  return { name, token };
}

/** Calls the operators' API. */
export function callAs(
  http: Http,
  operator: TestOperator | null,
  method: NonNullable<InjectOptions['method']>,
  path: string,
  body?: object,
): Promise<Response> {
  return http.inject({
    method,
    url: `/operator${path}`,
    headers: operator === null ? {} : { authorization: `Bearer ${operator.token}` },
    ...(body && { payload: body }),
  });
}
