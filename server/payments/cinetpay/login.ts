import { call, describeReply, fieldsOf, readFields, type Reply, type Request } from '#server/payments/call.ts';

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
 * Makes calls with CinetPay's session token. A call is never retried with a new token: after an answer that the session is over
 * only the next call logs in again.
 */
export function createCinetPayCalls({ apiUrl, apiKey, apiPassword }: CinetPayAccount) {
  interface Session {
    readonly token: Promise<string | null>;
    until: number;
  }
  let session: Session | null = null;
  let loginFailure: string = '';

  function logIn(): Session {
    const opened: Session = { token: askForToken(), until: Number.POSITIVE_INFINITY };
    return opened;

    async function askForToken(): Promise<string | null> {
      const reply = await call(`${apiUrl}/v1/oauth/login`, {
        method: 'POST',
        body: { api_key: apiKey, api_password: apiPassword },
      });
      const { access_token: token, expires_in: seconds } = readFields(reply);
      if (typeof token !== 'string') {
        loginFailure = describeReply(reply);
        forget(opened);
        return null;
      }
      const lasts = typeof seconds === 'number' ? seconds : sessionSeconds;
      opened.until = performance.now() + lasts * 1_000 - marginMs;
      return token;
    }
  }

  /** A newer login, which another call has opened meanwhile, stays. */
  function forget(ended: Session): void {
    if (session === ended) session = null;
  }

  return async function send(method: Request['method'], path: string, body?: object): Promise<Reply> {
    if (session === null || performance.now() > session.until) session = logIn();
    const used = session;
    const bearer = await used.token;
    // Without a session the call itself is not made.
    if (bearer === null) return { kind: 'not_sent', cause: `login: ${loginFailure}` };
    const headers = { authorization: `Bearer ${bearer}` };
    const reply = await call(`${apiUrl}/v1/${path}`, { method, headers, ...(body && { body }) });
    if (reply.kind !== 'answered' || !isSessionOver(reply)) return reply;
    forget(used);
    return { kind: 'answered', status: 401, body: null };
  };
}

/** A token that CinetPay does not know, and one that has ended. */
const overCodes = new Set(['1002', '1003', 'INVALID_TOKEN', 'EXPIRED_TOKEN']);

/** CinetPay says so with HTTP 401, or in the body of an answer with another status: at its top or in its details. */
function isSessionOver({ status, body }: Reply & { readonly kind: 'answered' }): boolean {
  const fields = fieldsOf(body);
  const said = [fields, fieldsOf(fields.details)].flatMap(({ code, status: word }) => [String(code), String(word)]);
  return status === 401 || said.some((one) => overCodes.has(one));
}
