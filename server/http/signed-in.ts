/** The client on whose behalf a call is made, as its token says. */
export interface SignedIn {
  readonly clientId: number;
  /** A UUID. */
  readonly sessionId: string;
  /** Whether the phone is confirmed; money moves only then. */
  readonly confirmed: boolean;
  /** E.164. */
  readonly phone: string;
}

/** Finds who a token belongs to; null when it is unknown, ended or expired. */
export type Authenticate = (token: string) => Promise<SignedIn | null>;

/** Ours are 43 characters. Anything much longer is not looked up at all. */
const longestToken = 200;

/** Reads `Authorization: Bearer <token>`, or the bare token. */
export function readToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > longestToken) return null;
  const token = authorization.replace(/^Bearer +/i, '').trim();
  return /^[A-Za-z0-9_-]+$/.test(token) ? token : null;
}
