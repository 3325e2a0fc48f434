import { createHmac, randomBytes } from 'node:crypto';
import type { InjectOptions, Response } from 'light-my-request';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { countInFile } from '#tests/support/count-in-file.ts';

export interface TestOperator {
  readonly name: string;
  /** The secret of an open session. */
  readonly token: string;
}

const nextOperator = countInFile();

/** Makes an operator of a day ago, or a new one, with an open session. Its acts that take two need no signature, unless `demo` is false. */
export async function makeOperator(
  owner: Database,
  roles: readonly OperatorRole[],
  { isNew = false, demo = true } = {},
): Promise<TestOperator> {
  const name = `${roles[0]}-${nextOperator()}`;
  const token = randomBytes(32).toString('base64url');
  // Acts like `npm run operator`; otherwise the books would find an operator whom nobody has admitted.
  if (!demo) {
    await owner.query(
      `select console.write_audit(jsonb_populate_record(null::console.operator, '{"name": "owner"}'), 'owner_link_made', $1)`,
      [`operator ${name}`],
    );
  }
  await owner.query(
    `with made as (
       insert into console.operator (name, roles, demo, active_at, approves_from)
       values ($1, $2::text[]::console.role[], $5, clock_timestamp(), clock_timestamp() + case when $4 then interval '24 hours' else '0' end)
       returning id
     )
     insert into console.session (hash, operator_id, stage, signed_in_with, address, expires_at)
     select sha256(convert_to($3, 'UTF8')), id, 'full', 'demo', '127.0.0.1', clock_timestamp() + interval '12 hours' from made`,
    [name, roles, token, isNew, demo],
  );
  return { name, token };
}

/** Where the tests' console is, unless it listens. */
export const testConsoleUrl = 'http://localhost:3001';

/** The headers that a browser sends from the console's page, with a session. */
export function headersOf(secret: string | null, origin = testConsoleUrl): Record<string, string> {
  return {
    origin,
    'sec-fetch-site': 'same-origin',
    ...(secret !== null && {
      cookie: `__Host-izi-console=${secret}`,
      'x-csrf-token': createHmac('sha256', secret).update('izi.csrf.v1').digest('base64url'),
    }),
  };
}

/** Calls the operators' API, as the console's page does. `path` is below `/operator`. */
export function callAs(
  http: Http,
  operator: TestOperator | null,
  method: NonNullable<InjectOptions['method']>,
  path: string,
  body?: object,
): Promise<Response> {
  const address = http.server.address();
  const origin = typeof address === 'object' && address !== null ? `http://localhost:${address.port}` : testConsoleUrl;
  return http.inject({
    method,
    url: `/operator${path}`,
    headers: headersOf(operator?.token ?? null, origin),
    ...(body && { payload: body }),
  });
}
