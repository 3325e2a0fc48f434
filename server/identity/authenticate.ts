import type { Database } from '#database/connect.ts';
import type { Authenticate, SignedIn } from '#server/http/signed-in.ts';
import { createSessionFinder } from './find-session.ts';

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Forgets what is remembered of a client's sessions in this process; others hear of it from the database. */
  readonly forget: (clientId: number) => void;
  readonly stop: () => Promise<void>;
}

/**
 * How long a token's owner is remembered. Whatever ends a session or changes its client says so at once through NOTIFY;
 * this is how late it can get when that connection is cut.
 */
const rememberedMs = 2_000;
const mostRemembered = 50_000;

interface Remembered {
  readonly signedIn: SignedIn;
  readonly until: number;
}

/** Finds who calls from the token: one indexed query, and for a moment afterwards none. */
export async function createAuthenticator(db: Database): Promise<Authenticator> {
  const findSession = createSessionFinder(db);
  const remembered = new Map<string, Remembered>();
  // A session that ends while it is being looked up must not be remembered, so look-ups notice that something ended.
  let changes = 0;

  const forget = (clientId: number | null) => {
    changes += 1;
    if (clientId === null) return remembered.clear();
    for (const [token, { signedIn }] of remembered) if (signedIn.clientId === clientId) remembered.delete(token);
  };
  const stop = await db.listen('session', (payload) => forget(payload === null ? null : Number(payload)));

  return {
    async authenticate(token) {
      const now = performance.now();
      const known = remembered.get(token);
      if (known !== undefined && known.until > now) return known.signedIn;
      const changesBefore = changes;
      const found = await findSession(token);
      if (found === null) {
        remembered.delete(token);
        return null;
      }
      if (changes === changesBefore) {
        if (remembered.size >= mostRemembered) remembered.clear();
        remembered.set(token, { signedIn: found.signedIn, until: now + Math.min(rememberedMs, found.remainingMs) });
      }
      return found.signedIn;
    },
    forget,
    stop,
  };
}
