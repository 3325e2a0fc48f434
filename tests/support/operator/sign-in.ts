import type { InjectOptions, Response } from 'light-my-request';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Http } from '#server/http/http.ts';
import { callAs, type TestOperator } from './operators.ts';

/** An operator who has signed in. */
export interface SignedInOperator extends TestOperator {
  readonly roles: readonly OperatorRole[];
  /** Calls the API as the console's page does, with cookie, token and origin. `path` is below `/operator`. */
  call(method: NonNullable<InjectOptions['method']>, path: string, body?: object): Promise<Response>;
  get(path: string): Promise<Response>;
  post(path: string, body?: object): Promise<Response>;
}

/**
 * Signs in as a demo operator of these roles, through the API. Each call gives another one, so that one can ask and another
 * approve, at once and without a signature.
 *
 * @param site the operators' listener, or an app that has one: `startApp({ CONSOLE_PORT: '0' })`, `startConsole()`
 */
export async function signInOperator(
  site: Http | { readonly app: { readonly operatorHttp?: Http } },
  roles: readonly OperatorRole[],
): Promise<SignedInOperator> {
  const http = 'inject' in site ? site : site.app.operatorHttp;
  if (http === undefined) throw new Error('this site serves no operators: give it a CONSOLE_PORT');
  const answer = await callAs(http, null, 'POST', '/demo', { roles });
  if (answer.statusCode !== 200) throw new Error(`no operator was let in: ${answer.body}`);
  const token = /^__Host-izi-console=([\w-]{43});/.exec(String(answer.headers['set-cookie']))![1]!;
  const { name } = answer.json<{ data: { name: string } }>().data;
  const operator = { name, token };
  const call: SignedInOperator['call'] = (method, path, body) => callAs(http, operator, method, path, body);
  return {
    ...operator,
    roles,
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
  };
}
