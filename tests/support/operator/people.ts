import type { Response } from 'light-my-request';
import type { Ways } from '#contract/operator/access.ts';
import type { Http } from '#server/http/http.ts';
import { createSoftPasskey, type Flaws, type SoftPasskey } from '#tests/support/players/passkey.ts';
import { callAs, headersOf, testConsoleUrl } from './operators.ts';

/** Somebody who sits at the console, with two authenticators. */
export interface Person {
  readonly keys: readonly SoftPasskey[];
  /** The factors that they have set. */
  readonly ways: Ways;
  /** The secret of the session that they have now. */
  readonly secret: () => string;
  /** Signs in again. @param which of the passkeys */
  signIn(which?: number, flaws?: Flaws): Promise<Response>;
  get(path: string): Promise<Response>;
  post(path: string, body?: object): Promise<Response>;
  /** Makes a call that has to be signed: once to learn what, and again with the signature. */
  sign(path: string, body: object): Promise<Response>;
}

/** The session's secret in an answer that lets somebody in; null in any other. */
export function secretIn(answer: Response): string | null {
  return /^__Host-izi-console=([\w-]{43});/.exec(String(answer.headers['set-cookie']))?.[1] ?? null;
}

/** Comes in by a link and sets two passkeys. @throws Error with the code of the refusal */
export async function joinByLink(http: Http, token: string): Promise<Person> {
  const come = await callAs(http, null, 'POST', '/sign-in/link', { token });
  if (come.statusCode !== 200) throw new Error(come.json<{ code: string }>().code);
  let secret = secretIn(come)!;
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    callAs(http, { name: '', token: secret }, method, path, body);
  const keys = [createSoftPasskey(testConsoleUrl), createSoftPasskey(testConsoleUrl)];
  let ways: Ways | undefined;
  for (const [index, key] of keys.entries()) {
    const { data } = (await call('POST', '/passkeys/options')).json();
    const added = await call('POST', '/passkeys', { credential: key.create(data), name: `key ${index + 1}` });
    if (added.statusCode !== 201) throw new Error(`no passkey was set: ${added.body}`);
    ways = added.json<{ data: Ways }>().data;
  }
  return {
    keys,
    ways: ways!,
    secret: () => secret,
    async signIn(which = 0, flaws = {}) {
      const answer = await signInWith(http, keys[which]!, flaws);
      secret = secretIn(answer) ?? secret;
      return answer;
    },
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    async sign(path, body) {
      const asked = await call('POST', path, body);
      if (asked.statusCode !== 403) return asked;
      const { passkey } = asked.json();
      if (passkey === undefined) return asked;
      return call('POST', path, { ...body, signature: keys[0]!.use(passkey) });
    },
  };
}

/** Signs in with a passkey. */
export async function signInWith(http: Http, key: SoftPasskey, flaws: Flaws = {}): Promise<Response> {
  const { data } = (await callAs(http, null, 'POST', '/sign-in/passkey/options')).json();
  return callAs(http, null, 'POST', '/sign-in/passkey', {
    challengeId: data.challengeId,
    credential: key.use(data.options, flaws),
  });
}

/** A request as a browser would never send it. `headers` replace those of the console's page; undefined leaves one out. */
export function callStrangely(
  http: Http,
  secret: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: Readonly<Record<string, string | undefined>>,
  { body, address }: { readonly body?: object; readonly address?: string } = {},
): Promise<Response> {
  const all = { ...headersOf(secret), ...headers };
  return http.inject({
    method,
    url: `/operator${path}`,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(address !== undefined && { remoteAddress: address }),
    ...(body && { payload: body }),
  });
}
