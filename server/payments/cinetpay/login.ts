import { call, describeReply, readFields, type Reply, type Request } from '#server/payments/call.ts';

export interface CinetPayAccount {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiPassword: string;
}

/** A session that expires within this time is no longer used. */
const marginMs = 60_000;
/** How long a session lasts if the answer does not say. */
const sessionSeconds = 3_600;

/**
 * Makes calls with CinetPay's session token. A call is never retried with a new token: after a 401 only the next call logs in
 * again.
 */
export function createCinetPayCalls({ apiUrl, apiKey, apiPassword }: CinetPayAccount) {
  let session: { token: Promise<string | null>; until: number } | null = null;
  let loginFailure: string = '';

  async function logIn(): Promise<string | null> {
    const reply = await call(`${apiUrl}/v1/oauth/login`, {
      method: 'POST',
      body: { api_key: apiKey, api_password: apiPassword },
    });
    const { access_token: token, expires_in: seconds } = readFields(reply);
    if (typeof token !== 'string') {
      loginFailure = describeReply(reply);
      session = null;
      return null;
    }
    const lasts = typeof seconds === 'number' ? seconds : sessionSeconds;
    if (session) session.until = performance.now() + lasts * 1_000 - marginMs;
    return token;
  }

  function token(): Promise<string | null> {
    if (session === null || performance.now() > session.until) {
      session = { token: logIn(), until: Number.POSITIVE_INFINITY };
    }
    return session.token;
  }

  return async function send(method: Request['method'], path: string, body?: object): Promise<Reply> {
    const bearer = await token();
    // Without a session the call itself is not made.
    if (bearer === null) return { kind: 'not_sent', cause: `login: ${loginFailure}` };
    const headers = { authorization: `Bearer ${bearer}` };
    const reply = await call(`${apiUrl}/v1/${path}`, { method, headers, ...(body && { body }) });
    if (reply.kind === 'answered' && reply.status === 401) session = null;
    return reply;
  };
}
