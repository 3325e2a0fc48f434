/** The authenticated client of a call. */
export interface SignedIn {
  readonly clientId: number;
  /** A UUID. */
  readonly sessionId: string;
  /** Whether the phone is confirmed; money moves only then. */
  readonly confirmed: boolean;
  /** E.164. */
  readonly phone: string;
}

/** Finds the session of a token; null when it is unknown, ended or expired. */
export type Authenticate = (token: string) => Promise<SignedIn | null>;

/** Our tokens have 43 characters. Much longer ones are not looked up. */
const longestToken = 200;

/** Reads `Authorization: Bearer <token>`, or the bare token. */
export function readToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > longestToken) return null;
  const token = authorization.replace(/^Bearer +/i, '').trim();
  return /^[A-Za-z0-9_-]+$/.test(token) ? token : null;
}
